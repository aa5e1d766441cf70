"""A closed day takes no more bookings; places beyond capacity are stated for a day."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.slots import availability
from summerstow.slots.commands import COMMANDS
from summerstow.slots.days import closing
from summerstow.slots.table import SlotRules
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}
CAMPUS = 2
MORNING, NOON = "9:00 AM - 12:00 PM", "12:00 PM - 3:00 PM"
_DAYS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings, slots and the commands about days."""
    known = (*closing.COMMANDS, *COMMANDS, availability.COMMAND)
    rules = {"bookings": BookingRules(), "slot_availability": SlotRules()}
    return RestClients(database, rules, {one.name: one for one in known})


@pytest.fixture
async def office(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "admin", "Olga Office"))


@pytest.fixture
async def executive(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


@pytest.fixture
def day() -> str:
    """A day that no other test uses, far from those of others."""
    return (date(2041, 3, 1) + timedelta(days=120 * next(_DAYS))).isoformat()


async def _offer(executive: httpx.AsyncClient, day: str, capacity: int, part: str) -> UUID:
    answer = await executive.post(
        "/slot_availability",
        json={"campus_id": CAMPUS, "date": day, "capacity": capacity, "time_of_day": part},
        headers=READ_BACK,
    )
    assert answer.status_code == 201, answer.text
    return UUID(answer.json()[0]["id"])


async def _book(rest: RestClients, day: str, **more: Any) -> httpx.Response:
    body = booking_body(campus_id=CAMPUS, pickup_date=day, pickup_time=MORNING, **more)
    return await rest.of(None).post("/bookings", json=body, headers=READ_BACK)


def _days(first: str, last: str | None = None) -> dict[str, Any]:
    return {"campus_ids": [CAMPUS], "from": first, "to": last or first}


async def _close(office: httpx.AsyncClient, day: str, reason: str = "The van is broken") -> None:
    answer = await office.post("/rpc/close_days", json=_days(day) | {"reason": reason})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("limited", [True, False])
async def test_a_closed_day_takes_no_booking_until_it_is_opened_again(
    rest: RestClients, office: httpx.AsyncClient, executive: httpx.AsyncClient, limited: bool
) -> None:
    """Whether its windows have a limit or not (rule: closed-day)."""
    day = (date(2039, 3, 1) + timedelta(days=120 * limited)).isoformat()
    later = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    await _offer(executive, later, 3, "afternoon")
    if limited:
        await _offer(executive, day, 3, "morning")
    kept = (await _book(rest, day)).json()[0]
    await _close(office, day)
    refused = await _book(rest, day)
    assert refused.status_code == 409, refused.text
    assert "no more bookings for a pickup" in refused.json()["message"]
    assert "12:00 PM - 3:00 PM" in refused.json()["hint"]
    held = {"campus_id": CAMPUS, "pickup_date": day, "pickup_time": MORNING}
    assert (await rest.of(None).post("/rpc/hold_place", json=held)).status_code == 409
    shown = await rest.of(None).get(f"/rpc/places_left?campus_id={CAMPUS}&from={day}&to={later}")
    closed, open_one = shown.json()["days"]
    assert (closed["closed"], open_one["closed"]) == (True, False)
    assert [one["places_left"] for one in closed["windows"]] == [0, 0, 0]
    # What is booked stays, and may be told other things about.
    service = rest.of(None, service=True)
    assert (await service.get(f"/bookings?id=eq.{kept['id']}")).json()[0]["pickup_date"] == day

    listed = await office.get(f"/rpc/closed_days?campus_id={CAMPUS}&from={day}")
    assert listed.json()[0]["reason"] == "The van is broken"
    assert listed.json()[0]["closed_by"] == "Olga Office"
    reopened = await office.post("/rpc/open_days", json=_days(day))
    assert reopened.status_code == 204, reopened.text
    assert (await _book(rest, day)).status_code == 201


async def test_a_day_is_closed_with_a_reason_and_not_when_it_is_over(
    office: httpx.AsyncClient, day: str, database: Database
) -> None:
    yesterday = (clock.today() - timedelta(days=1)).isoformat()
    for wrong in ({"reason": " x "}, _days(yesterday), _days(day, yesterday)):
        given = _days(day) | {"reason": "Snow on the road"} | wrong
        assert (await office.post("/rpc/close_days", json=given)).status_code == 400
    await _close(office, day, "Snow")
    await _close(office, day, "More snow")
    listed = (await office.get(f"/rpc/closed_days?campus_id={CAMPUS}&from={day}")).json()
    assert [one["reason"] for one in listed if one["date"] == day] == ["More snow"]
    async with database.owner() as tx:
        seen = await tx.fetchval(
            "select count(*) from audit_log where table_name = 'closed_days' "
            "and after ->> 'date' = $1 or before ->> 'reason' = 'Snow'",
            day,
        )
    assert seen >= 2


async def test_a_range_is_closed_at_several_campuses_and_says_what_is_booked(
    rest: RestClients, office: httpx.AsyncClient
) -> None:
    """What is booked stays; the office sees how much that is."""
    first = date(2044, 3, 1)
    last = first + timedelta(days=4)
    asked = {"campus_ids": [1, CAMPUS], "from": first.isoformat(), "to": last.isoformat()}
    assert (await _book(rest, last.isoformat())).status_code == 201
    booked = (await office.post("/rpc/booked_days", json=asked)).json()
    assert booked == [{"campus_id": CAMPUS, "date": last.isoformat(), "pickups": 1, "returns": 0}]
    closed = await office.post("/rpc/close_days", json=asked | {"reason": "Flood"})
    assert [one["date"] for one in closed.json()] == [
        (first + timedelta(days=number)).isoformat() for number in range(5)
    ]
    assert (await _book(rest, first.isoformat())).status_code == 409
    assert (await office.post("/rpc/open_days", json=asked)).status_code == 204
    assert (await _book(rest, first.isoformat())).status_code == 201


async def _places(executive: httpx.AsyncClient, day: str) -> list[tuple[int, int, int]]:
    rows = (await executive.get(f"/slot_availability?campus_id=eq.{CAMPUS}&date=eq.{day}")).json()
    return sorted((one["capacity"], one["available_slots"], one["beyond"]) for one in rows)


async def test_a_stated_part_of_the_places_is_offered_beyond_capacity(
    rest: RestClients, executive: httpx.AsyncClient, day: str
) -> None:
    """(rule: no-show-allowance)"""
    await _offer(executive, day, 10, "morning")
    await _offer(executive, day, 4, "afternoon")

    async def allow(percent: int) -> httpx.Response:
        given = {"campus_id": CAMPUS, "date": day, "percent": percent}
        return await executive.post("/rpc/allow_no_shows", json=given)

    assert (await allow(20)).status_code == 200
    assert await _places(executive, day) == [(4, 4, 0), (12, 12, 2)]
    assert (await allow(10)).status_code == 200
    assert await _places(executive, day) == [(4, 4, 0), (11, 11, 1)]
    for _ in range(11):
        assert (await _book(rest, day)).status_code == 201
    refused = await allow(0)
    assert (refused.status_code, "booked already" in refused.text) == (409, True)
    assert (await _book(rest, day)).status_code == 409
    assert (await allow(closing.MOST_PERCENT + 1)).status_code == 400
    empty = {"campus_id": CAMPUS, "date": "2038-01-02", "percent": 10}
    assert (await executive.post("/rpc/allow_no_shows", json=empty)).status_code == 409
