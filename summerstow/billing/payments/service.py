"""What comes in and what is let off: staff match transfers; only executives let money go.

Each holds the account, and is done once however often it is sent.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.issue import settle_open_invoices
from summerstow.billing.invoices.model import IssuedInvoice, reference_code
from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.accounts import credits_left, hold_account
from summerstow.billing.ledger.model import Entry, StoredPayment, Used, Written, use_credits
from summerstow.billing.pricing.terms import dollars
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid

#: A transfer from before then has a mistyped year.
OLDEST: Final = timedelta(days=2 * 366)
#: Cents above what is owed from which on a payment of twice as much needs a confirmation.
_FAR_ABOVE: Final = 10_000


class RecordedTransfer(msgspec.Struct, frozen=True):
    """The ledger's entry of a transfer; `is_new`: this call wrote it."""

    entry_id: UUID
    is_new: bool


class AtMost(msgspec.Struct, frozen=True):
    """The most that may go, as a refusal of more names it."""

    most_cents: int


class RecordedAs(msgspec.Struct, frozen=True):
    """The ledger's entry that a bank reference is recorded as already."""

    entry_id: UUID


class TakenBack(msgspec.Struct, frozen=True):
    """The payment that stood under a bank reference and was taken back."""

    taken_back: UUID


class FarAbove(msgspec.Struct, frozen=True):
    """What an account owes, where a payment is far above it."""

    owed_cents: int


def is_far_above(amount_cents: int, owed_cents: int) -> bool:
    """Return whether a payment is so far above what is owed that a person confirms it."""
    return amount_cents - owed_cents >= _FAR_ABOVE and amount_cents > 2 * owed_cents


async def record_transfer(
    tx: ElevatedTransaction,
    *,
    reference: str,
    amount_cents: int,
    received_on: date,
    bank_reference: str,
    accept_excess: bool = True,
    taken_back: UUID | None = None,
) -> RecordedTransfer:
    """Match an Interac e-Transfer with the invoice that its reference code names.

    It settles that invoice first, then the account's other open ones, the earliest due first; what
    is over is credit for the next invoice. The same bank reference again is the same payment.
    `accept_excess`: nobody has to confirm an amount far above what is owed. `taken_back`: the
    payment that was recorded under this bank reference and taken back; it is recorded anew. Raises
    `Invalid` for an unknown code, a day to come or long ago, `Conflict` where the bank reference
    stands for something else or was taken back, and for an amount far above what is owed.
    """
    invoice = await invoice_queries.by_reference(tx, reference_code(reference))
    if invoice is None:
        raise Invalid("No invoice has this reference code. Please compare it with the transfer.")
    if received_on > clock.today():
        raise Invalid("The day of the transfer is still to come.")
    if received_on < clock.today() - OLDEST:
        raise Invalid("The day of the transfer is long ago. Please check its year.")
    bank = " ".join(bank_reference.split()).upper()
    if not bank:
        raise Invalid("Please give the bank's own reference of the transfer.")
    account = await hold_account(tx, invoice.booking_id, invoice.member_id)
    last = await ledger_queries.last_payment(tx, bank)
    anew = last is not None and last.reversed
    entry = Entry(
        "payment",
        "interac",
        f"Interac e-Transfer received on {clock.day_in_words(received_on)}",
        f"Your payment for {invoice.number}",
        "",
        -amount_cents,
        f"payment:interac:{bank}" + (f":after:{taken_back}" if anew else ""),
        invoice_id=invoice.id,
        member_id=invoice.member_id,
        bank_reference=bank,
        received_on=received_on,
    )
    if last is not None and not last.reversed:
        return _same_payment(last, entry)
    if last is not None and last.id != taken_back:
        raise Conflict(
            "This transfer was recorded and taken back. Please confirm that it is to be recorded "
            "again.",
            facts=TakenBack(last.id),
        )
    owed = sum(one.owed_cents for one in await invoice_queries.owed_of(tx, account))
    if is_far_above(amount_cents, owed) and not accept_excess:
        raise Conflict(
            f"{dollars(amount_cents)} is far more than the {dollars(owed)} that this account owes. "
            "Please compare the amount with the bank, and confirm it.",
            facts=FarAbove(owed),
        )
    entry_id = await ledger_queries.write(tx, invoice.booking_id, clock.today(), entry)
    if entry_id is None:
        # Recorded at the same moment for another account.
        last = await ledger_queries.last_payment(tx, bank)
        assert last is not None
        return _same_payment(last, entry)
    await _settle_first(tx, invoice.id, entry_id, amount_cents)
    await settle_open_invoices(tx, account)
    return RecordedTransfer(entry_id, is_new=True)


async def record_card_payment(
    tx: ElevatedTransaction, *, invoice_id: UUID, amount_cents: int, payment_id: str
) -> UUID:
    """A card payment for an invoice, by the name that its processor gave it; its entry's id.

    It settles like a transfer: what is over goes to other invoices, the rest is credit. The same
    payment reported again is the same one. Raises 404 for no such invoice.
    """
    invoice = await _invoice(tx, invoice_id)
    account = await hold_account(tx, invoice.booking_id, invoice.member_id)
    today = clock.today()
    cause = f"payment:card:{payment_id}"
    entry = Entry(
        "payment",
        "card",
        f"Card payment received on {clock.day_in_words(today)}",
        f"Your payment for {invoice.number}",
        "",
        -amount_cents,
        cause,
        invoice_id=invoice_id,
        member_id=invoice.member_id,
        bank_reference=payment_id[:60],
        received_on=today,
    )
    entry_id = await ledger_queries.write(tx, invoice.booking_id, today, entry)
    if entry_id is None:
        known = await ledger_queries.by_cause(tx, cause)
        assert known is not None
        return known.id
    await _settle_first(tx, invoice_id, entry_id, amount_cents)
    await settle_open_invoices(tx, account)
    return entry_id


