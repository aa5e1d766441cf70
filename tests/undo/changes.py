"""Bookings, commands about them, and what an undo restores."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final
from uuid import UUID

from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, booking_body

MORNING: Final = "9:00 AM - 12:00 PM"
AFTERNOON: Final = "12:00 PM - 3:00 PM"
PICKUP: Final = date(2027, 4, 28)
At = Callable[[timedelta], None]
#: Columns that an undo may leave other than they were.
CHANGED: Final = {"updated_at"}


async def book(rest: RestClients, who: Person | None, day: date, **more: Any) -> dict[str, Any]:
    """Return a booking of the day, as it was stored."""
    body = booking_body(pickup_date=day.isoformat(), pickup_time=MORNING) | more
    answer = await rest.of(who).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


async def call(rest: RestClients, who: Person, name: str, **arguments: Any) -> Any:
    """Call a command that must succeed; return its result."""
    answer = await rest.of(who).post(f"/rpc/{name}", json=arguments)
    assert answer.status_code in (200, 204), answer.text
    return answer.json() if answer.content else None


async def call_refused(rest: RestClients, who: Person, name: str, **arguments: Any) -> str:
    """Call a command that must be refused; return its words."""
    answer = await rest.of(who).post(f"/rpc/{name}", json=arguments)
    assert answer.status_code in (403, 409), answer.text
    return str(answer.json()["message"])


async def read_row(database: Database, booking: str) -> dict[str, Any]:
    """Return the booking as it is now."""
    async with database.owner() as tx:
        row = await tx.fetchrow("select * from public.bookings where id = $1", UUID(booking))
    assert row is not None
    return dict(row)


async def mail_kinds(database: Database, email: str) -> list[str]:
    """Return the kinds of the messages to an address, without the first."""
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select kind from app.outbox where recipient = $1 and kind <> 'booking_received' "
            "order by id",
            email,
        )
    return [row["kind"] for row in rows]


async def mark_sent(database: Database, email: str) -> None:
    """Let all messages to an address have left."""
    async with database.owner() as tx:
        await tx.execute(
            "update app.outbox set sent_at = now(), attempts = 1 where recipient = $1", email
        )


async def add_slot(database: Database, day: date, places: int) -> UUID:
    """Offer so many places in the morning."""
    async with database.owner() as tx:
        found: UUID = await tx.fetchval(
            "insert into public.slot_availability (campus_id, date, time_of_day, capacity, "
            "available_slots) values (1, $1, 'morning', $2, $2) returning id",
            day,
            places,
        )
    return found


async def free_places(database: Database, slot: UUID) -> int:
    """Return how many places of a slot are left."""
    async with database.owner() as tx:
        found: int = await tx.fetchval(
            "select available_slots from public.slot_availability where id = $1", slot
        )
    return found


async def read_stops(database: Database, booking: str) -> list[tuple[Any, ...]]:
    """Return where a booking is in its runs."""
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select kind, date, run_id, position, queue_position, locked, state "
            "from public.run_stops where booking_id = $1 order by kind",
            UUID(booking),
        )
    return [tuple(row) for row in rows]
