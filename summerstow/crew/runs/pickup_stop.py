"""A pickup's verbs at its stop, carried out on its record (rule: one-line)."""

from __future__ import annotations

from typing import Final

from summerstow.crew.pickups import queries as pickups
from summerstow.crew.pickups import recording, service
from summerstow.crew.pickups.model import PickupKey, PickupStatus
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict

from . import history, queries
from .history import StopHistory, StopState
from .model import NewStopEvent, RunStop

_STATUS: Final[dict[StopState, PickupStatus]] = {
    "waiting": "scheduled",
    "on_way": "in_progress",
    "arrived": "in_progress",
    "completed": "completed",
    "failed": "scheduled",
}


async def apply(
    tx: ElevatedTransaction,
    stop: RunStop,
    event: NewStopEvent,
    *,
    items: int | None,
    signed: tuple[str, str] | None,
    is_live: bool,
) -> str:
    """Set the record's status; the stop follows it. A failed stop leaves the queue.

    What comes after later events and contradicts none of them changes nothing else. The count is
    what was said, else what was scanned. Returns why a person has to look, or "". Raises `Conflict`
    where the booking ended.
    """
    state = event.state
    if state != "completed" and await _came_late(tx, stop, event):
        return ""
    if state == "failed" and stop.state == "completed":
        raise Conflict("Somebody completed this stop a moment ago.")
    if stop.state == "completed" and state in ("on_way", "arrived"):
        # Recorded without a signal before it was completed.
        return ""
    place = PickupKey(stop.user_id, stop.booking_id, stop.date)
    if state == "completed" and items is None and stop.booking_id is not None:
        items = await queries.scanned_in(tx, stop.booking_id) or None
    if state == "waiting" and stop.state == "failed":
        await service.try_again(tx, place)
    record = await pickups.make_record(tx, stop.user_id, stop.booking_id, stop.date)
    to = _STATUS[state]
    why = ""
    if record.status != to or (to == "completed" and items is not None):
        counted = items if to == "completed" else None
        why = await recording.mark(
            tx,
            place,
            to,
            items=counted,
            signed=signed if counted is not None else None,
            door=recording.DoorTime(
                event_id=event.id, at=event.at, received_at=event.received_at, is_live=is_live
            ),
        )
    if state == "arrived":
        await queries.store(tx, stop.id, StopHistory("arrived", event.at))
    elif state == "failed":
        await queries.store(
            tx, stop.id, StopHistory("failed", stop.arrived_at, failure=event.failure)
        )
    return why


async def _came_late(tx: ElevatedTransaction, stop: RunStop, event: NewStopEvent) -> bool:
    """Whether later events are known and this one leaves what they say; its arrival is noted."""
    events = await queries.events(tx, stop.id)
    before = history.read(one for one in events if one.id != event.id)
    found = history.read(events)
    if found.state != before.state or all(one.at <= event.at for one in events):
        return False
    if found.arrived_at != before.arrived_at:
        await queries.store(
            tx,
            stop.id,
            StopHistory(stop.state, found.arrived_at, stop.completed_at, stop.failure),
        )
    return True
