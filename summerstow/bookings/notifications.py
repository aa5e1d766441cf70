"""What a customer is sent when a booking's row was changed, by whichever client."""

from __future__ import annotations

from summerstow.billing.pricing import terms
from summerstow.messages import service as messages
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import CUSTOMER

from .dates import date_policy
from .model import IN_LINE, Booking
from .words.changes import changes_in_words


async def row_changed(tx: ElevatedTransaction, old: Booking, new: Booking) -> None:
    """One message for a change, the weightiest: cancelled, confirmed, moved, or another date.

    On Way and Complete are messages of the pickup day, which its own package sends.
    """
    stamp = f"{new.id}:{new.updated_at}"
    data = {
        "first_name": new.first_name,
        "pickup": new.pickup,
        "code": new.code,
        "link": "/customer-dashboard",
    }
    was, status = old.status, new.status
    if status == "cancelled" and was != "cancelled":
        await cancelled(tx, old, new, cause=f"booking-cancelled:{stamp}")
    elif status == "confirmed" and was in ("pending", "cancelled"):
        await confirmed(tx, new)
    elif status == "cancelled" or _dates(old) == _dates(new):
        return
    elif tx.actor.role != CUSTOMER and date_policy.moves_pickup(old, new):
        await messages.tell(
            tx,
            new.row,
            cause=f"pickup-moved:{stamp}",
            kind="pickup_moved",
            data=data | {"was": old.pickup, "is_now": new.pickup, "reason": "other", "ours": False},
        )
    else:
        await messages.tell(
            tx,
            new.row,
            cause=f"booking-changed:{stamp}",
            kind="booking_changed",
            data=data
            | {
                "changes": changes_in_words(old, new),
                "is_coming": new.status in IN_LINE,
                "fee": None,
                "ours": tx.actor.role != CUSTOMER,
            },
        )


def _dates(booking: Booking) -> tuple[object, ...]:
    return (
        booking.pickup_date,
        booking.pickup_time,
        booking.supply_kit_delivery_date,
        booking.return_delivery_date,
    )


async def confirmed(
    tx: ElevatedTransaction, booking: Booking, tell: messages.Tell = messages.tell
) -> None:
    """Staff confirmed a booking, or made one."""
    await tell(
        tx,
        booking.row,
        cause=f"booking-confirmed:{booking.id}:{booking.updated_at}",
        kind="booking_confirmed",
        data={
            "first_name": booking.first_name,
            "pickup": booking.pickup,
            "code": booking.code,
            "link": "/customer-dashboard",
        },
    )


async def cancelled(tx: ElevatedTransaction, old: Booking, new: Booking, *, cause: str) -> None:
    """A booking was cancelled, with the fee that stands in its row."""
    fee = new.cancellation_fee_cents
    await messages.tell(
        tx,
        new.row,
        cause=cause,
        kind="booking_cancelled",
        data={
            "first_name": new.first_name,
            "pickup": old.pickup,
            "fee": terms.dollars(fee) if fee else None,
            "reason": new.cancellation_note,
            "code": new.code,
            "link": "/customer-dashboard",
        },
    )
