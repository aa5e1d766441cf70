"""Months of storage and free return dates: pure arithmetic of campus-local days."""

from __future__ import annotations

import calendar
from datetime import date

from summerstow.platform import published


def add_months(day: date, months: int) -> date:
    """The same day of a later month, or that month's last day where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def free_return(year: int) -> tuple[date, date]:
    """First and last day of free return in a year (rule: free-return-dates)."""
    return published.season().free_return_of(year)


def next_free_return(day: date) -> tuple[date, date]:
    """The free return dates that are not over on a day."""
    return published.season().coming_free_return(day)


def is_free_return(day: date) -> bool:
    """Whether a return on this day is one of the free ones."""
    first, last = free_return(day.year)
    return first <= day <= last


def months(pickup: date, back: date) -> int:
    """How many months storage from `pickup` to `back` counts, at least one.

    A month runs from the pickup day to the same day of the next. Started months count in full, but
    a return on the free dates never starts a new one (rule: storage-month): there only the months
    that are over count, so that the last days of August are never a month of their own.
    """
    whole = (back.year - pickup.year) * 12 + back.month - pickup.month
    if add_months(pickup, whole) > back:
        whole -= 1
    started = add_months(pickup, whole) < back and not is_free_return(back)
    return max(1, whole + started)
