"""At the door, and when it does not work out: from the stop as it stands (rule: visit-news)."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from summerstow.platform import clock

from .conftest import Customer, Season

FAILED = {"kind": "nobody_there", "photo_id": str(uuid4()), "note": "Rang twice."}
SIGNED = {"signed_by": "Mina Park", "strokes": "M1 1L2 2"}


async def _on_the_day(season: Season, **changes: Any) -> Customer:
    """A customer whose reminders are sent, on the morning of the pickup."""
    one = await season.booked(phone=True, **changes)
    season.at(-1, "19:00")
    await season.look()
    season.at(0, "09:30")
    await season.look()
    await season.told()
    return one


async def _arrive(season: Season, stop: str) -> None:
    await season.say(stop, "on_way")
    season.at(0, "09:41")
    await season.say(stop, "arrived")


async def test_the_crew_at_the_door_is_told_with_the_time_it_waits(season: Season) -> None:
    """By mail and text; what was not sent of On Way is not said any more."""
    one = await _on_the_day(season)
    await _arrive(season, await season.stop(one))
    await season.look()
    await season.look()
    assert await season.told(one.who.email, one.phone) == ["at_your_door", "at_your_door_text"]
    assert "arrived at 9:41 AM and waits until 9:51 AM" in (await season.texts(one.who.email))[-1]
    assert one.phone is not None
    assert "wait until 9:51 AM" in (await season.texts(one.phone))[-1]


@pytest.mark.parametrize(
    ("next_step", "words"),
    [
        ("date", "choose another day in your account, or call us"),
        ("again", "our crew tries again today"),
        ("office", "our office gets in touch with you"),
    ],
)
async def test_a_failed_visit_is_told_with_what_comes_next(
    season: Season, next_step: str, words: str
) -> None:
    one = await _on_the_day(season)
    stop = await season.stop(one)
    await _arrive(season, stop)
    season.at(0, "09:52")
    await season.say(stop, "failed", failure=FAILED | {"next": next_step})
    await season.look()
    await season.look()
    assert await season.told(one.who.email, one.phone) == ["visit_failed", "visit_failed_text"]
    mail = (await season.texts(one.who.email))[-1]
    assert "We were at your door at 9:41 AM and could not reach you." in mail
    assert "proposes a fee of $50" in mail
    assert words in mail
    # A second failure of the same day is another one.
    await season.say(stop, "waiting")
    season.at(0, "10:30")
    await season.say(stop, "on_way")
    season.at(0, "10:40")
    await season.say(stop, "arrived")
    season.at(0, "10:51")
    await season.say(stop, "failed", failure=FAILED | {"kind": "not_ready"})
    await season.look()
    assert "visit_failed" in await season.told(one.who.email)
    assert "at 10:40 AM, and not everything was ready" in (await season.texts(one.who.email))[-1]


@pytest.mark.parametrize("then", ["tried again", "moved", "cancelled"])
async def test_a_failure_that_is_over_is_not_told(season: Season, then: str) -> None:
    """Written while the mail server is away; then the day goes on."""
    one = await _on_the_day(season)
    stop = await season.stop(one)
    await _arrive(season, stop)
    await season.look()
    await season.told()
    season.at(0, "09:52")
    await season.say(stop, "failed", failure=FAILED | {"next": "date"})
    await season.plan()
    if then == "tried again":
        await season.say(stop, "waiting")
    elif then == "moved":
        later = (season.on + timedelta(days=3)).isoformat()
        await season.patch(season.office, one.booking, pickup_date=later)
    else:
        await season.patch(season.office, one.booking, status="cancelled")
    await season.look()
    assert "visit_failed" not in await season.told(one.who.email)


async def test_a_failure_that_is_ours_costs_nothing_and_says_sorry(season: Season) -> None:
    one = await _on_the_day(season)
    await season.say(await season.stop(one), "failed", failure={"kind": "ours", "next": "date"})
    await season.look()
    mail = (await season.texts(one.who.email))[-1]
    assert "That is our fault, and we are sorry. It costs you nothing." in mail
    assert "proposes a fee" not in mail


async def _my_stop(season: Season, one: Customer) -> dict[str, Any]:
    [found] = await season.ask(one.who, "my_stops")
    stop: dict[str, Any] = found
    return stop


async def test_nobody_is_next_at_night_or_before_their_own_crew_has_left(season: Season) -> None:
    """A crew that records at night moves no line, and the work of another crew neither."""
    first, second, other = [await _on_the_day(season) for _ in range(3)]
    run = await season.ask(
        season.office,
        "create_run",
        campus_id=season.campus_id,
        date=season.on.isoformat(),
        name="Second van",
        van_items=None,
        workers=[],
    )
    await season.ask(
        season.office, "assign_stops", run_id=run["id"], stop_ids=[await season.stop(other)]
    )
    season.at(0, "03:20")
    await season.say(await season.stop(first), "on_way")
    await season.look()
    assert await season.told(second.who.email, second.phone) == []
    assert (await _my_stop(season, second))["ahead"] is None
    season.at(0, "09:05")
    await season.look()
    assert await season.told(second.who.email) == ["next_stop"]
    assert (await _my_stop(season, second))["ahead"] == 1
    assert await season.told(other.who.email, other.phone) == []
    assert (await _my_stop(season, other))["ahead"] is None


async def test_the_customer_sees_the_arrival_the_failure_and_the_proposed_fee(
    season: Season,
) -> None:
    """On the day, and after it until another day is planned."""
    one = await _on_the_day(season)
    stop = await season.stop(one)
    await _arrive(season, stop)
    shown = await _my_stop(season, one)
    assert shown["state"] == "arrived"
    assert datetime.fromisoformat(shown["waits_until"]) == clock.now() + timedelta(minutes=10)
    season.at(0, "09:52")
    await season.say(stop, "failed", failure=FAILED | {"next": "date"})
    for days in (0, 2):
        season.at(days, "10:00")
        shown = await _my_stop(season, one)
        assert (shown["failure"], shown["next_step"]) == ("nobody_there", "date")
        assert shown["fee"]["amount_cents"] == 5_000
        assert shown["fee"]["photo_id"] == FAILED["photo_id"]
    cancelling = await season.ask(one.who, "preview_cancellation", booking_id=one.booking)
    assert "did not come" not in cancelling["words"]
    later = (season.on + timedelta(days=9)).isoformat()
    await season.patch(season.office, one.booking, pickup_date=later)
    assert (await _my_stop(season, one))["failure"] is None


async def test_the_delivered_mail_says_until_when_claims_are_taken(season: Season) -> None:
    """By the clock of the delivery, as the claim itself is judged."""
    one = await season.booked()
    item, collected = str(uuid4()), str(uuid4())
    for key, words in ((item, "Books"), (collected, "Lamp")):
        await season.ask(
            one.who, "add_item", booking_id=one.booking, item_id=key, kind="box", description=words
        )
    season.at(0, "09:30")
    await season.crew(one, "completed", items=2)
    for key in (item, collected):
        await _scan(season, "picked_up", key)
    await season.look()
    await _collect(season, one, collected)
    await season.told()
    back = date(season.on.year + 1, 8, 31)
    after = (back - season.on).days
    await season.ask(
        one.who,
        "book_delivery",
        booking_id=one.booking,
        delivery_option="same_city",
        day=back.isoformat(),
        address="1 Main Street, Kelowna BC",
        window="12:00 PM - 3:00 PM",
        expected_fee_cents=0,
    )
    season.at(after, "14:00")
    await _scan(season, "loaded", item)
    season.at(after, "14:10")
    stop = await season.stop(one, "return")
    await _scan(season, "delivered", item, stop_id=stop)
    await season.say(stop, "completed", signature=SIGNED)
    await season.look()
    mail = (await season.texts(one.who.email))[-1]
    day = clock.spoken_day(back + timedelta(days=3))
    assert f"Claims are taken until {day}, 2:10 PM campus time." in mail
    assert "1. Books" in mail
    assert "Lamp" not in mail


async def _collect(season: Season, one: Customer, item: str) -> None:
    collection, later = str(uuid4()), 20
    wish = {
        "booking_id": one.booking,
        "item_ids": [item],
        "way": "collect",
        "day": (season.on + timedelta(days=later)).isoformat(),
        "window": "9:00 AM - 12:00 PM",
    }
    price = await season.ask(one.who, "preview_part_return", **wish)
    cents = price["fee_cents"]
    await season.ask(one.who, "book_part_return", **wish, id=collection, expected_cents=cents)
    season.at(later, "10:00")
    await season.ask(season.worker, "hand_over_part_return", id=collection)


async def _scan(season: Season, kind: str, item: str, **more: Any) -> None:
    event = {"id": str(uuid4()), "kind": kind, "at": clock.now().isoformat(), "item_id": item}
    kept = await season.ask(season.worker, "record_events", events=[event | more])
    assert kept["needs_person"] == []
