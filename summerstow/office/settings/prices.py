"""Price lists that the owner publishes (rule: price-list-by-date).

Sentences and amounts in words are computed from the cents, so that no list contradicts itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

import msgspec
from msgspec.structs import replace

from summerstow.billing.pricing import queries
from summerstow.billing.pricing.plans import plan_for
from summerstow.billing.pricing.terms import (
    AddOn,
    Bundle,
    PriceList,
    Pricing,
    Terms,
    decoded,
    dollars,
    half_up,
    split_example,
)
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict
from summerstow.platform.text import name_key

from .problems import FieldProblem, length_problem

#: Numbers of items for which an owner sees the price before and after: the ends of each bundle.
SAMPLES: Final = (1, 3, 4, 6, 8, 9, 12, 14, 15, 19)


class EditedBundle(Bundle, frozen=True, forbid_unknown_fields=True):
    """A bundle as the list's file has it."""

    popular: bool


class EditedPricing(Pricing, frozen=True, forbid_unknown_fields=True):
    """What `pricing.json` holds, whose words may not be right yet."""

    currency: str
    structured_data_offer: str
    bundles: tuple[EditedBundle, ...]

    def __post_init__(self) -> None:
        pass


class EditedTerms(Terms, frozen=True, forbid_unknown_fields=True):
    """What `terms.json` holds."""

    pickup_window_hours: tuple[int, int]
    minimum_age: int


class PriceDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A price list as it is edited."""

    pricing: EditedPricing
    terms: EditedTerms

    def as_list(self) -> PriceList:
        """As the price engine takes it; raises `FactsBroken` where it contradicts itself."""
        return decoded(date.min, msgspec.json.encode(self.pricing), msgspec.json.encode(self.terms))


class SamplePrice(msgspec.Struct, frozen=True):
    """A month's price for so many items, in cents before tax, with the plan's name."""

    items: int
    plan_before: str
    before_cents: int
    plan_after: str
    after_cents: int


def completed(document: PriceDocument) -> PriceDocument:
    """The document with every sentence and amount in words as its cents have it.

    Raises `FactsBroken` for one that contradicts itself.
    """
    pricing = document.pricing
    pricing = replace(
        pricing,
        bundles=tuple(_in_words(one) for one in pricing.bundles),
        add_ons=tuple(_priced(one, pricing) for one in pricing.add_ons),
        split_example=split_example(pricing),
    )
    done = replace(document, pricing=pricing)
    done.as_list()
    return done


def _in_words(bundle: EditedBundle) -> EditedBundle:
    each = half_up(bundle.monthly_cents, bundle.items_max)
    items = f"{bundle.items_min}-{bundle.items_max}"
    return replace(bundle, items_range=items, price_per_item=dollars(each))


def _priced(add_on: AddOn, pricing: EditedPricing) -> AddOn:
    cents = {
        "heavy": pricing.heavy_item_once_cents,
        "alternative_delivery_date": pricing.alternative_delivery_date_cents,
    }.get(add_on.id)
    return add_on if cents is None else replace(add_on, price=dollars(cents))


def problems(document: PriceDocument) -> Iterator[FieldProblem]:
    """What keeps a list from being published, by the fields of the form."""
    below = None
    for index, one in enumerate(document.pricing.bundles):
        field = f"pricing.bundles.{index}.monthly_cents"
        if one.monthly_cents <= 0:
            yield FieldProblem(field, "A price above zero, please.")
        elif below and one.monthly_cents < below.monthly_cents:
            yield FieldProblem(field, f"This is less than the {below.name}, which holds less.")
        below = one
    extras = document.pricing.extras
    for index, extra in enumerate(extras):
        for field, most in (("name", 60), ("when", 200)):
            if why := length_problem(getattr(extra, field), most):
                yield FieldProblem(f"pricing.extras.{index}.{field}", why)
        if any(name_key(one.name) == name_key(extra.name) for one in extras[:index]):
            yield FieldProblem(f"pricing.extras.{index}.name", "Another add-on is called so.")
        if extra.cents <= 0:
            yield FieldProblem(f"pricing.extras.{index}.cents", "A price above zero, please.")


def samples(before: PriceDocument, after: PriceDocument) -> list[SamplePrice]:
    """What customers pay a month before and after a change."""
    was, will_be = before.as_list(), after.as_list()
    return [
        SamplePrice(items, old.name, old.monthly_cents, new.name, new.monthly_cents)
        for items in SAMPLES
        for old, new in [(plan_for(was, items), plan_for(will_be, items))]
    ]


async def store(tx: ElevatedTransaction, day: date, document: PriceDocument) -> None:
    """Let the list hold from a day on; raises `Conflict` where that day's list is in use."""
    pricing = msgspec.json.encode(document.pricing).decode()
    terms = msgspec.json.encode(document.terms).decode()
    if not await queries.store(tx, day, pricing, terms):
        raise Conflict(
            "Customers have booked under the prices of this day already. Please choose a later one."
        )
