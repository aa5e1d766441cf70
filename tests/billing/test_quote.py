"""The quote: its lines, its sums, and what it refuses."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summerstow.billing.pricing import fees, terms
from summerstow.billing.pricing.quote import Quote, quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform.errors import Invalid
from tests.price_list import PRICES

TODAY: Final = date(2026, 11, 21)


def _quote(**asked: Any) -> Quote:
    return quote(PRICES, QuoteRequest(**{"items": 8, "months": 4} | asked), TODAY)


@st.composite
def asked_for(draw: st.DrawFn) -> QuoteRequest:
    """Anything that may be asked."""
    items = draw(st.integers(1, terms.MOST_ITEMS))
    heavy_boxes = draw(st.integers(0, items))
    pickup = draw(st.none() | st.dates(date(2026, 1, 1), date(2030, 12, 31)))
    back = None
    if pickup is not None:
        back = draw(st.none() | st.integers(0, 700).map(lambda days: pickup + timedelta(days=days)))
    return QuoteRequest(
        items=items,
        pricing=draw(st.sampled_from(["bundle", "single_items"])),
        months=draw(st.integers(1, terms.MOST_MONTHS)) if pickup is None else None,
        pickup_date=pickup,
        return_date=back,
        heavy_boxes=heavy_boxes,
        heavy_items=draw(st.integers(0, items - heavy_boxes)),
        label_items=draw(st.integers(0, items)),
        supply_kit=draw(st.booleans()),
        alternative_date=draw(st.booleans()),
        declared_value_cents=draw(st.integers(0, fees.most_protection_cents(PRICES, items))),
        miles=draw(st.floats(0, 500)),
        return_miles=draw(st.floats(0, 500)),
        referral_credits=draw(st.integers(0, 100)),
        friends=draw(st.integers(1, 20)),
    )


@given(asked_for())
def test_everything_adds_up(asked: QuoteRequest) -> None:
    """Each line is quantity times unit; lines, invoices, months and shares meet at the total."""
    found = quote(PRICES, asked, TODAY)
    for line in found.lines:
        assert line.amount_cents == line.quantity * line.unit_cents
        assert line.words
        assert line.rule
    assert sum(line.amount_cents for line in found.lines) == found.subtotal_cents
    assert found.subtotal_cents + found.tax_cents == found.total_cents
    paid = sum(one.total_cents for one in found.invoices)
    assert paid == found.total_cents + found.credit_left_cents
    assert all(one.total_cents >= 0 and one.subtotal_cents >= 0 for one in found.invoices)
    assert sum(one.subtotal_cents for one in found.invoices) == found.subtotal_cents
    assert sum(one.tax_cents for one in found.invoices) == found.tax_cents
    if found.shares is not None:
        assert sum(found.shares.total_cents) == found.total_cents
        assert sum(found.shares.monthly_cents) == found.monthly.total_cents
        assert max(found.shares.total_cents) - min(found.shares.total_cents) <= 1


@given(asked_for())
def test_no_fee_is_outside_its_term(asked: QuoteRequest) -> None:
    """Each line's unit is the one that its term gives, and nothing is charged twice."""
    units = {
        "single_items": {1500},
        "further_items": {1500},
        "plan": {6000, 10500, 15000, 18500},
        "heavy_boxes": {1000, 657, 536, 487, 750},
        "heavy_items": {4500},
        "labeling": {1000},
        "protection": {200},
        "alternative_delivery_date": {15000},
        "supplies_deposit": {2500},
        "supplies_deposit_back": {-2500},
        "referral": {-1000},
    }
    for line in quote(PRICES, asked, TODAY).lines:
        if line.code.startswith("distance_"):
            assert 5000 <= line.unit_cents <= 150_000
        else:
            assert line.unit_cents in units[line.code]
    codes = [line.code for line in quote(PRICES, asked, TODAY).lines if line.code != "heavy_boxes"]
    assert len(codes) == len(set(codes))


@given(asked_for())
def test_the_cheaper_way_is_named_just_when_it_is_cheaper(asked: QuoteRequest) -> None:
    found = quote(PRICES, asked, TODAY)
    if found.cheaper is not None:
        assert found.cheaper.saves_cents > 0
        values = {name: getattr(asked, name) for name in QuoteRequest.__struct_fields__}
        other = quote(PRICES, QuoteRequest(**values | {"pricing": found.cheaper.pricing}), TODAY)
        assert other.total_cents + found.cheaper.saves_cents == found.total_cents
        assert other.cheaper is None


