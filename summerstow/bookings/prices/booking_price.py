"""What a booking comes to while it is filled in: what is known to the cent, and what is not yet.

One answer for the whole wizard (rule: total-before-booking): plan, months, kit, the way to the
pickup and back, the day of return, add-ons and tax.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Final, Literal

import msgspec

from summerstow.billing.pricing import price_lists, season, terms
from summerstow.billing.pricing.distance import LONGEST, AddressRequest, Distance, check_address
from summerstow.billing.pricing.plans import Kind, plan_for
from summerstow.billing.pricing.quote import Amounts, Quote, quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings.dates.conflicts import DateConflict, Dates, conflicts
from summerstow.bookings.model import DeliveryOption
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.documents.taxes import Tax
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import EVERYBODY

_Words = Annotated[str, msgspec.Meta(max_length=500)]


class PriceBooking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a booking says so far; all of it may be left out. Cents, campus-local days.

    `items` without which each bundle is priced full; `months` only where there is no pickup date.
    `estimated_miles` from campus count for an address that is not given yet.
    """

    campus_id: int | None = None
    items: int | None = None
    months: int | None = None
    pickup_date: date | None = None
    pickup_time: _Words | None = None
    has_flight: bool = False
    flight_time: _Words | None = None
    residence_type: Literal["on_campus", "other"] = "on_campus"
    building_name: _Words | None = None
    address: _Words | None = None
    supply_kit: bool = False
    supply_kit_delivery_date: date | None = None
    delivery_option: DeliveryOption | None = None
    return_delivery_date: date | None = None
    delivery_address: _Words | None = None
    heavy_boxes: int = 0
    heavy_items: int = 0
    label_items: int = 0
    declared_value_cents: int = 0
    estimated_miles: float = 0
    referral_credits: int = 0
    friends: int = 1

    def dates(self) -> Dates:
        """Its days."""
        return Dates(
            self.campus_id or 0,
            self.supply_kit_delivery_date,
            self.pickup_date,
            self.pickup_time,
            self.return_delivery_date,
            self.flight_time if self.has_flight else None,
        )


class UnknownPrice(msgspec.Struct, frozen=True):
    """What is not known yet: from `least_cents` to `most_cents` with tax, null where it is open."""

    code: Literal["distance_pickup", "distance_return", "delivery_quote", "return_date"]
    words: str
    least_cents: int
    most_cents: int | None


class PricedPlan(msgspec.Struct, frozen=True):
    """A way of paying for the items; `monthly` is an ordinary month.

    `quote` says what is in the total, line by line; null while the months are not known.
    `least_cents` and `most_cents` are the total with what is not known yet, null where it is open.
    """

    id: str
    pricing: Kind
    name: str
    items: int
    items_range: str
    monthly: Amounts
    total_cents: int | None
    least_cents: int | None
    most_cents: int | None
    quote: Quote | None


class BookingPrice(msgspec.Struct, frozen=True):
    """The price so far. `plans`: with `items` the bundle and single items, else each bundle.

    `proposed` is the id of the cheapest of them for these items (null without `items`). Amounts
    with tax say so by their name: `total_cents`; `tax_name` and `tax_basis_points` say which.
    """

    today: date
    months: int | None
    return_date: date | None
    free_return: tuple[date, date]
    tax_name: str
    tax_basis_points: int
    deposit_cents: int
    plans: list[PricedPlan]
    proposed: str | None
    unknown: list[UnknownPrice]
    pickup_distance: Distance | None
    return_distance: Distance | None
    conflicts: list[DateConflict]


async def booking_price(tx: Transaction, booking: PriceBooking) -> BookingPrice:
    """The price of the booking so far; raises `Invalid` for what no price can be made of."""
    days = booking.supply_kit_delivery_date, booking.pickup_date, booking.return_delivery_date
    if any(one is not None and not 2000 <= one.year <= 2100 for one in days):
        raise Invalid("The days must be from 2000 to 2100.")
    return price(await price_lists.current(tx), booking, clock.today())


