"""Run a callback when a signal ends the process, so that streams do not keep it alive."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_ENDING: Final = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def when_ending(callback: Callable[[], None]) -> Iterator[None]:
    """Call back in the running loop when a signal ends this process, and let it end as before.

    The server lets open requests finish before it ends the application (lifespan), and a stream
    finishes by itself after a quarter of an hour. Nothing happens off the main thread, where no
    signal arrives.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def on_signal(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(callback)
        earlier = before[number]
        if callable(earlier):
            earlier(number, frame)
        elif earlier == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    for one in _ENDING:
        before[one] = signal.signal(one, on_signal)
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
