"""Book Delivery: when and where the items come back (rule: return-notice)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal
from uuid import UUID

from summerstow.billing.pricing import price_lists, terms
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings import authorization, queries, rules, service
from summerstow.bookings.cancel import FeeChanged
from summerstow.bookings.dates import date_policy
from summerstow.bookings.dates.storage_until import storage_words
from summerstow.bookings.model import Booking
from summerstow.bookings.part_returns.ending import ending_words
from summerstow.bookings.status import ENDED
from summerstow.messages import service as messages
from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.tables import Row

from . import quotes as delivery_quotes


@dataclass(frozen=True, slots=True)
class Wish:
    """Where to and when; `window` is one of the campus's, and none for a different city."""

    option: Literal["same_city", "different_city"]
    day: date
    window: str | None
    address: str


@dataclass(frozen=True, slots=True)
class DeliveryPreview:
    """What the delivery comes to; `quote`: staff send the price, and it is charged if accepted."""

    fee_cents: int
    words: list[str]
    quote: bool


async def preview(tx: ElevatedTransaction, booking: Booking, wish: Wish) -> DeliveryPreview:
    """Check the wish and say what it costs. Raises `Conflict` and `Invalid`, each in a sentence."""
    refuse(booking)
    prices = await price_lists.of_booking(tx, booking.id)
    _check(prices, booking, wish)
    storage = [
        *await storage_words(tx, booking, wish.day),
        *await ending_words(tx, booking, wish.day),
    ]
    if wish.option == "different_city":
        return DeliveryPreview(
            0,
            [
                "Our staff send you a quote for the way to that address. Nothing is charged "
                "before you accept it.",
                *storage,
            ],
            quote=True,
        )
    fee, words = date_policy.return_price(prices, booking, wish.day)
    return DeliveryPreview(fee, [*words, *storage], quote=False)


async def book(
    tx: ElevatedTransaction, booking_id: UUID, wish: Wish, *, expected_fee_cents: int
) -> Booking:
    """Book the delivery: its place is claimed before the one held before is given up.

    Returns the booking as it is now. The same again changes nothing. Raises
    `FeeChanged`, `slots.WindowFull`, and what `preview` raises.
    """
    old = await authorization.locked(tx, booking_id)
    window = wish.window if wish.option == "same_city" else None
    address = wish.address.strip()
    wanted: Row = {
        "delivery_option": wish.option,
        "return_delivery_date": wish.day.isoformat(),
        "return_delivery_time": window,
        "delivery_address": address,
    }
    if all(old.row[field] == value for field, value in wanted.items()):
        # Also how a quote is asked for once more.
        await delivery_quotes.ask_again(tx, old)
        return old
    seen = await preview(tx, old, wish)
    if seen.fee_cents != expected_fee_cents:
        raise FeeChanged(seen.fee_cents)
    new = await queries.edit(tx, booking_id, wanted)
    await service.changed(tx, old, new)
    await date_policy.note(tx, old, new)
    await messages.tell(
        tx,
        new.row,
        cause=f"delivery-booked:{booking_id}:{new.updated_at}",
        kind="delivery_booked",
        data={
            "first_name": new.first_name,
            "day": clock.spoken_day(wish.day),
            "window": window,
            "address": address,
            "quote": seen.quote,
            "fee": terms.dollars(seen.fee_cents) if seen.fee_cents else None,
            "code": new.code,
            "link": "/customer-dashboard",
        },
    )
    return new


def refuse(booking: Booking) -> None:
    """`Conflict` where no delivery can be booked, saying why."""
    status = booking.status
    if status in ENDED:
        raise Conflict(ENDED[status])
    if status not in delivery_quotes.OPEN:
        raise Conflict(
            "You can book your delivery as soon as we have confirmed your pickup. "
            "Nothing is lost until then: the free dates come every year."
        )


def _check(prices: PriceList, booking: Booking, wish: Wish) -> None:
    address = wish.address.strip()
    if not address:
        raise Invalid("Please enter the full delivery address.")
    rules.check_new(booking.row | {"delivery_address": address})
    date_policy.check_return(prices, booking, wish.day)
    if wish.option == "different_city":
        return
    if wish.window not in {one.label for one in windows.offered(booking.campus_id)}:
        raise Invalid("Please choose one of the delivery windows.")
    hours = prices.terms.access_notice_hours
    starts = windows.starts_at(booking.campus_id, wish.day, wish.window)
    if starts - clock.now() < timedelta(hours=hours):
        raise Invalid(
            f"We need {hours} hours to get your things out of storage. "
            "Please choose a later window or day."
        )
