"""PDF files are drawn in a child process, so that no request's worker is busy with one."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from multiprocessing import get_context
from typing import Any, Final, ParamSpec

from summerstow.platform import published
from summerstow.platform.errors import AppError
from summerstow.platform.observability import log
from summerstow.platform.postgres import userns

_log = log.get("pdf")
P = ParamSpec("P")
Held = tuple[dict[str, Any], dict[str, bytes]]

#: Seconds that a request waits for its file, files before it included.
_PATIENCE: Final = 120.0
#: Seconds that one file may take; then the kernel ends the child.
LONGEST: Final = 60


class DrawingUnavailable(AppError):
    """The child process died or is too busy (503): nothing was done, asking again is right."""

    status = 503
    code = "PT503"

    def __init__(self, private: str) -> None:
        super().__init__(
            "The file could not be made right now. Please try again in a moment.", private=private
        )


async def draw(function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """Return `function(*args)`, a function of a module, from the child process.

    Raises what the function raises, and `DrawingUnavailable` if the child died or is too busy.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            return await asyncio.wrap_future(_submit(partial(function, *args, **kwargs)))
    except (BrokenProcessPool, TimeoutError) as error:
        raise DrawingUnavailable(repr(error)) from error


def _submit(work: Callable[[], bytes]) -> Future[bytes]:
    try:
        return _pool().submit(_run_limited, work, published.held())
    except BrokenProcessPool:
        _log.warning("the process that draws PDF files has died; starting another")
        _pool.cache_clear()
        return _pool().submit(_run_limited, work, published.held())


@cache
def _pool() -> ProcessPoolExecutor:
    # Spawned: a fork would copy the threads' locks and the open connections.
    return ProcessPoolExecutor(1, get_context("spawn"), _begin, (os.getpid(),))


def _begin(parent: int) -> None:
    """Let the child end with its worker, which may be killed."""
    userns.die_with_parent(signal.SIGKILL, parent)


def _run_limited(work: Callable[[], bytes], settings: Held) -> bytes:
    published.take(*settings)
    signal.alarm(LONGEST)
    try:
        return work()
    finally:
        signal.alarm(0)
