"""A season as it costs money: bookings, the crew's count, months that pass, payments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.invoices import staff_fees
from summerstow.billing.notices import payer_links
from summerstow.billing.office import search as office
from summerstow.billing.payments import (
    bank_file_command,
    bank_import,
    price_match,
    reversals,
    unmatched,
)
from summerstow.billing.payments import commands as payment_commands
from summerstow.bookings.commands import COMMANDS as BOOKING_COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups.commands import COMMANDS as CREW_COMMANDS
from summerstow.crew.pickups.table import PickupRules
from summerstow.office.supplies.commands import COMMANDS as KIT_COMMANDS
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.warehouse.commands import COMMANDS as CUSTODY_COMMANDS
from summerstow.warehouse.part_returns.commands import COMMANDS as PART_RETURN_COMMANDS
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
LINKS = payer_links.PayerLinks("plum-kettle")
PICKUP = date(2027, 4, 28)
READ_BACK = {"Prefer": "return=representation"}


def noon(day: date) -> datetime:
    """Noon of a campus day."""
    return datetime(day.year, day.month, day.day, 19, tzinfo=UTC)


@dataclass
class Season:
    """The data API, the database, and a clock that the test sets."""

    clients: RestClients
    database: Database
    set_now: Callable[[datetime], None]

    def on(self, day: date) -> None:
        """Let it be noon of this day."""
        self.set_now(noon(day))

    async def ask(self, who: Person | None, name: str, **arguments: Any) -> httpx.Response:
        """Call a command."""
        return await self.clients.of(who).post(f"/rpc/{name}", json=arguments)

    async def done(self, who: Person | None, name: str, **arguments: Any) -> Any:
        """Call a command that must succeed; its answer."""
        answer = await self.ask(who, name, **arguments)
        assert answer.status_code in (200, 204), answer.text
        return answer.json() if answer.status_code == 200 else None

    async def booked(self, who: Person | None = None, **changes: Any) -> str:
        """A booking for the day of these tests; a guest's without `who`."""
        self.on(date(2027, 3, 1))
        body = {"pickup_date": PICKUP.isoformat(), **changes}
        answer = await self.clients.of(who).post(
            "/bookings", json=booking_body(**body), headers=READ_BACK
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()[0]["id"])

    async def stop(self, booking: str) -> str:
        """The id of the booking's place in line."""
        async with self.database.owner() as tx:
            found = await tx.fetchval(
                "select id from pickup_queue where booking_id = $1", UUID(booking)
            )
        return str(found)

    async def picked_up(self, booking: str, items: int, on: date = PICKUP) -> str:
        """The crew completes the pickup with its count; the id of its record."""
        self.on(on)
        worker = await person(self.database, "worker")
        stop = await self.stop(booking)
        await self.done(worker, "set_pickup_status", queue_id=stop, status="completed", items=items)
        async with self.database.owner() as tx:
            found = await tx.fetchval("select id from pickups where booking_id = $1", UUID(booking))
        return str(found)

    async def kit(self, booking: str) -> None:
        """The booking's supply kit is delivered."""
        async with self.database.owner() as tx:
            await tx.execute(
                "update bookings set supply_kit_delivery_date = '2027-04-20' where id = $1",
                UUID(booking),
            )
            await tx.execute(
                "insert into kit_stock (campus_id, kits) values (1, 50) "
                "on conflict (campus_id) do update set kits = 50"
            )
        office = await person(self.database, "admin")
        await self.done(office, "set_kit_state", booking_id=booking, state="delivered")

    async def status(self, booking: str, status: str) -> None:
        """Staff store a status."""
        boss = await person(self.database, "executive")
        answer = await self.clients.of(boss).patch(
            f"/bookings?id=eq.{booking}", json={"status": status}
        )
        assert answer.status_code == 204, answer.text

    async def pass_to(self, day: date, booking: str | None = None) -> int:
        """Let it be this day, and let the periodic run happen; how many invoices there are then."""
        self.on(day)
        async with self.database.owner() as tx:
            await invoices_monthly.run(tx)
        return len(await self.invoices(booking)) if booking else 0

    async def money(self, booking: str) -> dict[str, Any]:
        """The statement as the office sees it."""
        office = await person(self.database, "admin")
        found: dict[str, Any] = await self.done(office, "statement", booking_id=booking)
        # Always: what is owed less the credit is the balance, and the lines come to it.
        assert found["owed_cents"] - found["credit_cents"] == found["balance_cents"]
        assert sum(one["amount_cents"] for one in found["lines"]) == found["balance_cents"]
        return found

    async def invoices(self, booking: str) -> list[dict[str, Any]]:
        """The account's invoices in the order in which they were made."""
        found: list[dict[str, Any]] = (await self.money(booking))["invoices"]
        return found[::-1]

    async def pay(self, reference: str, cents: int, bank: str | None = None) -> httpx.Response:
        """The office matches a transfer."""
        return await self.ask(
            await person(self.database, "admin"),
            "record_payment",
            reference=reference,
            amount_cents=cents,
            received_on=clock.today().isoformat(),
            bank_reference=bank or f"CA{uuid4().hex[:10]}",
        )


@pytest.fixture
def season(database: Database, monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season with every command that costs money."""
    known = (
        *BOOKING_COMMANDS,
        *CREW_COMMANDS,
        *CUSTODY_COMMANDS,
        *PART_RETURN_COMMANDS,
        *KIT_COMMANDS,
        *payment_commands.COMMANDS,
        *bank_file_command.COMMANDS,
        *bank_import.COMMANDS,
        *unmatched.COMMANDS,
        *reversals.COMMANDS,
        *office.COMMANDS,
        *price_match.COMMANDS,
        *staff_fees.COMMANDS,
        *payer_links.commands(LINKS),
    )
    clients = RestClients(
        database,
        {"bookings": BookingRules(), "pickups": PickupRules()},
        {one.name: one for one in known},
    )
    return Season(
        clients, database, lambda moment: monkeypatch.setattr(clock, "now", lambda: moment)
    )
