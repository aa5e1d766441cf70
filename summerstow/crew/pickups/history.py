"""What a stop's events make of it: pure, so that any order of arrival gives one record.

Events are read in the order in which they happened (`at`, then id). The completion that the server
heard of first stands until it is taken back, with its count and signature (rule: stop-history): it
was billed and mailed. What an event recorded and the record does not show is a case for a person.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from summerstow.platform.text import name_key

from .model import Kind, PickupStatus, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that was recorded at a stop.

    `at` is when it happened, `received_at` when the server heard of it; `seen` the status on the
    screen it was recorded on. `office`: by an admin or executive. `decides`: the event whose count
    and time a person accepted by this one.
    """

    id: UUID
    kind: Kind
    at: datetime
    received_at: datetime
    seen: PickupStatus | None = None
    items: int | None = None
    signed_by: str | None = None
    note: str | None = None
    actor_id: UUID | None = None
    office: bool = False
    decides: UUID | None = None

    @property
    def signed(self) -> bool:
        """Whether somebody signed."""
        return self.signed_by is not None

    @property
    def is_evidence(self) -> bool:
        """Whether it holds more than that the stop is done."""
        return self.items is not None or self.signed or self.note is not None

    def knows(self, other: Event) -> bool:
        """Whether whoever recorded this can have known of the other event."""
        mine = self.actor_id is not None and self.actor_id == other.actor_id
        return mine or other.received_at <= self.at


@dataclass(slots=True)
class History:
    """The record that the events give, the cases for a person, and what came too late to matter.

    `begun`: a crew was on its way once, even where that was taken back.
    """

    status: PickupStatus = "scheduled"
    started: Event | None = None
    completed: Event | None = None
    items: int | None = None
    begun: bool = False
    signed: list[Event] = field(default_factory=list)
    cases: dict[UUID, Reason] = field(default_factory=dict)
    stale: set[UUID] = field(default_factory=set)


def read(events: Iterable[Event]) -> History:
    """The history that these events make, in whatever order they come."""
    ordered = sorted(events, key=lambda one: (one.at, one.id))
    known = {one.id: one for one in ordered}
    found = History()
    claims: list[Event] = []
    for one in ordered:
        found.begun = found.begun or one.kind in ("on_way", "completed")
        if one.kind == "counted" and found.status != "completed":
            found.items = one.items
        elif one.kind in ("completed", "counted"):
            found.status = "completed"
            claims.append(one)
        elif found.status == "completed" and one.seen != "completed":
            found.stale.add(one.id)
        elif found.status == "completed" and _takes_back_own(one, claims):
            claims = [other for other in claims if other.actor_id != one.actor_id]
        else:
            _take_back(found, claims, known, one)
            claims = []
            found.items = one.items if one.items is not None else found.items
            found.status = "in_progress" if one.kind == "on_way" else "scheduled"
            found.started = found.started or one if one.kind == "on_way" else None
    _settle(found, claims, known)
    return found


def _takes_back_own(one: Event, claims: list[Event]) -> bool:
    """Whether a worker takes back a completion of theirs, and another's stands beside it."""
    own = [other for other in claims if other.actor_id == one.actor_id]
    return 0 < len(own) < len(claims) and not one.office


def _first(claims: list[Event]) -> Event:
    """Return the completion that the server heard of first; of those with a count, if any."""
    counted = [one for one in claims if one.items is not None]
    return min(counted or claims, key=lambda one: (one.received_at, one.at, one.id))


def _completion(claims: list[Event], known: dict[UUID, Event]) -> Event | None:
    """Return the completion that stands: accepted by a person, else the earliest that agrees."""
    decided = next((one.decides for one in reversed(claims) if one.decides in known), None)
    if decided is not None:
        return known[decided]
    completions = [one for one in claims if one.kind == "completed"] or claims
    if not completions:
        return None
    items = _first(completions).items
    return next(one for one in completions if one.items == items)


def _take_back(found: History, claims: list[Event], known: dict[UUID, Event], by: Event) -> None:
    """A completion was none, as far as whoever says so knew of it."""
    if found.status != "completed":
        return
    found.items = _standing(claims, found.items)
    found.started = found.started or _completion(claims, known)
    for one in claims:
        if one.is_evidence and not by.knows(one):
            found.cases[one.id] = "taken_back"


def _settle(found: History, claims: list[Event], known: dict[UUID, Event]) -> None:
    """The count that stands, the signatures under it, and the counts that differ from it."""
    found.items = _standing(claims, found.items)
    if found.status == "completed":
        found.completed = _completion(claims, known)
        found.started = found.started or found.completed
    decision = _decision(claims)
    signed = [one for one in claims if one.signed and one.items == found.items is not None]
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
        if key in known and known[key].signed and known[key] not in found.signed
    ]
    found.cases = {key: reason for key, reason in found.cases.items() if key not in decided}


def _decision(claims: list[Event]) -> Event | None:
    """The last time a count was put right on purpose."""
    return next(
        (
            one
            for one in reversed(claims)
            if one.items is not None and (one.kind == "counted" or one.decides)
        ),
        None,
    )


def _name(event: Event) -> str:
    return name_key(event.signed_by or "")


def _standing(claims: list[Event], before: int | None) -> int | None:
    """Return the count that was put right on purpose, else the one that was heard of first."""
    decision = _decision(claims)
    if decision is not None:
        return decision.items
    counted = [one for one in claims if one.items is not None]
    if not counted:
        return before
    return _first(counted).items
