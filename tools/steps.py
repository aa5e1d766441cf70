"""Runs one long step: says what it does and how long it took, and shows the log if it fails."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.stop import Stopped

TAIL_LINES = 25


def log_folder(root: Path) -> Path:
    """Return where the logs of set-up are kept."""
    return root / ".venv" / ".log"


def tail(text: str, lines: int = TAIL_LINES) -> str:
    """Return the last lines that are not empty, each indented by two spaces."""
    kept = [line.rstrip() for line in text.splitlines() if line.strip()][-lines:]
    return "\n".join(f"  {line}" for line in kept)


def duration(seconds: float) -> str:
    """Return seconds as people say them: "4.2 s", "1 min 07 s"."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def run(
    title: str,
    command: Sequence[str],
    *,
    root: Path,
    log: str,
    env: Mapping[str, str],
    cwd: Path | None = None,
) -> None:
    """Run a command with its output in .venv/.log/<log>.log.

    Raises Stopped with the log's tail when the command fails. A child never outlives the step.
    """
    log_file = log_folder(root) / f"{log}.log"
    log_file.parent.mkdir(parents=True, exist_ok=True)
    print(f"{title} … ", end="", flush=True)
    start = time.monotonic()
    with log_file.open("wb") as output:
        try:
            child = subprocess.Popen(
                command,
                cwd=cwd or root,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            print("failed", flush=True)
            raise Stopped(f"{command[0]} could not be started: {error.strerror}.") from error
        try:
            status = child.wait()
        except BaseException:
            child.terminate()
            child.wait()
            print("stopped", flush=True)
            raise
    took = duration(time.monotonic() - start)
    if status == 0:
        print(took, flush=True)
        return
    print(f"failed after {took}", flush=True)
    shown = tail(log_file.read_text("utf-8", "replace"))
    raise Stopped(f"{shown}\nThe whole log: {log_file.relative_to(root)}")
