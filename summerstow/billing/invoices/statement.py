"""The statement: the plan now, one item more, every line and invoice, the balance."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.model import CardRefund, StatementLine
from summerstow.billing.ledger.reversal_rights import reversible_seconds
from summerstow.billing.pricing import price_lists, season, terms
from summerstow.billing.pricing.plans import Kind, OneMore, plan_for
from summerstow.billing.pricing.quote import Amounts, Cheaper, quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.shares import share_out
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError

from . import item_queries
from . import queries as invoice_queries
from .model import IssuedInvoice, State
from .storage import read_storage


class PlanNow(msgspec.Struct, frozen=True):
    """The plan of the items, `counted` by the crew or expected, of which so many are `listed`.

    `monthly` is an ordinary month with its surcharges. `next_on`: when the next month begins, while
    the items are with us and are expected to be then. `people` share it, and `own` is what such a
    month costs its owner then: a share of the plan, and all that is the owner's alone.
    """

    items: int
    listed: int
    counted: bool
    pricing: Kind
    name: str
    monthly: Amounts
    next_on: date | None
    people: int
    own: Amounts


class PlanOption(msgspec.Struct, frozen=True):
    """A way to price the items that are listed; `monthly` is an ordinary month of it."""

    pricing: Kind
    name: str
    monthly: Amounts


class InvoiceShown(msgspec.Struct, frozen=True):
    """An invoice; `total_cents` was to be paid when it was issued, `owed_cents` is now."""

    id: UUID
    number: str
    reference: str
    booking_id: UUID
    state: State
    words: str
    issued_on: date
    due_on: date
    subtotal_cents: int
    tax_name: str
    tax_cents: int
    tax_included_cents: int
    deposit_cents: int
    credit_cents: int
    total_cents: int
    owed_cents: int


class Statement(msgspec.Struct, frozen=True):
    """An account's money, in cents: what is owed less the credit is the balance.

    `booking_status`: of the booking that the plan is for; a cancelled one has no plan. `options`:
    the plans to choose from, until the first count (rule: plan-choice); none for friends who share.
    """

    booking_id: UUID | None
    booking_status: str | None
    plan: PlanNow | None
    one_more: OneMore | None
    cheaper: Cheaper | None
    options: list[PlanOption]
    lines: list[StatementLine]
    invoices: list[InvoiceShown]
    owed_cents: int
    overdue_cents: int
    credit_cents: int
    card_credit_cents: int
    card_refunds: list[CardRefund]
    saved_card: str | None
    balance_cents: int
    pay_to: str
    pay_words: str


async def statement(
    tx: ElevatedTransaction, booking_id: UUID | None, member_id: UUID | None = None
) -> Statement:
    """The statement of a booking's account, or of the caller's own.

    `member_id`: that of a friend who shares the booking's bundle. The plan is the booking's: of the
    one named, else of the account's latest. Raises 404 for a booking that is gone.
    """
    account: UUID | None
    if booking_id is None:
        account = tx.actor.user_id
        booking_id = await invoice_queries.latest_booking(tx, account)
    else:
        account = await ledger_queries.account(tx, booking_id, member_id)
        if member_id is not None:
            booking_id = await invoice_queries.latest_booking(tx, account)
    if account is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    today = clock.today()
    entries = await ledger_queries.of_account(tx, account, reversible_seconds(tx.actor.role))
    shown = [invoice_shown(one, today) for one in await invoice_queries.of_account(tx, account)]
    credit = sum(one.left_cents for one in await ledger_queries.credits_left(tx, account))
    cards = await ledger_queries.card_payments_left(tx, account) if credit else []
    refunds = [one.id for one in entries if one.kind == "refund"]
    now, status = _NO_PLAN, None
    if booking_id is not None:
        status = await invoice_queries.booking_status(tx, booking_id)
        if status != "cancelled":
            now = await _plan(tx, booking_id, today)
    business = published.business()
    return Statement(
        booking_id=booking_id,
        booking_status=status,
        plan=now.plan,
        one_more=now.one_more,
        cheaper=now.cheaper,
        options=now.options if status in _MAY_CHOOSE else [],
        lines=entries,
        invoices=shown,
        owed_cents=sum(one.owed_cents for one in shown if one.state != "disputed"),
        overdue_cents=sum(one.owed_cents for one in shown if one.state == "overdue"),
        credit_cents=credit,
        card_credit_cents=min(credit, sum(one.left_cents for one in cards)),
        card_refunds=await ledger_queries.card_refunds(tx, refunds) if refunds else [],
        saved_card=await invoice_queries.saved_card_of_account(tx, booking_id, account)
        if booking_id is not None
        else None,
        balance_cents=sum(one.amount_cents for one in entries),
        pay_to=business.pay_to,
        pay_words=f"Send an Interac e-Transfer to {business.pay_to} and write the invoice's "
        "reference code into its message.",
    )


def invoice_shown(invoice: IssuedInvoice, today: date) -> InvoiceShown:
    """An invoice with its state today, as its customer and the office see it."""
    given = {
        name: getattr(invoice, name) for name in InvoiceShown.__struct_fields__ if name != "state"
    }
    return InvoiceShown(state=invoice.state(today), **given)


class _Now(msgspec.Struct, frozen=True):
    """The plan, what it would be with one item more, what costs less, and what may be chosen."""

    plan: PlanNow | None
    one_more: OneMore | None
    cheaper: Cheaper | None
    options: list[PlanOption]


_NO_PLAN: Final = _Now(None, None, None, [])
_MAY_CHOOSE: Final = frozenset({"pending", "confirmed", "in_queue"})
_WAYS: Final[tuple[Kind, ...]] = ("bundle", "single_items")


async def plan_now(tx: Transaction, booking_id: UUID) -> PlanNow | None:
    """Return the plan of a booking's items; None without any."""
    return (await _plan(tx, booking_id, clock.today())).plan


