"""Finds, ends and removes what an earlier keeper's death left of its server."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def sweep(data: Path, patience: float = 10.0) -> None:
    """End what an earlier keeper's death left of the server in `data`, and drop a stale pid file.

    Only the holder of `keeper.lock` may call it: then no living server can be another's.
    A pid file can name a pid that now belongs to something else, in which case PostgreSQL itself
    would refuse to start; so the process is looked at, not only the number.
    """
    leftovers = _processes_in(data)
    started = time.monotonic()
    while leftovers:
        # A postmaster whose keeper died is already in a fast shutdown; let it finish.
        late = time.monotonic() - started > patience
        headless = not _postmaster_pid(data) & leftovers
        for pid in leftovers if late or headless else ():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.02)
        leftovers = _processes_in(data)
    if sys.platform == "linux" or not any(map(_is_postgres, _postmaster_pid(data))):
        (data / "postmaster.pid").unlink(missing_ok=True)


def _processes_in(data: Path) -> set[int]:
    """Live PostgreSQL processes that work in `data` (every one of them has it as its folder)."""
    pids: set[int] = set()
    try:
        data_stat = data.stat()
    except OSError:
        return pids
    for entry in Path("/proc").iterdir() if Path("/proc/self").exists() else ():
        if not entry.name.isdecimal():
            continue
        try:
            there = (entry / "cwd").stat()
            program = (entry / "exe").readlink()
        except OSError:
            continue
        if os.path.samestat(there, data_stat) and program.name.startswith("postgres"):
            pids.add(int(entry.name))
    return pids


def _postmaster_pid(data: Path) -> set[int]:
    try:
        first = (data / "postmaster.pid").read_text(errors="replace").split("\n", 1)[0]
        return {int(first)}
    except (OSError, ValueError):
        return set()


def _is_postgres(pid: int) -> bool:
    command = ("ps", "-p", str(pid), "-o", "comm=")
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return "postgres" in output
