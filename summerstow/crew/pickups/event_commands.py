"""`rpc/record_pickup_events` and what staff do about events that did not fit."""

from __future__ import annotations

from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.crew.events import cases as count_cases
from summerstow.crew.events.clock import measured_offset
from summerstow.crew.events.model import EventReason
from summerstow.platform import clock
from summerstow.platform.commands import Command, OneOrAll, Subject
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import CREW, OFFICE

from . import cases, event_queries, recording
from .model import KeptEvent, Moment, PickupEvent

_Note = Annotated[str, msgspec.Meta(max_length=500)]


class RecordPickupEvents(msgspec.Struct, forbid_unknown_fields=True):
    """Events in the order in which they happened; `sent_at` is the device's clock as it sends."""

    sent_at: Moment
    events: Annotated[list[PickupEvent], msgspec.Meta(min_length=1, max_length=100)]


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
    offset = measured_offset(arguments.sent_at, now)
    stored: list[UUID] = []
    already: list[UUID] = []
    unchanged: dict[UUID, str] = {}
    for place, one in enumerate(arguments.events):
        if not (one.stop_id or one.pickup_id or one.booking_id or one.user_id):
            raise Invalid(f"Event {place} names no stop.")
    for one in arguments.events:
        words = await recording.store_event(tx, one, offset, now)
        if words is None:
            already.append(one.id)
            continue
        stored.append(one.id)
        if words:
            unchanged[one.id] = words
    waiting = await count_cases.waiting(tx, [one.id for one in arguments.events])
    for one_waiting in waiting:
        unchanged.pop(one_waiting.id, None)
    return RecordedEvents(
        stored=stored,
        already=already,
        needs_person=waiting,
        unchanged=[EventWords(key, words) for key, words in unchanged.items()],
    )


async def needs_person(tx: ElevatedTransaction, arguments: OneOrAll) -> cases.CasesForPerson:
    """What waits for a decision, and what was decided; a worker sees what they recorded."""
    mine = None if tx.actor.role in OFFICE else tx.actor.user_id
    return await cases.needing_a_person(tx, mine, arguments.id)


async def settle_case(tx: ElevatedTransaction, arguments: SettleCase) -> None:
    """Accept the crew's record, or keep what stands; 409 where somebody has decided already."""
    words = (arguments.words or "").strip() or None
    await cases.settle(tx, arguments.id, arguments.decision, words)


async def pickup_events(tx: ElevatedTransaction, arguments: PickupEvents) -> list[KeptEvent]:
    """All that was recorded for a pickup, in the order in which it happened."""
    return await event_queries.recorded(tx, arguments.pickup_id)


async def _owner_of_pickup(tx: Transaction, arguments: PickupEvents) -> Subject:
    return await event_queries.owner_of_pickup(tx, arguments.pickup_id)


COMMANDS: Final[tuple[Command, ...]] = (
    Command("record_pickup_events", RecordPickupEvents, record_pickup_events, CREW, elevated=True),
    Command(
        "needs_person",
        OneOrAll,
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
