"""What this package handles: a pickup's record and key, and a day's stops."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow import facts
from summerstow.crew.events.history import PickupStatus
from summerstow.crew.events.model import CountReason, Decision
from summerstow.friends.bundles.model import StopFriend

from .items import StopItem

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Kind = Literal["waiting", "on_way", "completed", "counted"]


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


class Signature(msgspec.Struct, forbid_unknown_fields=True):
    """Who signed the count, and the pen's way: an SVG path of moves and lines on 640 x 240."""

    signed_by: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    strokes: Annotated[str, msgspec.Meta(max_length=20_000, pattern=r"^M[ML0-9 ]+$")]


class PickupEvent(msgspec.Struct, forbid_unknown_fields=True):
    """What was recorded at a stop: `id` made on the device, `at` by its clock, `day` the stop's.

    The stop is named by all that the device knows of it, since its queue entry may be gone.
    """

    id: UUID
    kind: Literal["waiting", "on_way", "completed"]
    at: Moment
    day: date
    stop_id: UUID | None = None
    pickup_id: UUID | None = None
    booking_id: UUID | None = None
    user_id: UUID | None = None
    seen: PickupStatus | None = None
    items: Annotated[int, msgspec.Meta(ge=0, le=500)] | None = None
    signature: Signature | None = None
    note: Annotated[str, msgspec.Meta(max_length=500)] | None = None


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


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """One stop of a day: whose it is, where, when, and how far; moments are ISO 8601.

    `queue_id` is its queue entry, null once it is done; `pickup_id` its record, null while
    nothing was done. `since`: when it joined the queue; `arrived_at`: when the crew came, null if
    it is not there. Done stops have neither.
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
    items: list[StopItem]
    friends: list[StopFriend]
    since: str | msgspec.UnsetType = msgspec.UNSET
    arrived_at: str | msgspec.UnsetType | None = msgspec.UNSET


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


#: Why an event of a pickup's count waits, as one sentence.
COUNT_REASONS: Final = facts.read("count_reasons.json", dict[CountReason, str])


class CustodyCase(msgspec.Struct, frozen=True, kw_only=True):
    """An event that did not fit its stop, and what a person decided about it."""

    id: str
    reason: CountReason
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


class DayStops(msgspec.Struct, frozen=True):
    """The pickups of a campus and day: `waiting` in their order, `done` the latest first.

    `failed`: ids of the stops that did not work out.
    """

    waiting: list[Stop]
    done: list[Stop]
    failed: list[str]
