"""The rules as tables: plans, months, notice, fees."""

from __future__ import annotations

import copy
from datetime import date, timedelta
from decimal import Decimal
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from summerstow import facts
from summerstow.billing.pricing import fees, plans, season, terms
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform import clock, windows
from tests.price_list import PRICES


@pytest.mark.parametrize(
    ("items", "plan", "monthly"),
    [
        (1, "Small Bundle", 6000),
        (3, "Small Bundle", 6000),
        (4, "Medium Bundle", 10500),
        (7, "Medium Bundle", 10500),
        (8, "Medium Bundle", 10500),
        (9, "Large Bundle", 15000),
        (14, "Large Bundle", 15000),
        (15, "XL Bundle", 18500),
        (19, "XL Bundle", 18500),
        (20, "XL Bundle and 1 extra item", 20000),
        (22, "XL Bundle and 3 extra items", 23000),
    ],
)
def test_the_plan_for_a_number_of_items(items: int, plan: str, monthly: int) -> None:
    """Rule: plan-by-count."""
    found = plans.plan_for(PRICES, items)
    assert (found.name, found.monthly_cents) == (plan, monthly)


@pytest.mark.parametrize(
    ("items", "difference", "words"),
    [
        (7, 0, "One more item costs nothing: the Medium Bundle takes up to 8 items, so there is "
               "room for 1 more."),
        (8, 4725, "One more item makes it the Large Bundle: $157.50 a month with tax, $47.25 "
                  "more."),
        (19, 1575, "One more item adds $15.75 a month with tax."),
        (20, 1575, "One more item adds $15.75 a month with tax."),
    ],
)  # fmt: skip
def test_what_one_item_more_does(items: int, difference: int, words: str) -> None:
    found = quote(PRICES, QuoteRequest(items=items, months=4), date(2027, 5, 1)).one_more
    assert found is not None
    assert (found.difference_cents, found.words) == (difference, words)


@pytest.mark.parametrize(
    ("pickup", "back", "months"),
    [
        # Picked up on Apr 28, a fifth month begins on Aug 28; the free dates do not count it.
        ("2027-04-28", "2027-08-27", 4),
        ("2027-04-28", "2027-08-28", 4),
        ("2027-04-28", "2027-08-29", 5),
        ("2027-04-28", "2027-08-30", 5),
        ("2027-04-28", "2027-08-31", 4),
        ("2027-04-28", "2027-09-03", 4),
        ("2027-04-28", "2027-09-04", 5),
        # On Apr 30 the fifth would begin with the free dates themselves.
        ("2027-04-30", "2027-08-30", 4),
        ("2027-04-30", "2027-08-31", 4),
        ("2027-04-30", "2027-09-03", 4),
        ("2027-04-30", "2027-09-04", 5),
        ("2027-05-03", "2027-09-03", 4),
        ("2027-05-03", "2027-09-04", 5),
        ("2027-04-28", "2027-04-28", 1),
        ("2027-04-28", "2027-05-28", 1),
        ("2027-04-28", "2027-05-29", 2),
        ("2027-08-20", "2027-08-31", 1),
        ("2027-01-31", "2027-02-28", 1),
        ("2027-01-31", "2027-03-01", 2),
        ("2027-12-15", "2028-01-15", 1),
        ("2027-04-28", "2028-09-01", 16),
    ],
)
def test_months(pickup: str, back: str, months: int) -> None:
    """Started months count, but a return on Aug 31 - Sep 3 never starts a new one.

    Rule: storage-month.
    """
    assert season.months(date.fromisoformat(pickup), date.fromisoformat(back)) == months


@pytest.mark.parametrize(
    ("pickup_time", "starts"),
    [
        ("9:00 AM - 12:00 PM", "2027-04-28T16:00:00+00:00"),
        ("11:00 AM", "2027-04-28T16:00:00+00:00"),
        ("12:00 PM - 3:00 PM", "2027-04-28T19:00:00+00:00"),
        ("5:00 PM", "2027-04-28T22:00:00+00:00"),
        (None, "2027-04-28T16:00:00+00:00"),
    ],
)
def test_when_the_window_begins(pickup_time: str | None, starts: str) -> None:
    """T0, in campus time, which stays seven hours behind UTC (rule: campus-time)."""
    assert windows.starts_at(1, date(2027, 4, 28), pickup_time).isoformat() == starts
    winter = windows.starts_at(1, date(2027, 12, 28), pickup_time)
    assert clock.campus_time(winter).utcoffset() == timedelta(hours=-7)


H48 = timedelta(hours=48)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("notice", "moved_late", "our_fault", "cents"),
    [
        (H48, False, False, 0),
        (H48 - MINUTE, False, False, 10000),
        (H48 + MINUTE, False, False, 0),
        (-MINUTE, False, False, 10000),
        (None, False, False, 0),
        (H48 * 2, True, False, 10000),
        (H48 - MINUTE, False, True, 0),
        (-MINUTE, True, True, 0),
    ],
)
def test_cancelling(
    notice: timedelta | None, moved_late: bool, our_fault: bool, cents: int
) -> None:
    """48 h 00 m is free, 47 h 59 m is not (rules: notice, cancellation-fee)."""
    assert (
        fees.cancellation_cents(PRICES, notice, moved_late=moved_late, our_fault=our_fault) == cents
    )


