"""A delivery to another city has a quote, which follows what its booking says.

A quote is for one address and one day: another of them, or the same city after all, withdraws it,
and what was accepted is credited. The booking is held.
"""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

from summerstow.billing.invoices import events
from summerstow.bookings.model import Booking
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction

from . import quote_queries as queries

#: A delivery can be booked from confirmed on.
OPEN: Final = ("confirmed", "in_queue", "picked_up")
_CARRIED_OUT: Final = ("delivered", "completed")


def wish(booking: Booking) -> tuple[str, date] | None:
    """(address, day) of a delivery that needs a quote, or None."""
    address, day = (booking.delivery_address or "").strip(), booking.return_delivery_date
    if booking.status == "cancelled" or booking.delivery_option != "different_city":
        return None
    return (address, day) if address and day else None


async def follow(tx: ElevatedTransaction, old: Booking | None, new: Booking) -> None:
    """A booking was stored (`old` is None) or changed: its quote is withdrawn or asked for."""
    booking_id = new.id
    was, wanted = wish(old) if old else None, wish(new)
    if was is None and wanted is None:
        return
    live = await queries.live(tx, booking_id)
    if new.status in _CARRIED_OUT:
        if live is not None and live.state != "accepted":
            await withdraw(tx, booking_id, "The delivery was carried out")
        return
    if live is not None and (live.address, live.day) != wanted:
        reason = "The booking was cancelled" if wanted is None else "The delivery was changed"
        if wanted is None and new.status != "cancelled":
            reason = "The delivery is not to another city any more"
        await withdraw(tx, booking_id, reason)
        live = None
    fresh = old is None or was != wanted or old.status not in OPEN
    if wanted is not None and live is None and fresh and new.status in OPEN:
        await queries.ask(tx, booking_id, *wanted, clock.now())


async def ask_again(tx: ElevatedTransaction, booking: Booking) -> None:
    """The same delivery is wanted after its quote was declined, withdrawn or is over."""
    wanted = wish(booking)
    if wanted is None or booking.status not in OPEN:
        return
    booking_id = booking.id
    live = await queries.live(tx, booking_id)
    if live is not None and live.is_over:
        await queries.decide(tx, live.id, "expired", clock.now())
        live = None
    if live is None:
        await queries.ask(tx, booking_id, *wanted, clock.now())


async def withdraw(tx: ElevatedTransaction, booking_id: UUID, reason: str) -> None:
    """End the quote that stands, if one does; an accepted one is credited."""
    live = await queries.live(tx, booking_id)
    if live is None:
        return
    await queries.decide(tx, live.id, "withdrawn", clock.now(), reason)
    if live.state == "accepted":
        await events.delivery_quote_withdrawn(tx, booking_id, live.id)


async def expire(tx: ElevatedTransaction) -> None:
    """End the quotes whose last day is over: for the periodic run."""
    await queries.expire(tx, clock.today(), clock.now())
