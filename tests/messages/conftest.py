"""A customer's season with a clock that the test sets: each look writes and sends what is due."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import httpx
import icalendar
import msgspec
import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups.commands import COMMANDS as CREW_COMMANDS
from summerstow.crew.pickups.table import PickupRules, QueueRules
from summerstow.crew.runs.commands import COMMANDS as RUN_COMMANDS
from summerstow.messages import planner
from summerstow.messages.commands import COMMANDS as CALENDAR_COMMANDS
from summerstow.messages.times import UNDO_TIME
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.http import site
from summerstow.platform.outbox.worker import Worker
from summerstow.slots.table import SlotRules
from summerstow.warehouse.commands import COMMANDS as CUSTODY_COMMANDS
from summerstow.warehouse.part_returns.commands import COMMANDS as PART_RETURN_COMMANDS
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING, AFTERNOON = "9:00 AM - 12:00 PM", "12:00 PM - 3:00 PM"
READ_BACK = {"Prefer": "return=representation"}
_NUMBERS = count(1)
_DAYS = count()


@dataclass(frozen=True)
class Customer:
    """Somebody with a booking, whose phone may be confirmed."""

    who: Person
    booking: str
    phone: str | None


@dataclass
class Season:
    """Bookings around a pickup day of its own, and the clock."""

    clients: RestClients
    database: Database
    monkeypatch: pytest.MonkeyPatch
    #: `on` is a Wednesday.
    on: date
    worker: Person
    office: Person
    campus_id: int = 2
    smtp_url: str = ""
    _seen: int = field(default=0, init=False)

    def at(self, days: int, hour: str) -> datetime:
        """Let it be this campus hour, so many days from the pickup day (-1: the day before)."""
        moment = clock.moment(self.on + timedelta(days=days), time.fromisoformat(hour))
        self.monkeypatch.setattr(clock, "now", lambda: moment)
        return moment

    async def booked(self, *, phone: bool = False, **changes: Any) -> Customer:
        """A customer with a booking for the day."""
        who = await person(self.database)
        number = None
        if phone:
            number = f"1604{next(_NUMBERS):07}"
            async with self.database.owner() as tx:
                await tx.execute(
                    "update auth.users set phone = $2, phone_confirmed_at = now() where id = $1",
                    who.id,
                    number,
                )
        row = await self._insert(who, **changes)
        return Customer(who, row["id"], f"+{number}" if number else None)

    async def _insert(self, who: Person | None, **changes: Any) -> dict[str, Any]:
        body = {
            "campus_id": self.campus_id,
            "pickup_date": self.on.isoformat(),
            "building_name": "Nootka",
        }
        if who is not None:
            body["email"] = who.email
        answer = await self.clients.of(who).post(
            "/bookings", json=booking_body(**(body | changes)), headers=READ_BACK
        )
        assert answer.status_code == 201, answer.text
        row: dict[str, Any] = answer.json()[0]
        return row

    async def again(self, one: Customer, **changes: Any) -> str:
        """The same customer submits once more ("Need changes?")."""
        return str((await self._insert(one.who, **changes))["id"])

    async def guest(self, email: str) -> str:
        """A booking made signed out."""
        return str((await self._insert(None, email=email))["id"])

    async def ask(self, who: Person, command: str, **arguments: Any) -> Any:
        """A command that must succeed."""
        answer = await self.clients.of(who).post(f"/rpc/{command}", json=arguments)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def patch(self, who: Person | None, booking: str, **changes: Any) -> None:
        """A plain change of the row; None: by the service key."""
        client = self.clients.of(who, service=who is None)
        answer = await client.patch(f"/bookings?id=eq.{booking}", json=changes)
        assert answer.is_success, answer.text

    async def crew(self, one: Customer, status: str, items: int | None = None) -> None:
        """The crew presses On Way or Complete."""
        day = await self.ask(
            self.worker, "pickup_day", campus_id=self.campus_id, day=self.on.isoformat()
        )
        stop = next(s for s in day["waiting"] + day["done"] if s["booking_id"] == one.booking)
        name = "queue_id" if stop["queue_id"] else "pickup_id"
        await self.ask(
            self.worker, "set_pickup_status", **{name: stop[name]}, status=status, items=items
        )

    async def stop(self, one: Customer, kind: str = "pickup") -> str:
        """The id of a booking's stop."""
        async with self.database.owner() as tx:
            found = await tx.fetchval(
                "select id from run_stops where booking_id = $1 and kind = $2 "
                "order by date desc limit 1",
                UUID(one.booking),
                kind,
            )
        return str(found)

    async def stored(self, *items: str, **changes: Any) -> tuple[Customer, list[str]]:
        """A customer whose items of these names were picked up on the day."""
        self.at(-10, "12:00")
        one = await self.booked(**changes)
        ids = [str(uuid4()) for _ in items]
        for key, words in zip(ids, items, strict=True):
            given = {"item_id": key, "kind": "box", "description": words}
            await self.ask(one.who, "add_item", booking_id=one.booking, **given)
        self.at(0, "09:30")
        await self.crew(one, "completed", items=len(items))
        for key in ids:
            await self.scan("picked_up", key)
        await self.look()
        await self.told()
        return one, ids

    async def scan(self, kind: str, item: str, **more: Any) -> None:
        """The crew scans an item."""
        event = {"id": str(uuid4()), "kind": kind, "at": clock.now().isoformat(), "item_id": item}
        kept = await self.ask(self.worker, "record_events", events=[event | more])
        assert kept["needs_person"] == []

    async def say(self, stop: str, state: str, **more: Any) -> None:
        """The crew says On Way, Arrived, Completed or Failed of a stop."""
        at = clock.now().isoformat()
        await self.ask(self.worker, "stop_state", stop_id=stop, state=state, at=at, **more)

    async def plan(self) -> int:
        """Write what is due and send nothing."""
        async with self.database.owner() as tx:
            return await planner.sweep(tx)

    async def send(self) -> None:
        """Send what is written and due."""
        worker = Worker(self.database, self.smtp_url, None, planner.judge, site_url=SITE)
        while await worker.drain():
            pass

    async def look(self) -> None:
        """One turn of the product: plan, then send."""
        await self.plan()
        await self.send()

    async def look_later(self) -> None:
        """The same once a change by staff can be undone no more."""
        moment = clock.now() + UNDO_TIME
        self.monkeypatch.setattr(clock, "now", lambda: moment)
        await self.look()

    async def told(self, *to: str | None) -> list[str]:
        """The kinds sent to these since the last time this was asked, in order."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select c.id, o.kind from app.captured_message c "
                "join app.outbox o on o.id = c.outbox_id "
                "where c.recipient = any($1) and c.id > $2 order by o.due_at, o.id",
                [one for one in to if one],
                self._seen,
            )
            self._seen = await tx.fetchval("select coalesce(max(id), 0) from app.captured_message")
        return [row["kind"] for row in rows]

    async def texts(self, to: str) -> list[str]:
        """The words of every message to somebody, the latest last."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select body_text from app.captured_message where recipient = $1 order by id", to
            )
        return [row["body_text"] for row in rows]

    async def entries(self, to: str) -> list[tuple[str, dict[str, Any]]]:
        """(method, event) of every calendar file that went to somebody, in order."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select attachments from app.captured_message where recipient = $1 order by id", to
            )
        files = [file for row in rows for file in msgspec.json.decode(row["attachments"])]
        found = [icalendar.Calendar.from_ical(file["content"]) for file in files]
        return [(str(one["METHOD"]), dict(one.walk("VEVENT")[0])) for one in found]

    async def row(self, booking: str) -> dict[str, Any]:
        """The booking as it is now."""
        client: httpx.AsyncClient = self.clients.of(None, service=True)
        row: dict[str, Any] = (await client.get(f"/bookings?id=eq.{booking}")).json()[0]
        return row

    async def forget(self, booking: str) -> None:
        """Remove a booking with the service key."""
        await self.clients.of(None, service=True).delete(f"/bookings?id=eq.{UUID(booking)}")


@pytest.fixture
async def season(database: Database, monkeypatch: pytest.MonkeyPatch) -> Season:
    """A Wednesday that no other test uses; the clock stands ten days before, at noon."""
    site.set_address(SITE)
    every = (
        *COMMANDS,
        *CREW_COMMANDS,
        *CALENDAR_COMMANDS,
        *CUSTODY_COMMANDS,
        *PART_RETURN_COMMANDS,
        *RUN_COMMANDS,
    )
    known = {one.name: one for one in every}
    clients = RestClients(
        database,
        {
            "bookings": BookingRules(),
            "slot_availability": SlotRules(),
            "pickups": PickupRules(),
            "pickup_queue": QueueRules(),
        },
        known,
    )
    one = Season(
        clients,
        database,
        monkeypatch,
        date(2030, 1, 2) + timedelta(weeks=4 * next(_DAYS)),
        await person(database, "worker"),
        await person(database, "executive"),
    )
    one.at(-10, "12:00")
    return one
