"""The lines of a quote: each with its words, its term, and what could change it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal

import msgspec

from . import fees, season
from .plans import Plan
from .quote_request import QuoteRequest
from .terms import Extra, PriceList, dollars

When = Literal["monthly", "pickup", "return", "kit", "credit", "deposit"]


class Line(msgspec.Struct, frozen=True):
    """One line: `amount_cents` is always `quantity` times `unit_cents`.

    `when` it is charged: `monthly` lines count each month of storage, `pickup` is on the first
    invoice, `return` on the last; the `deposit` comes back to the customer as storage is charged.
    """

    code: str
    words: str
    rule: str
    when: When
    quantity: int
    unit_cents: int
    amount_cents: int
    could_change: str | None


def _line(
    code: str,
    words: str,
    rule: str,
    *,
    when: When,
    quantity: int,
    unit_cents: int,
    could_change: str | None = None,
) -> Line:
    return Line(code, words, rule, when, quantity, unit_cents, quantity * unit_cents, could_change)


_COUNT = "Our crew counts your items at pickup. You sign the count, and it sets your plan."


def storage(
    prices: PriceList, request: QuoteRequest, plan: Plan, months: int, back: date | None
) -> Iterator[Line]:
    """Plan and surcharges that count each month."""
    price_list, rule = prices.pricing, prices.terms
    span = f"{months} month" if months == 1 else f"{months} months"
    month_rule = (
        "A month runs from your pickup date to the same date of the next month. A month that has "
        f"begun counts in full, but a return on the free dates{_free_words(back)} never begins one."
    )
    single = dollars(price_list.single_item_monthly_cents)
    if plan.bundle is not None:
        bundle = plan.bundle
        yield _line(
            "plan",
            f"{bundle.name}, {bundle.items_min}-{bundle.items_max} items, {span}",
            month_rule,
            when="monthly",
            quantity=months,
            unit_cents=bundle.monthly_cents,
            could_change=_COUNT,
        )
    if plan.further:
        noun = "single item" if plan.bundle is None else "extra item"
        counted = f"{plan.further} {noun}" if plan.further == 1 else f"{plan.further} {noun}s"
        yield _line(
            "single_items" if plan.bundle is None else "further_items",
            f"{counted}, {span}",
            f"An individual medium item is {single} a month."
            if plan.bundle is None
            else f"Each item beyond {plan.items - plan.further} is {single} a month.",
            when="monthly",
            quantity=plan.further * months,
            unit_cents=price_list.single_item_monthly_cents,
            could_change=_COUNT,
        )
    for boxes, each in fees.heavy_boxes(prices, plan, request.heavy_boxes):
        counted = "1 box" if boxes == 1 else f"{boxes} boxes"
        yield _line(
            "heavy_boxes",
            f"{counted} over {rule.heavy_box_over_lb} lb, {span}",
            f"A box over {rule.heavy_box_over_lb} lb costs {rule.heavy_box_surcharge_percent}% "
            "more each month.",
            when="monthly",
            quantity=boxes * months,
            unit_cents=each,
            could_change=f"No charge if you repack it to {rule.heavy_box_over_lb} lb or less.",
        )
    units = fees.protection_units(prices, request.declared_value_cents)
    if units:
        insurance = rule.insurance
        yield _line(
            "protection",
            f"Protection for {dollars(units * insurance.unit_cents)}, {span}",
            f"{dollars(insurance.monthly_cents_per_unit)} a month for each "
            f"{dollars(insurance.unit_cents)} of declared value, up to "
            f"{dollars(insurance.max_item_cents)} per item and "
            f"{dollars(insurance.max_customer_cents)} per customer.",
            when="monthly",
            quantity=units * months,
            unit_cents=insurance.monthly_cents_per_unit,
            could_change="You can raise it until pickup, not after.",
        )


def at_pickup(prices: PriceList, request: QuoteRequest) -> Iterator[Line]:
    """What is charged once with the first invoice."""
    price_list, rule = prices.pricing, prices.terms
    if request.heavy_items:
        yield _line(
            "heavy_items",
            f"Unboxed item over {rule.heavy_box_over_lb} lb",
            "Charged once per item, in place of the "
            f"{rule.heavy_box_surcharge_percent}% a month of a heavy box.",
            when="pickup",
            quantity=request.heavy_items,
            unit_cents=price_list.heavy_item_once_cents,
            could_change="Our crew weighs it at pickup.",
        )
    if request.label_items:
        yield _line(
            "labeling",
            "Labeling by the crew",
            f"{dollars(rule.labeling_fee_cents_per_item)} for each item that we have to label.",
            when="pickup",
            quantity=request.label_items,
            unit_cents=rule.labeling_fee_cents_per_item,
            could_change="No charge if you label it before we come.",
        )
    yield from _distance(prices, "distance_pickup", "Pickup", "pickup", request.pickup_distance)


def own_add_on(one: Extra, quantity: int) -> Line:
    """So many of an add-on of the owner's own."""
    return _line(
        "extra", one.name, f"{one.price}.", when="pickup", quantity=quantity, unit_cents=one.cents
    )


