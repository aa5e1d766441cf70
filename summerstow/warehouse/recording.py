"""What was recorded of items: kept once for its id, applied in the order in which it happened.

Nothing that a device recorded is refused (rule: custody-events-are-kept): what does not fit is
kept, moves no item, and a person decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import item_queries, storage_events
from summerstow.bookings.dates.workdays import is_workable
from summerstow.bookings.items import service as items
from summerstow.bookings.model import IN_LINE
from summerstow.bookings.status import ENDED
from summerstow.crew.events.cases import open_cases, settle
from summerstow.crew.events.clock import (
    JUST_AFTER,
    measured_offset,
    milliseconds,
    same_clock,
)
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Forbidden
from summerstow.platform.roles import CUSTOMER, WORKER

from . import history, queries, words
from .codes import read_code
from .history import EventKind, ItemEvent, Reason
from .queries import BookingOfItems, BookingOfStop, Held, ItemNow, KeptItemEvent, StoredItem
from .scans import late_queries
from .scans.binding import Binding
from .scans.events import NewItemEvent

#: What customers record of their own items.
_AT_HOME: Final[frozenset[EventKind]] = frozenset({"bound", "packed"})
#: What a pickup that another crew completed takes no more.
_AT_PICKUP: Final[frozenset[EventKind]] = frozenset({"bound", "packed", "picked_up", "refused"})
#: What is recorded at a pickup alone.
_AT_DOOR: Final[frozenset[EventKind]] = frozenset({"picked_up", "refused"})
#: The label of a scan is not its item's.
_OTHER_LABEL: Final[frozenset[Reason | None]] = frozenset({"label", "unknown_label", "booking"})
#: These leave an item in our keeping, or out of it, as it was.
_KEEPING_STAYS: Final[frozenset[EventKind]] = _AT_HOME | {
    *(
        "listed",
        "shelved",
        "pulled",
        "loaded",
        "shipped",
        "delivered",
        "missing",
        "found",
        "damaged",
        "note",
    ),
}


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

    Raises `Forbidden` for a customer's event of what is not theirs, and what `items.service.add`
    raises where it adds an item that a customer cannot add.
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
    if tx.actor.role == CUSTOMER:
        await _refuse_customer(tx, binding)
        events = await _own_photos(tx, events)
    for added in binding.added:
        await queries.add_item(tx, added.item, added.name)
    await _expect(tx, binding)
    if binding.bound:
        await queries.bind(tx, binding.bound)
    stored, histories = await queries.add_events(tx, events)
    if held.has_waiting:
        adopted = await late_queries.adopt(tx, list(binding.bound), list(unique))
        histories = await queries.histories(tx, {*histories, *adopted})
    if any(one.reverses for history in histories.values() for one in history):
        await late_queries.free_labels(tx, histories)
    found.stored = [one.id for one in events if one.id in stored]
    found.already += [one.id for one in events if one.id not in stored]
    cases = {one.id: one.blocked for one in events if one.blocked and one.item_id is None}
    known = (binding.items[key].campus_id for key in histories if key in binding.items)
    campuses = {one for one in known if one is not None}
    if held.has_waiting:
        campuses.update(await late_queries.campuses_of_items(tx, histories))
    cases |= await _refresh(tx, histories, campuses, now)
    weighed = {one.item_id for one in events if one.heavy is not None and one.item_id is not None}
    if weighed:
        await queries.weigh(tx, weighed)
    if cases:
        await open_cases(tx, "item", cases)
    reversed_scans = [one.reverses for one in events if one.reverses and one.blocked is None]
    if reversed_scans:
        await settle(tx, "seen", "The scan was taken back.", item_events=reversed_scans)
    waiting = {key: why for key, why in cases.items() if key in stored}
    owners = await late_queries.label_owners(tx, waiting) if waiting else {}
    if weighed or any(one.kind not in _KEEPING_STAYS for one in events):
        # The account is held after all rows (`hold_account`).
        for booking_id in await item_queries.billed_bookings_of_items(tx, list(histories)):
            await storage_events.items_changed(tx, booking_id)
    found.needs_person = {key: words.reason(why, owners.get(key)) for key, why in waiting.items()}
    return found


async def _refuse_customer(tx: ElevatedTransaction, binding: Binding) -> None:
    """Refuse what `items.service` would refuse (rule: crew-count-counts)."""
    kinds: dict[tuple[UUID, UUID | None], list[str]] = {}
    for added in binding.added:
        person = added.item.booking_id, added.item.member_id
        kinds.setdefault(person, []).append(added.item.kind)
    for (booking_id, member_id), of_person in kinds.items():
        await items.check_additions(tx, booking_id, of_person, member_id)
    for item_id in binding.bound.values():
        booking = binding.bookings.get(binding.items[item_id].booking_id)
        status = booking.status if booking else binding.items[item_id].booking_status
        if status not in IN_LINE:
            raise Conflict("Your items are with us: a label cannot be added any more.")


async def _expect(tx: ElevatedTransaction, binding: Binding) -> None:
    """Expect what a customer adds; the crew's own are counted."""
    if tx.actor.role == CUSTOMER:
        for booking_id in {added.item.booking_id for added in binding.added}:
            await items.expect_listed(tx, booking_id)


