"""The main process beside its workers: it replaces those that end, and ends those that hang."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from granian.server.mp import MPServer, WorkerProcess

from summerstow.platform.observability import heartbeat
from summerstow.platform.observability.heartbeat import INTERVAL, Beat, Heartbeats

ENDING: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

#: Beats that a worker may miss before it is ended, in its life and before its first.
MISSED: Final = 8
MISSED_AT_START: Final = 60
#: Processor seconds without a beat that a busy machine does not explain.
_SPINNING: Final = 4.0
#: Deaths in the last minute after which a worker is restarted with longer pauses.
_AT_ONCE: Final = 2
_DEATHS_WINDOW: Final = 60.0
_LONGEST_PAUSE: Final = 5.0
#: Workers of a product that has never served may die so often before it ends.
_TRIES: Final = 5

_log = logging.getLogger("_granian")


class Supervisor(MPServer):
    """granian's server, which would give up at the second crash of a worker within 5.5 s.

    This one gives up when no worker has ever begun; a product that has served goes on trying.
    """

    beats: Heartbeats
    drain: float

    def begin(self, beats: Heartbeats, drain: float = 0.0) -> None:
        """Watch these signs of life, from now until the product ends.

        `drain`: seconds for which it serves on once it is ending, so that a proxy that reads
        /readyz sends requests to other hosts before the first connection closes.
        """
        self.beats = beats
        self.drain = drain
        self.deaths: list[float] = []
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        """SIGTERM, SIGINT or SIGHUP: drain, then end; the second one ends at once."""
        if self.drain and not self.beats.leaving:
            self.beats.leave()
            end = super().signal_handler_interrupt
            timer = threading.Timer(self.drain, end, args, kwargs)
            timer.daemon = True
            timer.start()
            return
        super().signal_handler_interrupt(*args, **kwargs)  # type: ignore[no-untyped-call]

    def _spawn_workers(self, *args: Any) -> None:
        with _signals_held():
            super()._spawn_workers(*args)  # type: ignore[no-untyped-call]

    def _spawn_worker(  # type: ignore[override]
        self, idx: int, target: Any, callback_loader: Any
    ) -> WorkerProcess:
        return super()._spawn_worker(idx, target, partial(callback_loader, index=idx))

    def _respawn_workers(self, workers: list[int], *args: Any, **kwargs: Any) -> None:
        now = time.monotonic()
        self.deaths = [then for then in self.deaths if now - then < _DEATHS_WINDOW]
        self.deaths += [now] * len(workers)
        has_begun = bool(self.beats.all())
        if has_begun:
            self._pause(len(self.deaths) - _AT_ONCE * self.workers)
        if self.interrupt_signal:
            # It may have come while granian took the death alone for news, and would be waited for.
            self.main_loop_interrupt.set()
            return
        with _signals_held():
            super()._respawn_workers(workers, *args, **kwargs)
        if has_begun or len(self.deaths) < _TRIES:
            self.respawned_wrks.clear()

    def _pause(self, more: int) -> None:
        """Wait the longer, the more workers have died lately; not once the product ends."""
        length = min(_LONGEST_PAUSE, 0.25 * 2 ** min(more, 10)) if more > 0 else 0.0
        until = time.monotonic() + length
        while not self.interrupt_signal and time.monotonic() < until:
            time.sleep(0.05)

    def _watch(self) -> None:
        watched: dict[int, Watched] = {}
        before = time.monotonic()
        while not self.interrupt_signal:
            time.sleep(INTERVAL)
            now = time.monotonic()
            # A machine that has no time for this process has none for the workers either.
            punctual, before = now - before < 2 * INTERVAL, now
            for worker in list(self.wrks):
                pid = worker.inner.pid
                if pid not in watched:
                    watched[pid] = Watched(pid)
                if watched[pid].hangs(self.beats.last(worker.idx), punctual=punctual):
                    _log.warning("worker-%d hangs and is replaced", worker.idx + 1)
                    worker.inner.kill()
            alive = {worker.inner.pid for worker in list(self.wrks)}
            watched = {pid: one for pid, one in watched.items() if pid in alive}


@dataclass
class Watched:
    """What the watchdog knows of one worker process."""

    pid: int
    last: float = 0.0
    missed: int = 0
    busy: float = 0.0

    def hangs(self, beat: Beat | None, *, punctual: bool) -> bool:
        """Whether it must be ended; called once for each beat that is due."""
        at = beat.at if beat is not None and beat.pid == self.pid else 0.0
        state, busy = heartbeat.state(self.pid)
        if at != self.last:
            self.last, self.missed, self.busy = at, 0, busy
        elif punctual:
            self.missed += 1
        if self.missed < MISSED:
            return False
        if self.missed >= MISSED_AT_START or state in ("T", "t"):
            return True
        # Ready to run, or waiting for a disk, and hardly served: the machine is to blame.
        starved = state in ("R", "D") and busy - self.busy < _SPINNING
        return self.last > 0 and not starved


@contextmanager
def _signals_held() -> Iterator[None]:
    """Fork with the ending signals blocked.

    A worker that is still starting would run the main process's handler for them, which does
    nothing there; it takes them once it has handlers of its own.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
