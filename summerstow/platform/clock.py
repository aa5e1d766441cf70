"""The one clock. Dates and "today" are campus-local, wherever a customer is.

British Columbia stays at UTC-7 since 8 March 2026, which the zone files of many systems do not know
yet: the `tzdata` package is read ahead of them.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

zoneinfo.reset_tzpath(to=[])

CAMPUS_ZONE = zoneinfo.ZoneInfo("America/Vancouver")
#: What a device says of a time before is its clock's mistake.
MOST_LATE = timedelta(days=400)


def now() -> datetime:
    """This moment, aware, in UTC."""
    return datetime.now(UTC)


def campus_time(moment: datetime) -> datetime:
    """The same moment as campus clocks show it."""
    return moment.astimezone(CAMPUS_ZONE)


@lru_cache(1024)
def moment(day: date, hour: time = time()) -> datetime:
    """A campus-local day and hour in UTC; without an hour the day's first moment.

    Reckoned here and not by PostgreSQL, whose zone files may not know that either.
    """
    return datetime.combine(day, hour, CAMPUS_ZONE).astimezone(UTC)


def today() -> date:
    """The campus-local date."""
    return campus_time(now()).date()


def put_right(at: datetime, offset: timedelta, latest: datetime) -> datetime:
    """Return a device's moment by our clock: at most `latest`, at least `MOST_LATE` before it.

    `latest` also where the sum is in no calendar: nothing that a device recorded is refused for its
    clock.
    """
    try:
        return max(min(at.astimezone(UTC) + offset, latest), latest - MOST_LATE)
    except OverflowError:
        return latest


def near(at: datetime, now: datetime) -> datetime:
    """Return a device's moment as its own clock had it, at most `MOST_LATE` away from `now`."""
    return max(min(at, now + MOST_LATE), now - MOST_LATE)


def day_in_words(day: date) -> str:
    """`April 28, 2027`."""
    return f"{day:%B} {day.day}, {day.year}"


@lru_cache(1024)
def spoken_day(day: date) -> str:
    """A campus-local date with its weekday: `Friday, April 30, 2027`."""
    return f"{day:%A}, {day_in_words(day)}"


def spoken_moment(moment: datetime) -> str:
    """A moment on the campus clock: `Monday, April 26, 2027, 9:00 AM campus time`."""
    local = campus_time(moment)
    return f"{spoken_day(local.date())}, {local:%-I:%M %p} campus time"


def spoken_deadline(moment: datetime) -> str:
    """A deadline in words as `spoken_moment`, rounded down to the hour, so never too late."""
    return spoken_moment(moment.replace(minute=0))
