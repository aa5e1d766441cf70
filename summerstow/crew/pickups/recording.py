"""What was recorded at a stop: kept first, then applied as far as it fits.

On Way sets the pickup in_progress and the booking in_queue; Complete sets the pickup completed and
the booking picked_up, takes the pickup out of the queue and renumbers it. What a device recorded
is never refused: where its booking was cancelled or moved meanwhile, or another count stands, the
event is kept and a person decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from uuid6 import uuid7

from summerstow.bookings.dates.workdays import check_day, may_work
from summerstow.bookings.model import Booking
from summerstow.bookings.queries import locked
from summerstow.bookings.status import ENDED
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid, Unavailable

from . import event_queries, history, queries, service
from .model import Kind, NewEvent, Pickup, PickupKey, PickupStatus, Reason

KIND: Final[dict[PickupStatus, Kind]] = {
    "scheduled": "waiting",
    "in_progress": "on_way",
    "completed": "completed",
}
TRUE_NOW: Final[dict[str, str]] = {
    "scheduled": "This stop is waiting again: somebody took it back a moment ago.",
    "in_progress": "Somebody set this stop on its way a moment ago.",
    "completed": "Somebody completed this stop a moment ago.",
}
#: Why a further completion of a stop changed nothing, by the reason of its case.
OTHERS_STAND: Final[dict[Reason, str]] = {
    "other_count": "Somebody completed this stop with another count. The office looks at both.",
    "other_signature": "Somebody else signed at this stop. The office looks at both.",
    "taken_back": "Somebody took this completion back. The office looks at it.",
}
#: This sets two events of one moment apart.
_JUST_AFTER: Final = timedelta(microseconds=1)
FAR: Final = "Crews work the stops of yesterday, today and tomorrow. The office looks at this."
GONE: Final = "This stop is not in the line any more: it was completed, moved or cancelled."


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event as a device sends it: the stop by all the names the device has for it.

    `device_at` is by the device's clock, `day` the stop's campus-local date.
    """

    id: UUID
    kind: Kind
    device_at: datetime
    day: date
    stop_id: UUID | None
    pickup_id: UUID | None
    booking_id: UUID | None
    user_id: UUID | None
    seen: PickupStatus | None
    items: int | None
    signed: tuple[str, str] | None
    note: str | None


async def keep(
    tx: ElevatedTransaction, event: Recorded, offset: timedelta, now: datetime
) -> str | None:
    """Keep an event and apply it; None where it was kept before, else why it changed nothing or "".

    `offset` is the server's clock minus the device's.
    """
    if await event_queries.is_stored(tx, event.id):
        return None
    record, booking = await _stop(tx, event)
    is_far = not may_work(tx.actor, record.pickup_date if record else event.day)
    blocked = "far" if is_far else _blocked(record, booking)
    at = happened_at(event.device_at, offset, event.day, now)
    device_at = clock.near(event.device_at, now)
    if record is not None:
        last = await event_queries.last_before(tx, record.id, tx.actor.user_id, device_at)
        if last is not None and last >= at:
            # Measured on its way through a slow network, a later tap may seem the earlier one.
            at = last + _JUST_AFTER
    name, strokes = event.signed or (None, None)
    new = NewEvent(
        id=event.id,
        kind=event.kind,
        pickup_id=record.id if record else None,
        booking_id=booking.id if booking else None,
        stop_id=event.stop_id,
        day=event.day,
        seen=event.seen,
        items_counted=event.items,
        signed_by=name,
        strokes=strokes,
        note=event.note,
        device_at=device_at,
        clock_offset_ms=milliseconds(offset),
        at=at,
        received_at=now,
        actor_id=tx.actor.user_id,
        actor_role=tx.actor.role,
        applies=blocked is None,
    )
    events = await _events(tx, record, record) if record is not None else []
    if not await event_queries.add(tx, new):
        return None
    if record is None or blocked is not None:
        if event.kind == "completed" or is_far:
            await event_queries.open_case(tx, event.id, blocked or "gone")
        if is_far:
            return FAR
        return ENDED.get(booking.status, GONE) if booking else GONE
    await tx.execute("savepoint applying")
    try:
        found = await apply(tx, record, record.status, [*events, event_queries.kept(new)])
    except Unavailable:
        raise
    except AppError as error:
        await tx.execute("rollback to savepoint applying")
        await event_queries.open_case(tx, event.id, "refused")
        return error.message
    await tx.execute("release savepoint applying")
    return TRUE_NOW[found.status] if event.id in found.stale else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorTime:
    """When a verb of a run's stop happened; `is_live`: with a signal, so after all before it."""

    event_id: UUID
    at: datetime
    received_at: datetime
    is_live: bool


