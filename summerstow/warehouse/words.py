"""What customers and crews read of an item."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

import msgspec

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
    "shipped": "Sent by carrier {day}",
    "delivered": "Delivered {day}",
    "missing": "We are looking for it. We will call you.",
    "found": "Found {day}",
    "damaged": "Damaged. We will call you about it.",
    "refused": "Not taken at pickup {day}",
    "note": "",
    "taken_back": "",
}
STATES: Final[Mapping[State, str]] = {
    "listed": "on the list",
    "packed": "packed",
    "picked_up": "picked up",
    "in_storage": "in storage",
    "pulled": "pulled",
    "out_for_delivery": "on the van",
    "shipped": "with the carrier",
    "delivered": "delivered",
    "missing": "missing",
    "refused": "not taken",
}
#: Why a person has to look; `{owner}`: the customer of the item or label, and the booking's code.
_REASONS: Final[Mapping[Reason, str]] = {
    "order": "This does not follow from what happened to the item before.",
    "item": "There is no such item.",
    "label": "This label is on no item yet. Scan it at its booking first.",
    "unknown_label": "This is not one of our labels. Check its characters.",
    "stop": "This item belongs to {owner}, not to this stop.",
    "completed": "This stop was completed before. The scan changed nothing.",
    "far": "The stop is not one of yesterday, today or tomorrow.",
    "booking": "This label is on an item of {owner}.",
    "unknown_booking": "There is no such booking.",
    "ended": "This booking has ended: nothing can be added to it.",
    "location": "There is no such shelf.",
    "photo": "This photo was not taken by the person who names it.",
    "scan": "The scan that this takes back is not known.",
    "missing": "It is missing. Call {owner}.",
}


class LabelOwner(msgspec.Struct, frozen=True):
    """Whose item or label an event is about; `code` is the booking's."""

    name: str
    code: str
    phone: str | None

    @property
    def words(self) -> str:
        """`Kai Lin (0FDD-0739)`."""
        return f"{self.name} ({self.code})"


def reason(why: Reason, owner: LabelOwner | None) -> str:
    """Say why a person has to look, with the name and booking code of the customer concerned."""
    if owner is None:
        return _REASONS[why].format(owner="another booking" if why == "booking" else "another stop")
    phone = f", {owner.phone}" if why == "missing" and owner.phone else ""
    return _REASONS[why].format(owner=owner.words + phone)


def said(kind: EventKind, on: date, site: str | None) -> str:
    """`On a shelf at UBC Vancouver since Apr 29`."""
    words = _SAID[kind]
    if site is None:
        words = words.replace(" on a shelf at {site}", "").replace("On a shelf at {site}", "Stored")
    return words.format(day=f"{on:%b} {on.day}", site=site)
