"""Whose turn it is to work with a connection of the pool, and how heavy one has become."""

from __future__ import annotations

import asyncio
import resource
from pathlib import Path
from typing import Final

#: Seconds in which no turn ends until one more begins beside them.
STUCK: Final = 0.25


class Turns:
    """So many at once, and up to `spare` more for as long as somebody waits for those in vain.

    Two that take long leave the others a way past them, and in a rush, where turns end all the
    time, nobody needs one: a connection more costs its memory, and no request is sooner.
    """

    def __init__(self, usual: int, spare: int = 0, *, stuck: float = STUCK) -> None:
        self._free = asyncio.Semaphore(usual)
        self._spare = spare
        self._stuck = stuck
        self._more = self._waiting = self._ended = 0
        self._looking: asyncio.TimerHandle | None = None

    @property
    def free(self) -> bool:
        """Whether one begins at once."""
        return not self._free.locked()

    @property
    def too_many(self) -> bool:
        """Whether more are at work than usual, and nobody waits any longer."""
        return self._more > 0 and not self._waiting

    async def begin(self) -> None:
        """Wait for a turn, in the order of those who came."""
        self._waiting += 1
        try:
            if self._spare and self._looking is None and not self.free:
                self._look_later()
            await self._free.acquire()
        finally:
            self._waiting -= 1

    def end(self) -> None:
        """The next one's turn."""
        self._ended += 1
        if self.too_many:
            self._more -= 1
        else:
            self._free.release()

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._looking = loop.call_later(self._stuck, self._look, self._ended)

    def _look(self, ended: int) -> None:
        self._looking = None
        if not self._waiting:
            return
        if self._ended == ended and self._more < self._spare:
            self._more += 1
            self._free.release()
        self._look_later()


def private_bytes(pid: int) -> int:
    """Bytes that a server process on this machine holds for itself; 0 where that is not said."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * resource.getpagesize()
