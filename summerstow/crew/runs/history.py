"""What a stop's events make of it: pure, so that any order of arrival gives one state.

Events are read in the order in which they happened. A completion stands until somebody takes it
back by hand (`waiting`); what contradicts it waits for a person, what came late changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from summerstow.platform.text import name_key

StopKind = Literal["pickup", "return", "kit"]
StopState = Literal["waiting", "on_way", "arrived", "completed", "failed"]
FailureKind = Literal[
    "nobody_there", "not_ready", "wrong_address", "too_much", "refused_goods", "ours"
]
#: What a crew wants after a failure: today again, another date, or the office to decide.
NextStep = Literal["again", "date", "office"]
#: A crew that is at the door has been on its way: a late On Way takes nothing back.
_FURTHER: Final = frozenset({"arrived", "failed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvent:
    """One verb at a stop; `at` by the device's clock, put right."""

    id: UUID
    state: StopState
    at: datetime
    received_at: datetime
    failure: FailureKind | None = None
    signed_by: str | None = None


@dataclass(slots=True)
class StopHistory:
    """What the events give; `contradicts` are those that a person decides about."""

    state: StopState = "waiting"
    arrived_at: datetime | None = None
    completed_at: datetime | None = None
    failure: FailureKind | None = None
    signed_by: str | None = None
    contradicts: set[UUID] = field(default_factory=set)
    stale: set[UUID] = field(default_factory=set)


def read(events: Iterable[StopEvent]) -> StopHistory:
    """The state that these events make, in whatever order they come, each once for its id."""
    known = {one.id: one for one in events}
    found = StopHistory()
    for one in sorted(known.values(), key=lambda one: (one.at, one.received_at, one.id)):
        if found.state == "completed" and one.state != "waiting":
            if one.state == "failed" or _is_signed_by_another(found, one):
                found.contradicts.add(one.id)
            elif one.state != "completed":
                found.stale.add(one.id)
            continue
        if one.state == "on_way" and found.state in _FURTHER:
            if found.state == "arrived":
                found.stale.add(one.id)
                continue
            found.arrived_at = None
        _move(found, one)
    return found


def _is_signed_by_another(found: StopHistory, one: StopEvent) -> bool:
    if one.state != "completed" or one.signed_by is None or found.signed_by is None:
        return False
    return name_key(one.signed_by) != name_key(found.signed_by)


def _move(found: StopHistory, one: StopEvent) -> None:
    found.state = one.state
    found.failure = one.failure if one.state == "failed" else None
    found.completed_at = one.at if one.state == "completed" else None
    found.signed_by = one.signed_by if one.state == "completed" else None
    if one.state == "arrived":
        found.arrived_at = one.at
    elif one.state == "waiting":
        found.arrived_at = None
