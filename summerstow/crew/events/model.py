"""An event at a stop as it is stored, and the cases that events open."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform.roles import OFFICE

from .history import EventState, FailureKind, NextStep, PickupStatus, StopEvent, StopKind

#: Why an event of a pickup's count waits: it is accepted, or what stands is kept.
CountReason = Literal[
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
#: Why another event of a stop waits: settled by words of what was done about it.
StopReason = Literal[
    "unscanned",
    "override",
    "unsigned",
    "gone",
    "contradiction",
    "missing_items",
    "other_date",
    "ask_office",
    "far",
]
Decision = Literal["accept", "keep"]
#: `stop`: the count of a pickup; `verb`: another event of a stop.
About = Literal["stop", "verb", "item"]


class NewStopEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is stored, by column of `stop_events`."""

    id: UUID
    state: EventState
    at: datetime
    received_at: datetime
    actor_role: str
    actor_id: UUID | None = None
    kind: StopKind | None = None
    stop_id: UUID | None = None
    pickup_id: UUID | None = None
    booking_id: UUID | None = None
    day: date | None = None
    seen: PickupStatus | None = None
    items_counted: int | None = None
    signed_by: str | None = None
    strokes: str | None = None
    by_proxy: bool = False
    failure: FailureKind | None = None
    photo_id: UUID | None = None
    note: str | None = None
    next_step: NextStep | None = None
    override_reason: str | None = None
    device_at: datetime | None = None
    clock_offset_ms: int = 0
    applies: bool = True
    decides: UUID | None = None

    @property
    def as_read(self) -> StopEvent:
        """The event as the log gives it from now on."""
        return StopEvent(
            id=self.id,
            state=self.state,
            at=self.at,
            received_at=self.received_at,
            seen=self.seen,
            items=self.items_counted,
            signed_by=self.signed_by,
            note=self.note,
            failure=self.failure,
            actor_id=self.actor_id,
            office=self.actor_role in OFFICE,
            decides=self.decides,
        )


class CaseToSettle(msgspec.Struct, frozen=True):
    """A case with its event, as a decision needs it."""

    about: About
    state: Literal["open", "settled"]
    event_id: UUID
    pickup_id: UUID | None
    items_counted: int | None


class EventReason(msgspec.Struct, frozen=True):
    """Why an event waits for a person."""

    id: UUID
    reason: CountReason


COLUMNS: Final = NewStopEvent.__struct_fields__
