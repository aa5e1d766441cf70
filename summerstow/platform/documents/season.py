"""The seasons: on which days we pick up and deliver, and how far ahead customers book."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal

import msgspec

from summerstow.facts import MonthDayRange
from summerstow.platform import clock

#: Monday is 1.
Weekday = Literal[1, 2, 3, 4, 5, 6, 7]
Visit = Literal["pickup", "delivery"]


class SeasonClosedDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A day without work at any campus; customers read the reason."""

    date: date
    reason: str


class Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A year's season in campus-local days, each range with its last day.

    `days_ahead` and `cut_off_hours` are for customers: how far ahead a pickup is booked at most (0:
    no limit), and how many hours before its window at least. `without_places` says whether a window
    that has no places of its own is sold.
    """

    first_pickup: date
    last_pickup: date
    first_return: date
    last_return: date
    first_free_return: date
    last_free_return: date
    weekdays: tuple[Weekday, ...]
    closed_days: tuple[SeasonClosedDay, ...]
    days_ahead: int
    cut_off_hours: int
    without_places: Literal["open", "closed"]

    @property
    def year(self) -> int:
        """The year of its first pickup."""
        return self.first_pickup.year

    def span(self, visit: Visit) -> tuple[date, date]:
        """The first and the last day of such visits."""
        if visit == "pickup":
            return self.first_pickup, self.last_pickup
        return self.first_return, self.last_return

    def spans(self, visit: Visit, day: date) -> bool:
        """Whether a day lies between the first and the last one of such visits."""
        first, last = self.span(visit)
        return first <= day <= last

    def closed(self, day: date) -> str | None:
        """Why there is no work on a day, as a sentence; None where there is."""
        for one in self.closed_days:
            if one.date == day:
                return f"We are closed on {clock.spoken_day(day)}: {one.reason.rstrip('.')}."
        if day.isoweekday() not in self.weekdays:
            return f"We do not work on {day:%A}s."
        return None


class SeasonDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The published seasons in order; `free_return` is for years without a season."""

    free_return: MonthDayRange
    seasons: tuple[Season, ...]

    def free_return_of(self, year: int) -> tuple[date, date]:
        """First and last day of free return in a year (rule: free-return-dates)."""
        for one in self.seasons:
            if one.first_free_return.year == year:
                return one.first_free_return, one.last_free_return
        return self.free_return.of(year)

    def coming_free_return(self, day: date) -> tuple[date, date]:
        """The free return dates that are not over on a day."""
        this_year = self.free_return_of(day.year)
        return this_year if day <= this_year[1] else self.free_return_of(day.year + 1)

    def is_open(self, today: date) -> bool:
        """Whether there are pickups still to come."""
        return any(today <= one.last_pickup for one in self.seasons)

    def of(self, visit: Visit, day: date) -> Season | None:
        """The season whose pickups or returns a day lies in."""
        return next((one for one in self.seasons if one.spans(visit, day)), None)

    def days(self, visit: Visit, first: date, last: date) -> Iterator[date]:
        """The days of work from `first` to `last`."""
        for number in range((last - first).days + 1):
            day = first + timedelta(days=number)
            if self.works_on(visit, day):
                yield day

    def works_on(self, visit: Visit, day: date) -> bool:
        """Whether such visits take place on a day."""
        season = self.of(visit, day)
        return season is not None and season.closed(day) is None
