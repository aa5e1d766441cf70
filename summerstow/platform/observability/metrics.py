"""What this process counts for its operators; all processes together are read by any of them.

The counts live in files that the workers of one product share (`SHARED` names their folder). A
replaced worker goes on with its predecessor's file, so that the files stay as many as the workers.
"""

from __future__ import annotations

import asyncio
import os
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.openmetrics.exposition import generate_latest

from summerstow.platform.http.asgi import ASGIApp, Message, Network, Receive, Scope, Send

from . import log_output, tracing

#: The environment variable that names the folder of the shared counts; prometheus-client reads it.
SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SAMPLED_EVERY: Final = 1.0
#: Seconds for which counts are gathered: each written by itself costs as much as many.
_GATHERED: Final = 0.05

_identity = "main"
if SHARED in os.environ:
    values.ValueClass = values.MultiProcessValue(lambda: _identity)  # type: ignore[no-untyped-call]

_registry = CollectorRegistry()
_requests = Counter(
    "http_requests",
    "Answered requests.",
    ("route", "method", "status"),
    registry=_registry,
)
_duration = Histogram(
    "http_request_duration_seconds",
    "Time from the request's head to the end of its answer.",
    ("route",),
    buckets=_BUCKETS,
    registry=_registry,
)
_dropped = Counter("log_lines_dropped", "Log lines that could not be written.", registry=_registry)


def gauge(name: str, about: str) -> Gauge:
    """A value of each process, summed over all of them."""
    return Gauge(name, about, registry=_registry, multiprocess_mode="sum")


def histogram(name: str, about: str) -> Histogram:
    """Durations in seconds, of all processes together."""
    return Histogram(name, about, buckets=_BUCKETS, registry=_registry)


def counter(name: str, about: str, *labels: str) -> Counter:
    """Events of all processes together, by the values of `labels`."""
    return Counter(name, about, labels, registry=_registry)


_in_progress = gauge("http_requests_in_progress", "Requests that are being answered.")
_loop_delay = gauge("event_loop_delay_seconds", "How late the event loops' last timers were.")


def identify(worker: str) -> None:
    """Count as this worker from now on; called once, before anything is counted."""
    global _identity  # noqa: PLW0603
    _identity = worker


class _Gathered:
    """Counts and durations of the last moment, which are written down together."""

    def __init__(self) -> None:
        self._counts: dict[Counter, int] = defaultdict(int)
        self._times: dict[Histogram, list[float]] = defaultdict(list)
        self._timer: asyncio.TimerHandle | None = None

    def add(self, counter: Counter) -> None:
        """One more."""
        self._counts[counter] += 1
        if self._timer is None:
            self._begin()

    def took(self, histogram: Histogram, seconds: float) -> None:
        """One more that took so long."""
        self._times[histogram].append(seconds)
        if self._timer is None:
            self._begin()

    def _begin(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(_GATHERED, self.write)

    def write(self) -> None:
        """Write down what was gathered; in the event loop's thread."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for counter, count in self._counts.items():
            counter.inc(count)
        self._counts.clear()
        for histogram, times in self._times.items():
            # As `observe` does, for all of them at once.
            of: Any = histogram
            of._sum.inc(sum(times))
            counts: dict[int, int] = defaultdict(int)
            for one in times:
                counts[bisect_left(of._upper_bounds, one)] += 1
            for bucket, count in counts.items():
                of._buckets[bucket].inc(count)
        self._times.clear()


_gathered = _Gathered()
#: Note how long something took, a moment later.
took = _gathered.took
#: Write down what was gathered, before it is shown; in the event loop's thread.
write = _gathered.write


def exposition(*more: Any) -> bytes:
    """OpenMetrics text of all processes together, and of further collectors."""
    together = _registry
    if SHARED in os.environ:
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    registry.register(together)
    for one in more:
        registry.register(one)
    return bytes(generate_latest(registry))  # type: ignore[no-untyped-call]


#: No answer is taken for another type than it says.
_NOSNIFF: Final = (b"x-content-type-options", b"nosniff")


class Observed:
    """The application with its requests counted and named: see `tracing`.

    `route` gives the pattern of a path; there must be few of them.
    """

    def __init__(
        self, app: ASGIApp, route: Callable[[str], str], proxies: Sequence[Network] = ()
    ) -> None:
        self._app = app
        self._route = route
        self._proxies = proxies
        self.in_progress = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        request_id_header = (
            b"x-request-id",
            tracing.begin(scope, self._proxies).request_id.encode(),
        )
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message["headers"], request_id_header]
                if all(name != _NOSNIFF[0] for name, _ in headers):
                    headers.append(_NOSNIFF)
                message = {**message, "headers": headers}
            await send(message)

        self.in_progress += 1
        try:
            await self._app(scope, receive, answer)
        finally:
            self.in_progress -= 1
            route = self._route(scope["path"])
            method = scope["method"]
            _gathered.add(
                _request_counter(route, method if method in _METHODS else "other", status)
            )
            _gathered.took(_duration_of(route), time.perf_counter() - began)

    def begin(self, sample: Callable[[], None]) -> None:
        """Note once a second what is a state and not an event; `sample` notes more of it."""
        loop = asyncio.get_running_loop()
        reported = 0

        def note(due: float) -> None:
            nonlocal reported
            _gathered.write()
            dropped = log_output.dropped()
            _dropped.inc(dropped - reported)
            reported = dropped
            _in_progress.set(self.in_progress)
            _loop_delay.set(max(0.0, loop.time() - due))
            sample()
            after = loop.time() + _SAMPLED_EVERY
            loop.call_at(after, note, after)

        note(loop.time())


# Routes, methods and statuses are few: nothing that a request chooses comes here.


@cache
def _request_counter(route: str, method: str, status: int) -> Any:
    return _requests.labels(route, method, str(status))


@cache
def _duration_of(route: str) -> Any:
    return _duration.labels(route)
