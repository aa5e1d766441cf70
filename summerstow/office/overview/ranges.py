"""The days of an overview, and the same days of the season before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from summerstow.billing.pricing import season
from summerstow.platform import clock
from summerstow.platform.errors import Invalid


@dataclass(frozen=True, slots=True)
class DayRange:
    """Campus-local days, both included."""

    first: date
    last: date

    def moments(self) -> tuple[datetime, datetime]:
        """Return the first moment, and the first one after the last day."""
        return clock.moment(self.first), clock.moment(self.last + timedelta(days=1))

    def until(self, day: date) -> DayRange:
        """Return the range cut off after this day; it may then be empty."""
        return DayRange(self.first, min(self.last, day))

    def before(self) -> DayRange:
        """Return the same days a year earlier."""
        return DayRange(season.add_months(self.first, -12), season.add_months(self.last, -12))


def check_range(first: date, last: date) -> DayRange:
    """Return the range from `first` to `last`; raises `Invalid` if it is empty or over a year."""
    if last < first:
        raise Invalid("The last day must not be before the first.")
    if not 2001 <= first.year <= 2099:
        raise Invalid("The first day must be from 2001 to 2099.")
    if last >= season.add_months(first, 12):
        raise Invalid("An overview is of at most one year.")
    return DayRange(first, last)


def utc_offsets(first: date, last: date) -> tuple[list[datetime], list[timedelta]]:
    """Return moments, and how far campus time is behind UTC from each of them on.

    A moment minus its offset has the campus-local day as its date.
    """
    moments, behind = [clock.moment(first)], [_utc_offset(first)]
    day = first
    while day < last:
        # It changes at most once in so many days.
        known, later = day, min(day + timedelta(days=28), last)
        day = later
        if _utc_offset(later) == behind[-1]:
            continue
        while (later - known).days > 1:
            middle = known + (later - known) // 2
            known, later = (middle, later) if _utc_offset(middle) == behind[-1] else (known, middle)
        behind.append(_utc_offset(later))
        moments.append(datetime.combine(later, time(), UTC) + min(behind[-2:]))
    return moments, behind


def _utc_offset(day: date) -> timedelta:
    return clock.moment(day) - datetime.combine(day, time(), UTC)
