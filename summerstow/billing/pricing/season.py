"""Months of storage, free return dates and notice: pure arithmetic of campus-local days."""

from __future__ import annotations

import calendar
from datetime import date, datetime, time, timedelta

from summerstow import facts
from summerstow.platform import clock, published


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


def starts_at(pickup: date, pickup_time: str | None) -> datetime:
    """When the booked window begins, in UTC; all notice counts to it.

    An hour of the edit dialog is a preferred arrival inside its window, so that the window counts.
    Without a time it is the day's first window.
    """
    return _on_campus(pickup, facts.booking().window_of(pickup_time).start)


def ends_at(pickup: date, pickup_time: str | None) -> datetime:
    """When the booked window is over, in UTC; without a time it is the day's last window."""
    known = facts.booking()
    window = known.window_of(pickup_time) if pickup_time else known.pickup_windows[-1]
    return _on_campus(pickup, window.end)


def _on_campus(day: date, hour: str) -> datetime:
    return clock.moment(day, time.fromisoformat(hour))


def notice(pickup: date, pickup_time: str | None, now: datetime) -> timedelta:
    """How long it is until the booked window begins; negative once it has."""
    return starts_at(pickup, pickup_time) - now
