"""`POST /rest/v1/rpc/{command}`: statement, invoices as files, payments, waivers, refunds."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import on_paper, pdf_file
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.statement import Statement, statement
from summerstow.billing.ledger import queries as ledger_queries
from summerstow.platform.commands import WORDS, Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.roles import API_KEY, EXECUTIVES, OFFICE, SIGNED_IN

from . import service as payments

_Cents = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
_Reason = Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=400)]


class StatementOf(msgspec.Struct, forbid_unknown_fields=True):
    """A booking; for its customer, none is the latest one."""

    booking_id: UUID | None = None


class OneInvoice(msgspec.Struct, forbid_unknown_fields=True):
    """An invoice."""

    invoice_id: UUID


class RecordPayment(msgspec.Struct, forbid_unknown_fields=True):
    """A transfer as the bank shows it; `reference` is the invoice's code in its message.

    `accept_excess`: an amount far above what is owed is right. `taken_back`: the payment that was
    recorded under this bank reference and taken back.
    """

    reference: Annotated[str, msgspec.Meta(max_length=40)]
    amount_cents: _Cents
    received_on: date
    bank_reference: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[ -~]+$")]
    accept_excess: bool = False
    taken_back: UUID | None = None


class PaymentAnswer(msgspec.Struct, frozen=True):
    """The account's statement now; `payment_id` is null if the payment was recorded before.

    A program whose API key does not read money gets no statement.
    """

    statement: Statement | None
    payment_id: UUID | None


class LetOff(msgspec.Struct, forbid_unknown_fields=True):
    """A part of an invoice that need not be paid; `once` is chosen by the caller."""

    once: UUID
    invoice_id: UUID
    amount_cents: _Cents
    reason: _Reason


class Refund(msgspec.Struct, forbid_unknown_fields=True):
    """Credit of the account that a booking or an invoice is on; `once` is chosen by the caller."""

    once: UUID
    amount_cents: _Cents
    reason: _Reason
    booking_id: UUID | None = None
    invoice_id: UUID | None = None


async def statement_of(tx: ElevatedTransaction, arguments: StatementOf) -> Statement:
    """The caller's own statement; for the office anybody's, which the audit log records.

    Raises 404 for a booking that is not the caller's.
    """
    booking_id = arguments.booking_id
    if booking_id is not None:
        await _check(tx, booking_id, await ledger_queries.owner(tx, booking_id))
    return await statement(tx, booking_id)


async def invoice_pdf(tx: ElevatedTransaction, arguments: OneInvoice) -> on_paper.Paper:
    """The invoice as a file, for its customer and the office; 404 for anybody else."""
    row = await invoice_queries.one(tx, arguments.invoice_id)
    if row is None:
        raise AppError("You have no such invoice.", status=404, code="P0002")
    await _check(tx, row.booking_id, row.payer_id, "You have no such invoice.")
    return await pdf_file.read_paper(tx, row)


async def record_payment(tx: ElevatedTransaction, arguments: RecordPayment) -> PaymentAnswer:
    """Match a transfer with the invoice that its code names."""
    recorded = await payments.record_transfer(
        tx,
        reference=arguments.reference,
        amount_cents=arguments.amount_cents,
        received_on=arguments.received_on,
        bank_reference=arguments.bank_reference,
        accept_excess=arguments.accept_excess,
        taken_back=arguments.taken_back,
    )
    reads = tx.actor.role != API_KEY or "money:read" in tx.actor.scopes
    return PaymentAnswer(
        statement=await _after(tx, recorded.entry_id) if reads else None,
        payment_id=recorded.entry_id if recorded.is_new else None,
    )


async def waive(tx: ElevatedTransaction, arguments: LetOff) -> Statement:
    """Waive a part of an invoice; the account's statement as it is now."""
    return await _let_off(tx, arguments, write_off=False)


async def write_off(tx: ElevatedTransaction, arguments: LetOff) -> Statement:
    """Write off what will never come; the account's statement as it is now."""
    return await _let_off(tx, arguments, write_off=True)


async def refund(tx: ElevatedTransaction, arguments: Refund) -> Statement:
    """Pay credit back; the account's statement as it is now. 404 for no such invoice."""
    booking_id, member_id = await _account_place(tx, arguments)
    entry_id = await payments.refund(
        tx,
        once=arguments.once,
        booking_id=booking_id,
        member_id=member_id,
        amount_cents=arguments.amount_cents,
        reason=_reason(arguments.reason),
    )
    return await _after(tx, entry_id)


COMMANDS: Final = (
    Command("statement", StatementOf, statement_of, SIGNED_IN, repeatable=True, elevated=True),
    Command(
        "invoice_pdf",
        OneInvoice,
        invoice_pdf,
        SIGNED_IN,
        outside=pdf_file.draw,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "record_payment",
        RecordPayment,
        record_payment,
        OFFICE,
        repeatable=True,
        elevated=True,
        scope="payments:write",
    ),
    Command("waive", LetOff, waive, EXECUTIVES, repeatable=True, recent_factor=True, elevated=True),
    Command(
        "write_off",
        LetOff,
        write_off,
        EXECUTIVES,
        repeatable=True,
        recent_factor=True,
        elevated=True,
    ),
    Command(
        "refund", Refund, refund, EXECUTIVES, repeatable=True, recent_factor=True, elevated=True
    ),
)


async def _let_off(tx: ElevatedTransaction, arguments: LetOff, *, write_off: bool) -> Statement:
    entry_id = await payments.let_off(
        tx,
        once=arguments.once,
        invoice_id=arguments.invoice_id,
        amount_cents=arguments.amount_cents,
        reason=_reason(arguments.reason),
        write_off=write_off,
    )
    return await _after(tx, entry_id)


async def _account_place(tx: Transaction, arguments: Refund) -> tuple[UUID, UUID | None]:
    if arguments.booking_id is not None and arguments.invoice_id is None:
        return arguments.booking_id, None
    if arguments.invoice_id is None or arguments.booking_id is not None:
        raise Invalid("Please give either the booking or the invoice.")
    row = await invoice_queries.one(tx, arguments.invoice_id)
    if row is None:
        raise AppError("There is no such invoice.", status=404, code="P0002")
    return row.booking_id, row.member_id


async def _after(tx: ElevatedTransaction, entry_id: UUID) -> Statement:
    entry = await ledger_queries.one(tx, entry_id)
    return await statement(tx, entry.booking_id, entry.member_id)


async def _check(
    tx: ElevatedTransaction,
    booking_id: UUID,
    owner: UUID | None,
    refusal: str = "You have no such booking.",
) -> None:
    """It is the caller's own, or the caller is of the office, which the audit log records."""
    if owner is not None and owner == tx.actor.user_id:
        return
    if tx.actor.role not in OFFICE:
        raise AppError(refusal, status=404, code="P0002")
    await ledger_queries.note_look(tx, owner, booking_id)


def _reason(text: str) -> str:
    text = " ".join(text.split())
    if len(text) < 3:
        raise Invalid("Please give a reason.")
    return text
