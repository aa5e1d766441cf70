"""A copy of the product with production settings, its processes, and its database."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import psutil

from drills.parts.unit import PATIENCE
from summerstow.platform.postgres import embedded
from tools import product as starter

ANON_KEY = "drill-publishable-key"
SERVICE_KEY = "drill-service-key-of-a-throw-away-copy"
#: The same for each copy: hosts of one database share it.
FACTOR_KEY = "0" * 43


@dataclass
class Copy:
    """A running copy. `settings` are those it is started with, again after each kill."""

    folder: Path
    settings: dict[str, str]
    port: int
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    #: How often it ended by itself while it was waited for.
    ended: int = 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def data_dir(self) -> Path:
        """Its data folder."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """The output of all its processes."""
        return self.folder / "product.log"

    def start(self, command: str = "serve") -> None:
        """Start `serve` or `worker` without waiting for it."""
        with self.log.open("ab") as log:
            self.processes[command] = subprocess.Popen(
                [sys.executable, "-m", "summerstow", command],
                cwd=starter.ROOT,
                env=self._process_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def operate(self, *arguments: str, within: float = PATIENCE) -> str:
        """Run one of the operator's commands to its end; returns what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "summerstow", *arguments],
            cwd=starter.ROOT,
            env=self._process_environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=within,
        )
        return done.stdout + done.stderr

    def _process_environment(self) -> dict[str, str]:
        own = {"PORT": str(self.port), "SUMMERSTOW_DATA_DIR": str(self.data_dir)}
        return starter.settings_only(own | self.settings)

    async def healthy(self, within: float = PATIENCE) -> None:
        """Wait until it answers; a main process that has ended is started again, five times."""
        async with asyncio.timeout(within), httpx.AsyncClient(timeout=5) as client:
            while True:
                with suppress(httpx.HTTPError):
                    if (await client.get(f"{self.url}/healthz")).status_code == 200:
                        return
                if self.processes["serve"].poll() is not None:
                    self.ended += 1
                    if self.ended > 5:
                        raise RuntimeError(f"it ends each time:\n{self.log.read_text()[-4000:]}")
                    self.start()
                await asyncio.sleep(0.05)

    def workers(self) -> list[psutil.Process]:
        """The web worker processes."""
        try:
            main = psutil.Process(self.processes["serve"].pid)
            return [one for one in main.children() if not _is_another(one)]
        except psutil.NoSuchProcess:
            return []

    async def postmaster(self, within: float = PATIENCE) -> psutil.Process:
        """The embedded PostgreSQL's main process; waits for one that is starting again."""
        held = self.data_dir / "postgres" / "data" / "postmaster.pid"
        async with asyncio.timeout(within):
            while True:
                with suppress(OSError, ValueError, IndexError, psutil.NoSuchProcess):
                    return psutil.Process(int(held.read_text().split("\n", 1)[0]))
                await asyncio.sleep(0.05)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
        """A connection to its database as the owner."""
        if url := self.settings.get("DATABASE_DIRECT_URL", self.settings.get("DATABASE_URL")):
            connection = await asyncpg.connect(url, timeout=PATIENCE)
        else:
            with embedded.acquire(self.data_dir) as server:
                reached: dict[str, Any] = dict(server.dsn_kwargs)
                connection = await asyncpg.connect(**reached, timeout=PATIENCE)
        try:
            yield connection
        finally:
            await connection.close()

    def stop(self) -> None:
        """End what runs of it, politely, then not."""
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
        for process in self.processes.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@asynccontextmanager
async def running(*copies: Copy) -> AsyncIterator[None]:
    """Start these copies at the same time and wait for their answers; stop them at the end."""
    try:
        for copy in copies:
            copy.start()
        for copy in copies:
            await copy.healthy()
        yield
    finally:
        for copy in copies:
            copy.stop()


def prepare(folder: Path, **settings: str) -> Copy:
    """A copy that is not started yet: no demo, no request limits, two web workers."""
    folder.mkdir(parents=True, exist_ok=True)
    own = {
        "SUMMERSTOW_DEMO": "0",
        "SUMMERSTOW_RATE_LIMITS": "0",
        "SUMMERSTOW_ANON_KEY": ANON_KEY,
        "SUMMERSTOW_SERVICE_KEY": SERVICE_KEY,
        "SUMMERSTOW_FACTOR_KEY": FACTOR_KEY,
        "WEB_CONCURRENCY": "2",
    }
    return Copy(folder, own | settings, starter.free_port())


def kill(pid: int) -> bool:
    """SIGKILL; False where the process was gone."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _is_another(process: psutil.Process) -> bool:
    """Whether it is the database's keeper: workers are forks of main."""
    with suppress(psutil.Error):
        return "keeper" in " ".join(process.cmdline())
    return True
