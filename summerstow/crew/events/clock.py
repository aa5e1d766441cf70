"""When a device recorded something, by the server's clock (rule: events-by-device-time)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

#: A clock that is off by less is believed.
BELIEVED: Final = timedelta(minutes=10)
#: Two measures of how far one device's clock is off differ by less: by what their requests took.
ONE_CLOCK: Final = timedelta(minutes=1)
#: This sets two events of one moment apart.
JUST_AFTER: Final = timedelta(microseconds=1)


def measured_offset(sent_at: datetime | None, now: datetime) -> timedelta:
    """Return the server's clock minus the device's; zero for one that is believed."""
    off = now - sent_at if sent_at is not None else timedelta()
    return off if abs(off) > BELIEVED else timedelta()


def same_clock(before: timedelta | None, offset: timedelta) -> timedelta:
    """Return the offset of the device's last event, if this one measures the same clock.

    Each measure holds the time that its request took: two events a second apart would change
    places.
    """
    return before if before and offset and abs(before - offset) < ONE_CLOCK else offset


def milliseconds(offset: timedelta) -> int:
    """Return an offset as it is stored."""
    return round(offset / timedelta(milliseconds=1))