@pytest.mark.parametrize(
    ("items", "cheaper"),
    [(1, 1500), (3, 4500), (4, 6000), (6, 9000), (7, None), (8, None), (9, 13500), (10, None)],
)
def test_where_single_items_are_cheaper(items: int, cheaper: int | None) -> None:
    """Small never wins, Medium ties with 7 items, and Large only from 11."""
    found = _quote(items=items).cheaper
    assert (found.monthly_cents if found else None) == cheaper


def test_a_season_with_everything() -> None:
    """8 items from Apr 28 to Sep 1 with every kind of line, shared by three."""
    found = quote(
        PRICES,
        QuoteRequest(
            items=8,
            pickup_date=date(2027, 4, 28),
            return_date=date(2027, 9, 1),
            heavy_boxes=1,
            heavy_items=1,
            label_items=2,
            supply_kit=True,
            declared_value_cents=100_000,
            miles=5,
            referral_credits=1,
            friends=3,
        ),
        TODAY,
    )
    assert {line.code: line.amount_cents for line in found.lines} == {
        "plan": 42000,
        "heavy_boxes": 2628,
        "protection": 8000,
        "heavy_items": 4500,
        "labeling": 2000,
        "distance_pickup": 5000,
        "referral": -1000,
        "supplies_deposit": 2500,
        "supplies_deposit_back": -2500,
    }
    assert (found.months, found.subtotal_cents) == (4, 63128)
    # 5% of 236.57 is 11.83 (halves up), of 131.57 it is 6.58, thrice.
    assert [one.tax_cents for one in found.invoices] == [0, 1183, 658, 658, 658]
    assert found.total_cents == 66285
    assert [one.due for one in found.invoices][1:3] == [date(2027, 4, 28), date(2027, 5, 28)]
    assert found.shares is not None
    assert found.shares.total_cents == [22095, 22095, 22095]


@pytest.mark.parametrize(
    ("back", "months", "fee"),
    [
        ("2027-08-30", 5, 15000),
        ("2027-08-31", 4, 0),
        ("2027-09-03", 4, 0),
        ("2027-09-04", 5, 15000),
    ],
)
def test_the_edges_of_the_free_dates(back: str, months: int, fee: int) -> None:
    """Rule: free-return-dates."""
    found = _quote(months=None, pickup_date=date(2027, 4, 28), return_date=date.fromisoformat(back))
    alternative = [one for one in found.lines if one.code == "alternative_delivery_date"]
    assert (found.months, sum(one.amount_cents for one in alternative)) == (months, fee)


def test_deciding_later_counts_to_the_next_free_return() -> None:
    found = _quote(months=None, pickup_date=date(2027, 9, 20))
    assert (found.return_date, found.months) == (date(2028, 8, 31), 11)


def test_what_is_over_of_the_deposit_stays_as_credit() -> None:
    """One single item for a month: $15 and tax, of a deposit of $25."""
    found = _quote(items=1, months=1, pricing="single_items", supply_kit=True)
    assert (found.total_cents, found.credit_left_cents) == (1575, 925)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"items": 0}, "The number of items must be a whole number from 1 to 100."),
        ({"items": 101}, "The number of items must be a whole number from 1 to 100."),
        ({"months": 0}, "The number of months must be a whole number from 1 to 24."),
        ({"months": None}, "Please give the number of months, or a pickup date."),
        ({"pickup_date": TODAY}, "Please give either the number of months or the dates, not both."),
        ({"return_date": TODAY}, "A return date needs a pickup date."),
        (
            {"months": None, "pickup_date": TODAY, "return_date": TODAY - timedelta(days=1)},
            "The return must not be before the pickup.",
        ),
        (
            {"months": None, "pickup_date": TODAY, "return_date": date(9999, 12, 31)},
            "We quote at most 24 months of storage.",
        ),
        ({"heavy_boxes": 9}, "Heavy boxes must be a whole number from 0 to 8."),
        (
            {"heavy_boxes": 5, "heavy_items": 4},
            "There are more heavy boxes and heavy unboxed items than items in all.",
        ),
        (
            {"declared_value_cents": 100_001},
            "Protection covers at most $500 an item and $1,000 a customer.",
        ),
        (
            {"items": 1, "declared_value_cents": 50_001},
            "Protection covers at most $500 an item and $1,000 a customer.",
        ),
        ({"miles": float("nan")}, "The distance must be from 0 to 500 miles."),
        ({"miles": -1}, "The distance must be from 0 to 500 miles."),
        ({"friends": 0}, "The number of people who share must be a whole number from 1 to 20."),
        ({"campus_id": 9}, "We do not serve that campus."),
    ],
)
def test_what_no_quote_is_made_of(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        _quote(**asked)
    assert refused.value.message == message
