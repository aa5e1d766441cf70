"""Recorded payments that are taken back by a counter-entry (rule: payment-reversal)."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices.issue import settle_open_invoices
from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.ledger.model import Entry, StoredPayment, Used
from summerstow.billing.ledger.reversal_rights import reversible_seconds
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict, Forbidden, Invalid
from summerstow.platform.roles import OFFICE

#: Payments that are taken back together, as they were recorded together.
_MOST: Final = 500


class ReversePayments(msgspec.Struct, forbid_unknown_fields=True):
    """Recorded payments, and why they were wrong; their customers read the reason."""

    payment_ids: Annotated[list[UUID], msgspec.Meta(min_length=1, max_length=_MOST)]
    reason: Annotated[str, msgspec.Meta(max_length=400)]


class ReversedPayments(msgspec.Struct, frozen=True):
    """How many were taken back now or before, and their sum."""

    reversed: int
    cents: int


async def reverse_payments(tx: ElevatedTransaction, arguments: ReversePayments) -> ReversedPayments:
    """Take payments back, all or none; one that is taken back already stays as it is.

    Raises 404 for no such payment, `Forbidden` after the time that the caller's role has, and
    `Conflict` if a part of it was paid back to the customer.
    """
    reason = " ".join(arguments.reason.split())
    if len(reason) < 3:
        raise Invalid("Please give a reason.")
    cents = 0
    # In one order, so that no two calls wait for each other's accounts.
    ids = sorted(set(arguments.payment_ids))
    for payment_id in ids:
        cents += await _reverse(tx, payment_id, reason)
    return ReversedPayments(len(ids), cents)


async def _reverse(tx: ElevatedTransaction, payment_id: UUID, reason: str) -> int:
    payment = await _payment(tx, payment_id)
    account = await hold_account(tx, payment.booking_id, payment.member_id)
    # Somebody else may have taken it back until the account was ours.
    payment = await _payment(tx, payment_id)
    if payment.reversed:
        return -payment.amount_cents
    if payment.code != "interac":
        raise Conflict("A card payment is paid back where the cards are processed.")
    if payment.age_seconds >= reversible_seconds(tx.actor.role):
        raise Forbidden(
            "Ten minutes after a payment was recorded, only an executive can take it back."
        )
    settled = await ledger_queries.settled_by(tx, payment.id)
    if any(one.refund_id is not None for one in settled):
        raise Conflict(
            "A part of this payment was paid back to the customer. It cannot be taken back."
        )
    entry_id = await ledger_queries.write(
        tx,
        payment.booking_id,
        clock.today(),
        Entry(
            "correction",
            "payment_reversed",
            f"Payment taken back on {clock.day_in_words(clock.today())}",
            f"Payment taken back: {reason}",
            "",
            -payment.amount_cents,
            f"reversal:{payment.id}",
            invoice_id=payment.invoice_id,
            member_id=payment.member_id,
            # It counts on the day on which the payment did.
            received_on=payment.received_on,
        ),
    )
    assert entry_id is not None
    for one in settled:
        assert one.invoice_id is not None
        await ledger_queries.settle(tx, [Used(payment.id, -one.amount_cents)], one.invoice_id)
    await ledger_queries.pay_back(tx, [Used(payment.id, -payment.amount_cents)], entry_id)
    await settle_open_invoices(tx, account)
    return -payment.amount_cents


async def _payment(tx: Transaction, payment_id: UUID) -> StoredPayment:
    payment = await ledger_queries.payment(tx, payment_id)
    if payment is None:
        raise AppError("There is no such payment.", status=404, code="P0002")
    return payment


COMMANDS: Final = (
    Command(
        "reverse_payments",
        ReversePayments,
        reverse_payments,
        OFFICE,
        repeatable=True,
        elevated=True,
    ),
)
