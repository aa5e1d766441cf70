"""What a customer's change of a date comes to, for any client."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from uuid import UUID

from summerstow.billing.pricing import fees, price_lists, season, terms
from summerstow.billing.pricing.fees import DateChangeRule
from summerstow.billing.pricing.terms import PriceList
from summerstow.bookings import queries
from summerstow.kit import clock
from summerstow.kit.database import Transaction
from summerstow.kit.errors import Conflict, Invalid
from summerstow.kit.roles import CUSTOMER
from summerstow.kit.tables import Row
from summerstow.slots.rules import time_of_day
from summerstow.slots.service import spoken_day

#: A kit is packed and brought with this much time.
KIT_DAYS = 2


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


def is_close(prices: PriceList, pickup_date: date | None, pickup_time: str | None) -> bool:
    """Whether cancelling a pickup costs now: from the free hours before its window to its end."""
    if pickup_date is None:
        return False
    now = clock.now()
    free_until = season.starts_at(pickup_date, pickup_time) - timedelta(
        hours=prices.terms.late_cancellation.hours
    )
    return free_until < now < season.ends_at(pickup_date, pickup_time)


def refuse_emptying(prices: PriceList, booking: Row, after: Row) -> None:
    """Raise `CloseToPickup` where a pickup that is close would lose its day or its window."""
    day = booking["pickup_date"]
    emptied = any(booking[field] and not after[field] for field in ("pickup_date", "pickup_time"))
    pickup = date.fromisoformat(day) if day else None
    if emptied and is_close(prices, pickup, booking["pickup_time"]):
        raise CloseToPickup(prices, "it cannot be left without a date")


async def pickup_rule(tx: Transaction, booking: Row) -> DateChangeRule:
    """The rule for moving this booking's pickup now. Runs elevated."""
    prices = await price_lists.of_booking(tx, UUID(booking["id"]))
    day = booking["pickup_date"]
    if day is None:
        return fees.date_change(prices, None)
    earlier = [
        one
        for one in await queries.changes(tx, UUID(booking["id"]))
        if one["field"] == "pickup_date"
        and one["actor_role"] == CUSTOMER
        and one["state"] == "done"
        and one["was_date"] is not None
    ]
    late = sum(one["is_late"] for one in earlier)
    notice = season.notice(date.fromisoformat(day), booking["pickup_time"], clock.now())
    return fees.date_change(prices, notice, free_before=len(earlier) - late, late_before=late)


def moves_pickup(booking: Row, changes: Row) -> bool:
    """Whether these changes give the booking another pickup day or window.

    Another hour inside the window is a preferred arrival and moves nothing.
    """
    if "pickup_date" in changes and changes["pickup_date"] != booking["pickup_date"]:
        return True
    return "pickup_time" in changes and time_of_day(changes["pickup_time"]) != time_of_day(
        booking["pickup_time"]
    )


def check_kit(booking: Row, day: date) -> None:
    """From the day after tomorrow, at least a day before pickup."""
    earliest = clock.today() + timedelta(days=KIT_DAYS)
    if day < earliest:
        raise Invalid(
            f"We need {KIT_DAYS} days to bring a supply kit. "
            f"Please choose {spoken_day(earliest)} or later."
        )
    pickup = booking["pickup_date"]
    if pickup is not None and day >= date.fromisoformat(pickup):
        raise Invalid(
            "The supply kit must come at least a day before your pickup on "
            f"{spoken_day(date.fromisoformat(pickup))}."
        )


def check_return(prices: PriceList, booking: Row, day: date) -> None:
    """After the pickup, and with the notice that access needs."""
    hours = prices.terms.access_notice_hours
    earliest = clock.campus_time(clock.now() + timedelta(hours=hours)).date()
    if day < earliest:
        raise Invalid(
            f"We need {hours} hours to get your things out. "
            f"Please choose {spoken_day(earliest)} or later."
        )
    pickup = booking["pickup_date"]
    if pickup is not None and day <= date.fromisoformat(pickup):
        raise Invalid(
            f"The delivery must be after your pickup on {spoken_day(date.fromisoformat(pickup))}."
        )


def return_price(prices: PriceList, booking: Row, day: date) -> tuple[int, list[str]]:
    """What it adds to have the items back on this day, and why (rule: other-return-date).

    A day outside the free ones costs once, however often it moves.
    """
    first, last = season.free_return(day.year)
    free = f"{first:%b} {first.day} - {last:%b} {last.day}"
    cents = prices.pricing.alternative_delivery_date_cents
    was = booking["return_delivery_date"]
    charged = was is not None and not season.is_free_return(date.fromisoformat(was))
    if season.is_free_return(day):
        words = f"Free: this day is one of {free}."
        if charged:
            words += f" The {terms.dollars(cents)} of the earlier date fall away."
        return 0, [words]
    if charged:
        return 0, [f"Outside {free}, as before: the {terms.dollars(cents)} stay as they are."]
    return cents, [
        f"{terms.dollars(cents)}: a delivery outside {free}. It comes with your last invoice."
    ]


def spoken_moment(moment: datetime) -> str:
    """A moment on the campus clock: `Monday, April 26, 2027, 9:00 AM campus time`."""
    local = clock.campus_time(moment)
    return f"{spoken_day(local.date())}, {local:%-I:%M %p} campus time"


async def note(tx: Transaction, old: Row, new: Row, said: str | None = None) -> None:
    """Keep each date that a customer changed, with the notice that was left. Runs elevated.

    `said`: the reason of the office, where it was changed on the customer's behalf.
    """
    for field in ("pickup_date", "supply_kit_delivery_date", "return_delivery_date"):
        moved = moves_pickup(old, new) if field == "pickup_date" else old[field] != new[field]
        if not moved:
            continue
        minutes = None
        if field == "pickup_date" and old["pickup_date"] is not None:
            left = season.notice(
                date.fromisoformat(old["pickup_date"]), old["pickup_time"], clock.now()
            )
            minutes = int(left.total_seconds() // 60)
        await queries.note_change(
            tx,
            old,
            new,
            field=field,
            reason="customer",
            note=said,
            actor=tx.actor,
            notice_minutes=minutes,
        )
        if field == "pickup_date":
            await queries.withdraw_requests(tx, UUID(new["id"]))
