"""A program as systemd runs it: it is started again half a second after it died."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from .identity import spawn

#: RestartSec of deploy/cluster/restart.conf.
RESTART: Final = 0.5
#: Seconds after which what is waited for is taken to hang: far more than it takes when all is busy.
PATIENCE: Final = 300.0


@dataclass
class Unit:
    """One program with its environment and the log that it writes."""

    name: str
    command: list[str | Path]
    log: Path
    env: dict[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start it, without waiting until it serves."""
        if self.runs:
            return
        with self.log.open("ab") as log:
            self.process = await spawn(
                *self.command,
                output=log.fileno(),
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **self.env},
            )

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send it a signal, and wait until it is gone."""
        if self.process is not None and self.runs:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)
            await self.process.wait()

    async def crash(self) -> None:
        """SIGKILL; then it is started again as systemd would."""
        await self.kill()
        await asyncio.sleep(RESTART)
        await self.start()


async def answers(url: str, right: Callable[[httpx.Response], bool], within: float) -> None:
    """Wait until an address answers with what is `right`; raises `TimeoutError`."""
    async with asyncio.timeout(within), httpx.AsyncClient(timeout=5) as client:
        while True:
            with suppress(httpx.HTTPError, ValueError):
                if right(await client.get(url)):
                    return
            await asyncio.sleep(0.1)


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process and to its children, the parent first."""
    with suppress(OSError):
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in (pid, *map(int, listed)):
            with suppress(ProcessLookupError):
                os.kill(one, number)
