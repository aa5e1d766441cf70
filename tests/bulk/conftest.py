"""Bookings of several people on a pickup day, and the office that works on many of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.messages import planner
from summerstow.office.bulk import commands, list_messages
from summerstow.platform.database.pool import Database
from summerstow.platform.http import site
from summerstow.platform.outbox.worker import Worker
from summerstow.slots.table import SlotRules
from tests.people import RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING, AFTERNOON = "9:00 AM - 12:00 PM", "12:00 PM - 3:00 PM"
READ_BACK = {"Prefer": "return=representation"}
_DAYS = count()


@dataclass(frozen=True)
class Office:
    """A day of campus 2 that no other test uses, and the office's client."""

    rest: RestClients
    database: Database
    client: httpx.AsyncClient
    on: date

    @property
    def next_day(self) -> str:
        """The day after."""
        return (self.on + timedelta(days=1)).isoformat()

    async def booked(self, *, confirmed: bool = True, **changes: Any) -> dict[str, Any]:
        """A guest's booking for the day, whose address is `confirmed`."""
        body = booking_body(campus_id=2, pickup_date=self.on.isoformat()) | changes
        answer = await self.rest.of(None, service=True).post(
            "/bookings", json=body, headers=READ_BACK
        )
        assert answer.status_code == 201, answer.text
        row: dict[str, Any] = answer.json()[0]
        if confirmed:
            async with self.database.owner() as tx:
                await tx.execute(
                    "update public.bookings set email_confirmed_at = now() where id = $1",
                    UUID(row["id"]),
                )
        return row

    async def family(self, *names: str, confirmed: bool = True) -> list[dict[str, Any]]:
        """Children of one parent, who reads all their mail."""
        more: dict[str, Any] = {"email": f"mother-{next(_DAYS)}@example.test", "last_name": "Lee"}
        return [await self.booked(confirmed=confirmed, first_name=one, **more) for one in names]

    async def ask(self, name: str, key: str | None = None, **arguments: Any) -> Any:
        """A command that must succeed."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = await self.client.post(f"/rpc/{name}", json=arguments, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def move(self, *rows: dict[str, Any], key: str | None = None, **more: Any) -> Any:
        """Move these bookings to the next day because of the building."""
        seen = [
            {
                "booking_id": one["id"],
                "seen_date": one["pickup_date"],
                "seen_time": one["pickup_time"],
            }
            for one in rows
        ]
        arguments = {"pickup_date": self.next_day, "reason": "building"} | more
        return await self.ask("move_bookings", key, bookings=seen, **arguments)

    async def places(self, day: str, places: int, part: str = "morning") -> None:
        """Offer this many places in a window."""
        answer = await self.rest.of(None, service=True).post(
            "/slot_availability",
            json={
                "campus_id": 2,
                "date": day,
                "capacity": places,
                "available_slots": places,
                "time_of_day": part,
            },
        )
        assert answer.status_code == 201, answer.text

    async def row(self, booking_id: str) -> dict[str, Any]:
        """The booking as it is now."""
        row: dict[str, Any] = (await self.client.get(f"/bookings?id=eq.{booking_id}")).json()[0]
        return row

    async def mails(self, to: str) -> list[tuple[str, dict[str, Any]]]:
        """Kind and data of the mails to an address, in order, without the booking's first one."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select kind, data from app.outbox where recipient = $1 and channel = 'mail' "
                "and kind <> 'booking_received' order by id",
                to,
            )
        return [(one["kind"], msgspec.json.decode(one["data"])) for one in rows]

    async def texts(self, to: str) -> list[str]:
        """The words of the mails to an address once they cannot be undone any more."""
        async with self.database.owner() as tx:
            await tx.execute(
                "update app.outbox set due_at = now() where recipient = $1 and due_at > now()", to
            )
        worker = Worker(self.database, "", None, planner.judge, site_url=SITE)
        while await worker.drain():
            pass
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select body_text from app.captured_message where recipient = $1 order by id", to
            )
        return [one["body_text"] for one in rows]

    async def status(self, booking_id: str, status: str) -> None:
        """Store a status as it is."""
        async with self.database.owner() as tx:
            await tx.execute(
                "update public.bookings set status = $2 where id = $1", UUID(booking_id), status
            )


@pytest.fixture
async def office(database: Database) -> Office:
    """The office and a fresh day."""
    site.set_address(SITE)
    rest = RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in (*commands.COMMANDS, *list_messages.COMMANDS)},
    )
    client = rest.of(await person(database, "admin", "Ada Ross"))
    return Office(rest, database, client, date(2031, 5, 1) + timedelta(days=2 * next(_DAYS)))
