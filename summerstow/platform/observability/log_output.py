"""Standard output and error that neither raise nor block.

A full disk, a closed pipe or a pipe without a reader must not change a response. Lines go to a
short queue; one thread of the process writes them. What cannot be written, or does not fit, is
counted and dropped, and the log says how many lines are missing once it can be written again.
"""

from __future__ import annotations

import asyncio
import atexit
import io
import os
import sys
import threading
import time
from collections import deque
from typing import Final, TextIO

#: What waits at most, in bytes and in lines.
_MOST_BYTES: Final = 1024 * 1024
_MOST_LINES: Final = 4096
#: Seconds that an ending process waits for its last lines.
_PATIENCE: Final = 1.0


class LogOutput(io.TextIOBase):
    """A text stream to the file descriptor `target`, written by a thread of its own.

    `dropped` counts the lines that this process lost. A forked child begins with an empty queue
    and a thread of its own.
    """

    def __init__(self, target: int) -> None:
        super().__init__()
        self._target = target
        self._ended = False
        self._begin()

    def _begin(self) -> None:
        self.dropped = 0
        self._reported = 0
        self._cut = False
        self._stuck = False
        self._busy = False
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._rest = ""
        self._changed = threading.Condition(threading.Lock())
        self._thread: threading.Thread | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """What text is written as."""
        return "utf-8"

    def fileno(self) -> int:
        """The file descriptor behind the stream, for those who must write to it directly."""
        return self._target

    def writable(self) -> bool:
        """True: see `write`."""
        return True

    def isatty(self) -> bool:
        """Whether a person reads along."""
        try:
            return os.isatty(self._target)
        except OSError:
            return False

    def write(self, text: str) -> int:
        """Take the text; whole lines go on their way. Never raises, never waits."""
        with self._changed:
            *lines, self._rest = (self._rest + text).split("\n")
            for line in lines:
                self._take(line.encode("utf-8", "backslashreplace") + b"\n")
            if len(self._rest) > _MOST_BYTES:
                self._take(self._rest.encode("utf-8", "backslashreplace") + b"\n")
                self._rest = ""
            if self._lines:
                self._start()
                self._changed.notify_all()
        return len(text)

    def flush(self) -> None:
        """Wait a moment for what was written, unless an event loop would wait along."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            if not self._stuck:
                self.drain()

    def drain(self, patience: float = _PATIENCE) -> None:
        """Wait until everything is written or lost, `patience` seconds at most."""
        limit = time.monotonic() + patience
        with self._changed:
            if self._rest:
                self._take(self._rest.encode("utf-8", "backslashreplace"))
                self._rest = ""
                self._start()
                self._changed.notify_all()
            while (self._lines or self._busy) and (left := limit - time.monotonic()) > 0:
                self._changed.wait(left)
            # Without a reader, later flushes do not wait for the same again.
            self._stuck = bool(self._lines) or self._busy

    def _take(self, line: bytes) -> None:
        full = len(self._lines) >= _MOST_LINES or self._bytes + len(line) > _MOST_BYTES
        if full or self._ended:
            self.dropped += 1
        else:
            self._lines.append(line)
            self._bytes += len(line)

    def _start(self) -> None:
        if self._thread is None and not self._ended:
            thread = threading.Thread(target=self._write_all, name="log", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                # No thread can be had, or the interpreter is ending: what waits is lost.
                self.dropped += len(self._lines)
                self._lines.clear()
                self._bytes = 0
            else:
                self._thread = thread

    def _write_all(self) -> None:
        while True:
            with self._changed:
                while not self._lines:
                    self._busy = False
                    self._changed.notify_all()
                    self._changed.wait()
                self._busy = True
                batch = list(self._lines)
                self._lines.clear()
                self._bytes = 0
            for line in batch:
                self._write_line(line)
            self._stuck = False

    def _write_line(self, line: bytes) -> None:
        missing = self.dropped - self._reported
        if missing:
            note = b'{"level":"warning","event":"log lines are missing","count":%d}\n' % missing
            if not self._put(note):
                self.dropped += 1
                return
            self._reported += missing
        if not self._put(line):
            self.dropped += 1

    def _put(self, line: bytes) -> bool:
        """Write the whole line; False when that is not possible."""
        left = memoryview(b"\n" + line if self._cut else line)
        try:
            while left:
                left = left[os.write(self._target, left) :]
                self._cut = bool(left)
        except OSError:
            return False
        return True

    def end(self) -> None:
        """At the end of the interpreter: write what waits, drop what comes later."""
        self.drain()
        self._ended = True


_outputs: list[LogOutput] = []
_unformed = 0


def _begin_in_child() -> None:
    for one in _outputs:
        one._begin()


os.register_at_fork(after_in_child=_begin_in_child)


def install() -> None:
    """Make `sys.stdout` and `sys.stderr` such streams, for this process and its children.

    Everything that prints, logs or warns ends there. Does nothing the second time.
    """
    if _outputs:
        return
    for name in ("stdout", "stderr"):
        before: TextIO | None = getattr(sys, name)
        try:
            if before is None:
                continue
            before.flush()
        except (OSError, ValueError):
            pass
        output = LogOutput(1 if name == "stdout" else 2)
        setattr(sys, name, output)
        setattr(sys, f"__{name}__", output)
        _outputs.append(output)
        atexit.register(output.end)


def lost(lines: int) -> None:
    """Count lines that could not even be formed."""
    global _unformed  # noqa: PLW0603
    _unformed += lines


def dropped() -> int:
    """How many lines this process could not write."""
    return _unformed + sum(one.dropped for one in _outputs)
