"""How long somebody waits for a connection of the pool."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from summerstow.kit.observability import metrics

#: Seconds that somebody waits while no connection is given back, and in all.
STANDSTILL: Final = 5.0
LONGEST: Final = 60.0

_waits = metrics.histogram("db_pool_wait_seconds", "Time until a connection of the pool was free.")


class PoolWait:
    """Lets a rush wait its time, while nobody waits for a database that does nothing."""

    def __init__(self, *, standstill: float = STANDSTILL, longest: float = LONGEST) -> None:
        self._standstill = standstill
        self._longest = longest
        self._returned = 0

    def returned(self, *, works: bool) -> None:
        """Note that a connection was given back; one that was lost is no sign of progress."""
        self._returned += works

    def none(self) -> None:
        """Note that a connection was there."""
        metrics.took(_waits, 0.0)

    @asynccontextmanager
    async def limited(self) -> AsyncIterator[None]:
        """Around taking a connection; raises `TimeoutError` where that takes too long."""
        loop = asyncio.get_running_loop()
        began, seen = loop.time(), self._returned
        timer: asyncio.TimerHandle

        def look() -> None:
            nonlocal seen, timer
            if self._returned == seen or loop.time() - began >= self._longest:
                limit.reschedule(loop.time())
            else:
                seen = self._returned
                timer = loop.call_later(self._standstill, look)

        async with asyncio.timeout(None) as limit:
            timer = loop.call_later(self._standstill, look)
            try:
                yield
            finally:
                timer.cancel()
        metrics.took(_waits, loop.time() - began)
