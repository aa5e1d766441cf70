"""Dates of a booking that do not fit each other or the day: for screens to show and ask about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

import msgspec

from summerstow import facts
from summerstow.bookings.model import Booking
from summerstow.platform import clock, windows
from summerstow.slots import season

#: A kit is packed and brought with this much time.
KIT_DAYS = 2

ConflictCode = Literal[
    "past",
    "window_over",
    "kit_soon",
    "kit_closed",
    "kit_after_pickup",
    "return_before_pickup",
    "flight_before_pickup",
]
#: What one day or window is by itself, whatever the others are.
OF_ONE_DAY: Final = frozenset({"past", "window_over", "kit_soon", "kit_closed"})
ConflictField = Literal[
    "supply_kit_delivery_date",
    "pickup_date",
    "pickup_time",
    "return_delivery_date",
    "flight_time",
]


class DateConflict(msgspec.Struct, frozen=True):
    """What does not fit: `field` is the one to look at first, `words` say why."""

    code: ConflictCode
    field: ConflictField
    words: str


@dataclass(frozen=True, slots=True)
class Dates:
    """The campus-local days of a booking, with the windows of its pickup and its flight."""

    campus_id: int
    kit: date | None
    pickup: date | None
    pickup_time: str | None
    back: date | None
    flight_time: str | None

    @classmethod
    def of(cls, booking: Booking) -> Dates:
        """Those of a booking."""
        return cls(
            booking.campus_id,
            booking.supply_kit_delivery_date,
            booking.pickup_date,
            booking.pickup_time,
            booking.return_delivery_date,
            booking.flight_time if booking.has_flight else None,
        )


def conflicts(dates: Dates) -> list[DateConflict]:
    """Each thing that does not fit, in the order in which the days come."""
    return [*_of_kit(dates), *_of_pickup(dates), *_of_return(dates)]


def _of_kit(dates: Dates) -> Iterator[DateConflict]:
    if dates.kit is None:
        return
    today = clock.today()
    if dates.kit < today:
        yield _past("supply_kit_delivery_date")
    elif dates.kit < today + timedelta(days=KIT_DAYS):
        yield DateConflict(
            "kit_soon",
            "supply_kit_delivery_date",
            "That is very soon. Kits need about two days to reach you.",
        )
    if closed := season.closed_on(dates.kit):
        yield DateConflict(
            "kit_closed", "supply_kit_delivery_date", f"{closed} Please choose another day."
        )
    if dates.pickup is not None and dates.kit >= dates.pickup:
        yield DateConflict(
            "kit_after_pickup",
            "supply_kit_delivery_date",
            f"Your supply kit is set for {clock.spoken_day(dates.kit)}. It must come at least a "
            f"day before your pickup on {clock.spoken_day(dates.pickup)}.",
        )


def _of_pickup(dates: Dates) -> Iterator[DateConflict]:
    if dates.pickup is None:
        return
    if dates.pickup < clock.today():
        yield _past("pickup_date")
    elif dates.pickup_time and (
        windows.starts_at(dates.campus_id, dates.pickup, dates.pickup_time) <= clock.now()
    ):
        yield DateConflict(
            "window_over",
            "pickup_time",
            "This pickup window has started already. Please choose a later one.",
        )
    if dates.pickup_time and dates.flight_time:
        known = facts.booking()
        flight = next((one for one in known.flight_windows if one.value == dates.flight_time), None)
        if (
            flight is not None
            and flight.start < windows.booked(dates.campus_id, dates.pickup_time).end
        ):
            yield DateConflict(
                "flight_before_pickup",
                "flight_time",
                _flight_words(dates.campus_id, flight.start),
            )


def _flight_words(campus_id: int, leaves: str) -> str:
    """What helps: an earlier window of the day, if one ends before the flight may leave."""
    fits = any(one.end <= leaves for one in windows.offered(campus_id))
    way = "Choose an earlier pickup window or an earlier day." if fits else "Choose an earlier day."
    return f"Your flight may leave before we come. {way}"


def _of_return(dates: Dates) -> Iterator[DateConflict]:
    if dates.back is None:
        return
    if dates.back < clock.today():
        yield _past("return_delivery_date")
    if dates.pickup is not None and dates.back <= dates.pickup:
        yield DateConflict(
            "return_before_pickup",
            "return_delivery_date",
            f"Your delivery is set for {clock.spoken_day(dates.back)}. It must be after your "
            f"pickup on {clock.spoken_day(dates.pickup)}.",
        )


def _past(field: ConflictField) -> DateConflict:
    return DateConflict("past", field, "This day has passed. Is the year right?")
