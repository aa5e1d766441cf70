"""Fees and surcharges of the terms: pure functions in whole cents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from . import terms
from .plans import Plan
from .terms import PriceList

Outcome = Literal["free", "free_once", "request"]


def heavy_box_cents(prices: PriceList, monthly_price: int) -> int:
    """What a box over 50 lb costs more a month: half of its monthly price, halves up."""
    return terms.half_up(monthly_price * prices.terms.heavy_box_surcharge_percent, 100)


def heavy_boxes(prices: PriceList, plan: Plan, boxes: int) -> list[tuple[int, int]]:
    """The surcharge of heavy boxes as (how many, cents a month for each).

    A box's monthly price is the one of the price table: the bundle's price per item, or the single
    price. Beside a full bundle, heavy boxes count as the bundle's own first, where they cost less.
    """
    single = heavy_box_cents(prices, plan.single_cents)
    if plan.bundle is None:
        return [(boxes, single)] if boxes else []
    inside = min(boxes, plan.bundle.items_max)
    parts = [(inside, heavy_box_cents(prices, plan.bundle.item_cents)), (boxes - inside, single)]
    return [one for one in parts if one[0]]


def distance_cents(prices: PriceList, miles: Decimal) -> int:
    """Outside the free radius the larger of $50 and $3 for each mile of the way; inside nothing."""
    rule = prices.terms
    if miles <= rule.free_radius_miles:
        return 0
    by_mile = (miles * rule.outside_radius.cents_per_mile).quantize(Decimal(1), ROUND_HALF_UP)
    return max(rule.outside_radius.min_cents, int(by_mile))


def protection_units(prices: PriceList, declared_cents: int) -> int:
    """How many units of protection cover a declared value; a started one counts."""
    unit = prices.terms.insurance.unit_cents
    return -(-declared_cents // unit)


def most_protection_cents(prices: PriceList, items: int) -> int:
    """The most that may be declared for so many items: the caps of an item and of a customer."""
    rule = prices.terms.insurance
    return min(items * rule.max_item_cents, rule.max_customer_cents)


def cancellation_cents(
    prices: PriceList,
    notice: timedelta | None,
    *,
    moved_late: bool = False,
    our_fault: bool = False,
) -> int:
    """What cancelling costs; the notice is None without a pickup date.

    Exactly 48 h is free. After a late free change of the date it costs $100 whatever the notice,
    also without a date by now; never anything where we moved or missed the appointment.
    """
    rule = prices.terms.late_cancellation
    if our_fault:
        return 0
    late = notice is not None and notice < timedelta(hours=rule.hours)
    return rule.cents if moved_late or late else 0


@dataclass(frozen=True, slots=True)
class DateChangeRule:
    """What a customer's change of a date comes to.

    `free`: done at once. `free_once`: done, and a later cancellation then costs. `request`: kept
    for staff to confirm.
    """

    outcome: Outcome
    words: str


def date_change(
    prices: PriceList, notice: timedelta | None, *, free_before: int = 0, late_before: int = 0
) -> DateChangeRule:
    """The rule for a customer's next change (rule: pickup-change).

    `free_before` and `late_before` count the earlier changes with 48 h notice or more, and with
    24 to 48 h.
    """
    rule = prices.terms.date_change
    fee = terms.dollars(prices.terms.late_cancellation.cents)
    if notice is None or notice >= timedelta(hours=rule.free_hours):
        if free_before < rule.free_times:
            left = rule.free_times - free_before - 1
            changes = "change is" if left == 1 else "changes are"
            return DateChangeRule("free", f"Free. After this, {left} free {changes} left.")
        return DateChangeRule(
            "request",
            f"You have used your {rule.free_times} free changes, so our staff must confirm it.",
        )
    if notice >= timedelta(hours=rule.late_hours):
        if late_before < rule.late_times:
            return DateChangeRule(
                "free_once",
                f"Free this once, with less than {rule.free_hours} hours to go. "
                f"Cancelling afterwards costs {fee}.",
            )
        return DateChangeRule(
            "request", "You have used your late change, so our staff must confirm it."
        )
    return DateChangeRule(
        "request", f"Less than {rule.late_hours} hours to go, so our staff must confirm it."
    )


def location_change_cents(prices: PriceList, notice: timedelta) -> tuple[int, int]:
    """(least, most) that a change of the place costs; (0, 0) with 24 h notice or more."""
    rule = prices.terms.location_change
    return (0, 0) if notice >= timedelta(hours=rule.hours) else (rule.min, rule.max)
