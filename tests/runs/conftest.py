"""A day of returns on a campus: bookings, their items on shelves, the crew and the office."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from io import BytesIO
from itertools import count
from typing import Any
from uuid import uuid4

import httpx
import pytest
from PIL import Image

from summerstow.billing.fees.commands import COMMANDS as FEES
from summerstow.bookings.table import BookingRules
from summerstow.crew.availability.commands import COMMANDS as AVAILABILITY
from summerstow.crew.hours.commands import COMMANDS as HOURS
from summerstow.crew.pickups import event_commands
from summerstow.crew.pickups.commands import COMMANDS as PICKUPS
from summerstow.crew.pickups.table import PickupRules, QueueRules
from summerstow.crew.runs.commands import COMMANDS as RUNS
from summerstow.office.supplies.commands import COMMANDS as SUPPLIES
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.files.pictures.content import Kind
from summerstow.platform.files.pictures.service import Pictures
from summerstow.slots.table import SlotRules
from summerstow.warehouse.commands import COMMANDS as CUSTODY
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
SIGNED = {"signed_by": "Mina Park", "strokes": "M1 1L2 2"}
READ_BACK = {"Prefer": "return=representation"}
_DAYS = count()


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the rules and commands of a crew's day."""
    every = (
        *PICKUPS,
        *event_commands.COMMANDS,
        *CUSTODY,
        *FEES,
        *RUNS,
        *SUPPLIES,
        *AVAILABILITY,
        *HOURS,
    )
    return RestClients(
        database,
        {
            "bookings": BookingRules(),
            "slot_availability": SlotRules(),
            "pickups": PickupRules(),
            "pickup_queue": QueueRules(),
        },
        {one.name: one for one in every},
    )


def now(minutes: int = 0) -> str:
    """So many minutes before this moment, as a device says it."""
    return (clock.now() - timedelta(minutes=minutes)).isoformat()


@dataclass(frozen=True)
class Campus:
    """A campus-local day that no other test uses, and who works on it."""

    rest: RestClients
    database: Database
    on: date
    crew: httpx.AsyncClient
    office: httpx.AsyncClient
    boss: httpx.AsyncClient
    worker: Person
    campus_id: int = 3

    async def photo(self, kind: Kind = "evidence", by: Person | None = None) -> str:
        """Upload a photo from the crew's phone, or from another account's; returns its id."""
        drawn = BytesIO()
        Image.new("RGB", (20, 20), "red").save(drawn, "JPEG")
        found = uuid4()
        pictures = Pictures(self.database)
        await pictures.store((by or self.worker).actor, found, kind, drawn.getvalue())
        return str(found)

    async def booked(self, **changes: Any) -> tuple[Person, str]:
        """A customer and the id of their booking, with this day as its pickup."""
        who = await person(self.database)
        body = booking_body(campus_id=self.campus_id, pickup_date=self.on.isoformat()) | changes
        answer = await self.rest.of(who).post("/bookings", json=body, headers=READ_BACK)
        assert answer.status_code == 201, answer.text
        return who, str(answer.json()[0]["id"])

    async def returning(self, items: int = 2, **changes: Any) -> tuple[Person, str, list[str]]:
        """A booking that was picked up and comes back on this day; its labels, on the van."""
        who, booking = await self.booked(
            pickup_date=None,
            pickup_time=None,
            delivery_option="same_city",
            delivery_address="900 McGill Road, Kamloops BC V2C 0C8",
            return_delivery_date=self.on.isoformat(),
            **changes,
        )
        answer = await self.boss.patch(f"/bookings?id=eq.{booking}", json={"status": "picked_up"})
        assert answer.status_code < 300, answer.text
        labels: list[str] = []
        if items:
            printed = await self.done(
                self.office, "print_labels", count=items, campus_id=self.campus_id
            )
            labels = printed["codes"]
            at = clock.now() - timedelta(hours=9)
            for kind in ("picked_up", "loaded"):
                at += timedelta(minutes=1)
                events = [
                    {
                        "id": str(uuid4()),
                        "kind": kind,
                        "at": at.isoformat(),
                        "label": one,
                        "booking_id": booking,
                    }
                    for one in labels
                ]
                await self.done(self.office, "record_events", events=events)
        return who, booking, labels

    async def stops(self, booking: str | None = None) -> list[dict[str, Any]]:
        """The stops of the day, or of a booking, in order."""
        which = f"booking_id=eq.{booking}&" if booking else ""
        answer = await self.office.get(
            f"/run_stops?{which}campus_id=eq.{self.campus_id}&date=eq.{self.on}"
            "&order=run_id,position"
        )
        found: list[dict[str, Any]] = answer.json()
        return found

    async def stop(self, booking: str, kind: str = "return") -> dict[str, Any]:
        """A booking's stop of this day."""
        [found] = [one for one in await self.stops(booking) if one["kind"] == kind]
        return found

    async def scan(self, stop: str, *labels: str, kind: str = "delivered") -> dict[str, Any]:
        """Scan labels at a stop."""
        events = [
            {"id": str(uuid4()), "kind": kind, "at": now(), "label": one, "stop_id": stop}
            for one in labels
        ]
        found: dict[str, Any] = await self.done(self.crew, "record_events", events=events)
        return found

    async def say(
        self, stop: str, state: str, who: httpx.AsyncClient | None = None, **more: Any
    ) -> httpx.Response:
        """What `stop_state` answers, to the crew where nobody else asks."""
        body = {"stop_id": stop, "state": state, "at": now()} | more
        return await (who or self.crew).post("/rpc/stop_state", json=body)

    async def proposals(self, booking: str) -> list[dict[str, Any]]:
        """The proposed fees of a booking."""
        answer = await self.office.get(f"/fee_proposals?booking_id=eq.{booking}")
        found: list[dict[str, Any]] = answer.json()
        return found

    async def done(self, who: httpx.AsyncClient, command: str, **arguments: Any) -> Any:
        """What a command answers that must succeed."""
        answer = await who.post(f"/rpc/{command}", json=arguments)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None


@pytest.fixture
def fresh_day() -> date:
    """A day of its own."""
    return date(2031, 8, 1) + timedelta(days=next(_DAYS))


@pytest.fixture
async def campus(
    rest: RestClients, database: Database, fresh_day: date, monkeypatch: pytest.MonkeyPatch
) -> Campus:
    """A fresh day, which it is on campus, at half past ten: crews work near days alone."""
    ahead = clock.moment(fresh_day, time(10, 30)) - datetime.now(UTC)
    monkeypatch.setattr(clock, "now", lambda: datetime.now(UTC) + ahead)
    worker = await person(database, "worker", "Wren Okafor")
    return Campus(
        rest,
        database,
        fresh_day,
        rest.of(worker),
        rest.of(await person(database, "admin", "Ada Brandt")),
        rest.of(await person(database, "executive", "Elle Brandt")),
        worker,
    )
