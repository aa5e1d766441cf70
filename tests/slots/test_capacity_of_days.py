"""The places of many days in one form (rule: places-of-many-days)."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import Any

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform.database.pool import Database
from summerstow.slots.commands import COMMANDS
from summerstow.slots.days import capacity, closing
from summerstow.slots.table import SlotRules
from tests.people import RestClients, booking_body, person

CAMPUSES = [1, 2, 3]
MORNING = "9:00 AM - 12:00 PM"
ALL_WEEK = [1, 2, 3, 4, 5, 6, 7]
_STARTS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    known = (*COMMANDS, *capacity.COMMANDS, *closing.COMMANDS)
    rules = {"bookings": BookingRules(), "slot_availability": SlotRules()}
    return RestClients(database, rules, {one.name: one for one in known})


@pytest.fixture
async def executive(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


@pytest.fixture
def monday() -> date:
    """A Monday with nothing in the two years around it that another test uses."""
    return date(2040, 1, 2) + timedelta(days=364 * 2 * next(_STARTS))


def _plan(first: date, days: int, places: int | None, **more: Any) -> dict[str, Any]:
    parts = ("morning", "afternoon", "evening")
    windows = places and [{"time_of_day": part, "places": places} for part in parts]
    return {
        "campus_ids": CAMPUSES,
        "from": first.isoformat(),
        "to": (first + timedelta(days=days - 1)).isoformat(),
        "weekdays": ALL_WEEK,
        "windows": windows,
    } | more


async def _set(client: httpx.AsyncClient, plan: dict[str, Any]) -> dict[str, Any]:
    """What the preview says is what happens."""
    preview = await client.post("/rpc/preview_places", json=plan)
    assert preview.status_code == 200, preview.text
    done = await client.post("/rpc/set_places", json=plan)
    assert done.json() == preview.json()
    found: dict[str, Any] = done.json()
    return found


async def test_sixty_days_at_three_campuses_in_one_form(
    executive: httpx.AsyncClient, monday: date
) -> None:
    """Without the weekdays that were left out and the days that are closed."""
    holiday = (monday + timedelta(days=1)).isoformat()
    closed = {"campus_ids": CAMPUSES, "from": holiday, "to": holiday, "reason": "Holiday"}
    assert (await executive.post("/rpc/close_days", json=closed)).status_code == 200
    done = await _set(executive, _plan(monday, 60, 8, weekdays=[1, 2, 3, 4, 5, 6]))
    assert (done["days"], done["closed_days"]) == (51, 1)
    assert (done["made"], done["changed"], done["left"]) == (51 * 3 * 3, 0, [])
    again = await _set(executive, _plan(monday, 60, 8, weekdays=[1, 2, 3, 4, 5, 6]))
    assert (again["made"], again["changed"], again["same"]) == (0, 0, 51 * 3 * 3)


async def test_other_places_keep_what_is_booked(
    rest: RestClients, executive: httpx.AsyncClient, monday: date
) -> None:
    """A window never falls below its bookings; places for no-shows come on top."""
    await _set(executive, _plan(monday, 2, 5))
    for _ in range(3):
        body = booking_body(campus_id=1, pickup_date=monday.isoformat(), pickup_time=MORNING)
        assert (await rest.of(None).post("/bookings", json=body)).status_code == 201
    done = await _set(executive, _plan(monday, 2, 2))
    assert done["left"] == [
        {"campus_id": 1, "date": monday.isoformat(), "time_of_day": "morning", "why": "booked"}
    ]
    assert (done["changed"], done["left_count"]) == (17, 1)
    service = rest.of(None, service=True)
    kept = await service.get(
        f"/slot_availability?campus_id=eq.1&date=eq.{monday}&time_of_day=eq.morning"
    )
    assert (kept.json()[0]["capacity"], kept.json()[0]["available_slots"]) == (5, 2)


async def test_last_year_is_copied_by_weekday(executive: httpx.AsyncClient, monday: date) -> None:
    """Fifty-two weeks later a Monday is a Monday."""
    windows = [{"time_of_day": "morning", "places": 7}]
    await _set(executive, _plan(monday, 7, 0, windows=windows, weekdays=[1, 5]))
    later = monday + timedelta(days=364)
    done = await _set(executive, _plan(later, 7, None))
    assert done["made"] == 2 * 3
    rows = (await executive.get(f"/slot_availability?campus_id=eq.3&date=gte.{later}")).json()
    found = {(one["date"], one["time_of_day"], one["capacity"]) for one in rows}
    friday = later + timedelta(days=4)
    assert found == {(later.isoformat(), "morning", 7), (friday.isoformat(), "morning", 7)}


async def test_a_day_that_is_offered_whole_stays_so(
    executive: httpx.AsyncClient, monday: date
) -> None:
    whole = {"campus_id": 2, "date": monday.isoformat(), "time_of_day": None}
    assert (await executive.post("/slot_availability", json=whole)).status_code == 201
    done = await _set(executive, _plan(monday, 1, 4))
    assert (done["made"], done["left_count"]) == (6, 3)
    assert {(one["campus_id"], one["why"]) for one in done["left"]} == {(2, "day")}


@pytest.mark.parametrize(
    "wrong",
    [
        {"to": "2020-01-01", "from": "2019-12-01"},
        {"to": "2041-01-01", "from": "2041-01-02"},
        {"to": "2099-01-01"},
        {"campus_ids": [9]},
        {"campus_ids": []},
        {"weekdays": [8]},
        {"windows": []},
        {"windows": [{"time_of_day": "morning", "places": 0}]},
        {"windows": [{"time_of_day": "morning", "places": 1}] * 2},
    ],
)
async def test_a_plan_that_cannot_be_is_refused(
    executive: httpx.AsyncClient, monday: date, wrong: dict[str, Any]
) -> None:
    refused = await executive.post("/rpc/set_places", json=_plan(monday, 3, 4) | wrong)
    assert refused.status_code == 400, refused.text
