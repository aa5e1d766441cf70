"""A place is never sold twice, and never lost (rule: window-capacity)."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.windows import time_of_day
from summerstow.slots.table import SlotRules
from tests.people import YEAR, Person, RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}
MORNING = "9:00 AM - 12:00 PM"
NOON = "12:00 PM - 3:00 PM"


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the rules of bookings and slots."""
    rules = {"bookings": BookingRules(), "slot_availability": SlotRules()}
    return RestClients(database, rules)


async def _slot(rest: RestClients, day: str, capacity: int, part: str | None = "morning") -> str:
    answer = await rest.of(None, service=True).post(
        "/slot_availability",
        json={"date": day, "campus_id": 1, "capacity": capacity, "time_of_day": part},
        headers=READ_BACK,
    )
    assert answer.status_code == 201, answer.text
    slot: str = answer.json()[0]["id"]
    return slot


async def _free(database: Database, slot: str) -> int:
    async with database.owner() as tx:
        row = await tx.fetchrow(
            "select capacity, available_slots as free, (select count(*) from bookings "
            "where slot_id = s.id and status <> 'cancelled') as held "
            "from slot_availability s where id = $1",
            slot,
        )
    assert row is not None
    assert row["free"] + row["held"] == row["capacity"]
    free: int = row["free"]
    return free


