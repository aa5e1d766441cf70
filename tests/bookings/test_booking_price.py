"""What a booking comes to while it is filled in: known to the cent, and what is not known yet."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final

import pytest

from summerstow.billing.pricing import terms
from summerstow.bookings.prices.booking_price import COMMAND, BookingPrice, PriceBooking, price
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import RestClients
from tests.price_list import PRICES

TODAY: Final = date(2027, 3, 1)
#: Half past one in the afternoon on campus.
NOW: Final = datetime(2027, 3, 1, 20, 30, tzinfo=UTC)
PICKUP: Final = date(2027, 4, 28)
MORNING: Final = "9:00 AM - 12:00 PM"


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


def _price(**asked: Any) -> BookingPrice:
    given: dict[str, Any] = {"campus_id": 1, "pickup_date": PICKUP} | asked
    return price(PRICES, PriceBooking(**given), TODAY)


def _taxed(cents: int) -> int:
    return cents + terms.tax_cents(cents, terms.tax_on(PICKUP))


def _total(found: BookingPrice, plan: str) -> int | None:
    return next(one.total_cents for one in found.plans if one.id == plan)


def test_every_bundle_is_priced_until_items_are_said() -> None:
    found = _price(return_delivery_date=date(2027, 8, 31), delivery_option="same_city")
    assert [one.id for one in found.plans] == [one.id for one in PRICES.pricing.bundles]
    assert found.proposed is None
    assert found.months == 4
    for one, bundle in zip(found.plans, PRICES.pricing.bundles, strict=True):
        assert one.total_cents == 4 * _taxed(bundle.monthly_cents)


def test_the_cheaper_of_bundle_and_single_items_is_proposed() -> None:
    """Rule: plan-choice."""
    few, many = _price(items=5), _price(items=8)
    assert [one.id for one in few.plans] == ["medium", "single_items"]
    assert (few.proposed, many.proposed) == ("single_items", "medium")


def test_a_pickup_at_a_distance_is_in_the_total() -> None:
    here = _price(items=8)
    there = _price(items=8, residence_type="other", address="4700 Kingsway, Burnaby V5H 2C3")
    assert there.pickup_distance is not None
    assert there.pickup_distance.fee_cents is not None
    added = (_total(there, "medium") or 0) - (_total(here, "medium") or 0)
    assert added == _taxed(there.pickup_distance.fee_cents) > 0


def test_a_delivery_outside_the_free_days_is_in_the_total() -> None:
    free = _price(items=8, delivery_option="same_city", return_delivery_date=date(2027, 8, 31))
    other = _price(items=8, delivery_option="same_city", return_delivery_date=date(2027, 8, 25))
    added = (_total(other, "medium") or 0) - (_total(free, "medium") or 0)
    assert added == _taxed(PRICES.pricing.alternative_delivery_date_cents)


def test_another_city_is_named_as_not_known_yet_and_not_charged_twice() -> None:
    found = _price(
        items=8,
        delivery_option="different_city",
        return_delivery_date=date(2027, 8, 25),
        delivery_address="1 Rue Sherbrooke, Montreal H2X 1X8",
    )
    [plan, _] = found.plans
    assert plan.total_cents == 4 * _taxed(10500)
    assert plan.most_cents is None
    [unknown] = found.unknown
    assert unknown.code == "delivery_quote"
    shipping = next(one.price for one in PRICES.pricing.add_ons if one.id == "shipping")
    assert shipping in unknown.words


def test_what_is_not_known_yet_has_its_range() -> None:
    found = _price(items=8, residence_type="other", delivery_option="decide_later")
    assert [one.code for one in found.unknown] == [
        "distance_pickup",
        "distance_return",
        "return_date",
    ]
    on_campus = _price(items=8)
    distance, return_date = on_campus.unknown
    assert (distance.code, distance.most_cents) == ("distance_return", None)
    other_day = _taxed(PRICES.pricing.alternative_delivery_date_cents)
    assert (return_date.least_cents, return_date.most_cents) == (0, other_day)
    [plan, _] = on_campus.plans
    assert plan.most_cents is None
    near = _price(items=8, delivery_option="same_city", delivery_address="V6T 1Z4")
    [plan, _] = near.plans
    assert plan.most_cents == (plan.total_cents or 0) + other_day


def test_without_days_a_month_is_priced_and_the_estimates_months_count() -> None:
    alone = _price(pickup_date=None, items=7)
    assert [one.total_cents for one in alone.plans] == [None, None]
    assert alone.plans[0].monthly.total_cents == _taxed(10500)
    estimate = _price(pickup_date=None, items=7, months=4)
    assert _total(estimate, "medium") == 4 * _taxed(10500)


@pytest.mark.parametrize(
    ("dates", "code"),
    [
        ({"supply_kit_delivery_date": date(2027, 4, 28)}, "kit_after_pickup"),
        ({"supply_kit_delivery_date": date(2027, 3, 2)}, "kit_soon"),
        ({"return_delivery_date": date(2027, 4, 20)}, "return_before_pickup"),
        ({"pickup_date": TODAY, "pickup_time": MORNING}, "window_over"),
        ({"pickup_date": date(2027, 2, 28)}, "past"),
        (
            {"pickup_time": "3:00 PM - 6:00 PM", "has_flight": True, "flight_time": "morning"},
            "flight_before_pickup",
        ),
    ],
)
def test_days_that_do_not_fit_are_named(dates: dict[str, Any], code: str) -> None:
    """Rule: dates-that-fit."""
    assert [one.code for one in _price(**dates).conflicts] == [code]


@pytest.mark.parametrize(
    ("window", "flight", "way"),
    [
        (MORNING, "morning", "Choose an earlier day."),
        ("12:00 PM - 3:00 PM", "morning", "Choose an earlier day."),
        ("3:00 PM - 6:00 PM", "afternoon", "Choose an earlier pickup window or an earlier day."),
    ],
)
def test_a_flight_names_an_earlier_window_only_if_there_is_one(
    window: str, flight: str, way: str
) -> None:
    found = _price(pickup_time=window, has_flight=True, flight_time=flight)
    assert [one.words for one in found.conflicts] == [
        f"Your flight may leave before we come. {way}"
    ]


def test_days_that_fit_are_not_named() -> None:
    assert not _price(
        supply_kit_delivery_date=date(2027, 4, 20),
        pickup_time="12:00 PM - 3:00 PM",
        has_flight=True,
        flight_time="evening",
        return_delivery_date=date(2027, 8, 31),
    ).conflicts


async def test_anybody_may_ask(database: Database) -> None:
    client = RestClients(database, {}, {COMMAND.name: COMMAND}).of(None)
    answer = await client.post("/rpc/booking_price", json={"items": 5, "months": 4})
    assert answer.status_code == 200, answer.text
    assert answer.json()["proposed"] == "single_items"
    wrong = await client.post("/rpc/booking_price", json={"items": 0, "months": 4})
    assert wrong.status_code == 400
    for day, status in (("2001-05-01", 200), ("0001-01-01", 400), ("9999-12-31", 400)):
        asked = {"items": 5, "pickup_date": day}
        assert (await client.post("/rpc/booking_price", json=asked)).status_code == status, day
