"""A booking with items, a roll of labels, a shelf, and the crew's clients."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from summerstow.bookings import account_commands
from summerstow.bookings.model import code as booking_code
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups import event_commands
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.warehouse.commands import COMMANDS
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
#: When the first thing happens, by the campus's clock a spring morning.
START = datetime(2026, 4, 29, 16, tzinfo=UTC)


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the commands of custody."""
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {
            one.name: one
            for one in (*COMMANDS, *event_commands.COMMANDS, *account_commands.COMMANDS)
        },
    )


@dataclass(frozen=True)
class Keeping:
    """A customer's booking and what the crew does with its items."""

    rest: RestClients
    owner: Person
    booking: str
    crew: httpx.AsyncClient
    office: httpx.AsyncClient

    def owner_words(self) -> str:
        """The customer's name and booking code, as cases name them."""
        return f"Mina Park ({booking_code(UUID(self.booking))})"

    async def list_items(self, *kinds: str) -> list[dict[str, Any]]:
        """What the customer lists before the pickup."""
        own = self.rest.of(self.owner)
        for kind in kinds:
            body = {
                "booking_id": self.booking,
                "item_id": str(uuid4()),
                "kind": kind,
                "description": f"My {kind}",
            }
            answer = await own.post("/rpc/add_item", json=body)
            assert answer.status_code == 200, answer.text
        return await self.items()

    async def list_unlabelled(self) -> str:
        """The id of an item that the office adds without a label, whatever the booking's status."""
        service = self.rest.of(None, service=True)
        body = {
            "id": str(uuid4()),
            "booking_id": self.booking,
            "kind": "box",
            "description": "Late",
            "boxed": True,
        }
        answer = await service.post(
            "/items", json=body, headers={"Prefer": "return=representation"}
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()[0]["id"])

    async def labels(self, count: int) -> list[str]:
        """Free labels of a new batch."""
        body = {"count": count, "campus_id": 1}
        answer = await self.office.post("/rpc/print_labels", json=body)
        assert answer.status_code == 200, answer.text
        codes: list[str] = answer.json()["codes"]
        return codes

    async def handed_labels(self, count: int) -> list[str]:
        """Labels of a new batch that the office hands out to the booking."""
        codes = await self.labels(count)
        body = {"booking_id": self.booking, "first": codes[0], "last": codes[-1]}
        answer = await self.office.post("/rpc/hand_out_labels", json=body)
        assert answer.status_code == 200, answer.text
        assert answer.json()["codes"] == codes
        return codes

    async def shelf(self, code: str, places: int = 20) -> str:
        """A new shelf's id."""
        body = {"campus_id": 1, "code": code, "places": places}
        answer = await self.office.post("/rpc/create_location", json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    async def record(self, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
        """What `record_events` says to the crew."""
        answer = await self.crew.post("/rpc/record_events", json={"events": events} | more)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def items(self, who: Person | None = None) -> list[dict[str, Any]]:
        """The booking's items as its owner, or somebody else, sees them."""
        answer = await self.rest.of(who or self.owner).get(
            f"/items?booking_id=eq.{self.booking}&order=number"
        )
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()
        return found

    async def state(self, label: str) -> str:
        """The state of the item with this label."""
        [item] = (await self.crew.get(f"/items?label_code=eq.{label}")).json()
        return str(item["state"])

    def event(self, kind: str, minute: int, **more: Any) -> dict[str, Any]:
        """An event that a device made so many minutes after the start."""
        at = (START + timedelta(minutes=minute)).isoformat()
        return {"id": str(uuid4()), "kind": kind, "at": at} | more

    async def picked_up(self, count: int = 1) -> list[str]:
        """The labels of so many boxes that the crew took along."""
        codes = await self.labels(count)
        events = [self.event("picked_up", 0, label=one, booking_id=self.booking) for one in codes]
        assert len((await self.record(*events))["stored"]) == count
        return codes


@pytest.fixture
async def keeping(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> Keeping:
    """A fresh one, on the day of its pickup: crews work near days alone."""
    body = booking_body()
    owner = await person(database)
    answer = await rest.of(owner).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    monkeypatch.setattr(clock, "today", lambda: date.fromisoformat(body["pickup_date"]))
    crew = rest.of(await person(database, "worker", "Wren Okafor"))
    office = rest.of(await person(database, "admin", "Ada Brandt"))
    return Keeping(rest, owner, answer.json()[0]["id"], crew, office)
