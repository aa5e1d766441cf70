"""Pickup windows of each campus (rule: pickup-windows).

A pickup time is stored as it was shown: a window, `9:00 AM - 12:00 PM`, or an hour inside one. What
was booked keeps its window when the campus has others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final

from summerstow.facts import TimeOfDay

from . import clock, published
from .documents.campuses import PickupWindow, part_of_day
from .errors import Invalid

_HOUR: Final = r"(1[0-2]|[1-9]):([0-5]\d) ([AP])M"
_WRITTEN: Final = re.compile(f"{_HOUR}(?: - {_HOUR})?")
_WHOLE_DAY: Final = PickupWindow("09:00", "18:00")


def offered(campus_id: int) -> Sequence[PickupWindow]:
    """The windows of a campus in order; none of a campus that is unknown."""
    campus = published.campus(campus_id)
    return campus.pickup_windows if campus else ()


def check(campus_id: int, pickup_time: str) -> None:
    """Raise `Invalid` for what is neither a window of the campus nor an hour inside one.

    Of a campus that is unknown it takes any time: that there is none is for others to say.
    """
    windows = offered(campus_id)
    valid_times = {*(one.label for one in windows), *_hours(windows)}
    if time_of_day(pickup_time) is None or (windows and pickup_time not in valid_times):
        labels = ", ".join(one.label for one in windows) or "9:00 AM - 12:00 PM, for example"
        raise Invalid(f"Please choose one of the pickup windows: {labels}.")


def time_of_day(pickup_time: str | None) -> TimeOfDay | None:
    """The part of the day that a pickup time counts as; None for what is no time."""
    times = _times(pickup_time or "")
    return part_of_day(times[0]) if times else None


def label(campus_id: int, part: TimeOfDay) -> str:
    """The window of a part of the day in words; the part alone where the campus has none then."""
    return next((one.label for one in offered(campus_id) if one.time_of_day == part), part)


def booked(campus_id: int, pickup_time: str | None) -> PickupWindow:
    """The window that a pickup time means: an hour, the one it lies in; None, the whole day."""
    windows = offered(campus_id)
    times = _times(pickup_time or "")
    if not times:
        return PickupWindow(windows[0].start, windows[-1].end) if windows else _WHOLE_DAY
    begins, ends = (f"{one:%H:%M}" for one in (times[0], times[-1]))
    if begins == ends:
        part = part_of_day(times[0])
        around = next((one for one in windows if one.time_of_day == part), None)
        if around is not None:
            return around
    return PickupWindow(begins, ends)


def starts_at(campus_id: int, day: date, pickup_time: str | None) -> datetime:
    """When the booked window begins, in UTC; all notice counts to it (rule: notice)."""
    return clock.moment(day, booked(campus_id, pickup_time).starts)


def ends_at(campus_id: int, day: date, pickup_time: str | None) -> datetime:
    """When the booked window is over, in UTC."""
    return clock.moment(day, booked(campus_id, pickup_time).ends)


def span(campus_id: int, day: date, pickup_time: str | None) -> tuple[datetime, datetime]:
    """When the booked window begins and when it is over, in UTC."""
    return starts_at(campus_id, day, pickup_time), ends_at(campus_id, day, pickup_time)


@lru_cache(maxsize=1000)
def _times(text: str) -> tuple[time, ...]:
    """The time of an hour, or both of a window; none of anything else."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return ()
    first, last = match.groups()[:3], match.groups()[3:]
    return tuple(
        time(int(hour) % 12 + 12 * (half == "P"), int(minute))
        for hour, minute, half in (first, last)
        if hour
    )


def _hours(windows: Sequence[PickupWindow]) -> Iterator[str]:
    for window in windows:
        for hour in range(window.starts.hour, window.ends.hour):
            at = time(hour)
            if at >= window.starts and part_of_day(at) == window.time_of_day:
                yield f"{at:%-I:%M %p}"
