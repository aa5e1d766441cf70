"""The product with production settings, and what its processes cost."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from tools import product

ANON_KEY: Final = "bench-anon-key"
SERVICE_KEY: Final = "bench-service-key"
WORKERS: Final = 2


@dataclass
class Product:
    """A running copy; `first_start` and `second_start` are seconds until /healthz answered."""

    process: subprocess.Popen[bytes]
    data_dir: Path
    port: int
    started_in: float

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def processes(self) -> list[psutil.Process]:
        """The product's processes, its PostgreSQL's included."""
        found = {self.process.pid: psutil.Process(self.process.pid)}
        for child in psutil.Process(self.process.pid).children(recursive=True):
            found[child.pid] = child
        # The keeper detaches itself so that it can outlive a crash; its postmaster is its child.
        for one in psutil.process_iter(["pid", "cmdline"]):
            if str(self.data_dir) in " ".join(one.info["cmdline"] or []):
                # A connection may have ended since.
                with contextlib.suppress(psutil.NoSuchProcess):
                    for member in [one, *one.children(recursive=True)]:
                        found[member.pid] = member
        return list(found.values())

    def cpu(self) -> float:
        """CPU seconds spent so far by all of it, ended children included."""
        total = 0.0
        for one in self.processes():
            try:
                spent = one.cpu_times()
            except psutil.NoSuchProcess:
                continue
            total += spent.user + spent.system + spent.children_user + spent.children_system
        return total

    def memory(self) -> float:
        """Megabytes of all of it; pages that are shared are counted once (PSS)."""
        total = 0.0
        for one in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                total += one.memory_full_info().pss
        return total / 1e6

    def stop(self) -> None:
        """End it and wait."""
        self.process.terminate()
        self.process.wait(30)


def start(data_dir: Path, log: Path) -> Product:
    """Start with production settings and wait until it is healthy."""
    settings = {
        "SUMMERSTOW_DEMO": "0",
        "SUMMERSTOW_AUTOCONFIRM": "1",
        "SUMMERSTOW_RATE_LIMITS": "0",
        "SUMMERSTOW_STAFF_SECOND_FACTOR": "0",
        "SUMMERSTOW_ANON_KEY": ANON_KEY,
        "SUMMERSTOW_SERVICE_KEY": SERVICE_KEY,
        "WEB_CONCURRENCY": str(WORKERS),
    }
    try:
        running = product.start(data_dir, log, settings)
    except product.NotStarted as error:
        sys.exit(str(error))
    return Product(running.process, data_dir, running.port, running.started_in)