async def _own_photos(tx: ElevatedTransaction, events: list[KeptItemEvent]) -> list[KeptItemEvent]:
    named = [one.photo_id for one in events if one.photo_id is not None]
    others = await late_queries.photos_of_others(tx, named) if named else set()
    return [
        msgspec.structs.replace(one, blocked=one.blocked or "photo")
        if one.photo_id in others
        else one
        for one in events
    ]


def _named(sent: dict[UUID, NewItemEvent], codes: dict[UUID, str | None]) -> queries.Named:
    events = sent.values()
    return queries.Named(
        events=list(sent),
        bookings=list({one.booking_id for one in events if one.booking_id}),
        codes=list({one for one in codes.values() if one}),
        items=list({one.item_id for one in events if one.item_id}),
        locations=list({one.location_id for one in events if one.location_id}),
        stops=list({one.stop_id for one in events if one.stop_id}),
        scans=list({one.reverses for one in events if one.reverses}),
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
    names = {one.id: one.name for one in published.campuses()}
    changed: list[ItemNow] = []
    for item_id, one in read.items():
        last = one.last
        site = names.get(sites.get(one.location_id, 0)) if one.location_id else None
        changed.append(
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
    cases |= {one.missing: "missing" for one in read.values() if one.missing is not None}
    await queries.store_items(
        tx,
        changed,
        cases,
        now,
        campus_ids=campuses | set(sites.values()),
        day=clock.campus_time(now).date().isoformat(),
    )
    return cases


def _offset(events: Sequence[NewItemEvent], sent_at: datetime | None, now: datetime) -> timedelta:
    """What puts the device's clock right: nothing happened in the future."""
    off = measured_offset(sent_at, now)
    ahead = max(one.at for one in events) - now
    return off - max(ahead + off, timedelta())


async def _one_clock(tx: ElevatedTransaction, held: Held, offset: timedelta) -> timedelta:
    if not offset or not held.items:
        return offset
    ids = [one.id for one in held.items]
    before = await late_queries.last_offset(tx, ids, tx.actor.user_id)
    return same_clock(before, offset)


def _resolved(
    tx: ElevatedTransaction,
    sent: Sequence[NewItemEvent],
    codes: dict[UUID, str | None],
    held: Held,
    *,
    offset: timedelta,
    now: datetime,
) -> tuple[list[KeptItemEvent], Binding]:
    """The events with the items that they are about; labels to bind, items to add."""
    bookings = {one.id: one for one in held.bookings}
    shelves = {one.id for one in held.locations}
    stops = {one.id: one for one in held.stops}
    scans = {one.id: one.item_id for one in held.scans}
    binding = Binding(
        bookings,
        {one.code: one.item_id for one in _bindable_labels(tx, held)},
        {one.id: one for one in held.items},
    )
    events: list[KeptItemEvent] = []
    if tx.actor.role == CUSTOMER:
        sent = [_for_themselves(tx.actor.user_id, one, bookings) for one in sent]
    for place, one in enumerate(sent):
        at = clock.put_right(one.at, offset, now)
        stop = stops.get(one.stop_id) if one.stop_id else None
        item = binding.known_item(one, codes.get(one.id))
        booking = bookings.get(one.booking_id) if one.booking_id else None
        blocked = _unfit_stop(tx, one, stop, at, booking or item)
        if one.kind == "taken_back":
            item_id = scans.get(one.reverses) if one.reverses else None
            item = binding.items.get(item_id) if item_id else None
            blocked = None if one.reverses in scans else "scan"
        elif blocked is None:
            item, blocked = binding.item_of(
                one, codes.get(one.id), was_scanned=one.label is not None
            )
        if tx.actor.role == CUSTOMER:
            _only_own(tx.actor.user_id, one, item, blocked, place)
        if blocked is None and one.stop_id and item and not _is_at(stop, item):
            blocked = "stop"
        if blocked is None and one.location_id is not None and one.location_id not in shelves:
            blocked = "location"
        events.append(
            KeptItemEvent(
                id=one.id,
                item_id=item.id if item else None,
                kind=one.kind,
                at=at,
                received_at=now + place * JUST_AFTER,
                clock_offset_ms=milliseconds(offset),
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
                reverses=one.reverses if one.kind == "taken_back" else None,
            )
        )
        scans[one.id] = item.id if item else None
    return [_now_bound(one, binding, stops) for one in events], binding


def _bindable_labels(tx: ElevatedTransaction, held: Held) -> list[queries.HeldLabel]:
    """Leave a customer's free labels out that are another booking's (rule: handed-out-labels)."""
    if tx.actor.role != CUSTOMER:
        return held.labels
    user_id = tx.actor.user_id
    own = {
        one.id for one in held.bookings if one.user_id == user_id or user_id in one.friends.values()
    }
    own |= {one.booking_id for one in held.items if one.user_id == tx.actor.user_id}
    return [one for one in held.labels if one.item_id is not None or one.booking_id in own]


def _for_themselves(
    user_id: UUID | None, event: NewItemEvent, bookings: dict[UUID, BookingOfItems]
) -> NewItemEvent:
    """Name the customer's own share of a bundle, if they are a friend of its owner."""
    booking = bookings.get(event.booking_id) if event.booking_id else None
    friends = booking.friends if booking else {}
    share = next((key for key, friend in friends.items() if friend == user_id), None)
    return msgspec.structs.replace(event, member_id=share)


def _unfit_stop(
    tx: ElevatedTransaction,
    event: NewItemEvent,
    stop: BookingOfStop | None,
    at: datetime,
    about: BookingOfItems | StoredItem | None,
) -> Reason | None:
    """Why a stop takes no scan from a crew: its day is far, or another crew completed it before.

    A scan that names no stop needs a pickup of its booking, or of its item, on a near day.
    """
    if tx.actor.role != WORKER:
        return None
    if event.stop_id is None and about is not None and event.kind in _AT_DOOR:
        if any(map(is_workable, about.pickup_days)):
            return None
        return "ended" if isinstance(about, BookingOfItems) and about.status in ENDED else "far"
    if stop is None:
        return None
    if not is_workable(stop.date):
        return "far"
    closed = stop.closed_at is not None and at > stop.closed_at
    return "completed" if closed and event.kind in _AT_PICKUP else None


def _is_at(stop: BookingOfStop | None, item: StoredItem) -> bool:
    return stop is not None and stop.booking_id == item.booking_id


def _now_bound(
    event: KeptItemEvent, binding: Binding, stops: dict[UUID, BookingOfStop]
) -> KeptItemEvent:
    """Give a scan of a free label the item that a later scan of its batch bound the label to."""
    item_id = binding.bound.get(event.label_code or "")
    if event.blocked != "label" or event.item_id is not None or item_id is None:
        return event
    fits = event.stop_id is None or _is_at(stops.get(event.stop_id), binding.items[item_id])
    return msgspec.structs.replace(event, item_id=item_id, blocked=None if fits else "stop")


def _only_own(
    user_id: UUID | None,
    event: NewItemEvent,
    item: StoredItem | None,
    blocked: Reason | None,
    place: int,
) -> None:
    """Refuse a customer's event in the same words whether its label is taken, free or unknown."""
    is_own = item is not None and item.user_id == user_id and blocked not in _OTHER_LABEL
    if not is_own or event.kind not in _AT_HOME:
        raise Forbidden(f"Event {place} is not about an item of yours.", status=403)
