"""Change Date and Add Pickup (rules: staff-change, over-capacity)."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

import httpx
import pytest

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person

from .conftest import READ_BACK, Day

MORNING = "9:00 AM - 12:00 PM"


async def _slot(day: Day, on: str, capacity: int, part: str = "morning") -> str:
    answer = await day.rest.of(None, service=True).post(
        "/slot_availability",
        json={
            "campus_id": 2,
            "date": on,
            "capacity": capacity,
            "available_slots": capacity,
            "time_of_day": part,
        },
        headers=READ_BACK,
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()[0]["id"])


async def _free(day: Day, slot: str) -> tuple[int, int]:
    row = (await day.rest.of(None).get(f"/slot_availability?id=eq.{slot}")).json()[0]
    return row["capacity"], row["available_slots"]


async def test_staff_move_a_pickup_and_the_customer_hears_why(
    day: Day, worker: httpx.AsyncClient, database: Database
) -> None:
    who, booking = await day.booked()
    other = (day.on + timedelta(days=1000)).isoformat()
    slot = await _slot(day, other, 1)
    answer = await worker.post(
        "/rpc/change_pickup",
        json={
            "booking_id": booking["id"],
            "pickup_date": other,
            "pickup_time": MORNING,
            "reason": "weather",
            "seen_date": day.on.isoformat(),
            "seen_time": MORNING,
        },
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["pickup_date"] == other
    assert await _free(day, slot) == (1, 0)
    assert await day.line(worker) == []
    changes = (await day.rest.of(who).get("/date_changes")).json()
    assert [(one["reason"], one["is_date"]) for one in changes] == [("weather", other)]
    assert "actor_role" not in changes[0]
    async with database.owner() as tx:
        ours = await tx.fetchval(
            "select data ->> 'ours' from app.outbox where kind = 'pickup_moved' and recipient = $1",
            booking["email"],
        )
    assert ours == "true"


async def test_a_full_window_or_a_stale_screen_moves_nothing(
    day: Day, worker: httpx.AsyncClient
) -> None:
    _, booking = await day.booked()
    other = (day.on + timedelta(days=1000)).isoformat()
    slot = await _slot(day, other, 1)
    await Day(day.rest, day.database, day.on + timedelta(days=1000)).booked()
    arguments = {"booking_id": booking["id"], "pickup_time": MORNING, "reason": "customer"}
    full = await worker.post("/rpc/change_pickup", json=arguments | {"pickup_date": other})
    assert full.status_code == 409
    assert "is full" in full.json()["message"]
    assert await _free(day, slot) == (1, 0)
    stale = await worker.post(
        "/rpc/change_pickup",
        json=arguments
        | {"pickup_date": (day.on + timedelta(days=1)).isoformat(), "seen_date": "2030-01-01"},
    )
    assert stale.status_code == 409
    assert "Somebody moved this pickup" in stale.json()["message"]
    past = await worker.post("/rpc/change_pickup", json=arguments | {"pickup_date": "2020-05-01"})
    assert past.status_code == 400
    assert len(await day.line(worker)) == 1


async def test_a_window_that_is_over_is_refused_with_the_next_one(
    day: Day, worker: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, booking = await day.booked()
    today = day.on + timedelta(days=2000)
    two = datetime.combine(today, time(14), clock.CAMPUS_ZONE)
    monkeypatch.setattr(clock, "now", lambda: two)
    monkeypatch.setattr(clock, "today", lambda: today)
    arguments = {
        "booking_id": booking["id"],
        "pickup_date": today.isoformat(),
        "reason": "customer",
    }
    over = await worker.post("/rpc/change_pickup", json=arguments | {"pickup_time": MORNING})
    assert over.status_code == 409
    assert over.json()["message"] == (
        f"The pickup window {clock.spoken_day(today)}, {MORNING} is over. "
        f"The nearest free one is {clock.spoken_day(today)}, 3:00 PM - 6:00 PM."
    )
    newcomer = await person(day.database, name="Lee Late")
    added = await _add(worker, Day(day.rest, day.database, today), newcomer, campus_id=2)
    assert added.status_code == 409, added.text

    begun = {"pickup_time": "12:00 PM - 3:00 PM"}
    moved = await worker.post("/rpc/change_pickup", json=arguments | begun)
    assert moved.status_code == 200, moved.text
    async with day.database.owner() as tx:
        told = await tx.fetchval(
            "select count(*) from app.outbox where kind = 'pickup_moved' and recipient = $1",
            booking["email"],
        )
    assert told == 1


async def _add(client: httpx.AsyncClient, day: Day, who: Any, **more: Any) -> httpx.Response:
    return await client.post(
        "/rpc/add_pickup",
        json={
            "user_id": str(who.id),
            "pickup_date": day.on.isoformat(),
            "pickup_time": MORNING,
            "reason": "customer",
        }
        | more,
    )


async def test_a_customer_without_a_booking_is_appended(
    day: Day, worker: httpx.AsyncClient, database: Database
) -> None:
    await day.booked(pickup_time="3:00 PM - 6:00 PM")
    newcomer = await person(database, name="Lee Walk-In")
    nowhere = await _add(worker, day, newcomer)
    assert nowhere.status_code == 400
    assert "choose a campus" in nowhere.json()["message"]
    added = await _add(worker, day, newcomer, campus_id=2)
    assert added.status_code == 200, added.text
    stops = (await day.seen(worker))["waiting"]
    assert [one["full_name"] for one in stops] == ["Sam Tester", "Lee Walk-In"]
    assert stops[1]["queue_id"] == added.json()["queue_id"]
    twice = await _add(worker, day, newcomer)
    assert twice.status_code == 409
    assert "has a pickup already" in twice.json()["message"]


async def test_a_booking_without_a_date_gets_one(day: Day, worker: httpx.AsyncClient) -> None:
    undated = Day(day.rest, day.database, day.on)
    who = await person(day.database)
    answer = await undated.rest.of(who).post(
        "/bookings",
        json={"campus_id": 2, "first_name": "No", "last_name": "Date", "email": who.email},
        headers=READ_BACK,
    )
    booking = answer.json()[0]
    assert (await _add(worker, day, who)).status_code == 200
    stops = (await day.seen(worker))["waiting"]
    assert [one["booking_id"] for one in stops] == [booking["id"]]


async def test_items_picked_up_get_a_further_pickup(
    day: Day, worker: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, booking = await day.booked()
    stop = (await day.seen(worker))["waiting"][0]
    await worker.post(
        "/rpc/set_pickup_status", json={"queue_id": stop["queue_id"], "status": "completed"}
    )
    later = Day(day.rest, day.database, day.on + timedelta(days=1000))
    slot = await _slot(later, later.on.isoformat(), 1)
    added = await _add(worker, later, who)
    assert added.status_code == 200, added.text
    assert await _free(day, slot) == (1, 0)
    monkeypatch.setattr(clock, "today", lambda: later.on)
    further = (await later.seen(worker))["waiting"][0]
    assert (further["booking_id"], further["pickup_time"]) == (booking["id"], MORNING)
    assert further["pickup_date"] == later.on.isoformat()
    # It is moved like any other, and its place with it.
    await later.booked(pickup_time="3:00 PM - 6:00 PM")
    moved = await worker.post(
        "/rpc/change_pickup",
        json={
            "booking_id": booking["id"],
            "pickup_date": (later.on + timedelta(days=300)).isoformat(),
            "pickup_time": "12:00 PM - 3:00 PM",
            "reason": "crew",
            "seen_date": later.on.isoformat(),
            "seen_time": MORNING,
        },
    )
    assert moved.status_code == 200, moved.text
    assert await _free(day, slot) == (1, 1)
    assert [one["queue_position"] for one in (await later.seen(worker))["waiting"]] == [1]
    later = Day(day.rest, day.database, later.on + timedelta(days=300))
    further = (await later.seen(worker))["waiting"][0]
    assert (further["booking_id"], further["pickup_time"]) == (booking["id"], "12:00 PM - 3:00 PM")
    changes = (await day.rest.of(who).get("/date_changes?order=at.desc&limit=1")).json()
    assert (changes[0]["is_date"], changes[0]["reason"]) == (later.on.isoformat(), "crew")
    for status in ("in_progress", "completed"):
        done = await worker.post(
            "/rpc/set_pickup_status", json={"queue_id": further["queue_id"], "status": status}
        )
        assert done.status_code == 204, done.text
    assert (await later.seen(worker))["waiting"] == []
    row = (await day.rest.of(who).get(f"/bookings?id=eq.{booking['id']}")).json()[0]
    assert (row["status"], row["pickup_date"]) == ("picked_up", day.on.isoformat())


async def test_over_capacity_needs_an_executive(
    day: Day, worker: httpx.AsyncClient, rest: RestClients, database: Database
) -> None:
    slot = await _slot(day, day.on.isoformat(), 1)
    await day.booked()
    newcomer = await person(database)
    full = await _add(worker, day, newcomer, campus_id=2)
    assert full.status_code == 409
    refused = await _add(worker, day, newcomer, campus_id=2, over_capacity=True)
    assert refused.status_code == 403
    boss = rest.of(await person(database, "executive"))
    added = await _add(boss, day, newcomer, campus_id=2, over_capacity=True)
    assert added.status_code == 200, added.text
    assert await _free(day, slot) == (2, 0)
    assert len(await day.line(worker)) == 2


async def test_a_guests_booking_is_appended_and_taken_up_again(
    day: Day, worker: httpx.AsyncClient
) -> None:
    """Somebody without an account is added by their booking, as everybody else by their account."""

    async def _guest(**changes: Any) -> str:
        answer = await day.rest.of(None, service=True).post(
            "/bookings", json=booking_body(campus_id=2) | changes, headers=READ_BACK
        )
        assert answer.status_code == 201, answer.text
        booking_id: str = answer.json()[0]["id"]
        return booking_id

    async def _added(booking_id: str) -> httpx.Response:
        said = {"pickup_date": day.on.isoformat(), "pickup_time": MORNING, "reason": "customer"}
        return await worker.post("/rpc/add_pickup", json=said | {"booking_id": booking_id})

    undated = await _guest(pickup_date=None, pickup_time=None)
    added = await _added(undated)
    assert added.status_code == 200, added.text
    (stop,) = (await day.seen(worker))["waiting"]
    assert (stop["queue_id"], stop["booking_id"]) == (added.json()["queue_id"], undated)
    twice = await _added(undated)
    assert twice.status_code == 409
    assert "has a pickup already" in twice.json()["message"]

    ended = await _added(await _guest(status="completed"))
    assert (ended.status_code, ended.json()["message"]) == (
        409,
        "This booking has ended. Please make a new one for the caller.",
    )
    nobody = await worker.post(
        "/rpc/add_pickup",
        json={"pickup_date": day.on.isoformat(), "pickup_time": MORNING, "reason": "customer"},
    )
    assert (nobody.status_code, nobody.json()["message"]) == (400, "Please choose a customer.")
