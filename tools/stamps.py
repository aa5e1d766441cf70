"""Stamps say that a step is done for exactly these inputs; the lock keeps two makes apart."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

Stamp = dict[str, str]


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file's content in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def tree_digest(base: Path, files: Iterable[Path]) -> str:
    """Return one SHA-256 over names (relative to base) and contents of files, in any order."""
    digest = hashlib.sha256()
    for path in sorted(files):
        name = path.relative_to(base).as_posix()
        digest.update(f"{name}\0{file_digest(path)}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def read(path: Path) -> Stamp:
    """Return what a stamp says; an absent or broken one says nothing."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write(path: Path, stamp: Stamp) -> None:
    """Write a stamp whole or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(json.dumps(stamp, indent=1) + "\n", "utf-8")
    beside.replace(path)


def remove(path: Path) -> None:
    """Take a stamp away before its step starts, so that an interrupted step is repeated."""
    path.unlink(missing_ok=True)


@contextlib.contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """Hold the checkout's set-up lock; says so once if another make has it.

    The lock is on a file that is always there and only read, so another user's make works too;
    a file system without locks goes without.
    """
    with file.open("rb") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting for another make that is setting up this checkout …", flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError:
            pass
        yield
