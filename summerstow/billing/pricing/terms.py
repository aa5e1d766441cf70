"""Price lists as the folders of `facts/pricing` hold them; checked when read.

Money is whole cents of a Canadian dollar everywhere in billing.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal

import msgspec

from summerstow.platform import published
from summerstow.platform.documents.taxes import Tax

Cents = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000)]


class FactsBroken(Exception):
    """The facts contradict each other; nothing may be charged by them."""


class Bundle(msgspec.Struct, frozen=True):
    """A plan for a range of items at a price a month."""

    id: str
    name: str
    monthly_cents: Cents
    items_min: Count
    items_max: Count
    items_range: str
    price_per_item: str

    @property
    def item_cents(self) -> int:
        """What a full bundle costs for each item, as the price table prints it; halves up."""
        return half_up(self.monthly_cents, self.items_max)


class AddOn(msgspec.Struct, frozen=True):
    """An add-on in the words of the price list."""

    id: str
    name: str
    price: str


class Extra(msgspec.Struct, frozen=True):
    """An add-on of the owner's own, which the office charges: `when` says when it applies."""

    id: str
    name: str
    cents: Cents
    per: Literal["item", "booking"]
    when: str

    @property
    def price(self) -> str:
        """Its price in words: `$5 per item`."""
        return f"{dollars(self.cents)} per item" if self.per == "item" else dollars(self.cents)


class Pricing(msgspec.Struct, frozen=True):
    """What is sold, and its prices."""

    bundles: Annotated[tuple[Bundle, ...], msgspec.Meta(min_length=1)]
    single_item_monthly_cents: Cents
    supplies_deposit_cents: Cents
    supplies_kit: str
    referral_credit_cents: Cents
    add_ons: tuple[AddOn, ...]
    heavy_item_once_cents: Cents
    alternative_delivery_date_cents: Cents
    split_example: str
    extras: tuple[Extra, ...]

    @property
    def largest(self) -> Bundle:
        """The bundle with the most items."""
        return self.bundles[-1]

    def __post_init__(self) -> None:
        expected = 1
        for one in self.bundles:
            if one.items_min != expected or one.items_max < one.items_min:
                raise FactsBroken(f"pricing.json: {one.name} must begin at {expected} items")
            _must_say("items_range", one.items_range, f"{one.items_min}-{one.items_max}")
            _must_say(f"{one.name}'s price_per_item", one.price_per_item, dollars(one.item_cents))
            expected = one.items_max + 1
        _must_say("split_example", self.split_example, split_example(self))
        words = {one.id: one.price for one in self.add_ons}
        for add_on, cents in (
            ("heavy", self.heavy_item_once_cents),
            ("alternative_delivery_date", self.alternative_delivery_date_cents),
        ):
            _must_say(f"the add-on {add_on}", words.get(add_on), dollars(cents))


class FeeRange(msgspec.Struct, frozen=True):
    """A fee that the terms give as a range in cents; staff set it with evidence."""

    min: Cents
    max: Cents

    def __post_init__(self) -> None:
        if self.min > self.max:
            raise FactsBroken("terms.json: a range must begin below its end")


class LocationChange(FeeRange, frozen=True):
    """The range for a change of place with less notice than `hours`."""

    hours: Count


class OutsideRadius(msgspec.Struct, frozen=True):
    """The larger of a minimum and a price for each mile."""

    min_cents: Cents
    cents_per_mile: Cents


class LateCancellation(msgspec.Struct, frozen=True):
    """What cancelling with less notice than `hours` costs."""

    hours: Count
    cents: Cents


class DateChangeTerms(msgspec.Struct, frozen=True):
    """How often, and with how much notice, a customer moves a date free of charge."""

    free_hours: Count
    free_times: Count
    late_hours: Count
    late_times: Count


class Insurance(msgspec.Struct, frozen=True):
    """Protection: a price a month for each unit of declared value, and its caps."""

    monthly_cents_per_unit: Cents
    unit_cents: Annotated[int, msgspec.Meta(gt=0)]
    max_item_cents: Cents
    max_customer_cents: Cents
    claim_hours: Count


class Terms(msgspec.Struct, frozen=True):
    """The terms that cost something."""

    heavy_box_over_lb: Count
    heavy_box_surcharge_percent: Annotated[int, msgspec.Meta(ge=0, le=100)]
    missed_pickup_cents: FeeRange
    location_change: LocationChange
    labeling_fee_cents_per_item: Cents
    free_radius_miles: Count
    outside_radius: OutsideRadius
    out_of_window_cents: FeeRange
    late_cancellation: LateCancellation
    date_change: DateChangeTerms
    failed_delivery_pickup_cents: FeeRange
    access_notice_hours: Count
    collection_cents: Cents
    part_delivery_cents: Cents
    storage_term_months: Annotated[int, msgspec.Meta(ge=2, le=12)]
    abandonment_after_days: Count
    insurance: Insurance


_SPECIFIED_EXAMPLE: Final = (
    "Medium Bundle shared by 3 friends costs $35 each, saving $30 a month against 5 individual "
    "items ($75)."
)


def split_example(pricing: Pricing) -> str:
    """The sentence about three friends who share the second bundle (rule: savings-only-positive).

    It names a saving only if the full bundle costs less than as many single items. The first price
    list has the specified sentence, whose words hold for its prices alone.
    """
    bundle = pricing.bundles[1] if len(pricing.bundles) > 1 else pricing.largest
    single = pricing.single_item_monthly_cents
    if (bundle.name, bundle.monthly_cents, single) == ("Medium Bundle", 10500, 1500):
        return _SPECIFIED_EXAMPLE
    share = dollars(-(-bundle.monthly_cents // 3))
    saved = bundle.items_max * single - bundle.monthly_cents
    words = f"{bundle.name} shared by 3 friends costs {share} each"
    if saved <= 0:
        return f"{words} a month."
    return (
        f"{words}, saving {dollars(saved)} a month against {bundle.items_max} individual items "
        f"({dollars(bundle.items_max * single)})."
    )


def _must_say(what: str, text: str | None, right: str) -> None:
    if text != right:
        raise FactsBroken(f"pricing.json: {what} must say: {right}")


#: More than this in one booking is a removal, which a person quotes.
MOST_ITEMS: Final = 100
MOST_MONTHS: Final = 24


class PriceList(msgspec.Struct, frozen=True):
    """All that costs something, for what is agreed from a campus-local day on."""

    valid_from: date
    pricing: Pricing
    terms: Terms


def decoded(valid_from: date, pricing: str | bytes, terms: str | bytes) -> PriceList:
    """A list from its JSON; raises `FactsBroken` or `msgspec.ValidationError` where it is wrong."""
    return PriceList(
        valid_from,
        msgspec.json.decode(pricing, type=Pricing),
        msgspec.json.decode(terms, type=Terms),
    )


def tax_on(day: date) -> Tax:
    """The tax that holds on a day (rule: tax-shown)."""
    return published.taxes().on(day)


def tax_cents(cents: int, tax: Tax) -> int:
    """The tax to be added to an amount that is not negative, halves up."""
    return half_up(cents * tax.basis_points, 10_000)


def with_tax(cents: int, day: date) -> int:
    """What somebody pays for an amount that is charged on a day (rule: tax-shown)."""
    return cents + tax_cents(cents, tax_on(day))


def half_up(numerator: int, denominator: int) -> int:
    """A quotient of two whole numbers, the first not negative, rounded with halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


def dollars(cents: int) -> str:
    """Cents in words: 6000 is `$60`, 1313 is `$13.13`, -1000 is `-$10`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02}" if rest else "")
