"""Staff set the status of a booking, with what follows from it (rule: booking-status)."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict

from . import queries, service
from .model import Booking

#: A booking that has ended; the crew's buttons do not bring it back.
ENDED = {
    "cancelled": "This booking was cancelled.",
    "delivered": "This booking was delivered already.",
    "completed": "This booking is completed.",
}


async def set_status(tx: ElevatedTransaction, booking_id: UUID, status: str) -> Booking:
    """Store a status; its places in window and line follow. Returns the booking.

    Raises `Conflict` where the booking has ended, in words for the crew.
    """
    found = await queries.turn(tx, booking_id, status, list(ENDED))
    if found is None:
        raise Conflict("This booking is gone.")
    old, new = found
    if old.status in ENDED:
        raise Conflict(ENDED[old.status])
    if new is None:
        return old
    await service.changed(tx, old, new)
    return new
