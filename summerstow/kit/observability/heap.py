"""Gives memory that is free back to the machine.

The C library keeps what was freed for the next who asks: after a few sign-ins (19 MB for each hash)
or a long list that is most of what a process holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import resource
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

#: Seconds between two looks.
_EVERY: Final = 0.1
#: Part of them that a process works in at most when it has nothing to do.
_QUIET: Final = 0.1
#: Processor seconds of work that are given back as soon as it is quiet: a hundredth of what they
#: took goes into that. Less than that waits for so many seconds, as busy processes do.
_BURST: Final = 0.1
_LONGEST: Final = 5.0
#: Of less than this nothing is left: the looks themselves, and the jobs that found nothing to do.
_LEAST: Final = 0.05
#: Bytes by which a process has grown that do not wait either, once so many looks in a row were
#: quiet: a long list is little work. The next password would ask for them again at once.
_GROWN: Final = 4 * 2**20
_LOOKS: Final = 3
#: Seconds without work of much memory after which it goes back.
_REST: Final = 0.02
_MEMORY: Final = Path("/proc/self/statm")
#: `M_ARENA_MAX` of malloc.h.
_ARENA_MAX: Final = -8


def share() -> None:
    """Let all threads of this process, and of those that it forks, allocate from one heap.

    A thread's own heap is never given back past its end: two threads that hash passwords would
    keep 19 MB each for good. Called before there are any.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def trim() -> None:
    """Give back what is free, some milliseconds of work; nothing where the C library cannot."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)


def held() -> int:
    """The bytes that this process holds in memory; 0 where the system does not say."""
    try:
        return int(_MEMORY.read_bytes().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


class Bursts:
    """When free memory is worth giving back: right after a burst of work, else now and then."""

    def __init__(self, held: int, spent: float, now: float) -> None:
        self._least = held
        self._looked = self._trimmed = (spent, now)
        self._quiet = 0

    def over(self, held: int, spent: float, now: float) -> bool:
        """Whether it is to be given back at this look.

        `held` are the bytes of this process, `spent` its processor seconds so far, `now` those of
        a clock.
        """
        spent_before, before = self._looked
        spent_trimmed, trimmed = self._trimmed
        self._looked = spent, now
        self._least = min(self._least, held)
        work = spent - spent_trimmed
        quiet = spent - spent_before <= _QUIET * (now - before)
        self._quiet = self._quiet + 1 if quiet else 0
        grown = self._quiet >= _LOOKS and held - self._least >= _GROWN
        if (quiet and work >= _BURST) or grown or (work >= _LEAST and now - trimmed >= _LONGEST):
            self._trimmed = spent, now
            return True
        return False

    def given_back(self, held: int) -> None:
        """It was, and this is what is left."""
        self._least = held


class Afterwards:
    """Gives back what work of much memory leaves, as soon as nobody has asked for such work again.

    Given back between two of them it would be asked for at once: pages of memory cost as much as
    half a password's hash.
    """

    def __init__(self) -> None:
        self._under_way = 0
        self._waiting: asyncio.TimerHandle | None = None

    @contextmanager
    def work(self) -> Iterator[None]:
        """Around each of them, in the event loop."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            if self._waiting is not None:
                self._waiting.cancel()
            self._waiting = asyncio.get_running_loop().call_later(_REST, self._give_back)

    def _give_back(self) -> None:
        if not self._under_way:
            asyncio.get_running_loop().run_in_executor(None, trim)


@asynccontextmanager
async def trimmed() -> AsyncIterator[None]:
    """Again and again while the block runs, beside the event loop."""

    async def again() -> None:
        bursts = Bursts(held(), time.process_time(), time.monotonic())
        while True:
            await asyncio.sleep(_EVERY)
            if bursts.over(held(), time.process_time(), time.monotonic()):
                await asyncio.to_thread(trim)
                bursts.given_back(held())

    task = asyncio.create_task(again(), name="heap")
    try:
        yield
    finally:
        task.cancel()
