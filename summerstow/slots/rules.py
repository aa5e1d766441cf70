"""Which window of the day a pickup time belongs to (rule: pickup-windows)."""

from __future__ import annotations

from summerstow import facts
from summerstow.facts import TimeOfDay


def time_of_day(pickup_time: str | None) -> TimeOfDay | None:
    """The window that a stored `pickup_time` counts as; None where it is none of the known ones."""
    if pickup_time is None:
        return None
    known = facts.booking()
    return known.times.get(pickup_time)


def window_label(part: TimeOfDay) -> str:
    """The words of a window: `9:00 AM - 12:00 PM`."""
    return next(one.label for one in facts.booking().pickup_windows if one.time_of_day == part)
