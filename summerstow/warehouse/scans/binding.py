"""Which item a scan is about, as the scans of a batch bind labels one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from summerstow.billing.pricing.storage_rules import storage_rules
from summerstow.bookings.status import ENDED
from summerstow.warehouse import queries
from summerstow.warehouse.history import Reason
from summerstow.warehouse.queries import StoredItem

from .events import NewItemEvent

_BOX: Final = "box"


@dataclass(frozen=True, slots=True)
class AddedItem:
    """An item that a scan adds to a booking."""

    item: StoredItem
    name: str


@dataclass(slots=True)
class Binding:
    """Items, labels and bookings of a batch; `bound` and `added` are what the batch changes."""

    bookings: dict[UUID, queries.BookingOfItems]
    labels: dict[str, UUID | None]
    items: dict[UUID, StoredItem]
    bound: dict[str, UUID] = field(default_factory=dict)
    added: list[AddedItem] = field(default_factory=list)

    def item_of(
        self, event: NewItemEvent, code: str | None, *, was_scanned: bool
    ) -> tuple[StoredItem | None, Reason | None]:
        """Return the item of an event, or why it cannot be about one (rule: free-labels)."""
        if event.item_id is not None:
            item = self.items.get(event.item_id)
            if item is None or not was_scanned:
                return item, None if item else "item"
            return self._scanned_on(item, code)
        if code is None or code not in self.labels:
            return None, "unknown_label" if was_scanned else "item"
        item_id = self.labels[code]
        if item_id is not None:
            item = self.items[item_id]
            other = event.booking_id is not None and event.booking_id != item.booking_id
            return (None, "booking") if other else (item, None)
        if event.booking_id is None:
            return None, "label"
        booking = self.bookings.get(event.booking_id)
        if booking is None:
            return None, "unknown_booking"
        if booking.status in ENDED:
            return None, "ended"
        friend = event.member_id if event.member_id in booking.friends else None
        found = self._next_listed(booking, friend, event, code)
        return found or self._add(booking, friend, event, code), None

    def known_item(self, event: NewItemEvent, code: str | None) -> StoredItem | None:
        """Return the item that an event names, if it is one already."""
        item_id = event.item_id or self.labels.get(code or "")
        return self.items.get(item_id) if item_id else None

    def _scanned_on(
        self, item: StoredItem, code: str | None
    ) -> tuple[StoredItem | None, Reason | None]:
        if code is None or code not in self.labels:
            return item, "unknown_label"
        there = self.labels[code]
        if there == item.id:
            return item, None
        if there is not None or self._is_labelled(item):
            return item, "label" if there is None else "booking"
        self._bind(code, item.id)
        return item, None

    def _next_listed(
        self,
        booking: queries.BookingOfItems,
        friend: UUID | None,
        event: NewItemEvent,
        code: str,
    ) -> StoredItem | None:
        if event.new_item:
            return None
        listed = sorted(
            (
                one
                for one in self.items.values()
                if one.booking_id == booking.id
                and one.member_id == friend
                and one.state in ("listed", "packed")
                and event.kind_of_item in (None, one.kind)
                and not self._is_labelled(one)
            ),
            key=lambda one: one.number,
        )
        if not listed:
            return None
        self._bind(code, listed[0].id)
        return listed[0]

    def _is_labelled(self, item: StoredItem) -> bool:
        return item.label_code is not None or item.id in self.bound.values()

    def _add(
        self,
        booking: queries.BookingOfItems,
        friend: UUID | None,
        event: NewItemEvent,
        code: str,
    ) -> StoredItem:
        kind = event.kind_of_item or _BOX
        names = {one.id: one.name for one in storage_rules().things}
        item = StoredItem(
            id=uuid4(),
            booking_id=booking.id,
            member_id=friend,
            user_id=booking.friends[friend] if friend else booking.user_id,
            label_code=code,
            campus_id=booking.campus_id,
            number=0,
            kind=kind,
            state="listed",
            pickup_days=booking.pickup_days,
        )
        self.added.append(AddedItem(item, names.get(kind, "Box" if kind == _BOX else "Item")))
        self.items[item.id] = item
        self._bind(code, item.id)
        return item

    def _bind(self, code: str, item_id: UUID) -> None:
        self.labels[code] = item_id
        self.bound[code] = item_id