def at_return(prices: PriceList, request: QuoteRequest, back: date | None) -> Iterator[Line]:
    """What is charged once with the last invoice."""
    if request.alternative_date or (back is not None and not season.is_free_return(back)):
        late = prices.terms.out_of_window_cents
        hours = prices.terms.date_change.free_hours
        yield _line(
            "alternative_delivery_date",
            "Return outside the free dates",
            "Another delivery date costs "
            f"{dollars(prices.pricing.alternative_delivery_date_cents)} "
            f"when agreed at least {hours} hours ahead.",
            when="return",
            quantity=1,
            unit_cents=prices.pricing.alternative_delivery_date_cents,
            could_change=f"Free{_free_words(back)}. With less than {hours} hours' notice, or "
            f"outside our hours, it is {dollars(late.min)}-{dollars(late.max)}, set with evidence.",
        )
    yield from _distance(prices, "distance_return", "Return", "return", request.return_distance)


def kit(prices: PriceList, request: QuoteRequest) -> Iterator[Line]:
    """The deposit of the supply kit, and its way back into the storage fees."""
    if request.supply_kit:
        cents = prices.pricing.supplies_deposit_cents
        rule = (
            f"{dollars(cents)} for {prices.pricing.supplies_kit}; counts towards your storage fees."
        )
        yield _line(
            "supplies_deposit", "Supply kit deposit", rule, when="kit", quantity=1, unit_cents=cents
        )
        yield _line(
            "supplies_deposit_back",
            "Deposit, applied to your storage",
            rule,
            when="deposit",
            quantity=1,
            unit_cents=-cents,
            could_change="Anything left of it stays on your account as credit.",
        )


def credits_of(prices: PriceList, request: QuoteRequest, charged: int) -> Iterator[Line]:
    """Referral credits, never more than what is charged; the rest waits for the next booking."""
    each = prices.pricing.referral_credit_cents
    used = min(request.referral_credits, charged // each)
    if used:
        yield _line(
            "referral",
            "Referral credit",
            f"{dollars(each)} off your next booking for each friend whose first booking was "
            "picked up.",
            when="credit",
            quantity=used,
            unit_cents=-each,
        )


def _distance(
    prices: PriceList, code: str, what: str, when: When, miles: Decimal
) -> Iterator[Line]:
    cents = fees.distance_cents(prices, miles)
    if cents:
        rule = prices.terms
        radius = rule.free_radius_miles
        yield _line(
            code,
            f"{what} about {miles.normalize():f} miles from campus",
            f"More than {radius} miles from campus: "
            f"{dollars(rule.outside_radius.cents_per_mile)} a mile, at least "
            f"{dollars(rule.outside_radius.min_cents)}.",
            when=when,
            quantity=1,
            unit_cents=cents,
            could_change=f"Measured to your exact address. Free within {radius} miles of campus.",
        )


def _free_words(day: date | None) -> str:
    if day is None:
        return ""
    first, last = season.free_return(day.year)
    return f" ({first:%b} {first.day} to {last:%b} {last.day})"
