"""The days of an overview, and the same days of the season before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from summerstow.billing.pricing import season
from summerstow.kit import clock
from summerstow.kit.errors import Invalid


@dataclass(frozen=True, slots=True)
class DayRange:
    """Campus-local days, both included."""

    first: date
    last: date

    def moments(self) -> tuple[datetime, datetime]:
        """The first moment, and that of the day after the last."""
        return clock.moment(self.first), clock.moment(self.last + timedelta(days=1))

    def until(self, day: date) -> DayRange:
        """The same to this day at the latest; it may end before it begins."""
        return DayRange(self.first, min(self.last, day))

    def before(self) -> DayRange:
        """The same days a year earlier."""
        return DayRange(season.add_months(self.first, -12), season.add_months(self.last, -12))


def checked(first: date, last: date) -> DayRange:
    """The range from `first` to `last`; raises `Invalid` where it is none or over a year long."""
    if last < first:
        raise Invalid("The last day must not be before the first.")
    if not 2001 <= first.year <= 2099:
        raise Invalid("The first day must be from 2001 to 2099.")
    if last >= season.add_months(first, 12):
        raise Invalid("An overview is of at most one year.")
    return DayRange(first, last)


def offsets(first: date, last: date) -> tuple[list[datetime], list[timedelta]]:
    """Moments, and how far from UTC a campus-local day is reckoned from each of them on.

    From `first` to `last` a moment less what holds for it is of the day that it has on campus.
    """
    moments, behind = [clock.moment(first)], [_behind(first)]
    day = first
    while day < last:
        # It changes at most once in so many days.
        known, later = day, min(day + timedelta(days=28), last)
        day = later
        if _behind(later) == behind[-1]:
            continue
        while (later - known).days > 1:
            middle = known + (later - known) // 2
            known, later = (middle, later) if _behind(middle) == behind[-1] else (known, middle)
        behind.append(_behind(later))
        moments.append(datetime.combine(later, time(), UTC) + min(behind[-2:]))
    return moments, behind


def _behind(day: date) -> timedelta:
    return clock.moment(day) - datetime.combine(day, time(), UTC)
