"""Signs of life of the worker processes, in memory that they share with their supervisor."""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from summerstow.platform.http.asgi import ASGIApp, Message, Receive, Scope, Send

#: Seconds between two beats.
INTERVAL: Final = 1.0
_SLOT: Final = struct.Struct("=qd")


@dataclass(frozen=True, slots=True)
class Beat:
    """The last sign of life of one process: when (time.monotonic), and of which."""

    pid: int
    at: float


class Heartbeats:
    """One slot for each worker, by its index; created before the workers are forked."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._memory = mmap.mmap(-1, _SLOT.size * workers + 1)

    def beat(self, index: int) -> None:
        """This process is alive, and is the worker of this index."""
        _SLOT.pack_into(self._memory, index * _SLOT.size, os.getpid(), time.monotonic())

    def last(self, index: int) -> Beat | None:
        """The last beat of whichever process was this worker; None before the first."""
        pid, at = _SLOT.unpack_from(self._memory, index * _SLOT.size)
        return Beat(pid, at) if pid else None

    def all(self) -> list[Beat]:
        """The last beat of each worker that has ever begun."""
        return [beat for index in range(self.workers) if (beat := self.last(index))]

    @property
    def leaving(self) -> bool:
        """Whether the product is ending, and serves on until the proxy sends no more."""
        return self._memory[-1] == 1

    def leave(self) -> None:
        """From here on the product says that it is about to end."""
        self._memory[-1] = 1


_shared: Heartbeats | None = None
_index = 0


def share(beats: Heartbeats) -> None:
    """Let the workers that are forked from now on see each other's."""
    global _shared  # noqa: PLW0603
    _shared = beats


def shared() -> Heartbeats | None:
    """The signs of life of all workers of this product; None where there is no supervisor."""
    return _shared


def become(index: int) -> None:
    """This process is the worker of this index, from 0."""
    global _index  # noqa: PLW0603
    _index = index


def index() -> int:
    """Which worker this process is."""
    return _index


def state(pid: int) -> tuple[str, float]:
    """The state of a process as `ps` shows it, and its processor seconds; ("", 0.0) unknown."""
    with suppress(OSError, IndexError, ValueError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return "", 0.0


class Beating:
    """An application whose event loop beats, from the end of its start-up on.

    `started` is called back once the server has gone on from there.
    """

    def __init__(
        self, app: ASGIApp, beats: Heartbeats, index: int, started: Callable[[], None]
    ) -> None:
        self._started = started
        self._app = app
        self._beats = beats
        self._index = index

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return

        async def begin(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                loop = asyncio.get_running_loop()
                self._beat(loop)
                # The loop stands still until the server is ready, and timers with it.
                loop.call_later(0.05, self._started)
            await send(message)

        await self._app(scope, receive, begin)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._beats.beat(self._index)
        loop.call_later(INTERVAL, self._beat, loop)
