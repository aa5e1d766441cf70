"""What customers and crews read of an item."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from .history import EventKind, Reason, State

#: What the customer reads of the last event; `{day}` is campus-local, `{site}` where it stands.
_SAID: Final[Mapping[EventKind, str]] = {
    "listed": "On your list",
    "bound": "Label attached {day}",
    "packed": "Packed {day}",
    "picked_up": "Picked up {day}",
    "shelved": "On a shelf at {site} since {day}",
    "pulled": "Off the shelf and ready for your delivery",
    "loaded": "On the van {day}",
    "delivered": "Delivered {day}",
    "missing": "We are looking for it. We will call you.",
    "found": "Found {day}",
    "damaged": "Damaged. We will call you about it.",
    "refused": "Not taken at pickup {day}",
    "note": "",
}
STATES: Final[Mapping[State, str]] = {
    "listed": "on the list",
    "packed": "packed",
    "picked_up": "picked up",
    "in_storage": "in storage",
    "pulled": "pulled",
    "out_for_delivery": "on the van",
    "delivered": "delivered",
    "missing": "missing",
    "refused": "not taken",
}
#: Why a person has to look, where the item's own state does not say it better.
REASONS: Final[Mapping[Reason, str]] = {
    "order": "This does not follow from what happened to the item before.",
    "item": "There is no such item.",
    "label": "This label is on no item yet. Scan it at its booking first.",
    "stop": "This item belongs to another stop.",
    "booking": "This label is on an item of another booking.",
    "location": "There is no such shelf.",
}


def said(kind: EventKind, on: date, site: str | None) -> str:
    """`On a shelf at UBC Vancouver since Apr 29`."""
    words = _SAID[kind]
    if site is None:
        words = words.replace(" on a shelf at {site}", "").replace("On a shelf at {site}", "Stored")
    return words.format(day=f"{on:%b} {on.day}", site=site)