async def _book(rest: RestClients, who: Person | None = None, **changes: Any) -> dict[str, Any]:
    answer = await rest.of(who).post("/bookings", json=booking_body(**changes), headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


async def test_of_sixty_at_once_for_five_places_five_succeed(
    rest: RestClients, database: Database
) -> None:
    """Real connections, real contention: exactly the places there are, the rest told so."""
    slot = await _slot(rest, f"{YEAR}-04-29", 5)
    answers = await asyncio.gather(
        *(
            rest.of(None).post("/bookings", json=booking_body(pickup_date=f"{YEAR}-04-29"))
            for _ in range(60)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 5 + [409] * 55
    assert await _free(database, slot) == 0
    async with database.owner() as tx:
        assert (
            await tx.fetchval(f"select count(*) from bookings where pickup_date = '{YEAR}-04-29'")
            == 5
        )
        assert (
            await tx.fetchval(
                f"select count(*) from pickup_queue where pickup_date = '{YEAR}-04-29'"
            )
            == 5
        )


async def test_a_full_window_names_itself_and_the_nearest_free_one(
    rest: RestClients, database: Database
) -> None:
    """The message is what the wizard shows (docs/rules/booking.md, window-full).

    Rule: window-full.
    """
    await _slot(rest, f"{YEAR}-06-01", 1)
    await _slot(rest, f"{YEAR}-06-02", 1, "afternoon")
    await _book(rest, pickup_date=f"{YEAR}-06-01")
    answer = await rest.of(None).post("/bookings", json=booking_body(pickup_date=f"{YEAR}-06-01"))
    assert answer.status_code == 409
    message = answer.json()["message"]
    assert f"{clock.spoken_day(date(YEAR, 6, 1))}, 9:00 AM - 12:00 PM is full" in message
    assert f"{clock.spoken_day(date(YEAR, 6, 2))}, 12:00 PM - 3:00 PM" in message
    offer = answer.json()["details"]
    assert (offer["full"], offer["free"][0]) == (
        True,
        {"date": f"{YEAR}-06-02", "pickup_time": "12:00 PM - 3:00 PM"},
    )


async def test_a_place_goes_back_when_the_booking_moves_or_is_cancelled(
    rest: RestClients, database: Database
) -> None:
    """And is claimed again when staff take the booking up again; if it can be."""
    eli = await person(database, "executive")
    morning = await _slot(rest, f"{YEAR}-06-05", 1)
    noon = await _slot(rest, f"{YEAR}-06-05", 1, "afternoon")
    row = await _book(rest, pickup_date=f"{YEAR}-06-05")
    assert (await _free(database, morning), await _free(database, noon)) == (0, 1)
    address = f"/bookings?id=eq.{row['id']}"
    await rest.of(eli).patch(address, json={"pickup_time": "1:00 PM"})
    assert (await _free(database, morning), await _free(database, noon)) == (1, 0)
    await rest.of(eli).patch(address, json={"status": "cancelled"})
    assert (await _free(database, morning), await _free(database, noon)) == (1, 1)
    await _book(rest, pickup_date=f"{YEAR}-06-05", pickup_time=NOON)
    answer = await rest.of(eli).patch(address, json={"status": "pending"})
    assert answer.status_code == 409
    assert (await _free(database, morning), await _free(database, noon)) == (1, 0)


async def test_a_move_to_a_full_window_changes_nothing(
    rest: RestClients, database: Database
) -> None:
    """The new place is claimed before the old one is given up (rule: edit-keeps-place)."""
    mina = await person(database)
    morning = await _slot(rest, f"{YEAR}-06-08", 1)
    await _slot(rest, f"{YEAR}-06-08", 1, "afternoon")
    row = await _book(rest, mina, pickup_date=f"{YEAR}-06-08")
    await _book(rest, pickup_date=f"{YEAR}-06-08", pickup_time=NOON)
    answer = await rest.of(mina).patch(f"/bookings?id=eq.{row['id']}", json={"pickup_time": NOON})
    assert answer.status_code == 409
    now = (await rest.of(mina).get(f"/bookings?id=eq.{row['id']}")).json()[0]
    assert now["pickup_time"] == MORNING
    assert await _free(database, morning) == 0


async def test_a_customer_who_books_again_keeps_her_place_in_a_full_window(
    rest: RestClients, database: Database
) -> None:
    """Her own earlier place is free for the booking that replaces it."""
    mina = await person(database)
    slot = await _slot(rest, f"{YEAR}-06-10", 1)
    await _book(rest, mina, pickup_date=f"{YEAR}-06-10")
    await _book(rest, mina, pickup_date=f"{YEAR}-06-10")
    assert await _free(database, slot) == 0


async def test_customers_who_swap_windows_at_once_never_deadlock(
    rest: RestClients, database: Database
) -> None:
    """Slots are locked in one order."""
    a = await _slot(rest, f"{YEAR}-06-12", 10)
    b = await _slot(rest, f"{YEAR}-06-12", 10, "afternoon")
    people = [await person(database) for _ in range(8)]
    rows = [
        await _book(rest, one, pickup_date=f"{YEAR}-06-12", pickup_time=MORNING if n % 2 else NOON)
        for n, one in enumerate(people)
    ]
    answers = await asyncio.gather(
        *(
            rest.of(one).patch(
                f"/bookings?id=eq.{row['id']}",
                json={"pickup_time": NOON if row["pickup_time"] == MORNING else MORNING},
            )
            for one, row in zip(people, rows, strict=True)
        )
    )
    assert {answer.status_code for answer in answers} == {204}
    assert await _free(database, a) + await _free(database, b) == 12


async def test_a_slot_of_the_whole_day_limits_every_window(
    rest: RestClients, database: Database
) -> None:
    """A slot without a time of day ('All Day')."""
    slot = await _slot(rest, f"{YEAR}-06-14", 1, None)
    await _book(rest, pickup_date=f"{YEAR}-06-14", pickup_time=NOON)
    answer = await rest.of(None).post("/bookings", json=booking_body(pickup_date=f"{YEAR}-06-14"))
    assert answer.status_code == 409
    assert await _free(database, slot) == 0


async def test_staff_cannot_offer_places_that_are_taken(
    rest: RestClients, database: Database
) -> None:
    """A stale form neither sells a place twice nor takes one away."""
    eli = await person(database, "executive")
    slot = await _slot(rest, f"{YEAR}-06-16", 3)
    await _book(rest, pickup_date=f"{YEAR}-06-16")
    await _book(rest, pickup_date=f"{YEAR}-06-16")
    client, address = rest.of(eli), f"/slot_availability?id=eq.{slot}"
    stale = await client.patch(address, json={"capacity": 4, "available_slots": 4})
    assert stale.status_code == 400
    assert "2 of 4 places are already booked, so at most 2 can be free." in stale.json()["message"]
    assert (await client.patch(address, json={"capacity": 1})).status_code == 400
    assert (await client.patch(address, json={"capacity": 6})).status_code == 204
    assert await _free(database, slot) == 4


@pytest.mark.parametrize(
    ("role", "status"), [("customer", 403), ("worker", 403), ("admin", 403), ("executive", 201)]
)
async def test_executives_alone_make_slots(
    rest: RestClients, database: Database, role: Any, status: int
) -> None:
    """The row 'slot_availability' of the permission table; everybody reads."""
    asks = await person(database, role)
    body = {"date": f"{YEAR}-07-01", "campus_id": 2, "capacity": 5, "time_of_day": "evening"}
    answer = await rest.of(asks).post("/slot_availability", json=body)
    assert answer.status_code == status
    assert (await rest.of(None).get("/slot_availability?limit=1")).status_code == 200


@pytest.mark.parametrize(
    ("stored", "part"),
    [
        (MORNING, "morning"),
        ("11:00 AM", "morning"),
        ("12:00 PM", "afternoon"),
        ("3:00 PM", "evening"),
        ("3:00 PM - 6:00 PM", "evening"),
        ("noon", None),
        (None, None),
    ],
)
def test_the_part_of_the_day_of_a_pickup_time(stored: str | None, part: str | None) -> None:
    """An hour counts as its window (rule: pickup-windows)."""
    assert time_of_day(stored) == part