async def let_off(
    tx: ElevatedTransaction,
    *,
    once: UUID,
    invoice_id: UUID,
    amount_cents: int,
    reason: str,
    write_off: bool = False,
) -> UUID:
    """Waive a part of an invoice, or write off what will never come; the entry's id.

    `once` is chosen by the caller. A waiver may go to what is paid already: that part is credit,
    which can be refunded. Raises `Conflict` for more than there is, with an `AtMost`.
    """
    cause = f"{'write-off' if write_off else 'waiver'}:{once}"
    invoice = await _invoice(tx, invoice_id)
    await hold_account(tx, invoice.booking_id, invoice.member_id)
    known = await ledger_queries.by_cause(tx, cause)
    if known is not None:
        return _same(known, invoice_id, -amount_cents)
    invoice = await _invoice(tx, invoice_id)
    before = await ledger_queries.let_off_before(tx, invoice_id)
    most = invoice.owed_cents if write_off else invoice.gross_cents - before
    if invoice.voided_at is not None:
        raise Conflict("This invoice is void: there is nothing to pay.", facts=AtMost(0))
    if amount_cents > most:
        raise Conflict(
            f"At most {dollars(most)} of this invoice can be waived or written off.",
            facts=AtMost(most),
        )
    words = "Written off" if write_off else "Waived"
    entry_id = await ledger_queries.write(
        tx,
        invoice.booking_id,
        clock.today(),
        Entry(
            "write_off" if write_off else "waiver",
            "write_off" if write_off else "waiver",
            f"{words} on {clock.day_in_words(clock.today())}",
            f"{words}: {reason}",
            "",
            -amount_cents,
            cause,
            invoice_id=invoice_id,
            member_id=invoice.member_id,
        ),
    )
    assert entry_id is not None
    await _settle_first(tx, invoice_id, entry_id, amount_cents)
    return entry_id


async def refund(
    tx: ElevatedTransaction,
    *,
    once: UUID,
    booking_id: UUID,
    amount_cents: int,
    reason: str,
    member_id: UUID | None = None,
) -> UUID:
    """Pay the account's credit back, all or in part; the entry's id.

    `member_id`: it is the account of a friend who shares the booking's bundle. Raises `Conflict`
    for more than the credit, with an `AtMost`.
    """
    account = await hold_account(tx, booking_id, member_id)
    cause = f"refund:{once}"
    known = await ledger_queries.by_cause(tx, cause)
    if known is not None:
        return _same(known, None, amount_cents)
    credits_known = await credits_left(tx, account)
    most = sum(one.left_cents for one in credits_known)
    if amount_cents > most:
        raise Conflict(
            f"This account has {dollars(most)} of credit. Waive an invoice first where more is to "
            "be paid back.",
            facts=AtMost(most),
        )
    entry_id = await ledger_queries.write(
        tx,
        booking_id,
        clock.today(),
        Entry(
            "refund",
            "refund",
            f"Paid back on {clock.day_in_words(clock.today())}",
            f"Paid back to you: {reason}",
            "",
            amount_cents,
            cause,
            member_id=member_id,
        ),
    )
    assert entry_id is not None
    await ledger_queries.pay_back(tx, use_credits(credits_known, amount_cents), entry_id)
    # As much as came by card goes back there by itself.
    cards = await ledger_queries.card_payments_left(tx, account)
    for one in use_credits(cards, amount_cents):
        await ledger_queries.refund_to_card(tx, entry_id, one)
    return entry_id


async def _settle_first(
    tx: ElevatedTransaction, invoice_id: UUID, entry_id: UUID, amount_cents: int
) -> None:
    invoice = await _invoice(tx, invoice_id)
    part = min(amount_cents, invoice.owed_cents)
    if part > 0:
        await ledger_queries.settle(tx, [Used(entry_id, part)], invoice_id)


def _same_payment(known: StoredPayment, entry: Entry) -> RecordedTransfer:
    same = (known.invoice_id, known.amount_cents, known.received_on) == (
        entry.invoice_id,
        entry.amount_cents,
        entry.received_on,
    )
    if not same:
        raise Conflict(
            f"This bank reference is recorded already: {dollars(-known.amount_cents)}, "
            f"received on {clock.day_in_words(known.received_on)}. Nothing was done.",
            facts=RecordedAs(known.id),
        )
    return RecordedTransfer(known.id, is_new=False)


def _same(known: Written, invoice_id: UUID | None, amount_cents: int) -> UUID:
    if (known.invoice_id, known.amount_cents) != (invoice_id, amount_cents):
        raise Conflict("This was asked before with another amount. Nothing was done.")
    return known.id


async def _invoice(tx: ElevatedTransaction, invoice_id: UUID) -> IssuedInvoice:
    invoice = await invoice_queries.one(tx, invoice_id)
    if invoice is None:
        raise AppError("There is no such invoice.", status=404, code="P0002")
    return invoice
