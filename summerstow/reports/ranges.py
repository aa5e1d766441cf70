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

    def days(self) -> list[date]:
        """Each day, in order."""
        count = (self.last - self.first).days + 1
        return [self.first + timedelta(days=number) for number in range(count)]

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


def begins(day: date) -> datetime:
    """The first moment of a campus-local day, in UTC.

    Reckoned here and not by PostgreSQL, whose zone files may not know the campus's (kit.clock).
    """
    return datetime.combine(day, time(), clock.CAMPUS_ZONE).astimezone(UTC)
