"""Starts a copy of the product as people start it, for the tests and for measurements."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import environment

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0


class NotStarted(Exception):
    """The product ended, or did not answer in time; the message holds its log."""


@dataclass
class Running:
    """A copy that answers; `started_in` is the seconds until /healthz did."""

    process: subprocess.Popen[bytes]
    data_dir: Path
    log: Path
    port: int
    started_in: float

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> int:
        """End it as a person would, wait, and return its exit code."""
        self.process.terminate()
        return self.process.wait(30)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings_only(settings: Mapping[str, str]) -> dict[str, str]:
    """The environment with these product settings and none of this shell's."""
    own = {
        name: value
        for name, value in os.environ.items()
        if not environment.is_product_setting(name)
    }
    return own | {"PYTHONPATH": str(ROOT)} | dict(settings)


def spawn(settings: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    """Run `serve` with these settings alone; what it says is added to `log`."""
    with log.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "summerstow", "serve"],
            env=settings_only(settings),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )


def log_of(log: Path) -> str:
    """What a copy has said so far; nothing where its output went into a pipe or a device."""
    return log.read_text(errors="replace") if log.is_file() else ""


def start(
    data_dir: Path, log: Path, settings: Mapping[str, str], port: int | None = None
) -> Running:
    """Start a copy and wait until it is healthy; raises `NotStarted`."""
    port = port or free_port()
    begun = time.monotonic()
    process = spawn({"PORT": str(port), "SUMMERSTOW_DATA_DIR": str(data_dir), **settings}, log)
    while not healthy(port):
        if process.poll() is not None:
            raise NotStarted(f"The product did not start; its log:\n{log_of(log)}")
        if time.monotonic() - begun > PATIENCE:
            process.kill()
            raise NotStarted(f"No answer within {PATIENCE:.0f} s; the log:\n{log_of(log)}")
        time.sleep(0.01)
    return Running(process, data_dir, log, port, time.monotonic() - begun)


def healthy(port: int) -> bool:
    """Whether /healthz answers 200."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        asking.request("GET", "/healthz")
        return asking.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()
