"""Draws PDF files in a process of its own, which ends soon after.

The library holds 40 MB for as long as its process lives. One such process a worker, which draws one
file after another.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, cast

P = ParamSpec("P")

#: Seconds without a file after which the process ends: beginning it costs half a second of work.
IDLE: Final = 2.0
#: What the library would load where it finds it, and needs for nothing that is drawn here.
_UNUSED: Final = ("numpy", "lxml")
_START: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from summerstow.paper import apart; apart.serve()"
)


class _Drawer:
    """The process, while there is one; used from one thread alone."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        #: How many files so far.
        self.drawn = 0

    def draw(self, function: Callable[..., bytes], arguments: tuple[object, ...]) -> bytes:
        """What `function` makes of its arguments; raises what it raised."""
        self.drawn += 1
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _START, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        given, made = self._process.stdin, self._process.stdout
        assert given is not None
        assert made is not None
        try:
            pickle.dump((function, arguments), given)
            given.flush()
            found = pickle.load(made)  # noqa: S301 - our own process
        except BaseException:
            self.end()
            raise
        if isinstance(found, Exception):
            raise found
        return cast(bytes, found)

    def end(self, drawn: int | None = None) -> None:
        """End the process; `drawn`: unless another file was drawn since there were so many."""
        if self._process is None or drawn not in (None, self.drawn):
            return
        process, self._process = self._process, None
        with process:
            process.kill()

    @property
    def pid(self) -> int | None:
        """The process's, while there is one."""
        return None if self._process is None else self._process.pid


_drawer: Final = _Drawer()
_thread: Final = ThreadPoolExecutor(1, "paper")


async def drawn(function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """`function(*args)`, a function of a module, carried out in the process that draws."""
    assert not kwargs
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(_thread, _drawer.draw, function, args)
    loop.call_later(IDLE, _thread.submit, _drawer.end, _drawer.drawn)
    return found


def pid() -> int | None:
    """Of the process that draws, while there is one."""
    return _drawer.pid


def serve() -> None:
    """In that process: draw what is asked for on standard input, until that ends."""
    sys.modules.update(dict.fromkeys(_UNUSED))  # type: ignore[arg-type]
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever says something says it in the log.
    os.dup2(2, 1)
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
        except EOFError:
            return
        found: Any
        try:
            found = pickle.dumps(function(*arguments))
        except Exception as error:
            found = pickle.dumps(error)
        answers.write(found)
        answers.flush()
