"""Which plan so many items have, what is cheaper, and what one item more would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from . import terms
from .terms import Bundle, PriceList

Kind = Literal["bundle", "single_items"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What `items` cost a month: a bundle with `further` single items, or single items alone."""

    items: int
    bundle: Bundle | None
    further: int
    single_cents: int

    @property
    def kind(self) -> Kind:
        """How it is priced."""
        return "bundle" if self.bundle is not None else "single_items"

    @property
    def monthly_cents(self) -> int:
        """The price a month, before anything else is added."""
        bundle = self.bundle.monthly_cents if self.bundle is not None else 0
        return bundle + self.further * self.single_cents

    @property
    def name(self) -> str:
        """`Medium Bundle`, `XL Bundle and 2 further items`, `5 single items`."""
        if self.bundle is None:
            return _counted(self.items, "single item")
        if not self.further:
            return self.bundle.name
        return f"{self.bundle.name} and {_counted(self.further, 'extra item')}"


@dataclass(frozen=True, slots=True)
class OneMore:
    """What storing one item more does to the monthly price."""

    items: int
    plan: str
    monthly_cents: int
    difference_cents: int
    words: str


def plan_for(prices: PriceList, items: int, kind: Kind = "bundle") -> Plan:
    """The plan for a number of items, at least one of the price list.

    1-3 Small, 4-8 Medium, 9-14 Large, 15-19 XL; 20 or more: XL and the single price for each
    further one.
    """
    price_list = prices.pricing
    single = price_list.single_item_monthly_cents
    if kind == "single_items":
        return Plan(items, None, items, single)
    for bundle in price_list.bundles:
        if items <= bundle.items_max:
            return Plan(items, bundle, 0, single)
    return Plan(items, price_list.largest, items - price_list.largest.items_max, single)


def one_more(now: Plan, then: Plan, before: int, after: int) -> OneMore:
    """The next item's effect, in words too.

    `before` and `after` are what a month comes to under the two plans, with all that is in it and
    its tax (rule: tax-shown).
    """
    difference = after - before
    if difference == 0:
        assert then.bundle is not None
        left = then.bundle.items_max - now.items
        words = (
            f"One more item costs nothing: the {then.name} takes up to {then.bundle.items_max} "
            f"items, so there is room for {left} more."
        )
    elif then.bundle is not None and then.bundle != now.bundle:
        words = (
            f"One more item makes it the {then.name}: {terms.dollars(after)} a month with tax, "
            f"{terms.dollars(difference)} more."
        )
    else:
        words = f"One more item adds {terms.dollars(difference)} a month with tax."
    return OneMore(then.items, then.name, after, difference, words)


def shares(cents: int, people: int) -> list[int]:
    """An amount split among people to the cent; the first ones carry what does not divide."""
    base, rest = divmod(cents, people)
    return [base + (number < rest) for number in range(people)]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
