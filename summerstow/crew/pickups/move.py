"""Change Date: the first pickup of a booking, or the further one that is planned."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from summerstow.bookings.dates import reschedule
from summerstow.bookings.model import Booking
from summerstow.bookings.queries import locked
from summerstow.messages import service as messages
from summerstow.platform.database.transaction import ElevatedTransaction

from . import add_pickup


async def move_pickup(
    tx: ElevatedTransaction,
    booking_id: UUID,
    *,
    pickup_date: date,
    pickup_time: str,
    reason: reschedule.Reason,
    note: str | None,
    seen: reschedule.Seen | None,
    tell: messages.Tell = messages.tell,
) -> Booking:
    """Move a booking's pickup to a campus-local day and window; `tell` writes to its customer.

    A further pickup moves alone. Raises what `reschedule` and `add_pickup.move` raise.
    """
    booking = await locked(tx, booking_id)
    if booking is not None and booking.status == "picked_up":
        moved = await add_pickup.move(
            tx,
            booking,
            on=pickup_date,
            pickup_time=pickup_time,
            reason=reason,
            note=note,
            seen=seen,
            tell=tell,
        )
        if moved:
            return booking
    return await reschedule.reschedule(
        tx,
        booking_id,
        pickup_date=pickup_date,
        pickup_time=pickup_time,
        reason=reason,
        note=note,
        seen=seen,
        tell=tell,
    )
