"""Whatever frees a place, as many who wait are told as there are places (rule: waiting-list)."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from typing import Any

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform.database.pool import Database
from summerstow.slots import holds, waiting_list
from summerstow.slots.commands import COMMANDS
from summerstow.slots.days import closing
from summerstow.slots.table import SlotRules
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
READ_BACK = {"Prefer": "return=representation"}
_DAYS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings, slots and their commands."""
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in (*COMMANDS, *closing.COMMANDS)},
    )


class FullWindow:
    """A window with one place, which is booked, and those who wait for one."""

    def __init__(self, rest: RestClients, database: Database, part: str | None) -> None:
        self.rest = rest
        self.database = database
        self.number = next(_DAYS)
        self.part = part
        self.day = (date(2033, 5, 1) + timedelta(days=self.number)).isoformat()
        self.slot = ""
        self.booking = ""

    async def fill(self) -> None:
        """Make the slot and book its place."""
        row = {"campus_id": 1, "date": self.day, "capacity": 1, "time_of_day": self.part}
        self.slot = await self.insert(row)
        mina = await person(self.database)
        self.booking = (await self.book(mina))["id"]

    async def insert(self, row: dict[str, Any]) -> str:
        """Add a slot as staff do."""
        answer = await self.rest.of(None, service=True).post(
            "/slot_availability", json=row, headers=READ_BACK
        )
        assert answer.status_code == 201, answer.text
        slot: str = answer.json()[0]["id"]
        return slot

    async def book(self, who: Person | None, **more: Any) -> dict[str, Any]:
        """Book a place of the window."""
        answer = await self.rest.of(who).post(
            "/bookings",
            json=booking_body(campus_id=1, pickup_date=self.day, pickup_time=MORNING, **more),
            headers=READ_BACK,
        )
        assert answer.status_code == 201, answer.text
        row: dict[str, Any] = answer.json()[0]
        return row

    async def wait(self, *names: str) -> None:
        """Put these on the list, in this order."""
        for name in names:
            answer = await self.rest.of(None).post(
                "/rpc/wait_for_place",
                json={"campus_id": 1, "pickup_date": self.day, "pickup_time": MORNING}
                | {"email": self.address(name)},
            )
            assert answer.status_code == 200, answer.text

    def address(self, name: str) -> str:
        """The address of somebody who waits."""
        return f"{name}.{self.number}@example.test"

    async def told(self) -> list[str]:
        """Who has been told, in order."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select recipient from app.outbox where kind = 'place_free' "
                "and recipient like $1 order by id",
                f"%.{self.number}@example.test",
            )
        return [row["recipient"].partition(".")[0] for row in rows]

    async def follow_up(self, *, later: timedelta = timedelta()) -> None:
        """Run the job, as if so much time had gone by since all were told."""
        async with self.database.owner() as tx:
            await tx.execute(
                "update app.waiting_list set told_at = told_at - $1::interval "
                "where slot_id = $2::text::uuid",
                later,
                self.slot,
            )
            await waiting_list.follow_up(tx)


@pytest.fixture
async def window(rest: RestClients, database: Database) -> FullWindow:
    """A full window of its own slot."""
    found = FullWindow(rest, database, "morning")
    await found.fill()
    return found


async def test_more_capacity_tells_as_many_as_there_are_new_places(window: FullWindow) -> None:
    await window.wait("one", "two", "three")
    await window.rest.of(None, service=True).patch(
        f"/slot_availability?id=eq.{window.slot}", json={"capacity": 3}
    )
    assert await window.told() == ["one", "two"]
    await window.follow_up()
    assert await window.told() == ["one", "two"]


async def test_a_cancelled_and_a_moved_booking_tell_one_each(window: FullWindow) -> None:
    await window.wait("one", "two", "three")
    service = window.rest.of(None, service=True)
    await service.patch(
        f"/slot_availability?id=eq.{window.slot}", json={"capacity": 2, "available_slots": 1}
    )
    assert await window.told() == ["one"]
    await window.book(None, email=window.address("one"))
    await service.patch(f"/bookings?id=eq.{window.booking}", json={"status": "cancelled"})
    assert await window.told() == ["one", "two"]


async def test_a_new_window_tells_those_who_wait_for_any_time_of_its_day(
    rest: RestClients, database: Database
) -> None:
    whole_day = FullWindow(rest, database, None)
    await whole_day.fill()
    await whole_day.wait("one", "two")
    await whole_day.insert(
        {"campus_id": 1, "date": whole_day.day, "capacity": 1, "time_of_day": "evening"}
    )
    assert await whole_day.told() == ["one"]


async def test_a_day_that_opens_again_tells_only_then(
    window: FullWindow, database: Database
) -> None:
    await window.wait("one", "two")
    admin = await person(database, "admin")
    day = {"campus_ids": [1], "from": window.day, "to": window.day}
    await window.rest.of(admin).post("/rpc/close_days", json=day | {"reason": "Snow"})
    await window.rest.of(None, service=True).patch(
        f"/bookings?id=eq.{window.booking}", json={"status": "cancelled"}
    )
    await window.follow_up()
    assert await window.told() == []
    await window.rest.of(admin).post("/rpc/open_days", json=day)
    assert await window.told() == ["one"]


async def test_the_next_is_told_when_the_first_does_not_book_in_time(window: FullWindow) -> None:
    await window.wait("one", "two")
    await window.rest.of(None, service=True).patch(
        f"/bookings?id=eq.{window.booking}", json={"status": "cancelled"}
    )
    assert await window.told() == ["one"]
    await window.follow_up(later=waiting_list.PATIENCE - timedelta(minutes=5))
    assert await window.told() == ["one"]
    await window.follow_up(later=timedelta(minutes=5))
    assert await window.told() == ["one", "two"]
    async with window.database.owner() as tx:
        until = await tx.fetchval(
            "select data ->> 'until' from app.outbox where kind = 'place_free' and recipient = $1",
            window.address("one"),
        )
    assert until


async def test_a_place_freed_by_any_statement_is_found(window: FullWindow) -> None:
    await window.wait("one", "two")
    async with window.database.owner() as tx:
        await tx.execute(
            "update public.bookings set slot_id = null where id = $1::text::uuid", window.booking
        )
        await tx.execute(
            "update public.slot_availability set available_slots = 1 where id = $1::text::uuid",
            window.slot,
        )
    await window.follow_up()
    await window.follow_up()
    assert await window.told() == ["one"]


async def test_a_hold_that_is_over_tells_one(window: FullWindow) -> None:
    await window.rest.of(None, service=True).patch(
        f"/slot_availability?id=eq.{window.slot}", json={"capacity": 2}
    )
    held = await window.rest.of(None).post(
        "/rpc/hold_place",
        json={"campus_id": 1, "pickup_date": window.day, "pickup_time": MORNING},
    )
    assert held.status_code == 200, held.text
    await window.wait("one", "two")
    async with window.database.owner() as tx:
        await tx.execute("update app.slot_holds set expires_at = now() - interval '1 s'")
        await holds.expire(tx)
    assert await window.told() == ["one"]
