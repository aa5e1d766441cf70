"""What was recorded of items: kept once for its id, applied in the order in which it happened.

Nothing that a device recorded is refused (rule: custody-events-are-kept): what does not fit is
kept, moves no item, and a person decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID, uuid4

import msgspec

from summerstow.billing.pricing.storage_rules import storage_rules
from summerstow.bookings.status import ENDED
from summerstow.kit import clock, facts
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.errors import Forbidden
from summerstow.kit.roles import CUSTOMER

from . import history, queries, words
from .codes import read_code
from .history import EventKind, ItemEvent, Reason
from .queries import Held, ItemNow, KeptItemEvent, StoredItem

#: A clock that is off by less is believed (rule: events-by-device-time).
BELIEVED: Final = timedelta(minutes=10)
#: Two measures of how far one device's clock is off differ by less: by what their requests took.
ONE_CLOCK: Final = timedelta(minutes=1)
#: This sets two events of one moment and batch apart, in the order in which they were sent.
_JUST_AFTER: Final = timedelta(microseconds=1)
#: What customers record of their own items.
_AT_HOME: Final[frozenset[EventKind]] = frozenset({"bound", "packed"})

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Note = Annotated[str, msgspec.Meta(max_length=500)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class NewItemEvent(msgspec.Struct, forbid_unknown_fields=True):
    """What happened to an item: `id` made on the device, `at` by its clock.

    The item is named by its `label` or `item_id`. A free label and a `booking_id` add an item to
    that booking, of `kind_of_item` (a box where it is not said). `heavy`: as it was weighed.
    """

    id: UUID
    kind: EventKind
    at: Moment
    label: Label | None = None
    item_id: UUID | None = None
    stop_id: UUID | None = None
    location_id: UUID | None = None
    photo_id: UUID | None = None
    note: Note | None = None
    booking_id: UUID | None = None
    kind_of_item: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,39}$")] | None = None
    heavy: bool | None = None


@dataclass(slots=True)
class Kept:
    """What became of a batch; `needs_person` says why in words for whoever recorded it."""

    stored: list[UUID] = field(default_factory=list)
    already: list[UUID] = field(default_factory=list)
    needs_person: dict[UUID, str] = field(default_factory=dict)


async def keep(
    tx: ElevatedTransaction, sent: Sequence[NewItemEvent], sent_at: datetime | None
) -> Kept:
    """Keep events and apply them; `sent_at` is the device's clock as it sends.

    Raises `Forbidden` for a customer's event of what is not theirs.
    """
    now = clock.now()
    unique = {one.id: one for one in sent}
    codes = {one.id: read_code(one.label) for one in unique.values() if one.label is not None}
    tx.keep_plans()
    held = await queries.hold(tx, _named(unique, codes))
    fresh = [one for one in unique.values() if one.id not in held.known]
    found = Kept(already=[key for key in unique if key in held.known])
    if not fresh:
        return found
    offset = await _one_clock(tx, held, _offset(fresh, sent_at, now))
    events, binding = _resolved(tx, fresh, codes, held, offset=offset, now=now)
    for added in binding.added:
        await queries.add_item(tx, added.item.id, added.item.booking_id, added.kind, added.name)
    if binding.bound:
        await queries.bind(tx, binding.bound)
    stored, histories = await queries.add_events(tx, events)
    found.stored = [one.id for one in events if one.id in stored]
    found.already += [one.id for one in events if one.id not in stored]
    cases = {one.id: one.blocked for one in events if one.blocked and one.item_id is None}
    campuses = {binding.items[key].campus_id for key in histories}
    cases |= await _refresh(tx, histories, {one for one in campuses if one is not None}, now)
    weighed = {one.item_id for one in events if one.heavy is not None and one.item_id is not None}
    if weighed:
        await queries.weigh(tx, weighed)
    if cases:
        await queries.open_cases(tx, cases)
    found.needs_person = {
        key: words.REASONS[reason] for key, reason in cases.items() if key in stored
    }
    return found


def _named(sent: dict[UUID, NewItemEvent], codes: dict[UUID, str | None]) -> queries.Named:
    events = sent.values()
    return queries.Named(
        events=list(sent),
        bookings=list({one.booking_id for one in events if one.booking_id}),
        codes=list({one for one in codes.values() if one}),
        items=list({one.item_id for one in events if one.item_id}),
        locations=list({one.location_id for one in events if one.location_id}),
        stops=list({one.stop_id for one in events if one.stop_id}),
    )


async def _refresh(
    tx: ElevatedTransaction,
    histories: dict[UUID, list[ItemEvent]],
    campuses: set[int],
    now: datetime,
) -> dict[UUID, Reason]:
    """Let items say what their events make of them; returns the events that need a person."""
    if not histories:
        return {}
    read = {item_id: history.read(events) for item_id, events in histories.items()}
    shelves = {one.location_id for one in read.values() if one.location_id is not None}
    sites = await queries.campuses_of_shelves(tx, shelves) if shelves else {}
    names = {one.id: one.name for one in facts.campuses()}
    items: list[ItemNow] = []
    for item_id, one in read.items():
        last = one.last
        site = names.get(sites.get(one.location_id, 0)) if one.location_id else None
        items.append(
            ItemNow(
                id=item_id,
                state=one.state,
                damaged=one.damaged,
                location_id=one.location_id,
                last_event_at=last.at if last else None,
                last_event_words=words.said(last.kind, clock.campus_time(last.at).date(), site)
                if last
                else None,
            )
        )
    cases = {key: reason for one in read.values() for key, reason in one.cases.items()}
    await queries.store_items(
        tx,
        items,
        cases,
        now,
        campus_ids=campuses | set(sites.values()),
        day=clock.campus_time(now).date().isoformat(),
    )
    return cases


def _offset(events: Sequence[NewItemEvent], sent_at: datetime | None, now: datetime) -> timedelta:
    """What puts the device's clock right: nothing happened in the future."""
    off = now - sent_at if sent_at is not None else timedelta()
    if abs(off) <= BELIEVED:
        off = timedelta()
    ahead = max(one.at for one in events) - now
    return off - max(ahead + off, timedelta())


