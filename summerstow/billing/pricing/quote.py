"""The price of a season, explained: pure, in whole cents. The invoices follow the same lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import msgspec

from summerstow.platform.documents.taxes import Tax

from . import lines, season, terms
from .lines import Line, When
from .plans import Kind, OneMore, Plan, one_more, plan_for, shares
from .quote_request import QuoteRequest, check, months_and_return
from .terms import PriceList, dollars, tax_cents, tax_on


class Invoice(msgspec.Struct, frozen=True):
    """A payment that falls due: `due` is its day, where the pickup day is known."""

    words: str
    due: date | None
    subtotal_cents: int
    tax_cents: int
    deposit_cents: int
    total_cents: int


class Cheaper(msgspec.Struct, frozen=True):
    """The other way of pricing the same things, where it costs less."""

    pricing: Kind
    name: str
    monthly_cents: int
    saves_monthly_cents: int
    saves_cents: int
    words: str


class Amounts(msgspec.Struct, frozen=True):
    """An amount before and after tax."""

    subtotal_cents: int
    tax_cents: int
    total_cents: int


class Shares(msgspec.Struct, frozen=True):
    """What each of those who share pays; each list adds up to the cent."""

    people: int
    monthly_cents: list[int]
    total_cents: list[int]


class Quote(msgspec.Struct, frozen=True):
    """A quote: the sum of `lines` is `subtotal_cents`, that of `invoices` what is paid.

    `monthly` is an ordinary month, with nothing that is charged once. `credit_left_cents` is what
    of the deposit is over and stays on the account: invoices add up to the total and that.
    """

    items: int
    pricing: Kind
    plan: str
    months: int
    pickup_date: date | None
    return_date: date | None
    free_return: tuple[date, date] | None
    lines: list[Line]
    subtotal_cents: int
    tax_name: str
    tax_basis_points: int
    tax_cents: int
    total_cents: int
    monthly: Amounts
    invoices: list[Invoice]
    credit_left_cents: int
    cheaper: Cheaper | None
    one_more: OneMore | None
    shares: Shares | None


def quote(
    prices: PriceList, request: QuoteRequest, today: date, *, other_city: bool = False
) -> Quote:
    """The quote; raises `Invalid` in a sentence. `today` says which tax holds without dates.

    `other_city`: the return has a quote of its own, and nothing of it is in this one.

    Tax is reckoned for each invoice, halves up, and summed: so the invoices equal the quote to the
    cent.
    """
    check(prices, request)
    span = months, back = months_and_return(request)
    day = request.pickup_date or today
    plan = plan_for(prices, request.items, request.pricing)
    other = plan_for(prices, request.items, "single_items" if plan.kind == "bundle" else "bundle")
    priced, otherwise = (
        _price(prices, request, one, span, today, other_city=other_city) for one in (plan, other)
    )
    tax = tax_on(day)
    monthly_tax = tax_cents(priced.monthly_cents, tax)
    monthly_total = priced.monthly_cents + monthly_tax
    more = None
    if request.items < terms.MOST_ITEMS:
        then = plan_for(prices, request.items + 1, plan.kind)
        month = _price(prices, request, then, span, today, other_city=other_city).monthly_cents
        more = one_more(plan, then, monthly_total, month + tax_cents(month, tax))
    return Quote(
        items=request.items,
        pricing=plan.kind,
        plan=plan.name,
        months=months,
        pickup_date=request.pickup_date,
        return_date=back,
        free_return=season.next_free_return(request.pickup_date) if request.pickup_date else None,
        lines=priced.lines,
        subtotal_cents=priced.subtotal_cents,
        tax_name=tax.name,
        tax_basis_points=tax.basis_points,
        tax_cents=priced.total_cents - priced.subtotal_cents,
        total_cents=priced.total_cents,
        monthly=Amounts(priced.monthly_cents, monthly_tax, monthly_total),
        invoices=priced.invoices,
        credit_left_cents=priced.credit_left_cents,
        cheaper=_cheaper(priced, otherwise, tax),
        one_more=more,
        shares=_shares(request.friends, monthly_total, priced.total_cents),
    )


@dataclass(frozen=True, slots=True)
class _Priced:
    """The same things under one plan."""

    plan: Plan
    lines: list[Line]
    invoices: list[Invoice]
    monthly_cents: int
    credit_left_cents: int

    @property
    def subtotal_cents(self) -> int:
        return sum(line.amount_cents for line in self.lines)

    @property
    def total_cents(self) -> int:
        return self.subtotal_cents + sum(one.tax_cents for one in self.invoices)


def _price(
    prices: PriceList,
    request: QuoteRequest,
    plan: Plan,
    span: tuple[int, date | None],
    today: date,
    *,
    other_city: bool,
) -> _Priced:
    months, _ = span
    all_lines = _lines(prices, request, plan, span, other_city=other_city)
    invoices, credit_left = _invoices(all_lines, months, request.pickup_date, today)
    monthly = sum(line.amount_cents for line in all_lines if line.when == "monthly") // months
    return _Priced(plan, all_lines, invoices, monthly, credit_left)


def _lines(
    prices: PriceList,
    request: QuoteRequest,
    plan: Plan,
    span: tuple[int, date | None],
    *,
    other_city: bool,
) -> list[Line]:
    months, back = span
    all_lines = [
        *lines.storage(prices, request, plan, months, back),
        *lines.at_pickup(prices, request),
        *(() if other_city else lines.at_return(prices, request, back)),
    ]
    # What one pays at pickup and return is not lessened by a credit: it is off the storage.
    charged = sum(line.amount_cents for line in all_lines if line.when == "monthly")
    return [*all_lines, *lines.credits_of(prices, request, charged), *lines.kit(prices, request)]


def _invoices(
    all_lines: Sequence[Line], months: int, pickup: date | None, today: date
) -> tuple[list[Invoice], int]:
    """What falls due when, and how much of the deposit is over at the end."""
    invoices: list[Invoice] = []
    deposit, credit = _sum(all_lines, "kit"), -_sum(all_lines, "credit")
    if deposit:
        invoices.append(Invoice("With your supply kit", None, 0, 0, deposit, deposit))
    for number in range(months):
        amount = _sum(all_lines, "monthly") // months
        words = f"Month {number + 1}"
        if number == 0:
            amount += _sum(all_lines, "pickup")
            words = "First month, after pickup"
        if number == months - 1:
            amount += _sum(all_lines, "return")
        off = min(credit, amount)
        credit -= off
        due = season.add_months(pickup, number) if pickup else None
        tax = tax_cents(amount - off, tax_on(due or today))
        owed = amount - off + tax
        counted = min(deposit, owed)
        deposit -= counted
        invoices.append(Invoice(words, due, amount - off, tax, -counted, owed - counted))
    return invoices, deposit


def _sum(all_lines: Sequence[Line], when: When) -> int:
    return sum(line.amount_cents for line in all_lines if line.when == when)


def _cheaper(now: _Priced, other: _Priced, tax: Tax) -> Cheaper | None:
    """The other plan where it costs less over the season; the words have their tax."""
    saved = now.total_cents - other.total_cents
    if saved <= 0:
        return None
    theirs, ours = (
        dollars(one.monthly_cents + tax_cents(one.monthly_cents, tax)) for one in (other, now)
    )
    return Cheaper(
        other.plan.kind,
        other.plan.name,
        other.monthly_cents,
        now.monthly_cents - other.monthly_cents,
        saved,
        f"{other.plan.name} {'cost' if other.plan.name.endswith('items') else 'costs'} less: "
        f"{theirs} a month with tax instead of {ours}.",
    )


def _shares(people: int, monthly: int, total: int) -> Shares | None:
    if people == 1:
        return None
    return Shares(people, shares(monthly, people), shares(total, people))
