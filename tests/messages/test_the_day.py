"""On the way, three ahead, next, picked up: from the day's line as it stands."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from summerstow.platform import clock

from .conftest import Customer, Season


async def _four(season: Season) -> list[Customer]:
    """Four stops of one morning in their order, with everything said that was due before."""
    stops = [await season.booked(phone=number == 3) for number in range(4)]
    for day, hour in ((-10, "13:00"), (-2, "09:00"), (-1, "19:00"), (0, "08:30")):
        season.at(day, hour)
        await season.look()
    await season.told()
    return stops


async def _news(season: Season, stops: list[Customer]) -> dict[int, list[str]]:
    await season.look()
    async with season.database.owner() as tx:
        rows = await tx.fetch(
            "select c.recipient, o.kind from app.captured_message c "
            "join app.outbox o on o.id = c.outbox_id where c.id > $1 order by c.id",
            season._seen,
        )
    await season.told()
    found: dict[int, list[str]] = {}
    for place, one in enumerate(stops):
        kinds = [row["kind"] for row in rows if row["recipient"] in (one.who.email, one.phone)]
        if kinds:
            found[place] = kinds
    return found


async def test_the_line_tells_each_as_it_moves(season: Season) -> None:
    """Nobody before the crew is at work; each once, however often somebody looks.

    Rule: reminder-times.
    """
    stops = await _four(season)
    a, b, c, d = stops
    assert await _news(season, stops) == {}
    season.at(0, "09:05")
    await season.crew(a, "in_progress")
    assert await _news(season, stops) == {
        0: ["on_the_way"],
        1: ["next_stop"],
        2: ["three_ahead"],
        3: ["three_ahead", "three_ahead_text"],
    }
    assert await _news(season, stops) == {}
    assert d.phone is not None
    assert (await season.texts(d.phone))[-1].startswith("Summerstow: 3 stops before yours.")
    season.at(0, "09:30")
    await season.crew(a, "completed", items=7)
    assert await _news(season, stops) == {0: ["picked_up"]}
    assert "We have picked up 7 items." in (await season.texts(a.who.email))[-1]
    # Taken back and done again: said once, and its count is not said twice either.
    await season.crew(a, "in_progress")
    await season.crew(a, "completed", items=8)
    assert await _news(season, stops) == {}
    await season.crew(b, "in_progress")
    assert await _news(season, stops) == {1: ["on_the_way"], 2: ["next_stop"]}
    # Dragged to the front: whoever is overtaken hears nothing twice.
    day = await season.ask(season.worker, "pickup_day", campus_id=2, day=season.on.isoformat())
    line = [one["queue_id"] for one in day["waiting"]]
    await season.ask(
        season.worker,
        "order_pickups",
        campus_id=2,
        day=season.on.isoformat(),
        order=[line[0], line[2], line[1]],
        seen=line,
    )
    assert await _news(season, stops) == {3: ["next_stop", "next_stop_text"]}
    await _cancel_by_office(season, d)
    assert await _news(season, stops) == {3: ["booking_cancelled", "booking_cancelled_text"]}
    season.at(0, "10:30")
    await season.crew(b, "completed")
    await season.crew(c, "completed", items=1)
    assert await _news(season, stops) == {1: ["picked_up"], 2: ["picked_up"]}
    assert "We have picked up your items." in (await season.texts(b.who.email))[-1]
    assert "We have picked up 1 item." in (await season.texts(c.who.email))[-1]


async def _cancel_by_office(season: Season, one: Customer) -> None:
    await season.patch(season.office, one.booking, status="cancelled")


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("completed", ["picked_up"]),
        ("scheduled", []),
        ("cancelled", ["booking_cancelled"]),
    ],
)
async def test_what_became_untrue_before_it_was_sent_is_not_sent(
    season: Season, then: str, said: list[str]
) -> None:
    """Written, and then the day goes on while the mail server is away.

    Rule: message-still-true.
    """
    one = await season.booked()
    season.at(-1, "19:00")
    await season.look()
    await season.told()
    season.at(0, "09:05")
    await season.crew(one, "in_progress")
    assert await season.plan() == 1
    if then == "cancelled":
        await season.patch(season.office, one.booking, status="cancelled")
    else:
        await season.crew(one, then)
    await season.look()
    assert await season.told(one.who.email) == said


async def test_three_ahead_says_how_many_there_are_when_it_leaves(season: Season) -> None:
    stops = await _four(season)
    season.at(0, "09:05")
    await season.crew(stops[0], "in_progress")
    await season.plan()
    await season.crew(stops[0], "completed")
    await season.send()
    await season.look()
    words = (await season.texts(stops[3].who.email))[-1]
    assert "2 stops are before yours" in words
    assert (await season.told(stops[3].who.email)) == ["three_ahead"]


async def test_another_day_is_not_today(season: Season) -> None:
    """On Way pressed on the wrong day tells nobody that a crew is coming."""
    stops = await _four(season)
    season.at(-1, "20:00")
    await season.crew(stops[0], "in_progress")
    assert await _news(season, stops) == {}


async def test_a_count_is_news_for_half_a_day(season: Season) -> None:
    one = await season.booked()
    await season.look()
    await season.told()
    done = season.at(0, "09:05")
    await season.crew(one, "completed", items=3)
    for hours, said in ((13, []), (11, ["picked_up"])):
        _set(season, done, hours)
        await season.look()
        assert await season.told(one.who.email) == said


def _set(season: Season, since: Any, hours: int) -> None:
    moment = since + timedelta(hours=hours)
    season.monkeypatch.setattr(clock, "now", lambda: moment)


async def test_decide_later_is_reminded_four_times_until_it_is_decided(season: Season) -> None:
    """Jul 1, Aug 1, 15, 22 (rule: reminder-times)."""
    one, decided = await season.booked(), await season.booked()
    for each in (one, decided):
        season.at(0, "09:05")
        await season.crew(each, "completed", items=3)
        await season.look()
    await season.told()
    year = season.on.year
    heard: list[tuple[int, int]] = []
    for month, day in ((6, 30), (7, 1), (7, 2), (8, 1), (8, 15), (8, 16), (8, 22), (9, 1)):
        on = date(year if season.on < date(year, 6, 1) else year + 1, month, day)
        moment = datetime.combine(on, datetime.min.time(), clock.CAMPUS_ZONE).replace(hour=9)
        season.monkeypatch.setattr(clock, "now", lambda at=moment: at)
        if (month, day) == (8, 15):
            await season.patch(None, decided.booking, return_delivery_date=f"{on.year}-09-01")
        await season.look()
        if "delivery_undecided" in await season.told(one.who.email):
            heard.append((month, day))
    assert heard == [(7, 1), (8, 1), (8, 15), (8, 22)]
    words = await season.texts(decided.who.email)
    assert sum("no delivery date yet" in one for one in words) == 2
