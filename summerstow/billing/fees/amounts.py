"""What each term of a fee allows, from the price list that the booking was made under."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from summerstow import facts
from summerstow.billing.pricing import terms
from summerstow.billing.pricing.terms import PriceList
from summerstow.platform.errors import Invalid

Term = Literal[
    "missed_pickup",
    "out_of_window",
    "failed_delivery",
    "labeling",
    "distance_pickup",
    "distance_return",
    "other_date",
    "place_change",
]
#: Nobody is charged more than the largest of these for one thing.
MOST_ITEMS: Final = 100
MOST_CENTS: Final = 100_000
#: What each is called, on screens too.
NAMES: Final = facts.read("fees.json", dict[Term, str])
#: Their price list gives an amount before tax; of the others the customer pays just the amount.
BEFORE_TAX: Final[frozenset[Term]] = frozenset(
    {"labeling", "distance_pickup", "distance_return", "other_date"}
)


class FeeBounds(msgspec.Struct, frozen=True):
    """The least and the most that a term allows, in cents, and what it says."""

    least: int
    most: int
    rule: str


def bounds(prices: PriceList, term: Term) -> FeeBounds:
    """What a term allows, in its words."""
    known = prices.terms
    match term:
        case "missed_pickup":
            return _range(known.missed_pickup_cents.min, known.missed_pickup_cents.max, term)
        case "out_of_window":
            return _range(known.out_of_window_cents.min, known.out_of_window_cents.max, term)
        case "failed_delivery":
            fee = known.failed_delivery_pickup_cents
            return _range(fee.min, fee.max, term)
        case "place_change":
            return _range(known.location_change.min, known.location_change.max, term)
        case "labeling":
            each = known.labeling_fee_cents_per_item
            return FeeBounds(each, each * MOST_ITEMS, f"{terms.dollars(each)} for each item.")
        case "other_date":
            cents = prices.pricing.alternative_delivery_date_cents
            return FeeBounds(cents, cents, f"{terms.dollars(cents)} for another return date.")
        case _:
            rule = known.outside_radius
            return FeeBounds(
                rule.min_cents,
                MOST_CENTS,
                f"{terms.dollars(rule.cents_per_mile)} a mile, at least "
                f"{terms.dollars(rule.min_cents)}.",
            )


def check(prices: PriceList, term: Term, cents: int) -> FeeBounds:
    """The bounds that an amount keeps; raises `Invalid` with them where it does not."""
    allowed = bounds(prices, term)
    if not allowed.least <= cents <= allowed.most:
        raise Invalid(
            f"{NAMES[term]}: the terms allow {terms.dollars(allowed.least)} to "
            f"{terms.dollars(allowed.most)}."
        )
    return allowed


def _range(least: int, most: int, term: Term) -> FeeBounds:
    words = f"{NAMES[term]}: {terms.dollars(least)} to {terms.dollars(most)}."
    return FeeBounds(least, most, words)
