"""When something may be said: campus-local hours, as moments in UTC (platform/clock)."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final

from summerstow.platform import clock

#: No text message from the first of these hours to the second, campus time.
QUIET: Final = (21, 8)
#: Two days before, the first hour of the day: the earliest window's 48 hours of free change are
#: not over yet then. The evening before, while people pack.
TWO_DAYS_BEFORE_AT: Final = time(8)
EVENING_BEFORE_AT: Final = time(18)
#: How long staff can undo a change, and its messages wait (rule: undo).
UNDO_TIME: Final = timedelta(minutes=10)


def days_before(day: date, days: int) -> datetime:
    """The morning so many days before a pickup."""
    return clock.moment(day - timedelta(days=days), TWO_DAYS_BEFORE_AT)


def two_days_before(day: date) -> datetime:
    """When the first reminder of a pickup is due."""
    return days_before(day, 2)


def evening_before(day: date) -> datetime:
    """When the second reminder of a pickup is due."""
    return clock.moment(day - timedelta(days=1), EVENING_BEFORE_AT)


def quiet_until(now: datetime) -> datetime | None:
    """When the quiet hours end, if they are on; None while people may be texted."""
    begins, ends = QUIET
    local = clock.campus_time(now)
    if ends <= local.hour < begins:
        return None
    day = local.date() + timedelta(days=local.hour >= begins)
    return clock.moment(day, time(ends))


def spoken_hour(moment: datetime) -> str:
    """An hour in words, campus time: `9:41 AM`."""
    return f"{clock.campus_time(moment):%-I:%M %p}"


def spoken(day: date, pickup_time: str | None) -> str:
    """A pickup in words: `Friday, April 30, 2027, 9:00 AM - 12:00 PM`."""
    words = clock.spoken_day(day)
    return f"{words}, {pickup_time}" if pickup_time else words
