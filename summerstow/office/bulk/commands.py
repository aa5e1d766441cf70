"""What the office does with many bookings at once, by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.bookings import cancel, notifications
from summerstow.bookings.dates import reschedule
from summerstow.bookings.model import Booking
from summerstow.bookings.status import ENDED, set_status
from summerstow.bookings.undo.timing import mail_wait
from summerstow.crew.pickups.move import move_pickup
from summerstow.facts import TimeOfDay
from summerstow.messages import service as messages
from summerstow.platform import windows
from summerstow.platform.commands import WORDS, Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import OFFICE

from . import batch, queries
from .batch import MOST, BookingIds, BulkResult, Unchanged

_Note = Annotated[str, msgspec.Meta(max_length=500)]
_Reason = Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=500)]
_Cents = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class MovedBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking and its pickup as it is on the screen."""

    booking_id: UUID
    seen_date: date | None = None
    seen_time: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class MoveBookings(msgspec.Struct, forbid_unknown_fields=True):
    """A campus-local day for several pickups; without `window` each stays in its own."""

    bookings: Annotated[list[MovedBooking], msgspec.Meta(min_length=1, max_length=MOST)]
    pickup_date: date
    reason: reschedule.Reason
    window: TimeOfDay | None = None
    note: _Note | None = None


class CancelledBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking, and the fee that the preview showed."""

    booking_id: UUID
    expected_fee_cents: _Cents


class CancelBookings(msgspec.Struct, forbid_unknown_fields=True):
    """Bookings to cancel for one reason, which their customers read."""

    bookings: Annotated[list[CancelledBooking], msgspec.Meta(min_length=1, max_length=MOST)]
    reason: _Reason


class Bookings(msgspec.Struct, forbid_unknown_fields=True):
    """Several bookings."""

    ids: BookingIds


class CancellationCost(msgspec.Struct, frozen=True):
    """What cancelling a booking costs now, or why it cannot be cancelled."""

    booking_id: UUID
    fee_cents: int
    refused: str | None


async def move_bookings(tx: ElevatedTransaction, arguments: MoveBookings) -> list[BulkResult]:
    """Move the pickups; what became of each booking (rule: many-at-once)."""
    seen = {one.booking_id: one for one in arguments.bookings}

    async def move(tx: ElevatedTransaction, booking: Booking, tell: messages.Tell) -> None:
        known = seen[booking.id]
        after = await move_pickup(
            tx,
            booking.id,
            pickup_date=arguments.pickup_date,
            pickup_time=_time(booking, known.seen_time, arguments),
            reason=arguments.reason,
            note=arguments.note,
            seen=reschedule.Seen(known.seen_date, known.seen_time),
            tell=tell,
        )
        if booking.status != "picked_up" and after.updated_at == booking.updated_at:
            raise Unchanged(f"It is at this time already: {booking.pickup}.")

    return await batch.run(tx, list(seen), move)


def _time(booking: Booking, now: str | None, arguments: MoveBookings) -> str:
    """The time that a pickup is moved to: its own, if its window stays."""
    if now is not None and arguments.window in (None, windows.time_of_day(now)):
        return now
    if arguments.window is None:
        raise Invalid("This booking has no pickup window yet. Please choose one.")
    return windows.label(booking.campus_id, arguments.window)


async def cancellation_costs(
    tx: ElevatedTransaction, arguments: Bookings
) -> list[CancellationCost]:
    """What cancelling each of the bookings would cost now."""
    bookings = await queries.lock_bookings(tx, arguments.ids)
    costs = []
    for booking_id in dict.fromkeys(arguments.ids):
        booking = bookings.get(booking_id)
        if booking is None:
            costs.append(CancellationCost(booking_id, 0, "This booking is gone."))
            continue
        try:
            shown = await cancel.preview(tx, booking)
        except Conflict as error:
            costs.append(CancellationCost(booking_id, 0, error.message))
        else:
            costs.append(CancellationCost(booking_id, shown.fee_cents, None))
    return costs


async def cancel_bookings(tx: ElevatedTransaction, arguments: CancelBookings) -> list[BulkResult]:
    """Cancel the bookings; what became of each (rule: many-at-once)."""
    expected = {one.booking_id: one.expected_fee_cents for one in arguments.bookings}

    async def end(tx: ElevatedTransaction, booking: Booking, tell: messages.Tell) -> None:
        if booking.status == "cancelled":
            raise Unchanged(ENDED["cancelled"])
        await cancel.cancel(
            tx,
            booking.id,
            expected_fee_cents=expected[booking.id],
            note=None,
            reason=arguments.reason,
            tell=tell,
        )

    return await batch.run(tx, list(expected), end)


async def confirm_bookings(tx: ElevatedTransaction, arguments: Bookings) -> list[BulkResult]:
    """Confirm the bookings that wait for it; what became of each (rule: many-at-once)."""

    async def confirm(tx: ElevatedTransaction, booking: Booking, tell: messages.Tell) -> None:
        if booking.status in ENDED:
            raise Conflict(ENDED[booking.status])
        if booking.status != "pending":
            raise Unchanged("This booking is confirmed already.")
        after = await set_status(tx, booking.id, "confirmed")
        wait = mail_wait(tx.actor, booking, after)
        await notifications.confirmed(tx, after, wait=wait, tell=tell)

    return await batch.run(tx, arguments.ids, confirm)


COMMANDS: Final[tuple[Command, ...]] = (
    Command("move_bookings", MoveBookings, move_bookings, OFFICE, elevated=True),
    Command(
        "cancellation_costs",
        Bookings,
        cancellation_costs,
        OFFICE,
        repeatable=True,
        elevated=True,
    ),
    Command("cancel_bookings", CancelBookings, cancel_bookings, OFFICE, elevated=True),
    Command("confirm_bookings", Bookings, confirm_bookings, OFFICE, elevated=True),
)
