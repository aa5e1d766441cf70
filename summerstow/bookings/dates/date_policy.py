"""What a customer's change of a date comes to, for any client."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from typing import get_args

import msgspec
from msgspec import UNSET, UnsetType

from summerstow.billing.pricing import fees, price_lists, season, terms
from summerstow.billing.pricing.fees import DateChangeRule
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings import queries
from summerstow.bookings.model import Booking, DateField
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import Row
from summerstow.slots import season as sold_days

from .conflicts import KIT_DAYS


class AskStaff(Conflict):
    """The change is one that staff confirm: `rpc/ask_pickup_change` keeps it as a request."""


class CloseToPickup(Conflict):
    """The pickup is so close that its customer may move it and not give it up unseen.

    `details` is `close-to-pickup`, by which a screen knows to offer Change of a date.
    """

    def __init__(self, prices: PriceList, what: str) -> None:
        hours = prices.terms.late_cancellation.hours
        super().__init__(
            f"Your pickup is less than {hours} hours away, so {what}. "
            "Change its date in My Storage instead, or cancel it there.",
            details="close-to-pickup",
            hint="Change the date with rpc/edit_booking or rpc/ask_pickup_change.",
        )


class DateChanges(msgspec.Struct, frozen=True):
    """The dates among a body's changes; a day that PostgreSQL will refuse is left out."""

    pickup_date: date | UnsetType | None = UNSET
    pickup_time: str | UnsetType | None = UNSET
    supply_kit_delivery_date: date | UnsetType | None = UNSET
    return_delivery_date: date | UnsetType | None = UNSET

    @classmethod
    def of(cls, changes: Row) -> DateChanges:
        """What a checked body says of dates (`rules.check_dates`, `rules.check_choices`)."""
        known = cls()
        for field in changes.keys() & set(cls.__struct_fields__):
            with suppress(msgspec.ValidationError):
                one = msgspec.convert({field: changes[field]}, cls)
                known = msgspec.structs.replace(known, **{field: getattr(one, field)})
        return known

    def made_to(self, booking: Booking) -> Booking:
        """The booking with these dates; nothing is stored."""
        said = msgspec.structs.asdict(self).items()
        return msgspec.structs.replace(
            booking, **{name: value for name, value in said if value is not UNSET}
        )


def is_close(prices: PriceList, booking: Booking) -> bool:
    """Whether cancelling a pickup costs now: from the free hours before its window to its end."""
    if booking.starts_at is None or booking.ends_at is None:
        return False
    free_until = booking.starts_at - timedelta(hours=prices.terms.late_cancellation.hours)
    return free_until < clock.now() < booking.ends_at


def refuse_emptying(prices: PriceList, booking: Booking, after: Booking) -> None:
    """Raise `CloseToPickup` where a pickup that is close would lose its day or its window."""
    no_day = booking.pickup_date is not None and after.pickup_date is None
    no_time = bool(booking.pickup_time) and not after.pickup_time
    if (no_day or no_time) and is_close(prices, booking):
        raise CloseToPickup(prices, "it cannot be left without a date")


async def pickup_rule(tx: ElevatedTransaction, booking: Booking) -> DateChangeRule:
    """The rule for moving this booking's pickup now."""
    prices = await price_lists.of_booking(tx, booking.id)
    if booking.notice is None:
        return fees.date_change(prices, None)
    earlier = [
        one
        for one in await queries.changes(tx, booking.id)
        if one.field == "pickup_date"
        and one.actor_role == CUSTOMER
        and one.state == "done"
        and one.was_date is not None
    ]
    late = sum(one.is_late for one in earlier)
    return fees.date_change(
        prices, booking.notice, free_before=len(earlier) - late, late_before=late
    )


def moves_pickup(booking: Booking, after: Booking) -> bool:
    """Whether the booking has another pickup day or window afterwards.

    Another hour inside the window is a preferred arrival and moves nothing.
    """
    return (booking.pickup_date, booking.window) != (after.pickup_date, after.window)


def check_kit(booking: Booking, day: date) -> None:
    """From the day after tomorrow, at least a day before pickup."""
    earliest = clock.today() + timedelta(days=KIT_DAYS)
    if day < earliest:
        raise Invalid(
            f"We need {KIT_DAYS} days to bring a supply kit. "
            f"Please choose {clock.spoken_day(earliest)} or later."
        )
    if closed := sold_days.closed_on(day):
        raise Invalid(f"{closed} Please choose another day.")
    if booking.pickup_date is not None and day >= booking.pickup_date:
        raise Invalid(
            "The supply kit must come at least a day before your pickup on "
            f"{clock.spoken_day(booking.pickup_date)}."
        )


def check_return(prices: PriceList, booking: Booking, day: date) -> None:
    """After the pickup, and with the notice that access needs."""
    hours = prices.terms.access_notice_hours
    earliest = clock.campus_time(clock.now() + timedelta(hours=hours)).date()
    if day < earliest:
        raise Invalid(
            f"We need {hours} hours to get your things out of storage. "
            f"Please choose {clock.spoken_day(earliest)} or later."
        )
    if booking.pickup_date is not None and day <= booking.pickup_date:
        raise Invalid(
            f"The delivery must be after your pickup on {clock.spoken_day(booking.pickup_date)}."
        )


def return_price(prices: PriceList, booking: Booking, day: date) -> tuple[int, list[str]]:
    """What it adds to have the items back on this day, tax included, and why.

    Rules: other-return-date, tax-shown.

    A day outside the free ones costs once, however often it moves.
    """
    first, last = season.free_return(day.year)
    free = f"{first:%b} {first.day} - {last:%b} {last.day}"
    cents = terms.with_tax(prices.pricing.alternative_delivery_date_cents, day)
    was = booking.return_delivery_date
    charged = was is not None and not season.is_free_return(was)
    if season.is_free_return(day):
        words = f"Free: this day is one of {free}."
        if charged:
            words += f" You no longer pay the {terms.dollars(cents)} for the earlier date."
        return 0, [words]
    if charged:
        return 0, [f"Outside {free}, as before: the fee stays {terms.dollars(cents)}."]
    return cents, [
        f"{terms.dollars(cents)} with tax: a delivery outside {free}. It goes on your last invoice."
    ]


async def note(
    tx: ElevatedTransaction, old: Booking, new: Booking, said: str | None = None
) -> None:
    """Keep each date that a customer changed, with the notice that was left.

    `said`: the reason of the office, where it was changed on the customer's behalf.
    """
    for field in get_args(DateField):
        pickup = field == "pickup_date"
        if not (moves_pickup(old, new) if pickup else getattr(old, field) != getattr(new, field)):
            continue
        await queries.note_change(
            tx,
            old,
            new,
            field=field,
            reason="customer",
            note=said,
            actor=tx.actor,
            notice_minutes=old.notice_minutes if pickup else None,
        )
        if pickup:
            await queries.withdraw_requests(tx, new.id)