def price(prices: PriceList, booking: PriceBooking, today: date) -> BookingPrice:
    """The same, by a price list and a campus-local day."""
    tax = terms.tax_on(booking.pickup_date or today)
    there = _pickup_distance(prices, booking)
    back = _return_distance(prices, booking)
    unknown = list(_unknown(prices, booking, there, back, tax))
    request = _request(booking, there, back)
    has_time = booking.pickup_date is not None or booking.months is not None
    other_city = booking.delivery_option == "different_city"
    plans = []
    for one in _sold(prices, booking):
        wanted = msgspec.structs.replace(request, items=one.items, pricing=one.pricing)
        whole = quote(prices, wanted, today, other_city=other_city)
        plans.append(_plan(one, whole, unknown, has_time=has_time))
    known = next((one.quote for one in plans if one.quote is not None), None)
    proposed = None
    if booking.items is not None:
        cheapest = min(plans, key=lambda one: (one.total_cents or 0, one.monthly.total_cents))
        proposed = cheapest.id
    return BookingPrice(
        today=today,
        months=None if known is None else known.months,
        return_date=None if known is None else known.return_date,
        free_return=season.next_free_return(booking.pickup_date or today),
        tax_name=tax.name,
        tax_basis_points=tax.basis_points,
        deposit_cents=prices.pricing.supplies_deposit_cents if booking.supply_kit else 0,
        plans=plans,
        proposed=proposed,
        unknown=unknown,
        pickup_distance=there,
        return_distance=back,
        conflicts=conflicts(booking.dates()),
    )


def open_prices(prices: PriceList, booking: PriceBooking, today: date) -> list[UnknownPrice]:
    """What of the price is not known yet, without the price itself."""
    tax = terms.tax_on(booking.pickup_date or today)
    there, back = _pickup_distance(prices, booking), _return_distance(prices, booking)
    return list(_unknown(prices, booking, there, back, tax))


class _Sold(msgspec.Struct, frozen=True):
    """A plan that is offered for so many items."""

    id: str
    pricing: Kind
    items: int
    items_range: str


def _sold(prices: PriceList, booking: PriceBooking) -> Iterator[_Sold]:
    if booking.items is None:
        for one in prices.pricing.bundles:
            yield _Sold(one.id, "bundle", one.items_max, one.items_range)
        return
    items = booking.items
    bundle = plan_for(prices, max(items, 1)).bundle
    assert bundle is not None
    yield _Sold(bundle.id, "bundle", items, bundle.items_range)
    yield _Sold("single_items", "single_items", items, str(items))


def _request(booking: PriceBooking, there: Distance | None, back: Distance | None) -> QuoteRequest:
    """The request for a quote, without its plan; an order of days that is wrong counts no return.

    Without days and months it is for one month, of which the monthly price is taken.
    """
    pickup, return_day = booking.pickup_date, booking.return_delivery_date
    if pickup is None or (return_day is not None and return_day < pickup):
        return_day = None
    counted, estimated = booking.items is not None, booking.estimated_miles
    return QuoteRequest(
        items=booking.items or 0,
        months=(booking.months or 1) if pickup is None else None,
        pickup_date=pickup,
        return_date=return_day,
        heavy_boxes=booking.heavy_boxes if counted else 0,
        heavy_items=booking.heavy_items if counted else 0,
        label_items=booking.label_items if counted else 0,
        supply_kit=booking.supply_kit,
        declared_value_cents=booking.declared_value_cents if counted else 0,
        miles=_miles(there) if there or booking.residence_type == "on_campus" else estimated,
        return_miles=_miles(back)
        if back or booking.delivery_option == "different_city"
        else estimated,
        referral_credits=booking.referral_credits,
        friends=booking.friends,
    )


