"""Campus time: British Columbia stays at UTC-7 since 8 March 2026."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from summerstow.platform import clock


@pytest.mark.parametrize(
    ("moment", "local"),
    [
        (datetime(2026, 1, 15, 12, tzinfo=UTC), "2026-01-15T04:00:00-08:00"),
        (datetime(2026, 7, 15, 12, tzinfo=UTC), "2026-07-15T05:00:00-07:00"),
        (datetime(2026, 12, 15, 12, tzinfo=UTC), "2026-12-15T05:00:00-07:00"),
        (datetime(2027, 1, 1, 6, 59, tzinfo=UTC), "2026-12-31T23:59:00-07:00"),
    ],
)
def test_campus_time_has_no_winter_any_more(moment: datetime, local: str) -> None:
    """From the tzdata package, not from the system's older files (rule: campus-time)."""
    assert clock.campus_time(moment).isoformat() == local