async def _plan(tx: Transaction, booking_id: UUID, today: date) -> _Now:
    storage = await read_storage(tx, booking_id)
    next_on, listed = None, 0
    if storage is not None and storage.months_invoiced:
        request = storage.request
        coming = season.add_months(storage.pickup_day, storage.months_invoiced)
        back = storage.expected_back(today)
        more_months = season.months(storage.pickup_day, back) > storage.months_invoiced
        next_on = coming if storage.returned_on is None and more_months else None
    else:
        said = await item_queries.expected_items(tx, booking_id)
        if not said.items:
            return _NO_PLAN
        listed = said.listed
        request = QuoteRequest(
            items=said.items,
            pricing=said.pricing,
            months=1,
            heavy_boxes=said.heavy_boxes,
            heavy_items=said.heavy_items,
            declared_value_cents=said.declared,
        )
    counted = storage is not None and storage.months_invoiced > 0
    if request.items > terms.MOST_ITEMS:
        return _NO_PLAN
    prices = await price_lists.of_booking(tx, booking_id)
    month = msgspec.structs.replace(request, months=1, referral_credits=0)
    priced = quote(prices, month, today)
    members = await invoice_queries.members(tx, booking_id)
    monthly = plan_for(prices, request.items, request.pricing).monthly_cents
    _, *theirs = share_out(monthly, terms.tax_on(today), members)
    before = priced.monthly.subtotal_cents - sum(one.cents for one in theirs)
    tax = priced.monthly.tax_cents - sum(one.tax_cents for one in theirs)
    plan = PlanNow(
        items=request.items,
        listed=listed,
        counted=counted,
        pricing=request.pricing,
        name=priced.plan,
        monthly=priced.monthly,
        next_on=next_on,
        people=len(members) + 1,
        own=Amounts(before, tax, before + tax),
    )
    options = []
    if not counted and not members:
        for way in _WAYS:
            found = quote(prices, msgspec.structs.replace(month, pricing=way), today)
            options.append(PlanOption(way, found.plan, found.monthly))
    # Advice that nobody can follow any more is none: the count is final.
    if counted:
        return _Now(plan, None, None, options)
    cheaper = priced.cheaper
    if cheaper is not None and (cheaper.saves_monthly_cents <= 0 or not options):
        cheaper = None
    return _Now(plan, priced.one_more, cheaper, options)
