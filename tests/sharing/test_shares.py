"""Shares add up to the bundle to the cent, with tax as without, for any number of friends."""

from __future__ import annotations

from collections import Counter
from datetime import date
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summerstow.billing.pricing import season, terms
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.shares import share_out
from summerstow.friends.referrals.rules import identity_hashes
from summerstow.platform.text import short_name
from tests.price_list import PRICES

DAY = date(2027, 4, 28)
TAX = terms.tax_on(DAY)


def _friends(count: int) -> list[UUID]:
    return [uuid4() for _ in range(count)]


@pytest.mark.parametrize(
    ("cents", "people", "expected"),
    [
        (10500, 1, {10500: 1}),
        (10500, 3, {3500: 3}),
        (10500, 4, {2625: 4}),
        (6000, 7, {858: 1, 857: 6}),
        (18500, 8, {2313: 4, 2312: 4}),
        (1, 3, {1: 1, 0: 2}),
    ],
)
def test_examples(cents: int, people: int, expected: dict[int, int]) -> None:
    found = share_out(cents, TAX, _friends(people - 1))
    assert Counter(one.cents for one in found) == expected
    # Whoever pays a cent more is told so first: the owner.
    assert found[0].member_id is None
    assert found[0].cents == max(one.cents for one in found)


@given(st.integers(0, 1_000_000), st.integers(0, 30))
def test_any_amount_among_any_number(cents: int, friends: int) -> None:
    """Rule: shared-bundle."""
    members = _friends(friends)
    found = share_out(cents, TAX, members)
    tax = (cents * 500 + 5000) // 10_000
    assert [one.member_id for one in found] == [None, *members]
    assert sum(one.cents for one in found) == cents
    assert sum(one.tax_cents for one in found) == tax
    assert all(one.cents >= 0 and one.tax_cents >= 0 for one in found)
    for amounts in ([one.cents for one in found], [one.cents + one.tax_cents for one in found]):
        assert max(amounts) - min(amounts) <= 1


@given(st.integers(1, 40), st.integers(2, 8))
def test_a_month_s_shares_are_the_quote_s(items: int, people: int) -> None:
    asked = QuoteRequest(items=items, pickup_date=DAY, friends=people)
    quoted = quote(PRICES, asked, DAY)
    assert quoted.shares is not None
    found = share_out(quoted.monthly.subtotal_cents, TAX, _friends(people - 1))
    assert [one.cents + one.tax_cents for one in found] == quoted.shares.monthly_cents
    assert season.is_free_return(date(2027, 8, 31))


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("Maya", "Rao", "Maya R."),
        (" Maya Lee ", None, "Maya"),
        ("Zoë", "élan", "Zoë É."),
        (None, "Rao", "A friend"),
        ("", "", "A friend"),
    ],
)
def test_names_are_short(first: str | None, last: str | None, shown: str) -> None:
    assert short_name(first, last) == shown


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("a@x.test", None), ("A@X.test", None), True),
        (("a+1@x.test", None), ("a@x.test", None), True),
        (("m.ina@gmail.com", None), ("mina@googlemail.com", None), True),
        (("m.ina@x.test", None), ("mina@x.test", None), False),
        (("a@x.test", "604 555 0123"), ("b@x.test", "+1 (604) 555-0123"), True),
        (("a@x.test", "604 555 0123"), ("b@x.test", "+1 604 555 0124"), False),
        (("a@x.test", "12"), ("b@x.test", "12"), False),
    ],
)
def test_who_is_the_same_person(
    one: tuple[str, str | None], other: tuple[str, str | None], same: bool
) -> None:
    known = [identity_hashes(None, [email], [phone]) for email, phone in (one, other)]
    assert bool(known[0] & known[1]) is same
