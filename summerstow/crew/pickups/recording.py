"""What was recorded of a pickup: stored first, then applied as far as it fits.

On Way sets the pickup in_progress and the booking in_queue; Complete sets the pickup completed and
the booking picked_up, takes the pickup out of the queue and renumbers it. What a device recorded
is never refused: if its booking was cancelled or moved meanwhile, or another count stands, the
event is stored and a person decides.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from uuid6 import uuid7

from summerstow.bookings.dates.workdays import check_day, may_work
from summerstow.bookings.model import Booking
from summerstow.bookings.queries import locked
from summerstow.bookings.status import ENDED
from summerstow.crew.events import cases, history, log
from summerstow.crew.events.clock import milliseconds
from summerstow.crew.events.history import EventState, PickupStatus, StopEvent, StopHistory
from summerstow.crew.events.model import About, CountReason, NewStopEvent
from summerstow.crew.events.visit_webhooks import tell_visit
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid

from . import event_queries, queries, service
from .model import Pickup, PickupEvent, PickupKey

STATE: Final[dict[PickupStatus, EventState]] = {
    "scheduled": "waiting",
    "in_progress": "on_way",
    "completed": "completed",
}
TRUE_NOW: Final[dict[str, str]] = {
    "scheduled": "This stop is waiting again: somebody took it back a moment ago.",
    "in_progress": "Somebody set this stop on its way a moment ago.",
    "completed": "Somebody completed this stop a moment ago.",
}
#: Why an event changed nothing, by the reason of its case.
CONFLICTS: Final[dict[history.Conflicting, str]] = {
    "other_count": "Somebody completed this stop with another count. The office looks at both.",
    "other_signature": "Somebody else signed at this stop. The office looks at both.",
    "taken_back": "Somebody took this completion back. The office looks at it.",
    "contradiction": "Something else was recorded at this stop before. The office looks at both.",
}
FAR: Final = "Crews work the stops of yesterday, today and tomorrow. The office looks at this."
GONE: Final = "This stop is not in the line any more: it was completed, moved or cancelled."


async def store_event(
    tx: ElevatedTransaction, event: PickupEvent, offset: timedelta, now: datetime
) -> str | None:
    """Store an event and apply it; None if it is here already, else why it changed nothing or "".

    `offset` is the server's clock minus the device's.
    """
    if await log.is_stored(tx, event.id):
        return None
    record, booking = await _stop(tx, event)
    day = record.pickup_date if record else event.day
    is_far = not may_work(tx.actor, day)
    blocked = "far" if is_far else _blocked(record, booking)
    record_id = record.id if record else None
    at, offset = await log.put_right(
        tx, event.at, offset, now, pickup_id=record_id, stop_id=event.stop_id, day=event.day
    )
    signature = event.signature
    new = NewStopEvent(
        id=event.id,
        state=event.kind,
        kind="pickup",
        pickup_id=record_id,
        booking_id=booking.id if booking else None,
        stop_id=event.stop_id,
        day=event.day,
        seen=event.seen,
        items_counted=event.items,
        signed_by=signature.signed_by if signature else None,
        strokes=signature.strokes if signature else None,
        note=event.note,
        device_at=clock.near(event.at, now),
        clock_offset_ms=milliseconds(offset),
        at=at,
        received_at=now,
        actor_id=tx.actor.user_id,
        actor_role=tx.actor.role,
        applies=blocked is None,
    )
    if record is None or blocked is not None:
        if await log.add(tx, new) is None:
            return None
        if event.kind == "completed" or is_far:
            await cases.open_cases(tx, "stop", {event.id: blocked or "gone"})
        if is_far:
            return FAR
        return ENDED.get(booking.status, GONE) if booking else GONE
    found = await log.add_and_apply(tx, new, lambda: _add_and_apply(tx, record, new))
    if isinstance(found, AppError):
        await cases.open_cases(tx, "stop", {event.id: "refused"})
        return found.message
    if found is None:
        return None
    return TRUE_NOW[found.status] if event.id in found.stale else ""


async def _add_and_apply(
    tx: ElevatedTransaction, record: Pickup, new: NewStopEvent
) -> StopHistory | None:
    events = await events_of(tx, record, record)
    if await log.add(tx, new) is None:
        return None
    found = history.read([*events, new.as_read])
    await apply(tx, record, record.status, found)
    return found


async def mark(
    tx: ElevatedTransaction,
    stop: PickupKey,
    status: PickupStatus,
    *,
    seen: PickupStatus | None = None,
    items: int | None = None,
    signed: tuple[str, str] | None = None,
) -> None:
    """Set a stop's status now, with its effects on the booking and the queue.

    The same status again changes nothing but a count that is put right on purpose: on a screen that
    shows the stop completed. A count from a screen that shows it otherwise is a case.
    `signed` is who signed that count, and the strokes. Raises `Conflict` if the stop is not as
    `seen` any more or its booking has ended, saying what is true now, `Forbidden` for a worker's
    stop of another day.
    """
    if signed is not None and (status != "completed" or items is None):
        raise Invalid("A signature stands under the count of a completed pickup.")
    check_day(tx.actor, stop.pickup_date)
    record = await queries.make_record(tx, stop.user_id, stop.booking_id, stop.pickup_date)
    was: PickupStatus = record.status
    if seen is not None and was not in (seen, status):
        raise Conflict(TRUE_NOW[was], details=was)
    events = await events_of(tx, record, record)
    state = "counted" if was == status and seen in (None, "completed") else STATE[status]
    if was != status or items is not None:
        events.append(await _note(tx, record, state, seen=was, items=items, signed=signed))
    await apply(tx, record, was, history.read(events))


async def row_changed(tx: ElevatedTransaction, record: Pickup, old: Pickup | None) -> None:
    """A record was written as a row: `old` as it was, None for a new one. Its effects follow."""
    was: PickupStatus = old.status if old else "scheduled"
    before = old.items_counted if old else None
    items = record.items_counted if record.items_counted != before else None
    if old is not None:
        await events_of(tx, record, old)
    if record.status == was and items is None:
        return
    events = await events_of(tx, record, record)
    state = STATE[record.status] if record.status != was else "counted"
    events.append(await _note(tx, record, state, seen=was, items=items))
    await apply(tx, record, was, history.read(events))


async def apply(
    tx: ElevatedTransaction,
    record: Pickup,
    was: PickupStatus,
    found: StopHistory,
    *,
    follow: bool = True,
) -> None:
    """Let a record say what its events make of it, with what follows from another status.

    `was` is the status before; without `follow` the booking and the queue stay as they are.
    """
    record = await queries.store(tx, record.id, found)
    if found.signed and found.items is not None:
        await event_queries.sign(tx, record.id, [one.id for one in found.signed], found.items)
    for event_id, reason in found.cases.items():
        about: About = "verb" if reason == "contradiction" else "stop"
        await cases.open_cases(tx, about, {event_id: reason})
    # A stop that was under way and is waiting again has a confirmed booking, whichever came first.
    if follow and (found.status != was or (found.begun and found.status == "scheduled")):
        await service.follow(tx, record, found.status)
    await service.bill(tx, record, was)
    if record.status == "completed" != was:
        await tell_visit(
            tx,
            "pickup",
            "completed",
            record.booking_id,
            day=record.pickup_date,
            items=record.items_counted,
        )


async def _note(
    tx: ElevatedTransaction,
    record: Pickup,
    state: EventState,
    *,
    seen: PickupStatus,
    items: int | None = None,
    signed: tuple[str, str] | None = None,
    decides: UUID | None = None,
    words: str | None = None,
) -> StopEvent:
    """Store what the actor does to a stop now."""
    now = clock.now()
    name, strokes = signed or (None, None)
    new = NewStopEvent(
        id=uuid7(),
        state=state,
        kind="pickup",
        pickup_id=record.id,
        booking_id=record.booking_id,
        day=record.pickup_date,
        seen=seen,
        items_counted=items,
        signed_by=name,
        strokes=strokes,
        note=words,
        at=now,
        received_at=now,
        actor_id=tx.actor.user_id,
        actor_role=tx.actor.role,
        decides=decides,
    )
    return (await log.add(tx, new, is_last=True) or new).as_read


async def accept(
    tx: ElevatedTransaction,
    record: Pickup,
    event_id: UUID,
    items: int | None,
    *,
    words: str | None,
    follow: bool,
) -> None:
    """Let the count and the time of an event stand, by a person's decision."""
    was = record.status
    events = await events_of(tx, record, record)
    events.append(
        await _note(tx, record, "completed", seen=was, items=items, decides=event_id, words=words)
    )
    await apply(tx, record, was, history.read(events), follow=follow)


