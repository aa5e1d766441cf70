"""How often a message is tried, and when a whole channel takes a pause."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

#: Tries before a message is left for a person to look at: more than a day in all.
MAX_ATTEMPTS: Final = 16
#: Tries that may end in doubt: a message arrives twice at most.
MAX_DOUBTS: Final = 2
#: Failures in a row after which the trouble is taken for the channel's.
STREAK: Final = 5
#: The longest pause of a channel in trouble, in seconds.
LONGEST_PAUSE: Final = 60.0


def delay(attempts: int) -> timedelta | None:
    """How long to wait after so many failed tries: 30 s, doubling, at most 4 h; then None."""
    if attempts >= MAX_ATTEMPTS:
        return None
    return timedelta(seconds=min(30 * 2 ** (attempts - 1), 4 * 3600))


@dataclass
class Channel:
    """How mail, or text, does in this process: after trouble it pauses, then tries one message.

    An outage of the mail server would use up the tries of every message otherwise.
    """

    under_way: int = 0
    failures: int = 0
    until: float = 0.0

    def allowance(self, free: int) -> int:
        """How many of the free places it may use now."""
        if self.failures < STREAK:
            return free
        waits = self.under_way or time.monotonic() < self.until
        return 0 if waits else min(free, 1)

    def worked(self) -> None:
        """A message was accepted, or its recipient refused: the channel does its work."""
        self.failures = 0

    def failed(self, *, whole: bool) -> None:
        """A message was not accepted; `whole`: the trouble was the channel's, not the message's."""
        self.failures = max(self.failures + 1, STREAK if whole else 0)
        if self.failures >= STREAK:
            pause = min(2.0 ** min(self.failures - STREAK, 10), LONGEST_PAUSE)
            self.until = time.monotonic() + pause
