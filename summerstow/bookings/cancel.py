"""Cancel, with its fee shown before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import msgspec

from summerstow.billing.invoices import events
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.pricing import fees, price_lists, terms
from summerstow.messages import service as messages
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict

from . import authorization, queries, service
from .dates import date_policy
from .dates.reschedule import OUR_REASONS
from .model import Booking
from .status import ENDED
from .undo.timing import mail_wait


class FeeNow(msgspec.Struct, frozen=True):
    """What it costs now."""

    fee_cents: int


class FeeChanged(Conflict):
    """What it costs is not what was shown; its facts are a `FeeNow`."""

    def __init__(self, fee_cents: int) -> None:
        super().__init__(
            f"The price has changed since it was shown: it is {terms.dollars(fee_cents)} now. "
            "Nothing was done; please look at it once more.",
            facts=FeeNow(fee_cents),
        )


@dataclass(frozen=True, slots=True)
class CancellationPreview:
    """What cancelling would cost now. `free_until` is campus time in words, where there is one."""

    fee_cents: int
    words: str
    free_until: str | None


async def preview(tx: ElevatedTransaction, booking: Booking) -> CancellationPreview:
    """The fee of this moment, and until when it is free. Raises `Conflict`."""
    refuse(booking)
    if await invoice_queries.is_unconfirmed(tx, booking.id):
        return CancellationPreview(0, "Free: nobody has confirmed this booking yet.", None)
    prices = await price_lists.of_booking(tx, booking.id)
    rule = prices.terms.late_cancellation
    changes = await queries.changes(tx, booking.id)
    moves = [one for one in changes if one.field == "pickup_date" and one.state == "done"]
    # Ours is the appointment that stands now if we were the last to move it; one that its customer
    # chose by booking again is theirs.
    moved_by_us = bool(moves) and moves[-1].is_own and moves[-1].reason in OUR_REASONS
    moved_late = any(one.is_late for one in moves)
    # Nobody has set out: `refuse` has let through only what is before On Way.
    missed = booking.ends_at is not None and clock.now() >= booking.ends_at
    free_until = None
    ends = None
    if booking.starts_at is not None:
        ends = booking.starts_at - timedelta(hours=rule.hours)
        free_until = clock.spoken_moment(ends)
    our_fault = moved_by_us or missed
    fee = fees.cancellation_cents(
        prices, booking.notice, moved_late=moved_late, our_fault=our_fault
    )
    if missed and await queries.visit_failed(tx, booking.id, booking.pickup_date):
        words = "Free: the time of your pickup is over."
    elif missed:
        words = "Free: we did not come in your window, so you may cancel at any time."
    elif moved_by_us:
        words = "Free: we moved this pickup, so you may cancel it at any time."
    elif fee and moved_late:
        words = (
            f"{terms.dollars(fee)}: this pickup was moved with less than {rule.hours} hours to go, "
            "so cancelling it has a fee."
        )
    elif free_until is None:
        words = "Free: this booking has no pickup date yet."
    elif fee:
        words = f"{terms.dollars(fee)}: it is less than {rule.hours} hours until your pickup."
        if ends and booking.created_at and booking.created_at < ends:
            words += f" It was free until {free_until}."
    else:
        words = f"Free until {free_until}; after that {terms.dollars(rule.cents)}."
    return CancellationPreview(fee, words, None if our_fault else free_until)


async def fee_after_move(
    tx: ElevatedTransaction, booking: Booking, after: Booking, *, own: bool
) -> int:
    """What cancelling costs right after a move of the pickup, by its customer (`own`) or staff."""
    if await invoice_queries.is_unconfirmed(tx, booking.id):
        return 0
    prices = await price_lists.of_booking(tx, booking.id)
    if not own:
        return fees.cancellation_cents(prices, after.notice)
    earlier = await queries.changes(tx, booking.id)
    late = any(one.is_late for one in earlier if one.field == "pickup_date" and one.state == "done")
    rule = await date_policy.pickup_rule(tx, booking)
    return fees.cancellation_cents(
        prices, after.notice, moved_late=late or rule.outcome == "free_once"
    )


async def cancel(
    tx: ElevatedTransaction,
    booking_id: UUID,
    *,
    expected_fee_cents: int,
    note: str | None,
    reason: str | None = None,
    tell: messages.Tell = messages.tell,
) -> Booking:
    """Cancel a booking: its places are given back, and `tell` writes to its customer.

    The office must give a `reason`, which the customer reads and the audit log keeps; `note` is a
    customer's own. Returns the booking now. The same again changes nothing.
    Raises `FeeChanged` where the fee is not the one expected, `Conflict` after On Way or at the
    booking's end, `Invalid` without a reason.
    """
    old = await authorization.locked(tx, booking_id)
    if old.status == "cancelled":
        return old
    said = await authorization.give_reason(tx, old, reason)
    now = await preview(tx, old)
    if now.fee_cents != expected_fee_cents:
        raise FeeChanged(now.fee_cents)
    new = await queries.cancel(tx, booking_id, now.fee_cents, said or note, clock.now())
    await service.changed(tx, old, new)
    if now.fee_cents:
        await events.late_cancellation(tx, booking_id, now.fee_cents)
    await queries.withdraw_requests(tx, booking_id)
    await tell(
        tx,
        new.row,
        cause=f"booking-cancelled:{booking_id}:{new.updated_at}",
        kind="booking_cancelled",
        data={
            "first_name": new.first_name,
            "pickup": old.pickup,
            "fee": terms.dollars(now.fee_cents) if now.fee_cents else None,
            "reason": said,
            "code": new.code,
            "link": "/customer-dashboard",
        },
        wait=mail_wait(tx.actor, old, new),
    )
    return new


def refuse(booking: Booking) -> None:
    """`Conflict` for a booking that cannot be cancelled any more, saying why."""
    if booking.status in ENDED:
        raise Conflict(ENDED[booking.status])
    if booking.status == "picked_up":
        raise Conflict("Your items are with us already. Book their delivery instead.")
    if booking.status == "in_queue":
        raise Conflict(
            "Our crew is on the way to you: it is too late to cancel. "
            f"Please {published.business().reach_us}."
        )
