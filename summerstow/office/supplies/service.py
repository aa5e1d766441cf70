"""How far a kit is, and what is on the shelf.

A kit leaves the campus's stock when it is packed and comes back when it is only requested again; a
failed delivery keeps it packed, ready for the next try.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from summerstow.billing.invoices import events
from summerstow.bookings.dates.workdays import check_day
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid

from . import queries
from .queries import KitState

#: Under this many kits a campus is warned.
LOW_STOCK: Final = 10
_WORDS: Final[dict[str, str]] = {
    "requested": "requested",
    "packed": "packed",
    "out": "out for delivery",
    "delivered": "delivered",
    "failed": "a failed delivery",
}


async def set_state(
    tx: ElevatedTransaction,
    booking_id: UUID,
    new: KitState,
    *,
    seen: KitState | None,
    note: str | None,
) -> None:
    """Store how far a kit is. The same state again changes nothing but the note.

    Raises `Conflict` where it is not as `seen` any more, the booking was cancelled or wants no kit,
    or the shelf is empty, `Forbidden` for a worker's kit of another day.
    """
    booking = await queries.booking(tx, booking_id)
    if booking is None:
        raise Conflict("This booking is gone.")
    if booking.supply_kit_delivery_date is None and new != "requested":
        raise Conflict("This booking wants no supply kit any more: put it back on the shelf.")
    if booking.status == "cancelled" and new != "requested":
        raise Conflict("This booking was cancelled: put its kit back on the shelf.")
    if booking.supply_kit_delivery_date is not None:
        check_day(tx.actor, booking.supply_kit_delivery_date)
    was = await queries.state(tx, booking_id)
    if seen is not None and was not in (seen, new):
        raise Conflict(
            f"Somebody changed this kit a moment ago: it is {_WORDS[was]} now.", details=was
        )
    if was == "requested" and new != "requested":
        if not await queries.take_from_stock(tx, booking.campus_id):
            raise Conflict("No kits are left on this campus. Add to the stock first.")
    elif was != "requested" and new == "requested":
        await queries.add_to_stock(tx, booking.campus_id, 1)
    await queries.store(tx, booking_id, new, note, clock.now())
    if new == "delivered":
        await events.kit_delivered(tx, booking_id)
    elif was == "delivered":
        await events.kit_not_delivered(tx, booking_id)


async def add_stock(tx: ElevatedTransaction, campus_id: int, kits: int) -> int:
    """Add kits to a campus's shelf, or take some away with a negative number; what is there now."""
    if kits < 0 and await queries.stock(tx, campus_id) + kits < 0:
        raise Invalid("The stock cannot go below zero.")
    return await queries.add_to_stock(tx, campus_id, kits)
