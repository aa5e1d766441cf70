"""When the crew will arrive, from how fast the day really goes (rule: place-in-line).

Pure: nothing is promised before three pickups are done, and no time is invented where nobody works.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Final

#: Pickups done before a pace is spoken of, and those that it is taken from.
LEAST, RECENT = 3, 7
#: A crew that sends its work on return has done nothing in no time.
_FASTEST: Final = timedelta(minutes=3)
_STEP: Final = timedelta(minutes=5)
#: After so long without a pickup the day's pace says nothing any more.
_STALE: Final = timedelta(hours=2)


def expected_at(
    done: Sequence[datetime], ahead: int, *, window_starts: datetime, now: datetime
) -> datetime | None:
    """About when the crew comes, at a full five minutes; None where the day says nothing yet.

    `done` are the moments of the day's latest pickups on that campus, in order; `ahead` is how many
    people stand before one. Never before one's own window and never in the past.
    """
    pace = pace_of(done)
    if pace is None or now - done[-1] > _STALE:
        return None
    # The one who is next waits at least for the rest of a stop that takes longer than usual.
    by_pace = max(done[-1] + pace * (ahead + 1), now + pace * ahead)
    return _rounded(max(by_pace, window_starts))


def pace_of(done: Sequence[datetime]) -> timedelta | None:
    """How long the latest of these visits took each; None before three are done."""
    recent = done[-RECENT:]
    if len(recent) < LEAST:
        return None
    seconds = median((later - earlier).total_seconds() for earlier, later in pairwise(recent))
    return max(_FASTEST, timedelta(seconds=seconds))


def _rounded(moment: datetime) -> datetime:
    over = timedelta(
        minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond
    )
    return moment if not over else moment - over + _STEP
