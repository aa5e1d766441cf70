"""Book, cancel and hand over a collection (rules: collections, part-goes-back)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final
from uuid import UUID, uuid5

from summerstow.billing.invoices import storage_events
from summerstow.billing.invoices.issue import issue_invoice
from summerstow.billing.invoices.model import Draft
from summerstow.billing.invoices.storage import read_storage
from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.lines import Line
from summerstow.bookings import authorization
from summerstow.bookings.cancel import FeeChanged
from summerstow.bookings.dates.workdays import check_day
from summerstow.bookings.delivery.collections import StoredCollection, tell
from summerstow.bookings.model import Booking
from summerstow.bookings.status import ENDED
from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.slots import season as sold_days
from summerstow.warehouse import recording
from summerstow.warehouse.history import EventKind, State
from summerstow.warehouse.scans.events import NewItemEvent

from . import queries
from .model import OwnCollections

#: The scans that hand an item over, by where it is.
_SCANS: Final[dict[State, tuple[EventKind, ...]]] = {
    "picked_up": ("loaded", "delivered"),
    "in_storage": ("pulled", "loaded", "delivered"),
    "pulled": ("loaded", "delivered"),
    "out_for_delivery": ("delivered",),
    "delivered": (),
}
_TERM: Final = "Items collected at our warehouse before the return, by appointment."


async def offer(tx: ElevatedTransaction, booking: Booking) -> OwnCollections:
    """Return what may be collected now, and the booking's collections."""
    prices = await price_lists.of_booking(tx, booking.id)
    hours = timedelta(hours=prices.terms.access_notice_hours)
    items = await queries.collectable(tx, booking.id)
    words = _refusal(booking)
    if words is None and not items:
        words = "None of your items can be collected at the moment."
    return OwnCollections(
        cents=terms.with_tax(prices.terms.collection_cents, clock.today()),
        from_day=clock.campus_time(clock.now() + hours).date(),
        items=[] if words else items,
        collections=await queries.of_booking(tx, booking.id),
        words=words,
    )


async def book(
    tx: ElevatedTransaction,
    booking: Booking,
    *,
    collection_id: UUID,
    item_ids: list[UUID],
    day: date,
    window: str,
    expected_cents: int,
) -> None:
    """Book a collection, once for its id. Raises `Conflict`, `FeeChanged` and `Invalid`."""
    known = await queries.held(tx, collection_id)
    if known is not None:
        if known.booking_id != booking.id:
            raise Conflict("This was sent before for another booking.")
        return
    shown = await offer(tx, booking)
    if shown.words is not None:
        raise Conflict(shown.words)
    wanted = set(item_ids)
    if not wanted <= {one.id for one in shown.items}:
        raise Conflict("One of these items cannot be collected any more.")
    storage = await read_storage(tx, booking.id)
    leaving = sum(len(one.item_ids) for one in shown.collections if one.state == "booked")
    if storage is None or storage.request.items - leaving - len(wanted) < 1:
        raise Conflict("This is all that we keep. Please book your delivery instead.")
    prices = await price_lists.of_booking(tx, booking.id)
    _check_window(booking, day, window, prices.terms.access_notice_hours)
    if shown.cents != expected_cents:
        raise FeeChanged(shown.cents)
    one = StoredCollection(
        collection_id,
        booking.id,
        sorted(wanted),
        day,
        window,
        prices.terms.collection_cents,
        "booked",
        None,
        None,
    )
    await queries.add(tx, one)
    hours = prices.terms.access_notice_hours
    await tell(tx, booking, one, "booked", cents=shown.cents, hours=hours)


