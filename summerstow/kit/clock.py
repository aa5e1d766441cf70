"""The one clock. Dates and "today" are campus-local, wherever a customer is.

British Columbia stays at UTC-7 since 8 March 2026, which the zone files of many systems do not know
yet: the `tzdata` package is read ahead of them.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, timedelta

zoneinfo.reset_tzpath(to=[])

CAMPUS_ZONE = zoneinfo.ZoneInfo("America/Vancouver")


def now() -> datetime:
    """This moment, aware, in UTC."""
    return datetime.now(UTC)


def campus_time(moment: datetime) -> datetime:
    """The same moment as campus clocks show it."""
    return moment.astimezone(CAMPUS_ZONE)


def today() -> date:
    """The campus-local date."""
    return campus_time(now()).date()


def put_right(at: datetime, offset: timedelta, latest: datetime) -> datetime:
    """A device's moment by our clock, and `latest` at the latest.

    `latest` also where the sum is in no calendar: nothing that a device recorded is refused for its
    clock.
    """
    try:
        return min(at.astimezone(UTC) + offset, latest)
    except OverflowError:
        return latest


def day_in_words(day: date) -> str:
    """`April 28, 2027`."""
    return f"{day:%B} {day.day}, {day.year}"
