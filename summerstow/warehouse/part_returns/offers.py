"""What may come back of a person's items, for what price, and when."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

from summerstow.billing.invoices.storage import read_storage
from summerstow.billing.pricing import price_lists, season, terms
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings.authorization import check
from summerstow.bookings.items.queries import share_of
from summerstow.bookings.model import Booking
from summerstow.bookings.part_returns import carriers
from summerstow.bookings.part_returns.model import StoredPartReturn, Way
from summerstow.bookings.part_returns.queries import item_names
from summerstow.bookings.status import ENDED
from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import OFFICE
from summerstow.slots import season as sold_days

from . import queries
from .model import OwnPartReturns, Parcel, PartReturn, PartReturnPrice

_FURTHEST = timedelta(days=366)


async def person(tx: ElevatedTransaction, booking_id: UUID) -> UUID | None:
    """Return the share of a friend who acts on a booking; None for its customer and the office.

    Raises 404 for anybody else.
    """
    if tx.actor.role not in OFFICE and tx.actor.user_id is not None:
        member_id = await share_of(tx, booking_id, tx.actor.user_id)
        if member_id is not None:
            return member_id
    await check(tx, booking_id)
    return None


async def offer(
    tx: ElevatedTransaction, booking: Booking, member_id: UUID | None
) -> OwnPartReturns:
    """Return what may come back now, and the person's part returns."""
    prices = await price_lists.of_booking(tx, booking.id)
    hours = timedelta(hours=prices.terms.access_notice_hours)
    items = await queries.available(tx, booking.id, member_id)
    words = refusal(booking)
    if words is None and not items:
        words = "None of your items can come back at the moment."
    return OwnPartReturns(
        from_day=clock.campus_time(clock.now() + hours).date(),
        items=[] if words else items,
        part_returns=[
            await shown(tx, one) for one in await queries.of_person(tx, booking.id, member_id)
        ],
        words=words,
        is_friend=member_id is not None,
    )


async def shown(tx: ElevatedTransaction, one: StoredPartReturn) -> PartReturn:
    """Return a part return as its person reads it."""
    return PartReturn(
        id=one.id,
        item_ids=one.item_ids,
        items=await item_names(tx, one.item_ids),
        way=one.way,
        day=one.day,
        window=one.window,
        address=one.address,
        cents=None if one.cents is None else terms.with_tax(one.cents, clock.today()),
        state=one.state,
        words=one.words,
        carrier=one.carrier,
        parcels=[
            Parcel(number, carriers.tracking_link(one.carrier, number)) for number in one.tracking
        ],
        done_at=one.done_at,
    )


async def check_wish(
    tx: ElevatedTransaction,
    booking: Booking,
    member_id: UUID | None,
    *,
    item_ids: set[UUID],
    way: Way,
    day: date | None,
    window: str | None,
) -> tuple[int | None, list[str]]:
    """Return what a part return costs before tax, and why; no price means a quote.

    Raises `Conflict` for items that cannot leave, and `Invalid` for a day or window.
    """
    if words := refusal(booking):
        raise Conflict(words)
    own = {one.id for one in await queries.available(tx, booking.id, member_id)}
    if not item_ids <= own:
        raise Conflict("One of these items cannot come back any more.")
    prices = await price_lists.of_booking(tx, booking.id)
    if way != "ship":
        _check_window(prices, booking, member_id, day, window)
    await _keep_some(tx, booking, member_id, len(item_ids))
    if way == "ship":
        return None, ["We send you a price. Nothing is charged before you accept it."]
    if way == "collect":
        return prices.terms.collection_cents, []
    assert day is not None
    if member_id is not None and item_ids == own and season.is_free_return(day):
        return 0, ["Free: all your items come back on one of the free return days."]
    return prices.terms.part_delivery_cents, []


async def price(
    tx: ElevatedTransaction,
    booking: Booking,
    member_id: UUID | None,
    *,
    item_ids: set[UUID],
    way: Way,
    day: date | None,
    window: str | None,
) -> PartReturnPrice:
    """Return what a wish comes to with tax; raises as `check_wish` does."""
    cents, words = await check_wish(
        tx, booking, member_id, item_ids=item_ids, way=way, day=day, window=window
    )
    with_tax = terms.with_tax(cents or 0, clock.today())
    return PartReturnPrice(with_tax, words, quote=cents is None)


async def check_capacity(tx: ElevatedTransaction, booking: Booking, day: date, window: str) -> None:
    """Raise `Conflict` if a window has no room for another collection."""
    most = published.business().collections_per_window
    if await queries.collections_of_window(tx, booking.campus_id, day, window) >= most:
        raise Conflict(
            f"No more collections can be booked for {clock.spoken_day(day)}, {window}. "
            "Please choose another window or day."
        )


def refusal(booking: Booking) -> str | None:
    """Say why nothing of a booking can come back now."""
    if booking.status in ENDED:
        return ENDED[booking.status]
    if booking.status != "picked_up":
        return "You can get items back as soon as we have picked them up."
    return None


def notice(booking: Booking, day: date, window: str | None) -> timedelta:
    """Return the time left until a window begins."""
    return windows.starts_at(booking.campus_id, day, window) - clock.now()


async def _keep_some(
    tx: ElevatedTransaction, booking: Booking, member_id: UUID | None, count: int
) -> None:
    """Raise `Conflict` where nothing of a customer's bundle would stay: that is the return."""
    storage = await read_storage(tx, booking.id)
    left = 0 if storage is None else storage.request.items - await queries.leaving(tx, booking.id)
    if left - count < (1 if member_id is None else 0):
        raise Conflict("This is all that we keep. Please book your delivery instead.")


def _check_window(
    prices: PriceList,
    booking: Booking,
    member_id: UUID | None,
    day: date | None,
    window: str | None,
) -> None:
    if day is None or window not in {one.label for one in windows.offered(booking.campus_id)}:
        raise Invalid("Please choose a day and one of the windows.")
    hours = prices.terms.access_notice_hours
    if notice(booking, day, window) < timedelta(hours=hours):
        raise Invalid(
            f"We need {hours} hours to get your things out of storage. "
            "Please choose a later window or day."
        )
    if closed := sold_days.closed_on(day):
        raise Invalid(f"{closed} Please choose another day.")
    back = booking.return_delivery_date
    if back is not None and member_id is None and day >= back:
        raise Invalid(f"Everything comes back on {clock.spoken_day(back)}. Choose a day before.")
    if day > clock.today() + _FURTHEST:
        raise Invalid("Please choose a day within a year.")