async def cancel(
    tx: ElevatedTransaction, booking: Booking, collection_id: UUID, reason: str | None
) -> None:
    """Cancel a booked collection; the office says why. The same again changes nothing.

    Raises `Conflict` for a customer with less notice than access needs.
    """
    one = await _held(tx, booking, collection_id)
    if one.state == "cancelled":
        return
    if one.state == "done":
        raise Conflict("These items were collected already.")
    words = await authorization.give_reason(tx, booking, reason)
    prices = await price_lists.of_booking(tx, booking.id)
    hours = prices.terms.access_notice_hours
    if words is None and _notice(booking, one.day, one.window) < timedelta(hours=hours):
        reach = published.business().reach_us
        raise Conflict(f"It is less than {hours} hours away. To cancel it, please {reach}.")
    await queries.settle(tx, one.id, "cancelled", words, clock.now())
    await tell(tx, booking, one, "cancelled", words=words)


async def hand_over(tx: ElevatedTransaction, booking: Booking, collection_id: UUID) -> None:
    """Record that the customer has the items; storage follows what stays.

    Invoices the collection. The same again changes nothing. Raises `Conflict` for one that was
    cancelled, whose item is not here, or that is all we keep, `Forbidden` for a worker on another
    day.
    """
    one = await _held(tx, booking, collection_id)
    if one.state == "done":
        return
    if one.state == "cancelled":
        raise Conflict("This collection was cancelled.")
    if booking.status != "picked_up":
        raise Conflict(ENDED.get(booking.status, "These items were not picked up."))
    check_day(tx.actor, one.day)
    storage = await read_storage(tx, booking.id)
    if storage is not None and storage.request.items <= len(one.item_ids):
        raise Conflict("This is all that we keep. Book the return instead.")
    now = clock.now()
    items = await queries.states(tx, one.item_ids)
    for item in items:
        if item.state not in _SCANS:
            raise Conflict(f"Item {item.number} is not here: {item.description}.")
    events = [
        NewItemEvent(id=uuid5(one.id, f"{item.id} {kind}"), kind=kind, at=now, item_id=item.id)
        for item in items
        for kind in _SCANS[item.state]
    ]
    kept = await recording.keep(tx, events, None)
    if kept.needs_person:
        raise Conflict("These items cannot be handed over now: look at their history.")
    await queries.settle(tx, one.id, "done", None, now)
    await storage_events.part_returned(tx, booking.id, len(one.item_ids))
    if one.cents:
        words = "Collection at our warehouse"
        line = Line("collection", words, _TERM, "pickup", 1, one.cents, one.cents, None)
        draft = Draft(
            cause=f"collection:{one.id}",
            kind="fee",
            words=words,
            event=f"Collected on {clock.day_in_words(clock.today())}",
            lines=[line],
            tax=terms.tax_on(clock.today()),
        )
        await issue_invoice(tx, booking.id, draft)
    await tell(tx, booking, one, "done")


async def _held(tx: ElevatedTransaction, booking: Booking, collection_id: UUID) -> StoredCollection:
    one = await queries.held(tx, collection_id)
    if one is None or one.booking_id != booking.id:
        raise AppError("There is no such collection.", status=404, code="P0002")
    return one


def _refusal(booking: Booking) -> str | None:
    if booking.status in ENDED:
        return ENDED[booking.status]
    if booking.status != "picked_up":
        return "You can collect items as soon as we have picked them up."
    return None


def _notice(booking: Booking, day: date, window: str) -> timedelta:
    return windows.starts_at(booking.campus_id, day, window) - clock.now()


def _check_window(booking: Booking, day: date, window: str, hours: int) -> None:
    if window not in {one.label for one in windows.offered(booking.campus_id)}:
        raise Invalid("Please choose one of the windows.")
    if _notice(booking, day, window) < timedelta(hours=hours):
        raise Invalid(
            f"We need {hours} hours to get your things out of storage. "
            "Please choose a later window or day."
        )
    if closed := sold_days.closed_on(day):
        raise Invalid(f"{closed} Please choose another day.")
    back = booking.return_delivery_date
    if back is not None and day >= back:
        raise Invalid(f"Everything comes back on {clock.spoken_day(back)}. Choose a day before.")
    if day > clock.today() + timedelta(days=366):
        raise Invalid("Please choose a day within a year.")