async def events_of(tx: ElevatedTransaction, record: Pickup, was: Pickup) -> list[StopEvent]:
    """What happened at a pickup's stop, in any order.

    A record that was made without events (imported, or older than they are) gets its own.
    """
    events = await log.of_pickup(tx, record.id)
    if events or was.status == "scheduled":
        return events
    known = was.completed_at if was.status == "completed" else was.started_at
    ends = known or record.created_at
    begins = min(was.started_at or ends, ends)
    steps: list[tuple[EventState, datetime, int | None]] = [("on_way", begins, None)]
    if was.status == "completed":
        steps = [*steps[: begins < ends], ("completed", ends, was.items_counted)]
    for state, at, items in steps:
        new = NewStopEvent(
            id=uuid7(),
            state=state,
            kind="pickup",
            pickup_id=record.id,
            booking_id=record.booking_id,
            day=record.pickup_date,
            items_counted=items,
            at=at,
            received_at=at,
            actor_role="record",
        )
        await log.add(tx, new)
    return await log.of_pickup(tx, record.id)


async def _stop(
    tx: ElevatedTransaction, event: PickupEvent
) -> tuple[Pickup | None, Booking | None]:
    """The record and the booking that an event is about; the record is held."""
    record = await queries.record(tx, event.pickup_id) if event.pickup_id else None
    user_id, booking_id, on = event.user_id, event.booking_id, event.day
    place = await queries.queue_entry(tx, event.stop_id) if event.stop_id else None
    if place is not None:
        user_id, booking_id = place.user_id, place.booking_id or booking_id
        on = place.pickup_date
    if record is not None:
        booking_id = record.booking_id or booking_id
    # The record first, then its booking: everybody takes them in this order.
    owner = await queries.owner_of(tx, booking_id) if booking_id else None
    if record is None and owner is not None:
        record = await queries.make_record(tx, owner[0], booking_id, on)
    elif record is None and user_id and await queries.profile(tx, user_id):
        record = await queries.make_record(tx, user_id, None, on)
    return record, await locked(tx, booking_id) if booking_id else None


def _blocked(record: Pickup | None, booking: Booking | None) -> CountReason | None:
    """Why an event cannot change its stop: the booking is not what the crew was there for."""
    if record is None:
        return "gone"
    if booking is None:
        return None
    if booking.status == "cancelled":
        return "cancelled"
    if booking.status in ENDED:
        return "ended"
    if not record.is_further and booking.pickup_date != record.pickup_date:
        return "moved"
    return None
