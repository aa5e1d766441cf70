"""What a stored booking comes to, as its customer was quoted it (rule: quote-that-is-kept).

By the items that are expected until the crew has counted, by their count afterwards; always by the
prices that the booking was made under.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from summerstow.billing.invoices import item_queries
from summerstow.billing.invoices.model import ExpectedItems
from summerstow.billing.invoices.storage import read_storage
from summerstow.billing.pricing import fees, price_lists, terms
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings import authorization, queries
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.model import REPLACEABLE, Booking
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.roles import SIGNED_IN

from .booking_price import PriceBooking, PricedPlan, UnknownPrice, open_prices, price

#: Late April to the free return days, where no pickup day is known.
_USUAL_MONTHS: Final = 4


class CountDifference(msgspec.Struct, frozen=True):
    """What the crew's count made of the quote; `monthly_cents` with tax, below zero where less.

    `is_accepted`: the customer accepted the count.
    """

    quoted: int
    counted: int
    monthly_cents: int
    words: str
    is_accepted: bool


class BookingQuote(msgspec.Struct, frozen=True):
    """The price of a booking's season: `plan` is the chosen one, `unknown` is not in its total.

    `items` were `counted` by the crew, or are expected; so many are `listed`. `plan` is null while
    the number of items is unknown. `people` share the bundle.
    """

    items: int | None
    listed: int
    counted: bool
    declared_value_cents: int
    listed_value_cents: int
    people: int
    plan: PricedPlan | None
    tax_name: str
    unknown: list[UnknownPrice]
    difference: CountDifference | None


async def quote_booking(tx: ElevatedTransaction, booking: Booking) -> BookingQuote:
    """Return the quote of a booking as it is now."""
    prices = await price_lists.of_booking(tx, booking.id)
    expected = await item_queries.expected_items(tx, booking.id)
    storage = None if booking.status in REPLACEABLE else await read_storage(tx, booking.id)
    difference, listed_cents = None, expected.listed_cents
    counted = storage is not None and storage.months_invoiced > 0
    if storage is not None and counted:
        difference = _difference(prices, booking, storage.request)
        expected = _counted_items(expected, storage.request)
    request = _price_request(prices, booking, expected)
    today = clock.today()
    plan = None
    if request.items is None:
        unknown = open_prices(prices, request, today)
    else:
        priced = price(prices, request, today)
        unknown = priced.unknown
        plan = next(one for one in priced.plans if one.pricing == expected.pricing)
        if booking.status not in REPLACEABLE and plan.quote is not None:
            # Advice that cannot be followed any more is none.
            final = msgspec.structs.replace(plan.quote, one_more=None, cheaper=None)
            plan = msgspec.structs.replace(plan, quote=final)
    return BookingQuote(
        items=expected.items or None,
        listed=expected.listed,
        counted=counted,
        declared_value_cents=request.declared_value_cents,
        listed_value_cents=listed_cents,
        people=expected.people,
        plan=plan,
        tax_name=terms.tax_on(booking.pickup_date or today).name,
        unknown=unknown,
        difference=difference,
    )


def _counted_items(expected: ExpectedItems, request: QuoteRequest) -> ExpectedItems:
    return ExpectedItems(
        items=request.items,
        heavy_boxes=request.heavy_boxes,
        heavy_items=request.heavy_items,
        declared=request.declared_value_cents,
        pricing=request.pricing,
        people=expected.people,
        listed=expected.listed,
        listed_cents=expected.listed_cents,
    )


def _price_request(prices: PriceList, booking: Booking, expected: ExpectedItems) -> PriceBooking:
    """The booking as its price is asked for."""
    items = expected.items if 1 <= expected.items <= terms.MOST_ITEMS else None
    boxes = min(expected.heavy_boxes, items or 0)
    return PriceBooking(
        campus_id=booking.campus_id,
        items=items,
        months=_USUAL_MONTHS if booking.pickup_date is None else None,
        pickup_date=booking.pickup_date,
        residence_type="other" if booking.residence_type == "other" else "on_campus",
        address=booking.address,
        supply_kit=booking.supply_kit_delivery_date is not None,
        delivery_option=booking.delivery_option,
        return_delivery_date=booking.return_delivery_date,
        delivery_address=booking.delivery_address,
        heavy_boxes=boxes,
        heavy_items=min(expected.heavy_items, (items or 0) - boxes),
        declared_value_cents=min(
            expected.declared, fees.most_protection_cents(prices, items) if items else 0
        ),
        friends=expected.people,
    )


def _difference(
    prices: PriceList, booking: Booking, counted: QuoteRequest
) -> CountDifference | None:
    """The month of the items that were quoted beside that of those that were counted."""
    quoted = booking.expected_items
    if quoted is None or quoted == counted.items:
        return None
    plain = QuoteRequest(items=quoted, pricing=counted.pricing, months=1)
    today = clock.today()
    was = quote(prices, plain, today).monthly.total_cents
    now = quote(prices, msgspec.structs.replace(plain, items=counted.items), today)
    cents = now.monthly.total_cents - was
    cost = f"{'+' if cents > 0 else '-'}{terms.dollars(abs(cents))} a month" if cents else "no more"
    return CountDifference(
        quoted,
        counted.items,
        cents,
        f"{quoted} quoted, {counted.items} counted: {cost}",
        is_accepted=booking.accepted_count == counted.items,
    )


@dataclass(frozen=True, slots=True)
class QuoteInWords:
    """A quote as a mail says it; `open` says what is not in the `price` yet."""

    plan: str
    price: str
    open: list[str]


def in_words(current: BookingQuote) -> QuoteInWords:
    """Return a quote for a mail; without a number of items its price is how it is worked out."""
    still_open = [one.words for one in current.unknown]
    plan = current.plan
    if plan is None or plan.quote is None or plan.total_cents is None:
        return QuoteInWords("chosen by the number of items", "as listed on our website", still_open)
    items = "1 item" if current.items == 1 else f"{current.items} items"
    quoted = plan.quote
    months = "1 month" if quoted.months == 1 else f"{quoted.months} months"
    until = f", until {clock.spoken_day(quoted.return_date)}" if quoted.return_date else ""
    total = terms.dollars(plan.total_cents)
    value = current.declared_value_cents
    cover = f", protected for {terms.dollars(value)}" if value else ""
    return QuoteInWords(
        f"{plan.name}, {items}{cover}",
        f"{total} with {current.tax_name} for {months}{until}",
        still_open,
    )


class AcceptCount(OneBooking, forbid_unknown_fields=True):
    """A booking and the count that was shown."""

    counted: int


async def accept_count(tx: ElevatedTransaction, arguments: AcceptCount) -> BookingQuote:
    """Return the quote, whose count the customer accepts. Raises `Conflict` for another count."""
    if not await queries.is_of(tx, arguments.booking_id, tx.actor.user_id):
        raise AppError("You have no such booking.", status=404, code="P0002")
    booking = await authorization.locked(tx, arguments.booking_id)
    current = await quote_booking(tx, booking)
    if current.difference is None or current.difference.counted != arguments.counted:
        raise Conflict("The count was corrected in the meantime. Please look at it once more.")
    await queries.accept_count(tx, booking.id, arguments.counted)
    accepted = msgspec.structs.replace(current.difference, is_accepted=True)
    return msgspec.structs.replace(current, difference=accepted)


async def booking_quote(tx: ElevatedTransaction, arguments: OneBooking) -> BookingQuote:
    """Return what the season of a booking comes to."""
    await authorization.check(tx, arguments.booking_id)
    booking = await queries.find(tx, arguments.booking_id)
    if booking is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return await quote_booking(tx, booking)


COMMANDS: Final = (
    Command("booking_quote", OneBooking, booking_quote, SIGNED_IN, read_only=True, elevated=True),
    Command("accept_count", AcceptCount, accept_count, SIGNED_IN, repeatable=True, elevated=True),
)
