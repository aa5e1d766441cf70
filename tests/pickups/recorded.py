"""What a crew's phone keeps and sends: events with ids and times of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx

from summerstow.platform import clock
from tests.people import RestClients, booking_body

from .conftest import READ_BACK

SIGNATURE = {"signed_by": "Sam Tester", "strokes": "M10 20L30 40"}


def ago(minutes: float) -> datetime:
    """A moment before now."""
    return clock.now() - timedelta(minutes=minutes)


@dataclass(frozen=True)
class OfflineStop:
    """A guest's stop as a phone without signal knows it: of yesterday, so that any hour fits it."""

    rest: RestClients
    booking: dict[str, Any]
    stop_id: str
    on: date

    def event(self, kind: str, minutes: float, **more: Any) -> dict[str, Any]:
        """Something recorded so many minutes ago."""
        return {
            "id": str(uuid4()),
            "kind": kind,
            "at": ago(minutes).isoformat(),
            "day": self.on.isoformat(),
            "stop_id": self.stop_id,
            "booking_id": self.booking["id"],
        } | more

    def completed(self, minutes: float, items: int | None, **more: Any) -> dict[str, Any]:
        """Complete with a count, seen as waiting."""
        return self.event("completed", minutes, seen="scheduled", items=items, **more)

    async def office(self, **changes: Any) -> None:
        """The booking's row, changed with the service key."""
        service = self.rest.of(None, service=True)
        answer = await service.patch(f"/bookings?id=eq.{self.booking['id']}", json=changes)
        assert answer.status_code == 204, answer.text

    async def status(self) -> str:
        """The booking's status."""
        service = self.rest.of(None, service=True)
        found = await service.get(f"/bookings?select=status&id=eq.{self.booking['id']}")
        status: str = found.json()[0]["status"]
        return status

    async def record(self) -> dict[str, Any]:
        """The pickup's record of that day."""
        service = self.rest.of(None, service=True)
        found = await service.get(
            f"/pickups?booking_id=eq.{self.booking['id']}&pickup_date=eq.{self.on}"
        )
        row: dict[str, Any] = found.json()[0]
        return row

    async def signatures(self) -> list[dict[str, Any]]:
        """What was signed for it, and stands under a count."""
        service = self.rest.of(None, service=True)
        record = await self.record()
        found = await service.get(f"/pickup_signatures?pickup_id=eq.{record['id']}&order=at")
        rows: list[dict[str, Any]] = found.json()
        return rows


async def stop_of_yesterday(rest: RestClients, staff: httpx.AsyncClient) -> OfflineStop:
    """A guest's booking of yesterday in its line."""
    on = clock.today() - timedelta(days=1)
    body = booking_body(campus_id=1, pickup_date=on.isoformat())
    answer = await rest.of(None, service=True).post("/bookings", json=body, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    booking = answer.json()[0]
    day = await staff.post("/rpc/pickup_day", json={"campus_id": 1, "day": on.isoformat()})
    stop = next(one for one in day.json()["waiting"] if one["booking_id"] == booking["id"])
    return OfflineStop(rest, booking, stop["queue_id"], on)


async def send(client: httpx.AsyncClient, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A phone that found its signal sends what it kept; the answer."""
    body = {"sent_at": clock.now().isoformat(), "events": list(events)} | more
    answer = await client.post("/rpc/record_pickup_events", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def open_cases(client: httpx.AsyncClient, stop: OfflineStop) -> list[dict[str, Any]]:
    """What waits for a person about a stop, as this client sees it."""
    found = (await client.post("/rpc/needs_person", json={})).json()["open"]
    return [one for one in found if one["booking_id"] == stop.booking["id"]]


async def settle(client: httpx.AsyncClient, case: dict[str, Any], decision: str) -> httpx.Response:
    """A person decides."""
    body = {"id": case["id"], "decision": decision, "words": "Called the customer"}
    return await client.post("/rpc/settle_case", json=body)
