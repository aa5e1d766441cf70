"""A pickup day: a campus, a line of bookings, and the crew's clients."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Any

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups import event_commands
from summerstow.crew.pickups.commands import COMMANDS
from summerstow.crew.pickups.table import PickupRules, QueueRules
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
_DAYS = count()
READ_BACK = {"Prefer": "return=representation"}


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the rules and commands of bookings, slots and pickups."""
    every = (*COMMANDS, *event_commands.COMMANDS)
    known: dict[str, Command] = {one.name: one for one in every}
    return RestClients(
        database,
        {
            "bookings": BookingRules(),
            "slot_availability": SlotRules(),
            "pickups": PickupRules(),
            "pickup_queue": QueueRules(),
        },
        known,
    )


@dataclass(frozen=True)
class Day:
    """A day of campus 2 that no other test uses."""

    rest: RestClients
    database: Database
    on: date
    campus_id: int = 2

    async def booked(self, **changes: Any) -> tuple[Person, dict[str, Any]]:
        """A customer with a booking for this day."""
        who = await person(self.database)
        body = booking_body(campus_id=self.campus_id, pickup_date=self.on.isoformat(), **changes)
        answer = await self.rest.of(who).post("/bookings", json=body, headers=READ_BACK)
        assert answer.status_code == 201, answer.text
        row: dict[str, Any] = answer.json()[0]
        return who, row

    async def seen(self, client: httpx.AsyncClient) -> dict[str, Any]:
        """The day as the crew sees it."""
        answer = await client.post(
            "/rpc/pickup_day", json={"campus_id": self.campus_id, "day": self.on.isoformat()}
        )
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def line(self, client: httpx.AsyncClient) -> list[str]:
        """The queue ids of the line in its order."""
        return [one["queue_id"] for one in (await self.seen(client))["waiting"]]


@pytest.fixture
def day(rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch) -> Day:
    """A fresh day, which it is on campus: crews work near days alone."""
    on = date(2030, 5, 1) + timedelta(days=next(_DAYS))
    monkeypatch.setattr(clock, "today", lambda: on)
    return Day(rest, database, on)


@pytest.fixture
async def worker(rest: RestClients, database: Database) -> httpx.AsyncClient:
    """A worker's client."""
    return rest.of(await person(database, "worker", "Wren Okafor"))
