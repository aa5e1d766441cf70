"""`rpc/record_pickup_events` and what staff do about events that did not fit."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command, Subject
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import CREW, OFFICE
from summerstow.warehouse import cases as item_cases

from . import cases, event_queries, recording
from .commands import Signature
from .model import EventReason, KeptEvent, PickupStatus

_Moment = Annotated[datetime, msgspec.Meta(tz=True)]
_Note = Annotated[str, msgspec.Meta(max_length=500)]


class PickupEvent(msgspec.Struct, forbid_unknown_fields=True):
    """What was recorded at a stop: `id` made on the device, `at` by its clock, `day` the stop's.

    The stop is named by all that the device knows of it, since its queue entry may be gone.
    """

    id: UUID
    kind: Literal["waiting", "on_way", "completed"]
    at: _Moment
    day: date
    stop_id: UUID | None = None
    pickup_id: UUID | None = None
    booking_id: UUID | None = None
    user_id: UUID | None = None
    seen: PickupStatus | None = None
    items: Annotated[int, msgspec.Meta(ge=0, le=500)] | None = None
    signature: Signature | None = None
    note: _Note | None = None


class RecordPickupEvents(msgspec.Struct, forbid_unknown_fields=True):
    """Events in the order in which they happened; `sent_at` is the device's clock as it sends."""

    sent_at: _Moment
    events: Annotated[list[PickupEvent], msgspec.Meta(min_length=1, max_length=100)]


class NeedsPerson(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments: the office sees all, a worker what they recorded."""


class SettleCase(msgspec.Struct, forbid_unknown_fields=True):
    """`accept` what was recorded at the stop, or `keep` what stands.

    An item's event is `seen`, with words of what was done about it.
    """

    id: UUID
    decision: Literal["accept", "keep", "seen"]
    words: _Note | None = None


class PickupEvents(msgspec.Struct, forbid_unknown_fields=True):
    """A pickup by its record."""

    pickup_id: UUID


class EventWords(msgspec.Struct, frozen=True):
    """Why an event changed nothing, in words for the crew."""

    id: UUID
    reason: str


class RecordedEvents(msgspec.Struct, frozen=True):
    """What became of events: a device may forget those in `stored` and `already`.

    `needs_person` wait for the office's decision; `unchanged` came too late to matter.
    """

    stored: list[UUID]
    already: list[UUID]
    needs_person: list[EventReason]
    unchanged: list[EventWords]


async def record_pickup_events(
    tx: ElevatedTransaction, arguments: RecordPickupEvents
) -> RecordedEvents:
    """What crews recorded at stops.

    Each event is kept, once for its id, whatever became of its stop. Raises `Invalid` for an
    event that names no stop.
    """
    now = clock.now()
    offset = now - arguments.sent_at
    stored: list[UUID] = []
    already: list[UUID] = []
    unchanged: dict[UUID, str] = {}
    for place, one in enumerate(arguments.events):
        if not (one.stop_id or one.pickup_id or one.booking_id or one.user_id):
            raise Invalid(f"Event {place} names no stop.")
    for one in arguments.events:
        signature = one.signature
        event = recording.Recorded(
            id=one.id,
            kind=one.kind,
            device_at=one.at,
            day=one.day,
            stop_id=one.stop_id,
            pickup_id=one.pickup_id,
            booking_id=one.booking_id,
            user_id=one.user_id,
            seen=one.seen,
            items=one.items,
            signed=(signature.signed_by, signature.strokes) if signature else None,
            note=one.note,
        )
        words = await recording.keep(tx, event, offset, now)
        if words is None:
            already.append(one.id)
            continue
        stored.append(one.id)
        if words:
            unchanged[one.id] = words
    waiting = await event_queries.waiting(tx, [one.id for one in arguments.events])
    for one_waiting in waiting:
        unchanged.pop(one_waiting.id, None)
    return RecordedEvents(
        stored=stored,
        already=already,
        needs_person=waiting,
        unchanged=[EventWords(key, words) for key, words in unchanged.items()],
    )


async def needs_person(tx: ElevatedTransaction, arguments: NeedsPerson) -> cases.CasesForPerson:
    """What waits for a decision, and what was decided."""
    del arguments
    mine = None if tx.actor.role in OFFICE else tx.actor.user_id
    return await cases.needing_a_person(tx, mine)


async def settle_case(tx: ElevatedTransaction, arguments: SettleCase) -> None:
    """Accept the crew's record, or keep what stands; 409 where somebody has decided already."""
    words = (arguments.words or "").strip() or None
    if await item_cases.is_about_an_item(tx, arguments.id):
        await item_cases.settle(tx, arguments.id, words)
        return
    if arguments.decision == "seen":
        raise Invalid("Accept what was recorded at the stop, or keep what stands.")
    await cases.settle(tx, arguments.id, arguments.decision, words)


async def pickup_events(tx: ElevatedTransaction, arguments: PickupEvents) -> list[KeptEvent]:
    """All that was recorded for a pickup, in the order in which it happened."""
    return await event_queries.listed(tx, arguments.pickup_id)


async def _owner_of_pickup(tx: Transaction, arguments: PickupEvents) -> Subject:
    return await event_queries.owner_of_pickup(tx, arguments.pickup_id)


COMMANDS: Final[tuple[Command, ...]] = (
    Command("record_pickup_events", RecordPickupEvents, record_pickup_events, CREW, elevated=True),
    Command(
        "needs_person",
        NeedsPerson,
        needs_person,
        CREW,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("settle_case", SettleCase, settle_case, OFFICE, elevated=True),
    Command(
        "pickup_events",
        PickupEvents,
        pickup_events,
        CREW,
        read_only=True,
        reads_customers=True,
        about=_owner_of_pickup,
        elevated=True,
    ),
)
