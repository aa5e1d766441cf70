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
