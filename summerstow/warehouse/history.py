"""What an item's events make of it: pure, so that any order of arrival gives one history.

Rules: item-states (which event may follow which state), events-by-device-time, scans-taken-back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

State = Literal[
    "listed",
    "packed",
    "picked_up",
    "in_storage",
    "pulled",
    "out_for_delivery",
    "shipped",
    "delivered",
    "missing",
    "refused",
]
EventKind = Literal[
    "listed",
    "bound",
    "packed",
    "picked_up",
    "shelved",
    "pulled",
    "loaded",
    "shipped",
    "delivered",
    "missing",
    "found",
    "damaged",
    "refused",
    "note",
    "taken_back",
]
#: Why an event needs a person. `order`: it does not follow from the state before it. `missing`: the
#: item is being looked for and its customer has to be called. The others: the event moves nothing.
Reason = Literal[
    "order",
    "item",
    "label",
    "unknown_label",
    "stop",
    "completed",
    "far",
    "booking",
    "unknown_booking",
    "ended",
    "location",
    "photo",
    "scan",
    "missing",
]

#: The state after an event; those that are not here leave it as it is.
AFTER: Final[Mapping[EventKind, State]] = {
    "packed": "packed",
    "picked_up": "picked_up",
    "shelved": "in_storage",
    "pulled": "pulled",
    "loaded": "out_for_delivery",
    "shipped": "shipped",
    "delivered": "delivered",
    "missing": "missing",
    "found": "in_storage",
    "refused": "refused",
}
#: These fit every state.
ANYWHERE: Final[frozenset[EventKind]] = frozenset({"note", "damaged", "taken_back"})
#: These say what an item is before it has moved.
_AT_HOME: Final[frozenset[EventKind]] = frozenset({"listed", "bound"})
_STORED: Final[frozenset[EventKind]] = frozenset({"shelved", "pulled", "missing"})
#: Which events may follow a state (rule: item-states).
FOLLOWS: Final[Mapping[State, frozenset[EventKind]]] = {
    "listed": _AT_HOME | {"packed", "picked_up", "refused"},
    "packed": _AT_HOME | {"picked_up", "refused"},
    "picked_up": frozenset({"bound", "shelved", "loaded", "missing"}),
    "in_storage": _STORED | {"bound"},
    "pulled": frozenset({"bound", "loaded", "shelved", "missing"}),
    "out_for_delivery": frozenset({"bound", "shipped", "delivered", "shelved", "missing"}),
    "shipped": frozenset({"delivered", "shelved", "missing"}),
    "missing": _STORED | {"bound", "found"},
    "delivered": frozenset(),
    "refused": frozenset(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemEvent:
    """One thing that happened to an item.

    `at` is by the device's clock, put right; `received_at` when the server heard of it.
    `blocked`: why it says nothing of the item, for instance that its stop was of another booking.
    `reverses`: the scan that a `taken_back` takes back. `stop_id`: where the item was scanned.
    """

    id: UUID
    kind: EventKind
    at: datetime
    received_at: datetime
    location_id: UUID | None = None
    blocked: Reason | None = None
    reverses: UUID | None = None
    stop_id: UUID | None = None


@dataclass(slots=True)
class ItemHistory:
    """What the events give: where the item is, and the events that need a person.

    `last` is the last event that says something of it; a note is for staff alone. `missing`: the
    event by which it is missing now.
    """

    state: State = "listed"
    location_id: UUID | None = None
    damaged: bool = False
    last: ItemEvent | None = None
    missing: UUID | None = None
    cases: dict[UUID, Reason] = field(default_factory=dict)


def read(events: Iterable[ItemEvent]) -> ItemHistory:
    """The history that these events make, in whatever order they come, each once for its id."""
    known = {one.id: one for one in events}
    taken_back = {one.reverses for one in known.values() if one.blocked is None}
    found = ItemHistory()
    scans: set[tuple[EventKind, UUID]] = set()
    last: tuple[EventKind, UUID | None] | None = None
    for one in sorted(known.values(), key=lambda one: (one.at, one.received_at, one.id)):
        if one.id in taken_back:
            continue
        if one.blocked is not None:
            found.cases[one.id] = one.blocked
        elif one.kind in ANYWHERE:
            if one.kind == "damaged":
                found.damaged, found.last = True, one
        elif one.kind in FOLLOWS[found.state]:
            _move(found, one)
            if one.kind in AFTER:
                last = one.kind, one.stop_id
            if one.stop_id is not None:
                scans.add((one.kind, one.stop_id))
        elif (one.kind, one.stop_id) != last and (one.kind, one.stop_id) not in scans:
            found.cases[one.id] = "order"
    return found


def _move(found: ItemHistory, event: ItemEvent) -> None:
    after = AFTER.get(event.kind)
    if after is not None:
        found.state = after
        found.missing = event.id if after == "missing" else None
        # It stands on a shelf, or nowhere that we name; an item that was lost keeps its last shelf,
        # which is where to look for it.
        if after != "missing":
            found.location_id = event.location_id if after == "in_storage" else None
    found.last = event
