"""Invoices: made of ledger entries, settled by credits, never altered; void, or owed and paid."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.accounts import credits_left, hold_account
from summerstow.billing.ledger.model import Entry, use_credits
from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.terms import tax_on
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.documents.taxes import Tax
from summerstow.platform.errors import Conflict

from . import queries
from .model import Draft, IssuedInvoice

#: Days from an invoice to its due day (rule: first-invoice).
DUE_DAYS: Final = 7
#: No 0 O 1 I L: what is read out on a phone arrives as it was written. No vowels: no words.
_LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ23456789"


async def issue_invoice(tx: ElevatedTransaction, booking_id: UUID, draft: Draft) -> UUID | None:
    """Write an invoice with its entries, and settle it with what the account has.

    Returns its id, or None where its cause was invoiced before. For storage the supply kit's
    deposit counts first (rule: supplies-deposit). Raises 404 where the booking is gone.
    """
    account = await hold_account(tx, booking_id, draft.member_id)
    if await queries.exists(tx, draft.cause):
        return None
    today = clock.today()
    if draft.kind == "storage" and draft.member_id is None:
        await _count_deposit(tx, account, booking_id, today, draft.event)
    subtotal = sum(one.amount_cents for one in draft.lines)
    tax = draft.tax or tax_on(today)
    added = 0 if draft.tax is None else terms.tax_cents(subtotal, tax)
    added = added if draft.tax_cents is None else draft.tax_cents
    included = (
        terms.half_up(subtotal * tax.basis_points, 10_000 + tax.basis_points)
        if draft.tax is None and draft.has_tax
        else 0
    )
    known = await credits_left(tx, account)
    used = use_credits(known, subtotal + added)
    back = {one.id for one in known if one.code == "supplies_deposit_back"}
    from_deposit = sum(one.amount_cents for one in used if one.credit_id in back)
    from_credit = sum(one.amount_cents for one in used) - from_deposit
    invoice_id = await queries.insert(
        tx,
        reference=_reference(),
        booking_id=booking_id,
        member_id=draft.member_id,
        cause=draft.cause,
        kind=draft.kind,
        words=draft.words,
        issued_on=today,
        due_on=today + timedelta(days=DUE_DAYS),
        period=draft.period,
        subtotal_cents=subtotal,
        tax=tax,
        tax_cents=added,
        tax_included_cents=included,
        deposit_cents=-from_deposit,
        credit_cents=-from_credit,
    )
    entries = (
        replace(one, invoice_id=invoice_id, member_id=draft.member_id)
        for one in _entries(draft, added, tax)
    )
    await ledger_queries.write_all(tx, booking_id, today, entries)
    await ledger_queries.settle(tx, used, invoice_id)
    return invoice_id


async def refuse_fee_of_unconfirmed(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """Raise `Conflict` for a fee of a guest booking that nobody has confirmed."""
    if await queries.is_unconfirmed(tx, booking_id):
        raise Conflict(
            "Nobody has confirmed this booking yet: a stranger may have made it. "
            "It costs nothing until its guest confirms it."
        )


async def void_invoice(tx: ElevatedTransaction, invoice: IssuedInvoice, reason: str) -> None:
    """Take an invoice back: each of its entries gets its opposite. The account is held.

    What had settled it is the account's credit again.
    """
    opposites = [
        Entry(
            "correction",
            one.code,
            reason,
            f"Taken back: {one.words}"[:500],
            one.term,
            -one.unit_cents,
            f"void:{one.id}",
            quantity=one.quantity,
            invoice_id=invoice.id,
            member_id=invoice.member_id,
        )
        for one in await ledger_queries.of_invoice(tx, invoice.id)
    ]
    await ledger_queries.write_all(tx, invoice.booking_id, clock.today(), opposites)
    await queries.void(tx, invoice.id, reason, clock.now())


async def give_credit(
    tx: ElevatedTransaction,
    booking_id: UUID,
    *,
    code: str,
    event: str,
    words: str,
    term: str,
    cents: int,
    tax: Tax,
    cause: str,
    member_id: UUID | None = None,
    share_tax_cents: int | None = None,
) -> None:
    """Give back what was invoiced too much, with the `tax` that was added.

    `member_id`: to a friend who shares the bundle; `share_tax_cents`: the share's tax.
    It settles the account's open invoices, the earliest first; the rest waits for the next one.
    """
    account = await hold_account(tx, booking_id, member_id)
    back = terms.tax_cents(cents, tax) if share_tax_cents is None else share_tax_cents
    words = f"{words} ({tax.name} with it)"
    await ledger_queries.write(
        tx,
        booking_id,
        clock.today(),
        Entry("credit", code, event, words, term, -cents - back, cause, member_id=member_id),
    )
    await settle_open_invoices(tx, account)


async def settle_open_invoices(tx: Transaction, account: UUID) -> None:
    """Let the account's credit settle its open invoices, the earliest due first; account held."""
    for invoice in await queries.owed_of(tx, account):
        used = use_credits(await credits_left(tx, account), invoice.owed_cents)
        if not used:
            return
        await ledger_queries.settle(tx, used, invoice.id)


def _entries(draft: Draft, added: int, tax: Tax) -> list[Entry]:
    found = [
        Entry(
            "charge" if one.amount_cents > 0 else "discount",
            one.code,
            draft.event,
            one.words,
            one.rule,
            one.unit_cents,
            f"{draft.cause}:{number}:{one.code}",
            quantity=one.quantity,
        )
        for number, one in enumerate(draft.lines)
    ]
    if added:
        rate = f"{tax.basis_points / 100:g}%"
        found.append(
            Entry(
                "tax",
                "tax",
                draft.event,
                f"{tax.name} {rate}",
                f"{tax.name} of {rate} on the service.",
                added,
                f"{draft.cause}:tax",
            )
        )
    return found


async def _count_deposit(
    tx: Transaction, account: UUID, booking_id: UUID, today: date, event: str
) -> None:
    cents = await ledger_queries.deposit_to_count(tx, account)
    if cents > 0:
        pricing = (await price_lists.of_booking(tx, booking_id)).pricing
        await ledger_queries.write(
            tx,
            booking_id,
            today,
            Entry(
                "credit",
                "supplies_deposit_back",
                event,
                "Supply kit deposit, applied to your storage",
                f"{terms.dollars(pricing.supplies_deposit_cents)} for "
                f"{pricing.supplies_kit}; counts towards your storage fees.",
                -cents,
                f"deposit-back:{booking_id}:{secrets.token_hex(8)}",
            ),
        )


def _reference() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))