async def mark(
    tx: ElevatedTransaction,
    stop: PickupKey,
    status: PickupStatus,
    *,
    seen: PickupStatus | None = None,
    items: int | None = None,
    signed: tuple[str, str] | None = None,
    door: DoorTime | None = None,
) -> str:
    """Set a stop's status, now or as of `door`, with its effects on the booking and the queue.

    The same status again changes nothing but a count that is put right on purpose: on a screen that
    shows the stop completed. A count from a screen that shows it otherwise is a case.
    `signed` is who signed that count, and the strokes. Returns why a person has to look, or "".
    Raises `Conflict` where the stop is not as `seen` any more or its booking has ended, saying what
    is true now, `Forbidden` for a worker's stop of another day.
    """
    if signed is not None and (status != "completed" or items is None):
        raise Invalid("A signature stands under the count of a completed pickup.")
    check_day(tx.actor, stop.pickup_date)
    record = await queries.make_record(tx, stop.user_id, stop.booking_id, stop.pickup_date)
    was: PickupStatus = record.status
    if seen is not None and was not in (seen, status):
        raise Conflict(TRUE_NOW[was], details=was)
    events = await _events(tx, record, record)
    kind = KIND[status]
    if was == status and door is None and seen in (None, "completed"):
        kind = "counted"
    noted: history.Event | None = None
    if was != status or items is not None:
        noted = await _note(tx, record, kind, seen=was, items=items, signed=signed, door=door)
        events.append(noted)
    found = await apply(tx, record, was, events)
    return OTHERS_STAND[found.cases[noted.id]] if noted and noted.id in found.cases else ""


async def row_changed(tx: ElevatedTransaction, record: Pickup, old: Pickup | None) -> None:
    """A record was written as a row: `old` as it was, None for a new one. Its effects follow."""
    was: PickupStatus = old.status if old else "scheduled"
    before = old.items_counted if old else None
    items = record.items_counted if record.items_counted != before else None
    if old is not None:
        await _events(tx, record, old)
    if record.status == was and items is None:
        return
    events = await _events(tx, record, record)
    kind = KIND[record.status] if record.status != was else "counted"
    events.append(await _note(tx, record, kind, seen=was, items=items))
    await apply(tx, record, was, events)


async def apply(
    tx: ElevatedTransaction,
    record: Pickup,
    was: PickupStatus,
    events: list[history.Event],
    *,
    follow: bool = True,
) -> history.History:
    """Let a record say what its events make of it, with what follows from another status.

    `was` is the status before; without `follow` the booking and the queue stay as they are. Returns
    what the events say.
    """
    found = history.read(events)
    record = await queries.store(tx, record.id, found)
    if found.signed:
        signed = [one.id for one in found.signed]
        await event_queries.sign(tx, record.id, signed, found.items or 0)
    for event_id, reason in found.cases.items():
        await event_queries.open_case(tx, event_id, reason)
    # A stop that was under way and is waiting again has a confirmed booking, whichever came first.
    if follow and (found.status != was or (found.begun and found.status == "scheduled")):
        await service.follow(tx, record, found.status)
    await service.bill(tx, record, was)
    return found


async def _note(
    tx: ElevatedTransaction,
    record: Pickup,
    kind: Kind,
    *,
    seen: PickupStatus,
    items: int | None = None,
    signed: tuple[str, str] | None = None,
    decides: UUID | None = None,
    words: str | None = None,
    door: DoorTime | None = None,
) -> history.Event:
    """Keep what somebody does to a stop: it happens now, or as of `door`."""
    now = clock.now()
    name, strokes = signed or (None, None)
    at = door.at if door else now
    new = NewEvent(
        id=door.event_id if door else uuid7(),
        kind=kind,
        pickup_id=record.id,
        booking_id=record.booking_id,
        day=record.pickup_date,
        seen=seen,
        items_counted=items,
        signed_by=name,
        strokes=strokes,
        note=words,
        at=min(max(at, clock.moment(record.pickup_date)), now),
        received_at=door.received_at if door else now,
        actor_id=tx.actor.user_id,
        actor_role=tx.actor.role,
        decides=decides,
    )
    if door and not door.is_live:
        await event_queries.add(tx, new)
        return event_queries.kept(new)
    return await event_queries.add_next(tx, new)


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
    events = await _events(tx, record, record)
    events.append(
        await _note(tx, record, "completed", seen=was, items=items, decides=event_id, words=words)
    )
    await apply(tx, record, was, events, follow=follow)


async def _events(tx: ElevatedTransaction, record: Pickup, was: Pickup) -> list[history.Event]:
    """What happened at a stop, in any order.

    A record that was made without events (imported, or older than they are) gets its own.
    """
    events = await event_queries.of_pickup(tx, record.id)
    if events or was.status == "scheduled":
        return events
    known = was.completed_at if was.status == "completed" else was.started_at
    ends = known or record.created_at
    begins = min(was.started_at or ends, ends)
    steps: list[tuple[Kind, datetime, int | None]] = [("on_way", begins, None)]
    if was.status == "completed":
        steps = [*steps[: begins < ends], ("completed", ends, was.items_counted)]
    for kind, at, items in steps:
        new = NewEvent(
            id=uuid7(),
            kind=kind,
            pickup_id=record.id,
            booking_id=record.booking_id,
            day=record.pickup_date,
            items_counted=items,
            at=at,
            received_at=at,
            actor_role="record",
        )
        await event_queries.add(tx, new)
    return await event_queries.of_pickup(tx, record.id)


async def _stop(tx: ElevatedTransaction, event: Recorded) -> tuple[Pickup | None, Booking | None]:
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


def _blocked(record: Pickup | None, booking: Booking | None) -> Reason | None:
    """Why an event cannot change its stop: the booking is not what the crew stood there for."""
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


def happened_at(device_at: datetime, offset: timedelta, day: date, now: datetime) -> datetime:
    """When a device recorded something, by the server's clock: not before its day, nor later."""
    begins = clock.moment(day)
    return min(max(clock.put_right(device_at, offset, now), begins), now)


def milliseconds(offset: timedelta) -> int:
    """An offset as it is kept."""
    return round(offset / timedelta(milliseconds=1))