@pytest.mark.parametrize(
    ("notice", "free_before", "late_before", "outcome"),
    [
        (H48, 0, 0, "free"),
        (H48, 4, 1, "free"),
        (H48, 5, 0, "request"),
        (None, 0, 0, "free"),
        (H48 - MINUTE, 5, 0, "free_once"),
        (H48 / 2, 0, 0, "free_once"),
        (H48 / 2, 0, 1, "request"),
        (H48 / 2 - MINUTE, 0, 0, "request"),
        (-MINUTE, 0, 0, "request"),
    ],
)
def test_changing_a_date(
    notice: timedelta | None, free_before: int, late_before: int, outcome: str
) -> None:
    found = fees.date_change(PRICES, notice, free_before=free_before, late_before=late_before)
    assert found.outcome == outcome


def test_a_change_of_the_place() -> None:
    assert fees.location_change_cents(PRICES, H48 / 2) == (0, 0)
    assert fees.location_change_cents(PRICES, H48 / 2 - MINUTE) == (5000, 25000)


@pytest.mark.parametrize(
    ("miles", "cents"),
    [("0", 0), ("3", 0), ("3.1", 5000), ("16.6", 5000), ("16.7", 5010), ("20", 6000)],
)
def test_the_distance(miles: str, cents: int) -> None:
    """The larger of $50 and $3 a mile, and nothing within three miles (rule: distance-fee)."""
    assert fees.distance_cents(PRICES, Decimal(miles)) == cents


@pytest.mark.parametrize(
    ("items", "boxes", "parts"),
    [
        (2, 1, [(1, 1000)]),
        (8, 2, [(2, 657)]),
        (14, 1, [(1, 536)]),
        (19, 19, [(19, 487)]),
        (22, 20, [(19, 487), (1, 750)]),
        (8, 0, []),
    ],
)
def test_heavy_boxes_in_a_bundle(items: int, boxes: int, parts: list[tuple[int, int]]) -> None:
    """+50% of the price table's price for an item, halves up (rules: heavy-item, whole-cents)."""
    assert fees.heavy_boxes(PRICES, plans.plan_for(PRICES, items), boxes) == parts


def test_heavy_single_boxes() -> None:
    """Rule: heavy-item."""
    assert fees.heavy_boxes(PRICES, plans.plan_for(PRICES, 3, "single_items"), 2) == [(2, 750)]


@pytest.mark.parametrize(
    ("cents", "people", "shares"),
    [
        (10500, 3, [3500, 3500, 3500]),
        (11025, 3, [3675, 3675, 3675]),
        (10000, 3, [3334, 3333, 3333]),
        (18500, 7, [2643, 2643, 2643, 2643, 2643, 2643, 2642]),
    ],
)
def test_shares(cents: int, people: int, shares: list[int]) -> None:
    """3 friends on $105 pay $35 each; nothing is lost on any other number."""
    assert plans.shares(cents, people) == shares
    assert sum(shares) == cents


@pytest.mark.parametrize(("declared", "units"), [(0, 0), (1, 1), (10000, 1), (10001, 2)])
def test_protection(declared: int, units: int) -> None:
    """Rule: protection."""
    assert fees.protection_units(PRICES, declared) == units


def test_every_price_list_of_the_business_holds_together() -> None:
    lists = facts.price_lists_in(files("summerstow") / "facts" / "pricing")
    assert lists
    for one in lists:
        terms.decoded(one.valid_from, one.pricing, one.terms)


def test_a_price_list_that_contradicts_itself_is_refused() -> None:
    """A gap between bundles, or a price for each item that is not the bundle's."""
    known = PRICES.pricing
    small, medium, *_ = known.bundles
    others = known.bundles[1:]
    with pytest.raises(terms.FactsBroken, match="must begin at 4"):
        _with(known, bundles=(small, *others[1:]))
    with pytest.raises(terms.FactsBroken, match="must begin at 1"):
        _with(known, bundles=(_with(small, items_max=0), *others))
    with pytest.raises(terms.FactsBroken, match=r"price_per_item must say: \$20$"):
        _with(known, bundles=(_with(small, price_per_item="$21"), *others))
    with pytest.raises(terms.FactsBroken, match="alternative_delivery_date must say"):
        _with(known, alternative_delivery_date_cents=14000)
    with pytest.raises(terms.FactsBroken, match=r"split_example must say: .* costs \$36\.67 each"):
        _with(known, bundles=(small, _with(medium, monthly_cents=11000, price_per_item="$13.75")))


def test_the_example_of_friends_claims_no_saving_that_is_none() -> None:
    """Rule: savings-only-positive."""
    small, medium, *others = PRICES.pricing.bundles

    def said(monthly_cents: int) -> str:
        bundles = (small, msgspec.structs.replace(medium, monthly_cents=monthly_cents), *others)
        # Not `_with`, which checks the words.
        known = copy.copy(PRICES.pricing)
        msgspec.structs.force_setattr(known, "bundles", bundles)
        return terms.split_example(known)

    assert said(10500) == PRICES.pricing.split_example
    assert said(11500) == (
        "Medium Bundle shared by 3 friends costs $38.34 each, "
        "saving $5 a month against 8 individual items ($120)."
    )
    for dearer in (12000, 13000):
        assert "saving" not in said(dearer)


def _with(one: Any, **changes: object) -> Any:

    return msgspec.structs.replace(one, **changes)