async def _one_clock(tx: ElevatedTransaction, held: Held, offset: timedelta) -> timedelta:
    """What put this device's last event of these items right, where it is the same clock.

    Each measure holds the time that its request took: two scans of an item seconds apart, the
    first sent over a slow line, would change places.
    """
    if not offset or not held.items:
        return offset
    items = [one.id for one in held.items]
    before = await queries.last_offset(tx, items, tx.actor.user_id)
    return before if before and abs(before - offset) < ONE_CLOCK else offset


def _resolved(
    tx: ElevatedTransaction,
    sent: Sequence[NewItemEvent],
    codes: dict[UUID, str | None],
    held: Held,
    *,
    offset: timedelta,
    now: datetime,
) -> tuple[list[KeptItemEvent], _Binding]:
    """The events with the items that they are about; labels to bind, items to add."""
    bookings = {one.id: one for one in held.bookings}
    shelves = {one.id for one in held.locations}
    stops = {one.id: one.booking_id for one in held.stops}
    binding = _Binding(
        bookings,
        {one.code: one.item_id for one in held.labels},
        {one.id: one for one in held.items},
    )
    events: list[KeptItemEvent] = []
    for place, one in enumerate(sent):
        item, blocked = binding.item_of(one, codes.get(one.id), was_scanned=one.label is not None)
        if tx.actor.role == CUSTOMER:
            _only_own(tx.actor.user_id, one, item, place)
        if blocked is None and one.stop_id and item and stops.get(one.stop_id) != item.booking_id:
            blocked = "stop"
        if blocked is None and one.location_id is not None and one.location_id not in shelves:
            blocked = "location"
        events.append(
            KeptItemEvent(
                id=one.id,
                item_id=item.id if item else None,
                kind=one.kind,
                at=clock.put_right(one.at, offset, now),
                received_at=now + place * _JUST_AFTER,
                clock_offset_ms=round(offset / timedelta(milliseconds=1)),
                label_code=codes.get(one.id) or (one.label[:20] if one.label else None),
                booking_id=one.booking_id if one.booking_id in bookings else None,
                stop_id=one.stop_id,
                location_id=one.location_id if one.location_id in shelves else None,
                photo_id=one.photo_id,
                note=one.note,
                heavy=one.heavy,
                actor_id=tx.actor.user_id,
                actor_role=tx.actor.role,
                blocked=blocked,
            )
        )
    return events, binding


@dataclass(frozen=True, slots=True)
class _Added:
    item: StoredItem
    kind: str
    name: str


@dataclass(slots=True)
class _Binding:
    """Which items labels are on, as the events of a batch bind them one after the other."""

    bookings: dict[UUID, queries.BookingOfItems]
    labels: dict[str, UUID | None]
    items: dict[UUID, StoredItem]
    bound: dict[str, UUID] = field(default_factory=dict)
    added: list[_Added] = field(default_factory=list)

    def item_of(
        self, event: NewItemEvent, code: str | None, *, was_scanned: bool
    ) -> tuple[StoredItem | None, Reason | None]:
        """The item of an event, or why there is none that it may speak of."""
        if event.item_id is not None:
            item = self.items.get(event.item_id)
            if item is None or not was_scanned:
                return item, None if item else "item"
            return self._scanned_on(item, code)
        if code is None or code not in self.labels:
            return None, "label" if was_scanned else "item"
        item_id = self.labels[code]
        if item_id is not None:
            item = self.items[item_id]
            other = event.booking_id is not None and event.booking_id != item.booking_id
            return (None, "booking") if other else (item, None)
        booking = self.bookings.get(event.booking_id) if event.booking_id else None
        if booking is None:
            return None, "booking" if event.booking_id else "label"
        if booking.status in ENDED:
            return None, "booking"
        return self._add(booking, event, code), None

    def _scanned_on(
        self, item: StoredItem, code: str | None
    ) -> tuple[StoredItem | None, Reason | None]:
        if code is None or code not in self.labels:
            return item, "label"
        there = self.labels[code]
        if there == item.id:
            return item, None
        if there is not None or item.label_code is not None or item.id in self.bound.values():
            return item, "label"
        self._bind(code, item.id)
        return item, None

    def _add(self, booking: queries.BookingOfItems, event: NewItemEvent, code: str) -> StoredItem:
        kind = event.kind_of_item or "box"
        names = {one.id: one.name for one in storage_rules().things}
        item = StoredItem(uuid4(), booking.id, booking.user_id, code, booking.campus_id)
        self.added.append(_Added(item, kind, names.get(kind, "Box" if kind == "box" else "Item")))
        self.items[item.id] = item
        self._bind(code, item.id)
        return item

    def _bind(self, code: str, item_id: UUID) -> None:
        self.labels[code] = item_id
        self.bound[code] = item_id


def _only_own(
    user_id: UUID | None, event: NewItemEvent, item: StoredItem | None, place: int
) -> None:
    if item is None or item.user_id != user_id or event.kind not in _AT_HOME:
        raise Forbidden(f"Event {place} is not about an item of yours.", status=403)
