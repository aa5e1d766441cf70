"""Whose turn it is to work with a connection of the pool, and how heavy one has become."""

from __future__ import annotations

import asyncio
import math
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

#: Seconds in which no turn ends until one more begins beside them.
STUCK: Final = 0.25
#: One more begins when so many waited on average over so many seconds: one that is busy, but for
#: which nobody waits, does all that there is.
_TOO_MANY_WAIT: Final = 0.5
_WINDOW: Final = 0.25
#: The last one ends when less than this part of the others is in use, averaged over the last second
#: or two: later than one more begins, since a new connection costs some ms.
_TOO_MANY: Final = 0.4
_FORGOTTEN: Final = 1.0


class Turns:
    """So many at once as there is work for, from `least` to `usual`, and up to `spare` more.

    A connection more costs its memory and 0.1 s of plans, and one for which hardly anybody waits is
    as quick as two. Those beyond `usual` are there while somebody waits for the others in vain:
    some that take long leave the others a way past them, and in a rush, where turns end all the
    time, nobody needs one.
    """

    def __init__(
        self,
        usual: int,
        spare: int = 0,
        *,
        least: int | None = None,
        stuck: float = STUCK,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._least = usual if least is None else least
        self._usual = usual
        self._most = usual + spare
        self._stuck = stuck
        self.allowed = self._least
        self._free = asyncio.Semaphore(self._least)
        self._waiting = self._ended = self._used = 0
        self._looking: asyncio.TimerHandle | None = None
        self._counted_at = self._window_from = clock()
        self._worked = self._waited = self._average = 0.0

    @property
    def free(self) -> bool:
        """Whether one begins at once."""
        return not self._free.locked()

    @property
    def too_many(self) -> bool:
        """Whether nobody needs the one that ends next."""
        free = self.allowed > self._least and self._average < _TOO_MANY * (self.allowed - 1)
        return (free or self.allowed > self._usual) and not self._waiting

    def look(self) -> None:
        """Count the time since the last look: how many worked, and how many waited."""
        now = self._clock()
        self._worked += self._used * (now - self._counted_at)
        self._waited += self._waiting * (now - self._counted_at)
        self._counted_at = now
        if (length := now - self._window_from) < _WINDOW:
            return
        at_work, waited = self._worked / length, self._waited / length
        self._window_from, self._worked, self._waited = now, 0.0, 0.0
        self._average += (at_work - self._average) * (1 - math.exp(-length / _FORGOTTEN))
        if self.allowed < self._usual and waited > _TOO_MANY_WAIT:
            self._average = at_work
            self._allow_one()

    async def begin(self) -> None:
        """Wait for a turn, in the order of those who came."""
        self.look()
        if self.free:
            await self._free.acquire()
        else:
            await self._wait()
        self._used += 1

    def end(self) -> None:
        """The next one's turn."""
        self.look()
        self._ended += 1
        self._used -= 1
        if self.too_many:
            self.allowed -= 1
        else:
            self._free.release()

    async def _wait(self) -> None:
        self._waiting += 1
        try:
            if self.allowed < self._most and self._looking is None:
                self._look_later()
            await self._free.acquire()
        finally:
            self.look()
            self._waiting -= 1

    def _allow_one(self) -> None:
        self.allowed += 1
        self._free.release()

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._looking = loop.call_later(self._stuck, self._look, self._ended)

    def _look(self, ended: int) -> None:
        self._looking = None
        if not self._waiting:
            return
        if self._ended == ended and self.allowed < self._most:
            self._allow_one()
        self._look_later()


def private_bytes(pid: int) -> int:
    """Bytes that a server process on this machine holds for itself; 0 where that is not said."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * resource.getpagesize()
