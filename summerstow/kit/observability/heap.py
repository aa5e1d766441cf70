"""Gives memory that is free back to the machine.

The C library keeps what was freed for the next who asks: after a few sign-ins (19 MB for each hash)
or a long list that is most of what a process holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

#: Seconds between two looks.
_EVERY: Final = 15.0
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


@asynccontextmanager
async def trimmed() -> AsyncIterator[None]:
    """Again and again while the block runs, beside the event loop."""

    async def again() -> None:
        while True:
            await asyncio.sleep(_EVERY)
            await asyncio.to_thread(trim)

    task = asyncio.create_task(again(), name="heap")
    try:
        yield
    finally:
        task.cancel()
