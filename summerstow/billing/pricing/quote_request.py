"""The arguments of a quote, and their limits."""

from __future__ import annotations

import math
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

import msgspec

from summerstow.platform import published
from summerstow.platform.errors import Invalid

from . import fees, season, terms
from .plans import Kind
from .terms import PriceList

MOST_MILES: Final = 500
MOST_PEOPLE: Final = 20


class QuoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of `quote`. Flat, so that a GET and a shared link can say them all.

    Either `months`, or `pickup_date`, with which `return_date` defaults to the next free return.
    `heavy_boxes` and `heavy_items` (unboxed) are among the `items`. Money in cents, distances in
    miles from the campus. `friends` is how many people share the bundle, the caller among them.
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


def check(prices: PriceList, request: QuoteRequest) -> None:
    """Raise `Invalid` with a sentence for what no quote can be made of."""
    _within("The number of items", request.items, 1, terms.MOST_ITEMS)
    for name, count in (
        ("Heavy boxes", request.heavy_boxes),
        ("Heavy unboxed items", request.heavy_items),
        ("Items that we label", request.label_items),
    ):
        _within(name, count, 0, request.items)
    if request.heavy_boxes + request.heavy_items > request.items:
        raise Invalid("There are more heavy boxes and heavy unboxed items than items in all.")
    _within("The number of people who share", request.friends, 1, MOST_PEOPLE)
    _within("Referral credits", request.referral_credits, 0, 100)
    for miles in (request.miles, request.return_miles):
        if not math.isfinite(miles) or not 0 <= miles <= MOST_MILES:
            raise Invalid(f"The distance must be from 0 to {MOST_MILES} miles.")
    _check_protection(prices, request)
    _check_time(request)
    if request.campus_id is not None and published.campus(request.campus_id) is None:
        raise Invalid("We do not serve that campus.")


def months_and_return(request: QuoteRequest) -> tuple[int, date | None]:
    """How many months are charged and the day of return, where it is known; `check` it before."""
    if request.pickup_date is None:
        assert request.months is not None
        return request.months, None
    coming = season.next_free_return(request.pickup_date)[0]
    back = request.return_date or max(coming, request.pickup_date)
    return season.months(request.pickup_date, max(back, request.pickup_date)), back


def _check_time(request: QuoteRequest) -> None:
    if request.pickup_date is None:
        if request.return_date is not None:
            raise Invalid("A return date needs a pickup date.")
        if request.months is None:
            raise Invalid("Please give the number of months, or a pickup date.")
        _within("The number of months", request.months, 1, terms.MOST_MONTHS)
        return
    if request.months is not None:
        raise Invalid("Please give either the number of months or the dates, not both.")
    if not 2000 <= request.pickup_date.year <= 2099:
        raise Invalid("The pickup date must be from 2000 to 2099.")
    months, back = months_and_return(request)
    assert back is not None
    if back < request.pickup_date:
        raise Invalid("The return must not be before the pickup.")
    if months > terms.MOST_MONTHS:
        raise Invalid(f"We quote at most {terms.MOST_MONTHS} months of storage.")


def _check_protection(prices: PriceList, request: QuoteRequest) -> None:
    insurance = prices.terms.insurance
    if request.declared_value_cents < 0:
        raise Invalid("The declared value must not be negative.")
    if request.declared_value_cents > fees.most_protection_cents(prices, request.items):
        raise Invalid(
            f"Protection covers at most {terms.dollars(insurance.max_item_cents)} an item and "
            f"{terms.dollars(insurance.max_customer_cents)} a customer."
        )


def _within(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Invalid(f"{what} must be a whole number from {least} to {most}.")


def _tenths(miles: float) -> Decimal:
    return Decimal(str(miles)).quantize(Decimal("0.1"), ROUND_HALF_UP)
