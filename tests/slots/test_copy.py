"""A week of slots copied to another."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import Any

import httpx
import pytest

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.slots.commands import COMMANDS
from summerstow.slots.table import SlotRules
from tests.people import RestClients, person

_WEEKS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with slots and their commands."""
    return RestClients(
        database,
        {"slot_availability": SlotRules()},
        {one.name: one for one in COMMANDS},
    )


@pytest.fixture
async def executive(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


@pytest.fixture
def week() -> date:
    """The first day of a week that no other test uses, with nothing in the two after it."""
    return date(2035, 1, 7) + timedelta(days=21 * next(_WEEKS))


def _slot(day: date, part: str | None = "morning", **more: Any) -> dict[str, Any]:
    return {"campus_id": 2, "date": day.isoformat(), "time_of_day": part} | more


def _weeks(week: date, days: int) -> dict[str, Any]:
    later = week + timedelta(days=days)
    return {"campus_id": 2, "week_from": week.isoformat(), "week_to": later.isoformat()}


async def _offer(client: httpx.AsyncClient, *slots: dict[str, Any]) -> None:
    for slot in slots:
        answer = await client.post("/slot_availability", json=slot)
        assert answer.status_code == 201, answer.text


async def test_a_day_that_no_table_takes_is_refused_in_plain_words(
    executive: httpx.AsyncClient,
) -> None:
    far = date(2101, 1, 2)
    made = await executive.post("/slot_availability", json=_slot(far))
    last = far - timedelta(days=7)
    await _offer(executive, _slot(last))
    copied = await _copy(executive, last)
    for answer in (made, copied):
        assert (answer.status_code, answer.json()["code"]) == (400, "23514")
        assert answer.json()["message"] == "We can't take that date. Please choose another day."


async def _copy(client: httpx.AsyncClient, week: date, days: int = 7) -> httpx.Response:
    return await client.post("/rpc/copy_slots", json=_weeks(week, days))


async def _slots(client: httpx.AsyncClient, week: date) -> list[tuple[str, str | None, int, int]]:
    answer = await client.get(
        f"/slot_availability?campus_id=eq.2&date=gte.{week}&date=lt.{week + timedelta(days=7)}"
        "&order=date,time_of_day"
    )
    return [
        (one["date"], one["time_of_day"], one["capacity"], one["available_slots"])
        for one in answer.json()
    ]


async def test_a_week_is_copied_with_every_place_free(
    executive: httpx.AsyncClient, week: date
) -> None:
    saturday = week + timedelta(days=6)
    await _offer(
        executive,
        _slot(week, capacity=8, available_slots=3),
        _slot(saturday, None, capacity=20, available_slots=20),
        _slot(saturday + timedelta(days=1), "evening"),
    )
    answer = await _copy(executive, week, 14)
    assert answer.json() == {"made": 2, "kept": 0}
    later = week + timedelta(days=14)
    assert await _slots(executive, later) == [
        (later.isoformat(), "morning", 8, 8),
        ((later + timedelta(days=6)).isoformat(), None, 20, 20),
    ]


async def test_what_exists_stays(executive: httpx.AsyncClient, week: date) -> None:
    days = [week + timedelta(days=n) for n in range(3)]
    await _offer(
        executive,
        *(_slot(day, "morning", capacity=9) for day in days),
        *(_slot(day, "evening", capacity=9) for day in days),
    )
    later = week + timedelta(days=7)
    await _offer(
        executive,
        _slot(later, "morning", capacity=2, available_slots=1),
        _slot(later + timedelta(days=1), None, capacity=30, available_slots=30),
    )
    assert (await _copy(executive, week)).json() == {"made": 3, "kept": 3}
    assert await _slots(executive, later) == [
        (later.isoformat(), "evening", 9, 9),
        (later.isoformat(), "morning", 2, 1),
        ((later + timedelta(days=1)).isoformat(), None, 30, 30),
        ((later + timedelta(days=2)).isoformat(), "evening", 9, 9),
        ((later + timedelta(days=2)).isoformat(), "morning", 9, 9),
    ]
    assert (await _copy(executive, week)).json() == {"made": 0, "kept": 6}


async def test_weeks_that_cannot_be_copied(executive: httpx.AsyncClient, week: date) -> None:
    past = clock.today() - timedelta(days=700)
    past = week - timedelta(days=((week - past).days // 7) * 7)
    assert "another week" in (await _copy(executive, week, 0)).json()["message"]
    assert "same day" in (await _copy(executive, week, 3)).json()["message"]
    over = await _copy(executive, week, (past - week).days)
    assert (over.status_code, "is over" in over.json()["message"]) == (400, True)
    empty = await _copy(executive, week)
    assert (empty.status_code, empty.json()["message"]) == (
        409,
        "This week has no slots to copy.",
    )


async def test_executives_alone_copy(rest: RestClients, database: Database, week: date) -> None:
    for role in ("admin", "worker", "customer"):
        who = rest.of(await person(database, role))
        assert (await _copy(who, week)).status_code == 403
    assert (await _copy(rest.of(None), week)).status_code == 401
