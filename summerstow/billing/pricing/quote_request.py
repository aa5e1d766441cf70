"""What a quote is asked for, and what it may not ask."""

from __future__ import annotations

import math
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

import msgspec

from summerstow.kit import facts
from summerstow.kit.errors import Invalid

from . import fees, season, terms
from .plans import Kind
from .terms import PriceList

MOST_MILES: Final = 500
MOST_PEOPLE: Final = 20


class QuoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `quote`. Flat, so that a GET and a shared link can say them all.

    Either `months`, or `pickup_date`, with which `return_date` defaults to the next free return.
    `heavy_boxes` and `heavy_items` (unboxed) are among the `items`. Money in cents, distances in
    miles from the campus. `friends` is how many people share the bundle, the asker among them.
    """

    items: int
    pricing: Kind = "bundle"
    months: int | None = None
    pickup_date: date | None = None
    return_date: date | None = None
    campus_id: int | None = None
    heavy_boxes: int = 0
    heavy_items: int = 0
    label_items: int = 0
    supply_kit: bool = False
    alternative_date: bool = False
    declared_value_cents: int = 0
    miles: float = 0
    return_miles: float = 0
    referral_credits: int = 0
    friends: int = 1

    @property
    def pickup_distance(self) -> Decimal:
        """Miles to the pickup, to the tenth."""
        return _tenths(self.miles)

    @property
    def return_distance(self) -> Decimal:
        """Miles to the return address, to the tenth."""
        return _tenths(self.return_miles)


def check(prices: PriceList, asked: QuoteRequest) -> None:
    """Raise `Invalid` with a sentence for what no quote can be made of."""
    _within("The number of items", asked.items, 1, terms.MOST_ITEMS)
    for name, count in (
        ("Heavy boxes", asked.heavy_boxes),
        ("Heavy unboxed items", asked.heavy_items),
        ("Items that we label", asked.label_items),
    ):
        _within(name, count, 0, asked.items)
    if asked.heavy_boxes + asked.heavy_items > asked.items:
        raise Invalid("Heavy boxes and heavy unboxed items together are more than there are items.")
    _within("The number of people who share", asked.friends, 1, MOST_PEOPLE)
    _within("Referral credits", asked.referral_credits, 0, 100)
    for miles in (asked.miles, asked.return_miles):
        if not math.isfinite(miles) or not 0 <= miles <= MOST_MILES:
            raise Invalid(f"The distance must be from 0 to {MOST_MILES} miles.")
    _check_protection(prices, asked)
    _check_time(asked)
    if asked.campus_id is not None and asked.campus_id not in {one.id for one in facts.campuses()}:
        raise Invalid("We do not serve that campus.")


def months_and_return(asked: QuoteRequest) -> tuple[int, date | None]:
    """How many months are charged and the day of return, where it is known; `check` it before."""
    if asked.pickup_date is None:
        assert asked.months is not None
        return asked.months, None
    coming = season.next_free_return(asked.pickup_date)[0]
    back = asked.return_date or max(coming, asked.pickup_date)
    return season.months(asked.pickup_date, max(back, asked.pickup_date)), back


def _check_time(asked: QuoteRequest) -> None:
    if asked.pickup_date is None:
        if asked.return_date is not None:
            raise Invalid("A return date needs a pickup date.")
        if asked.months is None:
            raise Invalid("Please give the number of months, or a pickup date.")
        _within("The number of months", asked.months, 1, terms.MOST_MONTHS)
        return
    if asked.months is not None:
        raise Invalid("Please give either the number of months or the dates, not both.")
    if not 2000 <= asked.pickup_date.year <= 2099:
        raise Invalid("The pickup date must be from 2000 to 2099.")
    months, back = months_and_return(asked)
    assert back is not None
    if back < asked.pickup_date:
        raise Invalid("The return must not be before the pickup.")
    if months > terms.MOST_MONTHS:
        raise Invalid(f"We quote at most {terms.MOST_MONTHS} months of storage.")


def _check_protection(prices: PriceList, asked: QuoteRequest) -> None:
    insurance = prices.terms.insurance
    if asked.declared_value_cents < 0:
        raise Invalid("The declared value must not be negative.")
    if asked.declared_value_cents > fees.most_protection_cents(prices, asked.items):
        raise Invalid(
            f"Protection covers at most {terms.dollars(insurance.max_item_cents)} an item and "
            f"{terms.dollars(insurance.max_customer_cents)} a customer."
        )


def _within(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Invalid(f"{what} must be a whole number from {least} to {most}.")


def _tenths(miles: float) -> Decimal:
    return Decimal(str(miles)).quantize(Decimal("0.1"), ROUND_HALF_UP)
