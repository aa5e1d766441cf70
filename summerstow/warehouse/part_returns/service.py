"""Book, cancel, quote and carry out part returns (rules: part-returns, part-goes-back)."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

import msgspec

from summerstow.billing.invoices import storage_events
from summerstow.billing.invoices.issue import issue_invoice
from summerstow.billing.invoices.model import Draft
from summerstow.billing.invoices.storage import read_storage
from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.lines import Line
from summerstow.bookings import authorization
from summerstow.bookings.cancel import FeeChanged
from summerstow.bookings.dates.workdays import check_day
from summerstow.bookings.model import Booking
from summerstow.bookings.part_returns import ending, mails
from summerstow.bookings.part_returns.model import StoredPartReturn, Way
from summerstow.bookings.part_returns.queries import settle
from summerstow.bookings.status import ENDED
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.slots import service as slots
from summerstow.warehouse import recording
from summerstow.warehouse.history import EventKind, State
from summerstow.warehouse.scans.events import NewItemEvent

from . import friends, offers, queries

#: The scans that let an item leave, by where it is.
_UNTIL_LOADED: Final[dict[State, tuple[EventKind, ...]]] = {
    "picked_up": ("loaded",),
    "in_storage": ("pulled", "loaded"),
    "pulled": ("loaded",),
    "out_for_delivery": (),
}
#: What each way is called on the invoice, and its term.
_FEES: Final[dict[Way, tuple[str, str]]] = {
    "collect": (
        "Collection at our warehouse",
        "Items collected at our warehouse before the return, by appointment.",
    ),
    "bring": ("Delivery of some items", "Items brought to a door before the return."),
    "ship": ("Shipment of some items", "Items sent by a carrier, as quoted and accepted."),
}


async def book(
    tx: ElevatedTransaction,
    booking: Booking,
    member_id: UUID | None,
    *,
    part_return_id: UUID,
    item_ids: list[UUID],
    way: Way,
    day: date | None,
    window: str | None,
    address: str | None,
    expected_cents: int,
) -> None:
    """Book a part return, or ask for the quote of a shipment, once for its id.

    Raises `FeeChanged`, `slots.WindowFull`, and what `offers.check_wish` raises.
    """
    known = await queries.held(tx, part_return_id)
    if known is not None:
        if (known.booking_id, known.member_id) != (booking.id, member_id):
            raise Conflict("This was sent before for another booking.")
        return
    place = " ".join((address or "").split()) or None
    if way == "collect":
        place = None
    elif place is None:
        raise Invalid("Please enter the full address.")
    wanted = set(item_ids)
    cents, _ = await offers.check_wish(
        tx, booking, member_id, item_ids=wanted, way=way, day=day, window=window
    )
    with_tax = terms.with_tax(cents or 0, clock.today())
    if with_tax != expected_cents:
        raise FeeChanged(with_tax)
    slot_id = await _claim(tx, booking, way, day, window)
    one = StoredPartReturn(
        id=part_return_id,
        booking_id=booking.id,
        member_id=member_id,
        item_ids=sorted(wanted),
        way=way,
        day=None if way == "ship" else day,
        window=None if way == "ship" else window,
        address=place,
        slot_id=slot_id,
        cents=cents,
        state="asked" if cents is None else "booked",
        words=None,
        carrier=None,
        tracking=[],
        done_at=None,
    )
    await queries.add(tx, one)
    if way == "bring":
        user_id = booking.user_id if member_id is None else tx.actor.user_id
        await queries.add_stop(tx, one, booking.campus_id, user_id)
    hours = (await price_lists.of_booking(tx, booking.id)).terms.access_notice_hours
    await mails.tell(tx, booking, one, one.state, cents=with_tax, hours=hours)


async def _claim(
    tx: ElevatedTransaction, booking: Booking, way: Way, day: date | None, window: str | None
) -> UUID | None:
    """Take a place of the window; returns its slot, if deliveries have places there."""
    if day is None or window is None or way == "ship":
        return None
    if way == "collect":
        await offers.check_capacity(tx, booking, day, window)
        return None
    return await slots.move(
        tx,
        give_up=[],
        campus_id=booking.campus_id,
        day=day,
        pickup_time=window,
        what="delivery",
    )


async def cancel(
    tx: ElevatedTransaction, booking: Booking, one: StoredPartReturn, reason: str | None
) -> None:
    """Cancel a part return; the office says why. The same again changes nothing.

    Raises `Conflict` for a customer with less notice than access needs.
    """
    if one.state == "cancelled":
        return
    if one.state == "done":
        raise Conflict("These items left us already.")
    words = await authorization.give_reason(tx, booking, reason)
    visit = await queries.visit_state(tx, one.id)
    if visit in ("on_way", "arrived"):
        raise Conflict("Our crew is on the way with these items.")
    prices = await price_lists.of_booking(tx, booking.id)
    hours = prices.terms.access_notice_hours
    is_late = one.day is not None and offers.notice(booking, one.day, one.window) < timedelta(
        hours=hours
    )
    if words is None and is_late and visit != "failed":
        reach = published.business().reach_us
        raise Conflict(f"It is less than {hours} hours away. To cancel it, please {reach}.")
    await ending.end(tx, booking, one, words)


async def quote(
    tx: ElevatedTransaction,
    booking: Booking,
    one: StoredPartReturn,
    cents: int,
    words: str | None,
) -> None:
    """Say what a shipment costs, before tax; again as long as it is not accepted."""
    if one.state not in ("asked", "quoted"):
        raise Conflict("This shipment is accepted, sent or cancelled already.")
    await queries.quote(tx, one.id, cents, words)
    quoted = msgspec.structs.replace(one, cents=cents, state="quoted", words=words)
    with_tax = terms.with_tax(cents, clock.today())
    stamp = clock.now().isoformat()
    await mails.tell(tx, booking, quoted, "quoted", cents=with_tax, words=words, occasion=stamp)


async def accept(
    tx: ElevatedTransaction, booking: Booking, one: StoredPartReturn, expected_cents: int
) -> None:
    """Accept the quote of a shipment. The same again changes nothing."""
    if one.state in ("booked", "done"):
        return
    if one.state != "quoted" or one.cents is None:
        raise Conflict("There is no quote for this shipment.")
    with_tax = terms.with_tax(one.cents, clock.today())
    if with_tax != expected_cents:
        raise FeeChanged(with_tax)
    await queries.accept(tx, one.id)
    await mails.tell(tx, booking, one, "booked", cents=with_tax)


async def ship(
    tx: ElevatedTransaction,
    booking: Booking,
    one: StoredPartReturn,
    carrier: str,
    tracking: list[str],
) -> None:
    """Record that a carrier has the items; storage follows what stays. Later numbers replace."""
    if one.way != "ship" or one.state not in ("booked", "done"):
        raise Conflict("The customer has not accepted a quote for this shipment.")
    await queries.track(tx, one.id, carrier, tracking)
    one = msgspec.structs.replace(one, carrier=carrier, tracking=tracking)
    if one.state == "booked":
        await _leave(tx, booking, one, "shipped")
    await mails.tell(tx, booking, one, "done", occasion=",".join(tracking))


async def arrived(tx: ElevatedTransaction, one: StoredPartReturn) -> None:
    """Record that a shipment is at its address: claims can be filed from now on."""
    if one.way != "ship" or one.state != "done":
        raise Conflict("This shipment was not sent.")
    now = clock.now()
    items = [item for item in await queries.states(tx, one.item_ids) if item.state == "shipped"]
    await _record(tx, one, [(item.id, "delivered") for item in items], now)


async def hand_over(tx: ElevatedTransaction, booking: Booking, one: StoredPartReturn) -> None:
    """Record that the customer collected the items. The same again changes nothing.

    Raises `Conflict` for one that was cancelled, whose item is not here, or that is all we keep,
    `Forbidden` for a worker on another day.
    """
    if one.state == "done":
        return
    if one.way != "collect" or one.state == "cancelled" or one.day is None:
        raise Conflict("This collection was cancelled.")
    check_day(tx.actor, one.day)
    await _leave(tx, booking, one, "delivered")
    await mails.tell(tx, booking, one, "done")


async def brought(tx: ElevatedTransaction, booking: Booking, part_return_id: UUID) -> None:
    """Settle a part return whose crew completed its visit. The same again changes nothing.

    The mail is that of every delivery (`messages.plan`).
    """
    one = await queries.held(tx, part_return_id)
    if one is not None and one.state == "booked":
        await _leave(tx, booking, one, None)


async def _leave(
    tx: ElevatedTransaction, booking: Booking, one: StoredPartReturn, scan: EventKind | None
) -> None:
    """Let items leave our keeping by a scan; the months that follow cost what stays.

    Without a `scan` the crew made its own.
    """
    if booking.status != "picked_up":
        raise Conflict(ENDED.get(booking.status, "These items were not picked up."))
    storage = await read_storage(tx, booking.id)
    left = 0 if storage is None else storage.request.items - len(one.item_ids)
    if storage is not None and left < (1 if one.member_id is None else 0):
        raise Conflict("This is all that we keep. Book the return instead.")
    now = clock.now()
    if scan is not None:
        items = await queries.states(tx, one.item_ids)
        for item in items:
            if item.state not in (*_UNTIL_LOADED, "delivered"):
                raise Conflict(f"Item {item.number} is not here: {item.description}.")
        scans = [
            (item.id, kind)
            for item in items
            if item.state != "delivered"
            for kind in (*_UNTIL_LOADED[item.state], scan)
        ]
        await _record(tx, one, scans, now)
    await settle(tx, one, "done", one.words, now)
    await storage_events.part_returned(tx, booking.id, len(one.item_ids))
    if one.cents:
        await _charge(tx, booking, one, one.cents)
    await friends.end_if_all_is_back(tx, booking.id)


async def _record(
    tx: ElevatedTransaction,
    one: StoredPartReturn,
    scans: list[tuple[UUID, EventKind]],
    now: datetime,
) -> None:
    events = [
        NewItemEvent(id=uuid5(one.id, f"{item_id} {kind}"), kind=kind, at=now, item_id=item_id)
        for item_id, kind in scans
    ]
    if events and (await recording.keep(tx, events, None)).needs_person:
        raise Conflict("These items cannot leave now: look at their history.")


async def _charge(
    tx: ElevatedTransaction, booking: Booking, one: StoredPartReturn, cents: int
) -> None:
    words, term = _FEES[one.way]
    draft = Draft(
        cause=f"part-return:{one.id}",
        kind="fee",
        words=words,
        event=f"{words} on {clock.day_in_words(clock.today())}",
        lines=[Line("part_return", words, term, "pickup", 1, cents, cents, None)],
        tax=terms.tax_on(clock.today()),
        member_id=one.member_id,
    )
    await issue_invoice(tx, booking.id, draft)


async def find(
    tx: ElevatedTransaction, booking: Booking, member_id: UUID | None, part_return_id: UUID
) -> StoredPartReturn:
    """Return a person's part return, held; 404 if there is none."""
    one = await queries.held(tx, part_return_id)
    if one is None or (one.booking_id, one.member_id) != (booking.id, member_id):
        raise AppError("There is no such request.", status=404, code="P0002")
    return one