def _plan(sold: _Sold, whole: Quote, unknown: list[UnknownPrice], *, has_time: bool) -> PricedPlan:
    total = whole.total_cents if has_time else None
    return PricedPlan(
        id=sold.id,
        pricing=sold.pricing,
        name=whole.plan,
        items=sold.items,
        items_range=sold.items_range,
        monthly=whole.monthly,
        total_cents=total,
        least_cents=None if total is None else total + sum(one.least_cents for one in unknown),
        most_cents=None if total is None else _most(total, unknown),
        quote=whole if has_time else None,
    )


def _most(total: int, unknown: list[UnknownPrice]) -> int | None:
    most = total
    for one in unknown:
        if one.most_cents is None:
            return None
        most += one.most_cents
    return most


def _miles(distance: Distance | None) -> float:
    """The way that is charged: none where it may be free."""
    if distance is None or distance.verdict != "outside":
        return 0
    return distance.miles or 0


def _pickup_distance(prices: PriceList, booking: PriceBooking) -> Distance | None:
    """From campus to the pickup; a residence on campus is where the campus is."""
    if booking.residence_type == "on_campus":
        return None
    return _distance(prices, booking.campus_id, booking.address)


def _return_distance(prices: PriceList, booking: PriceBooking) -> Distance | None:
    if booking.delivery_option != "same_city":
        return None
    return _distance(prices, booking.campus_id, booking.delivery_address)


def _distance(prices: PriceList, campus_id: int | None, place: str | None) -> Distance | None:
    words = " ".join((place or "").split())
    if campus_id is None or not words:
        return None
    return check_address(prices, AddressRequest(campus_id, words[-LONGEST:]))


_WAY: Final = {"distance_pickup": "pickup", "distance_return": "delivery"}


def _unknown(
    prices: PriceList,
    booking: PriceBooking,
    there: Distance | None,
    back: Distance | None,
    tax: Tax,
) -> Iterator[UnknownPrice]:
    miles = booking.estimated_miles
    if booking.residence_type == "other":
        yield from _unknown_way(prices, "distance_pickup", there, tax, miles)
    if booking.delivery_option != "different_city":
        yield from _unknown_way(prices, "distance_return", back, tax, miles)
    if booking.delivery_option == "different_city":
        usual = next(one.price for one in prices.pricing.add_ons if one.id == "shipping")
        yield UnknownPrice(
            "delivery_quote",
            "Delivery to another city: we send you a quote, and you decide. Shipping is usually "
            f"{usual} before {tax.name}.",
            0,
            None,
        )
    elif booking.return_delivery_date is None:
        first, last = season.next_free_return(booking.pickup_date or clock.today())
        cents = _taxed(prices.pricing.alternative_delivery_date_cents, tax)
        yield UnknownPrice(
            "return_date",
            f"Return date: free from {first:%b} {first.day} to {last:%b} {last.day}, "
            f"{terms.dollars(cents)} on another day.",
            0,
            cents,
        )


def _unknown_way(
    prices: PriceList,
    code: Literal["distance_pickup", "distance_return"],
    distance: Distance | None,
    tax: Tax,
    estimated_miles: float,
) -> Iterator[UnknownPrice]:
    rule = prices.terms
    if distance is not None and distance.verdict in ("inside", "outside"):
        return
    if distance is None and estimated_miles:
        words = (
            f"Distance of your {_WAY[code]} address: counted as the {estimated_miles:g} miles of "
            "your estimate. The address itself decides."
        )
        yield UnknownPrice(code, words, 0, None)
        return
    most = None
    if distance is not None and distance.fee_cents is not None:
        most = _taxed(distance.fee_cents, tax)
    least_outside = terms.dollars(_taxed(rule.outside_radius.min_cents, tax))
    words = (
        f"Distance of your {_WAY[code]} address: free within {rule.free_radius_miles} miles of "
        f"campus, {least_outside} or more outside."
    )
    yield UnknownPrice(code, words, 0, most)


def _taxed(cents: int, tax: Tax) -> int:
    return cents + terms.tax_cents(cents, tax)


COMMAND: Final = Command("booking_price", PriceBooking, booking_price, EVERYBODY, repeatable=True)
