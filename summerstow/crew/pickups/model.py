"""What this package handles: a pickup's record and key, and a day's stops."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.warehouse.history import State

PickupStatus = Literal["scheduled", "in_progress", "completed"]
Kind = Literal["waiting", "on_way", "completed", "counted"]
Reason = Literal[
    "other_count",
    "other_signature",
    "taken_back",
    "cancelled",
    "moved",
    "ended",
    "gone",
    "refused",
    "far",
]
Decision = Literal["accept", "keep"]


class Pickup(msgspec.Struct, frozen=True, kw_only=True):
    """A pickup's record. `pickup_date` is a campus-local day.

    `pickup_time` and `slot_id` are those of a further pickup; the first one has its booking's.
    """

    id: UUID
    user_id: UUID | None
    booking_id: UUID | None
    pickup_date: date
    pickup_time: str | None
    slot_id: UUID | None
    status: PickupStatus
    items_counted: int | None
    started_at: datetime | None
    completed_at: datetime | None
    created_at: datetime

    @property
    def is_further(self) -> bool:
        """Whether its booking was picked up before."""
        return self.pickup_time is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """A row of `custody_events` to be kept, by column."""

    id: UUID
    kind: Kind
    day: date
    at: datetime
    received_at: datetime
    actor_role: str
    actor_id: UUID | None = None
    pickup_id: UUID | None = None
    booking_id: UUID | None = None
    stop_id: UUID | None = None
    seen: PickupStatus | None = None
    items_counted: int | None = None
    signed_by: str | None = None
    strokes: str | None = None
    note: str | None = None
    device_at: datetime | None = None
    clock_offset_ms: int = 0
    applies: bool = True
    decides: UUID | None = None


@dataclass(frozen=True, slots=True)
class PickupKey:
    """Whose pickup it is, and when. `booking_id` is None for an entry that no booking made."""

    user_id: UUID | None
    booking_id: UUID | None
    pickup_date: date


@dataclass(frozen=True, slots=True)
class LastAddress:
    """Where an account was picked up last."""

    campus_id: int
    residence_type: str
    building_name: str | None
    address: str | None
    phone: str | None


class ListedItem(msgspec.Struct, frozen=True):
    """What a customer listed to hand over, or the crew added; and where it is."""

    id: str
    number: int
    label_code: str | None
    state: State
    damaged: bool
    kind: str
    description: str
    boxed: bool
    heavy: bool
    declared_value_cents: int
    picture_id: str | None


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """One stop of a day: whose it is, where, when, and how far; moments are ISO 8601.

    `queue_id` is its queue entry, null once it is done; `pickup_id` its record, null while
    nothing was done. `since`: when it joined the queue; done stops have none.
    """

    queue_id: str | None
    queue_position: int | None
    is_ready: bool | None
    pickup_id: str | None
    pickup_status: PickupStatus
    started_at: str | None
    completed_at: str | None
    items_counted: int | None
    completed_received_at: str | None
    booking_id: str | None
    user_id: str | None
    full_name: str
    customer_id: str | None
    pickup_time: str | None
    building_name: str | None
    address: str | None
    residence_type: str | None
    phone: str | None
    contact_name: str | None
    has_flight: bool | None
    flight_time: str | None
    additional_comments: str | None
    booking_status: str | None
    pickup_date: str | None
    signed_by: str | None
    items: list[ListedItem]
    since: str | msgspec.UnsetType = msgspec.UNSET


class KeptEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is kept; moments are ISO 8601.

    `at` is when it happened: the device's time put right; `actor_name` is null for what no person
    recorded.
    """

    id: str
    kind: Kind
    at: str
    device_at: str | None
    received_at: str
    clock_offset_ms: int
    items_counted: int | None
    signed_by: str | None
    strokes: str | None
    note: str | None
    actor_role: str
    actor_name: str | None


class PickupRecord(msgspec.Struct, frozen=True):
    """What stands for a pickup now; `signed_by` is null where nobody signed its count."""

    status: PickupStatus
    items_counted: int | None
    completed_at: str | None
    signed_by: str | None


class CustodyCase(msgspec.Struct, frozen=True, kw_only=True):
    """An event that did not fit its stop, and what a person decided about it."""

    id: str
    reason: Reason
    state: Literal["open", "settled"]
    decision: Decision | None
    words: str | None
    created_at: str
    settled_at: str | None
    settled_by: str | None
    day: str
    campus_id: int | None
    booking_id: str | None
    booking_status: str | None
    pickup_date: str | None
    pickup_time: str | None
    full_name: str
    customer_id: str | None
    event: KeptEvent
    record: PickupRecord | None


@dataclass(frozen=True, slots=True)
class EventToSettle:
    """A case with its event, as a decision needs it."""

    state: str
    event_id: UUID
    pickup_id: UUID | None
    items_counted: int | None


class EventReason(msgspec.Struct, frozen=True):
    """Why an event waits for a person."""

    id: UUID
    reason: Reason


class DayStops(msgspec.Struct, frozen=True):
    """The pickups of a campus and day: `waiting` in their order, `done` the latest first."""

    waiting: list[Stop]
    done: list[Stop]
