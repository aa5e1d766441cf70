"""Two days before and the evening before: once, planned again on every change, never too late."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from summerstow.messages import service
from summerstow.platform import clock, published
from summerstow.platform.documents.messages import MessageDocument

from .conftest import AFTERNOON, MORNING, Customer, Season

TWO_DAYS, EVENING = "pickup_in_two_days", "pickup_tomorrow"
Act = Callable[[Season, Customer], Awaitable[None]]


async def _moved_by_staff(season: Season, one: Customer, days: int, to: str = MORNING) -> None:
    await season.ask(
        season.worker,
        "change_pickup",
        booking_id=one.booking,
        pickup_date=(season.on + timedelta(days=days)).isoformat(),
        pickup_time=to,
        reason="crew",
    )


async def _cancel(season: Season, one: Customer) -> None:
    shown = await season.ask(one.who, "preview_cancellation", booking_id=one.booking)
    await season.ask(
        one.who, "cancel_booking", booking_id=one.booking, expected_fee_cents=shown["fee_cents"]
    )


async def _later(season: Season, one: Customer) -> None:
    await _moved_by_staff(season, one, 2)


async def _to_the_afternoon(season: Season, one: Customer) -> None:
    await _moved_by_staff(season, one, 0, AFTERNOON)


async def _away_and_back(season: Season, one: Customer) -> None:
    await _moved_by_staff(season, one, 2)
    await _moved_by_staff(season, one, 0)


async def _no_date(season: Season, one: Customer) -> None:
    await season.patch(None, one.booking, pickup_date=None)


async def _cancelled_by_staff(season: Season, one: Customer) -> None:
    await season.patch(season.office, one.booking, status="cancelled")


async def _gone(season: Season, one: Customer) -> None:
    await season.forget(one.booking)


async def _on_the_way(season: Season, one: Customer) -> None:
    await season.crew(one, "in_progress")


async def _new_booking(season: Season, one: Customer) -> None:
    await season.again(one, pickup_date=(season.on + timedelta(days=1)).isoformat())


async def _over_time(
    season: Season, one: Customer, changes: dict[tuple[int, str], Act], asleep: tuple[Any, Any]
) -> list[tuple[str, int, str]]:
    """(kind, day, hour) of each reminder from three days before to the day after, at each hour.

    Nobody looks in the hours of `asleep`.
    """
    kinds = (TWO_DAYS, EVENING, f"{TWO_DAYS}_text", f"{EVENING}_text")
    found: list[tuple[str, int, str]] = []
    for hours in range(5 * 24):
        day, hour = divmod(hours, 24)
        day -= 3
        season.at(day, f"{hour:02}:00")
        act = changes.get((day, f"{hour:02}:00"))
        if act is not None:
            await act(season, one)
        if asleep[0] is not None and asleep[0] <= (day, hour) < asleep[1]:
            continue
        # Only hours in which something may begin or end; the looks between find the same.
        if act is not None or hour in (8, 10, 18, 20):
            await season.look()
            found += [
                (kind, day, f"{hour:02}:00")
                for kind in await season.told(one.who.email, one.phone)
                if kind in kinds
            ]
    return found


@pytest.mark.parametrize(
    ("changes", "asleep", "expected"),
    [
        ({}, (None, None), [(TWO_DAYS, -2, "08:00"), (EVENING, -1, "18:00")]),
        # Whoever moves is reminded of the new day, and of the old one not again.
        ({(-3, "12:00"): _later}, (None, None), [(TWO_DAYS, 0, "08:00"), (EVENING, 1, "18:00")]),
        (
            {(-2, "12:00"): _later},
            (None, None),
            [(TWO_DAYS, -2, "08:00"), (TWO_DAYS, 0, "08:00"), (EVENING, 1, "18:00")],
        ),
        (
            {(-2, "12:00"): _away_and_back},
            (None, None),
            [(TWO_DAYS, -2, "08:00"), (EVENING, -1, "18:00")],
        ),
        # What was said in the last mail is not said again an hour later.
        (
            {(-2, "07:00"): _away_and_back, (-1, "20:00"): _to_the_afternoon},
            (None, None),
            [(TWO_DAYS, -2, "08:00"), (EVENING, -1, "18:00")],
        ),
        ({(-2, "12:00"): _cancel}, (None, None), [(TWO_DAYS, -2, "08:00")]),
        ({(-3, "12:00"): _cancelled_by_staff}, (None, None), []),
        ({(-3, "12:00"): _no_date}, (None, None), []),
        ({(-3, "12:00"): _gone}, (None, None), []),
        ({(-1, "12:00"): _on_the_way}, (None, None), [(TWO_DAYS, -2, "08:00")]),
        # A new booking takes the stead of the first.
        (
            {(-2, "07:00"): _new_booking},
            (None, None),
            [(TWO_DAYS, -1, "08:00"), (EVENING, 0, "18:00")],
        ),
        # Asleep, and then only what is still worth saying.
        ({}, ((-2, 7), (-1, 10)), [(TWO_DAYS, -1, "10:00"), (EVENING, -1, "18:00")]),
        ({}, ((-2, 7), (-1, 20)), [(EVENING, -1, "20:00")]),
        ({}, ((-2, 7), (0, 8)), [(EVENING, 0, "08:00")]),
        ({}, ((-2, 7), (0, 9)), []),
    ],
)
async def test_reminders_over_time(
    season: Season,
    changes: dict[tuple[int, str], Act],
    asleep: tuple[Any, Any],
    expected: list[tuple[str, int, str]],
) -> None:
    """Rule: reminder-times."""
    one = await season.booked()
    await season.look()
    assert await season.told(one.who.email) == ["booking_received"]
    assert await _over_time(season, one, changes, asleep) == expected


@pytest.mark.parametrize(
    ("day", "hour", "expected"),
    [
        (-3, "23:00", [TWO_DAYS, EVENING]),
        (-2, "08:00", [EVENING]),
        (-1, "17:00", [EVENING]),
        (-1, "18:00", []),
        (0, "07:00", []),
    ],
)
async def test_who_books_late_has_just_read_it(
    season: Season, day: int, hour: str, expected: list[str]
) -> None:
    """A reminder that was due before the booking is none."""
    season.at(day, hour)
    one = await season.booked()
    await season.look()
    assert await season.told(one.who.email) == ["booking_received"]
    reached: list[str] = []
    for later, at in ((-2, "08:00"), (-1, "18:00"), (0, "08:00")):
        moment = season.at(later, at)
        if moment >= _moment(season, day, hour):
            await season.look()
            reached += await season.told(one.who.email)
    assert reached == expected


def _moment(season: Season, day: int, hour: str) -> datetime:
    season_now = clock.now()
    moment = season.at(day, hour)
    season.monkeypatch.setattr(clock, "now", lambda: season_now)
    return moment


async def _asked(season: Season, one: Customer, days: range) -> list[tuple[int, str]]:
    """(day, kind) of each mail about a pickup between these days, at 8:00 and 18:00."""
    found: list[tuple[int, str]] = []
    for day in days:
        for hour in ("08:00", "18:00"):
            season.at(day, hour)
            await season.look()
            found += [(day, kind) for kind in await season.told(one.who.email)]
    return found


async def test_a_missing_pickup_address_is_asked_for_until_it_is_there(season: Season) -> None:
    """Two weeks, a week and four days before; then the reminders of the pickup ask for it."""
    season.at(-20, "12:00")
    one = await season.booked(building_name=None)
    there = await season.booked()
    assert await _asked(season, one, range(-20, 1)) == [
        (-20, "booking_received"),
        (-14, "pickup_address"),
        (-7, "pickup_address"),
        (-4, "pickup_address"),
        (-2, TWO_DAYS),
        (-1, EVENING),
    ]
    asked = "We do not have your pickup address yet."
    mails = await season.texts(one.who.email)
    assert all(asked in words for words in mails)
    assert f"{season.on:%A, %B} {season.on.day}, {season.on.year}, {MORNING}" in mails[1]
    assert "/customer-dashboard/edit#place" in mails[1]
    assert all(asked not in words for words in await season.texts(there.who.email))


async def test_who_gives_the_address_is_not_asked_again(season: Season) -> None:
    season.at(-20, "12:00")
    one, cancelled = [await season.booked(building_name=None) for _ in range(2)]
    assert [kind for _, kind in await _asked(season, one, range(-20, -13))] == [
        "booking_received",
        "pickup_address",
    ]
    await season.told(cancelled.who.email)
    await _cancel(season, cancelled)
    await season.patch(None, one.booking, building_name="Nootka")
    assert await _asked(season, one, range(-13, 0)) == [(-2, TWO_DAYS), (-1, EVENING)]
    assert not any(
        "pickup address yet" in words for words in (await season.texts(one.who.email))[2:]
    )
    assert "pickup_address" not in await season.told(cancelled.who.email)


async def test_a_text_message_goes_where_the_phone_is_confirmed_and_never_at_night(
    season: Season,
) -> None:
    """21:00 to 8:00 waits for the morning, and is said then only if it is still true.

    Rule: quiet-hours.
    """
    one, other = await season.booked(phone=True), await season.booked(phone=True)
    await season.look()
    assert sorted(await season.told(one.who.email, one.phone)) == [
        "booking_received",
        "booking_received_text",
    ]
    season.at(-1, "21:00")
    await season.look()
    assert await season.told(one.who.email, one.phone) == [EVENING]
    for day, hour in ((-1, "23:59"), (0, "00:00"), (0, "07:59")):
        season.at(day, hour)
        await season.look()
        assert await season.told(one.who.email, one.phone, other.phone) == []
    await _cancel(season, other)
    season.at(0, "08:00")
    await season.look()
    assert await season.told(one.phone, other.phone) == ["booking_cancelled_text"]
    # What was written at night said tomorrow; the next look says today.
    await season.look()
    assert await season.told(one.who.email, one.phone, other.phone) == [f"{EVENING}_text"]
    assert one.phone is not None
    assert "tomorrow" not in (await season.texts(one.phone))[-1]


async def test_a_phone_that_is_not_confirmed_is_not_texted(season: Season) -> None:
    one = await season.booked(phone=True)
    async with season.database.owner() as tx:
        await tx.execute(
            "update auth.users set phone_confirmed_at = null where id = $1", one.who.id
        )
    await season.look()
    await season.told(one.who.email, one.phone)
    season.at(-1, "18:00")
    await season.look()
    assert await season.told(one.who.email, one.phone) == [EVENING]


async def test_a_guest_is_reminded_at_the_address_of_the_booking(season: Season) -> None:
    await season.guest("robin@example.test")
    season.at(-2, "08:00")
    await season.look()
    assert await season.told("robin@example.test") == ["booking_received", TWO_DAYS]
    words = (await season.texts("robin@example.test"))[-1]
    assert f"{season.on:%A, %B} {season.on.day}, {season.on.year}, {MORNING}" in words
    # Without an account there is nothing to sign in to (rule: guest-links).
    assert "[See my booking]" not in words
    assert "http://summerstow.test/pickup/" in words
    assert "/customer-dashboard" not in words


async def test_many_bookings_in_somebodys_name_are_not_many_letters(season: Season) -> None:
    """What was not received by mail is not reminded of either."""
    for _ in range(12):
        await season.guest("victim@example.test")
    await season.look()
    received = await season.told("victim@example.test")
    assert set(received) == {"booking_received"}
    assert len(received) < 12
    season.at(-2, "08:00")
    await season.look()
    assert await season.told("victim@example.test") == [TWO_DAYS] * len(received)


async def test_what_an_account_is_told_is_sent_as_it_was_written(season: Season) -> None:
    """Invoices and payments: by mail at once, by text message in the morning."""
    one = await season.booked(phone=True)
    await season.look()
    await season.told()
    season.at(-5, "22:00")
    async with season.database.owner() as tx:
        for _ in range(2):
            await service.tell_account(
                tx,
                one.who.id,
                cause=f"account:{one.booking}",
                kind="delivery_undecided",
                to=one.who.email,
                data={"first_name": "Mina", "link": "http://s.test/customer-dashboard"},
            )
    await season.send()
    assert await season.told(one.who.email, one.phone) == ["delivery_undecided"]
    season.at(-4, "08:00")
    await season.send()
    assert await season.told(one.who.email, one.phone) == ["delivery_undecided_text"]


async def test_a_courtesy_that_is_switched_off_is_neither_written_nor_sent(season: Season) -> None:
    """Rule: messages-in-own-words. Of one that waits already nothing goes out either."""
    one = await season.booked()
    await season.look()
    await season.told(one.who.email)
    season.at(-2, "08:00")
    assert await season.plan() == 1
    _switch_off(TWO_DAYS)
    try:
        await season.send()
        assert await season.told(one.who.email) == []
        other = await season.booked()
        await season.look()
        assert await season.told(other.who.email) == ["booking_received"]
        season.at(-1, "18:00")
        await season.look()
        assert await season.told(other.who.email) == [EVENING]
    finally:
        published.hold([])


def _switch_off(kind: str) -> None:
    document = msgspec.json.encode(MessageDocument({}, (kind,))).decode()
    published.hold([published.Version("messages", date(2000, 1, 1), document)])
