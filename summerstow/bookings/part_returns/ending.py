"""What ends part returns: a return of everything before them, and the end of their booking."""

from __future__ import annotations

from datetime import date
from typing import Final

from summerstow.bookings.model import Booking
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.slots import service as slots

from . import mails, queries
from .model import StoredPartReturn

#: Why a part return ends with its booking, by the booking's status.
_ENDS: Final = {
    "cancelled": "This booking was cancelled.",
    "delivered": "Everything is back with you.",
    "completed": "Everything is back with you.",
}


async def booking_changed(tx: ElevatedTransaction, old: Booking, new: Booking) -> None:
    """Cancel part returns that a return precedes or that the booking's end makes vain."""
    if old.status != "picked_up":
        return
    back = new.return_delivery_date
    if words := _ENDS.get(new.status):
        back = None
    elif back is not None and back != old.return_delivery_date:
        words = f"Everything comes back on {clock.spoken_day(back)}."
    else:
        return
    for one in await queries.preceded(tx, new.id, back):
        await end(tx, new, one, words)


async def end(
    tx: ElevatedTransaction, booking: Booking, one: StoredPartReturn, words: str | None
) -> None:
    """Cancel an open part return: its place is free again, and its person has a mail."""
    await queries.settle(tx, one, "cancelled", words, clock.now())
    if one.slot_id is not None:
        await slots.move(tx, give_up=[one.slot_id], campus_id=None, day=None, pickup_time=None)
    await mails.tell(tx, booking, one, "cancelled", words=words)


async def ending_words(tx: ElevatedTransaction, booking: Booking, back: date) -> list[str]:
    """Say which open part returns a return on a day would cancel."""
    return [
        f"Your {mails.NAMES[one.way]} on {clock.spoken_day(one.day)} is then cancelled."
        for one in await queries.preceded(tx, booking.id, back)
        if one.day is not None
    ]
