"""What a stop's events make of it: pure, so that any order of arrival gives one history.

Events are read in the order in which they happened. The completion that the server received first
stands until it is taken back, with its count and signature (rule: stop-history): a pickup was
billed and mailed. What an event recorded and the stop does not show is a case for a person.
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
#: `counted`: the count of a completed pickup was put right.
EventState = Literal["waiting", "on_way", "arrived", "completed", "failed", "counted"]
PickupStatus = Literal["scheduled", "in_progress", "completed"]
FailureKind = Literal[
    "nobody_there", "not_ready", "wrong_address", "too_much", "refused_goods", "ours"
]
#: What a crew wants after a failure: today again, another date, or the office to decide.
NextStep = Literal["again", "date", "office"]
Conflicting = Literal["other_count", "other_signature", "taken_back", "contradiction"]

#: The status of a pickup's record, by the state of its stop.
STATUS: Final[dict[StopState, PickupStatus]] = {
    "waiting": "scheduled",
    "on_way": "in_progress",
    "arrived": "in_progress",
    "completed": "completed",
    "failed": "scheduled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvent:
    """One thing that was recorded at a stop.

    `at` is when it happened, `received_at` when it reached the server; `seen` the status on the
    screen it was recorded on. `office`: by an admin or executive. `decides`: the event whose count
    and time a person accepted by this one.
    """

    id: UUID
    state: EventState
    at: datetime
    received_at: datetime
    seen: PickupStatus | None = None
    items: int | None = None
    signed_by: str | None = None
    note: str | None = None
    failure: FailureKind | None = None
    actor_id: UUID | None = None
    office: bool = False
    decides: UUID | None = None

    @property
    def is_evidence(self) -> bool:
        """Whether it holds more than that the stop is done."""
        return self.items is not None or self.signed_by is not None or self.note is not None

    def knows(self, other: StopEvent) -> bool:
        """Whether its actor can have known of the other event."""
        mine = self.actor_id is not None and self.actor_id == other.actor_id
        return mine or other.received_at <= self.at


@dataclass(slots=True)
class StopHistory:
    """What the events give, the cases for a person, and what came too late to matter.

    `begun`: a crew was on its way once, even where that was taken back. `signed`: the events whose
    signatures stand under the count.
    """

    state: StopState = "waiting"
    started: StopEvent | None = None
    arrived_at: datetime | None = None
    completed: StopEvent | None = None
    failure: FailureKind | None = None
    items: int | None = None
    begun: bool = False
    signed: list[StopEvent] = field(default_factory=list)
    cases: dict[UUID, Conflicting] = field(default_factory=dict)
    stale: set[UUID] = field(default_factory=set)

    @property
    def status(self) -> PickupStatus:
        """The status of a pickup's record."""
        return STATUS[self.state]


def read(events: Iterable[StopEvent]) -> StopHistory:
    """The history that these events make, in whatever order they come, each once for its id."""
    known = {one.id: one for one in events}
    found = StopHistory()
    claims: list[StopEvent] = []
    for one in sorted(known.values(), key=lambda one: (one.at, one.received_at, one.id)):
        is_completed = found.state == "completed"
        found.begun = found.begun or one.state in ("on_way", "arrived", "completed")
        if one.state == "counted" and not is_completed:
            found.items = one.items
        elif one.state in ("completed", "counted"):
            found.state, found.failure = "completed", None
            claims.append(one)
        elif is_completed and one.state == "failed":
            found.cases[one.id] = "contradiction"
        elif (is_completed and one.seen != "completed") or (
            # A crew at the door has been on its way.
            found.state == "arrived" and one.state == "on_way"
        ):
            found.stale.add(one.id)
        elif is_completed and _takes_back_own(one, claims):
            claims = [other for other in claims if other.actor_id != one.actor_id]
        else:
            _take_back(found, claims, known, one)
            claims = []
            _move(found, one)
    _settle(found, claims, known)
    return found


def _move(found: StopHistory, one: StopEvent) -> None:
    assert one.state != "counted"
    found.items = one.items if one.items is not None else found.items
    if one.state in ("on_way", "arrived"):
        found.started = found.started or one
    else:
        found.started = None
    if one.state == "arrived":
        found.arrived_at = one.at
    elif one.state == "waiting" or (found.state == "failed" and one.state == "on_way"):
        found.arrived_at = None
    found.state = one.state
    found.failure = one.failure


def _takes_back_own(one: StopEvent, claims: list[StopEvent]) -> bool:
    """Whether a worker takes back a completion of theirs, and another's stands beside it."""
    own = [other for other in claims if other.actor_id == one.actor_id]
    return 0 < len(own) < len(claims) and not one.office


def _first(claims: list[StopEvent]) -> StopEvent:
    """Return the completion that the server received first; of those with a count, if any."""
    counted = [one for one in claims if one.items is not None]
    return min(counted or claims, key=lambda one: (one.received_at, one.at, one.id))


def _completion(
    found: StopHistory, claims: list[StopEvent], known: dict[UUID, StopEvent]
) -> StopEvent | None:
    """Return the completion that stands: accepted by a person, else the earliest that agrees."""
    decided = next((one.decides for one in reversed(claims) if one.decides in known), None)
    if decided is not None:
        return known[decided]
    completions = [one for one in claims if one.state == "completed"] or claims
    if not completions:
        return None
    items = _first(completions).items
    agreeing = [one for one in completions if one.items == items]
    return next((one for one in agreeing if one.id not in found.cases), agreeing[0])


def _take_back(
    found: StopHistory, claims: list[StopEvent], known: dict[UUID, StopEvent], by: StopEvent
) -> None:
    """A completion was none, as far as the actor of `by` knew of it."""
    if found.state != "completed":
        return
    found.items = _standing(claims, found.items)
    found.started = found.started or _completion(found, claims, known)
    for one in claims:
        if one.is_evidence and not by.knows(one):
            found.cases[one.id] = "taken_back"


def _settle(found: StopHistory, claims: list[StopEvent], known: dict[UUID, StopEvent]) -> None:
    """The count that stands, the signatures under it, and the counts that differ from it."""
    found.items = _standing(claims, found.items)
    decision = _decision(claims)
    signed = [one for one in claims if one.signed_by is not None and one.items == found.items]
    signer = _name(_first(signed)) if signed else None
    for one in claims:
        is_known = decision is not None and decision.knows(one)
        if one.items is not None and one.items != found.items:
            if not is_known:
                found.cases[one.id] = "other_count"
        elif one in signed and _name(one) != signer and not is_known:
            found.cases[one.id] = "other_signature"
        elif one in signed:
            found.signed.append(one)
    decided = {one.decides for one in claims if one.decides}
    found.signed += [
        known[key]
        for key in decided
        if key in known and known[key].signed_by is not None and known[key] not in found.signed
    ]
    found.cases = {key: reason for key, reason in found.cases.items() if key not in decided}
    if found.state == "completed":
        found.completed = _completion(found, claims, known)
        found.started = found.started or found.completed


def _decision(claims: list[StopEvent]) -> StopEvent | None:
    """The last time a count was put right on purpose."""
    return next(
        (
            one
            for one in reversed(claims)
            if one.items is not None and (one.state == "counted" or one.decides)
        ),
        None,
    )


def _name(event: StopEvent) -> str:
    return name_key(event.signed_by or "")


def _standing(claims: list[StopEvent], before: int | None) -> int | None:
    """Return the count that was put right on purpose, else the one that was received first."""
    decision = _decision(claims)
    if decision is not None:
        return decision.items
    counted = [one for one in claims if one.items is not None]
    if not counted:
        return before
    return _first(counted).items
