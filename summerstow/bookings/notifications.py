"""What a customer is sent when a booking's row was changed, by whichever client."""

from __future__ import annotations

from datetime import timedelta

from summerstow.billing.pricing import terms
from summerstow.messages import service as messages
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import CUSTOMER

from .dates import date_policy
from .model import IN_LINE, Booking
from .undo.timing import AT_ONCE, mail_wait
from .words.changes import changes_in_words


async def row_changed(
    tx: ElevatedTransaction, old: Booking, new: Booking, wait: timedelta | None = None
) -> None:
    """One message for a change, the weightiest: cancelled, confirmed, moved, or another date.

    `wait`: how long it can be dropped; None: as `mail_wait` has it.

    On Way and Complete are messages of the pickup day, which its own package sends.
    """
    wait = mail_wait(tx.actor, old, new) if wait is None else wait
    was, status = old.status, new.status
    if status == "cancelled" and was != "cancelled":
        await cancelled(tx, old, new, wait=wait)
    elif status == "confirmed" and was in ("pending", "cancelled"):
        await confirmed(tx, new, wait=wait)
    elif status == "cancelled" or _dates(old) == _dates(new):
        return
    elif tx.actor.role != CUSTOMER and date_policy.moves_pickup(old, new):
        await moved(tx, old, new, reason="other", ours=False, wait=wait)
    else:
        await changed(tx, old, new, wait=wait)


async def moved(
    tx: ElevatedTransaction,
    old: Booking,
    new: Booking,
    *,
    reason: str,
    ours: bool,
    wait: timedelta = AT_ONCE,
    occasion: str | None = None,
    tell: messages.Tell = messages.tell,
) -> None:
    """Staff moved a pickup. The message goes from the pickup that its customer knows.

    `occasion` names the move if the booking's row stays.
    """
    known = await outbox.first_waiting(tx, new.id, "pickup_moved", "was") or old.pickup
    if known == new.pickup:
        return
    await tell(
        tx,
        new.row,
        cause=f"pickup-moved:{new.id}:{occasion or new.updated_at}",
        kind="pickup_moved",
        data={
            "first_name": new.first_name,
            "was": known,
            "is_now": new.pickup,
            "reason": reason,
            "ours": ours,
            "code": new.code,
            "link": "/customer-dashboard",
        },
        wait=wait,
    )


async def changed(tx: ElevatedTransaction, old: Booking, new: Booking, *, wait: timedelta) -> None:
    """Parts of a booking were changed, by its customer or by staff."""
    await messages.tell(
        tx,
        new.row,
        cause=f"booking-changed:{new.id}:{new.updated_at}",
        kind="booking_changed",
        data={
            "first_name": new.first_name,
            "pickup": new.pickup,
            "code": new.code,
            "link": "/customer-dashboard",
            "changes": changes_in_words(old, new),
            "is_coming": new.status in IN_LINE,
            "fee": None,
            "ours": tx.actor.role != CUSTOMER,
        },
        wait=wait,
    )


def _dates(booking: Booking) -> tuple[object, ...]:
    return (
        booking.pickup_date,
        booking.pickup_time,
        booking.supply_kit_delivery_date,
        booking.return_delivery_date,
    )


async def confirmed(
    tx: ElevatedTransaction,
    booking: Booking,
    *,
    wait: timedelta = AT_ONCE,
    tell: messages.Tell = messages.tell,
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
        wait=wait,
    )


async def restored(tx: ElevatedTransaction, booking: Booking) -> None:
    """A cancellation that its customer was told of is undone."""
    await messages.tell(
        tx,
        booking.row,
        cause=f"booking-restored:{booking.id}:{booking.updated_at}",
        kind="booking_restored",
        data={
            "first_name": booking.first_name,
            "pickup": booking.pickup,
            "code": booking.code,
            "link": "/customer-dashboard",
        },
    )


async def cancelled(
    tx: ElevatedTransaction, old: Booking, new: Booking, *, wait: timedelta
) -> None:
    """A booking was cancelled, with the fee that stands in its row."""
    fee = new.cancellation_fee_cents
    await messages.tell(
        tx,
        new.row,
        cause=f"booking-cancelled:{new.id}:{new.updated_at}",
        kind="booking_cancelled",
        data={
            "first_name": new.first_name,
            "pickup": old.pickup,
            "fee": terms.dollars(fee) if fee else None,
            "reason": new.cancellation_note,
            "code": new.code,
            "link": "/customer-dashboard",
        },
        wait=wait,
    )
