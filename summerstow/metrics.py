"""`/metrics`: what an operator watches, of all processes together, as OpenMetrics.

Answered to callers on this machine, and to a caller that sends SUMMERSTOW_METRICS_TOKEN as bearer.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import msgspec
from prometheus_client.metrics_core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.http.asgi import Receive, Scope, Send, header, send_response
from summerstow.platform.jobs.job import Job, JobStatus, job_statuses
from summerstow.platform.observability import heartbeat, metrics
from summerstow.platform.outbox import queries as mail

#: Seconds that the database may take, and for which its answer stands for further scrapes.
PATIENCE: Final = 2.0
KEPT: Final = 5.0
_TYPE: Final = b"application/openmetrics-text; version=1.0.0; charset=utf-8"
_FORWARDED: Final = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")
#: Segments that name one thing of many.
_ID: Final = re.compile(r"/(?:[0-9]+|[0-9a-fA-F-]{32,36})(?=/|$)")


Labels = tuple[str, ...]


class State(msgspec.Struct, frozen=True):
    """What the database says of the product. `places`: free ones from today on, by campus."""

    mail: mail.Ages
    jobs: list[JobStatus]
    places: dict[int, int]


async def read_state(tx: ElevatedTransaction, known: tuple[Job, ...], today: date) -> State:
    """Read it as the schema's owner."""
    places = await tx.fetch(
        "select campus_id, sum(available_slots)::int as left from public.slot_availability "
        "where date >= $1 group by campus_id",
        today,
    )
    return State(
        mail=await mail.ages(tx),
        jobs=await job_statuses(tx, known),
        places={row["campus_id"]: row["left"] for row in places},
    )


class Metrics:
    """Answers /metrics."""

    def __init__(self, database: Database, known: tuple[Job, ...], token: str) -> None:
        self._database = database
        self._jobs = known
        self._token = token
        self._look: asyncio.Task[State] | None = None
        self._read_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a GET or HEAD."""
        del receive
        status, headers, body = 200, [(b"cache-control", b"no-store")], b""
        if not self._may(scope):
            status = 401 if self._token else 404
            if status == 401:
                headers.append((b"www-authenticate", b"Bearer"))
        elif scope["method"] not in ("GET", "HEAD"):
            status = 405
            headers.append((b"allow", b"GET, HEAD"))
        else:
            state = await self._state()
            metrics.write()
            body = await asyncio.to_thread(metrics.exposition, _Given(state))
            headers.append((b"content-type", _TYPE))
        await send_response(send, status, headers, body, head=scope["method"] == "HEAD")

    def _may(self, scope: Scope) -> bool:
        bearer = (header(scope, b"authorization") or "").removeprefix("Bearer ")
        if self._token and hmac.compare_digest(bearer.encode(), self._token.encode()):
            return True
        client = scope.get("client")
        # A proxy on this machine asks for a caller elsewhere.
        if client is None or any(name in _FORWARDED for name, _ in scope["headers"]):
            return False
        try:
            return ip_address(client[0]).is_loopback
        except ValueError:
            return False

    async def _state(self) -> State | None:
        """None: the database does not answer in time. All who ask at once share one look."""
        now = asyncio.get_running_loop().time()
        stale = now - self._read_at > KEPT
        if self._look is None or (self._look.done() and stale):
            self._read_at = now
            self._look = asyncio.create_task(self._examine())
        done, _ = await asyncio.wait({self._look}, timeout=PATIENCE)
        if not done or self._look.cancelled() or self._look.exception() is not None:
            return None
        return self._look.result()

    async def _examine(self) -> State:
        async with self._database.owner() as tx:
            return await read_state(tx, self._jobs, clock.today())


@dataclass(eq=False)
class _Given(Collector):
    """What was read for this scrape."""

    state: State | None

    def collect(self) -> Iterator[Metric]:
        yield from _of_database(self.state)
        yield from _of_processes()


def _gauge(name: str, about: str, samples: Mapping[Labels, float], *labels: str) -> Metric:
    family = GaugeMetricFamily(name, about, labels=labels)
    for values, value in samples.items():
        family.add_metric(values, value)
    return family


def _of_database(state: State | None) -> Iterator[Metric]:
    yield _gauge("database_up", "Whether the database answers.", {(): float(state is not None)})
    if state is None:
        return
    yield _gauge("outbox_waiting", "Messages not sent yet.", {(): state.mail.waiting})
    yield _gauge(
        "outbox_oldest_age_seconds",
        "How long the oldest message has been due.",
        {(): state.mail.oldest_seconds},
    )
    yield _gauge("outbox_dead", "Messages that were given up.", {(): state.mail.dead})
    yield _gauge(
        "places_left",
        "Free places of windows from today on.",
        {(str(campus),): left for campus, left in state.places.items()},
        "campus",
    )
    yield _gauge(
        "job_failures",
        "Failures in a row of a background job.",
        {(one.name,): one.failures for one in state.jobs},
        "job",
    )
    yield _gauge(
        "job_last_success_age_seconds",
        "Seconds since a background job last succeeded.",
        {(one.name,): one.quiet_seconds for one in state.jobs if one.quiet_seconds is not None},
        "job",
    )


def _of_processes() -> Iterator[Metric]:
    yield InfoMetricFamily("summerstow_build", "The running program.", {"version": _version()})
    shared = heartbeat.shared()
    beats = shared.all() if shared else []
    processes: dict[Labels, int]
    processes = {("main",): os.getppid()} if shared else {("main",): os.getpid()}
    processes |= {(f"worker-{number}",): beat.pid for number, beat in enumerate(beats, start=1)}
    memory: dict[Labels, float] = {
        name: float(size) for name, pid in processes.items() if (size := _resident(pid))
    }
    busy: dict[Labels, float] = {
        name: used for name, pid in processes.items() if (used := heartbeat.state(pid)[1])
    }
    yield _gauge("process_resident_memory_bytes", "Memory in use.", memory, "process")
    yield _gauge("process_cpu_seconds", "Processor time used.", busy, "process")


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _version() -> str:
    try:
        return version("summerstow")
    except PackageNotFoundError:
        return "checkout"


class Routes:
    """The pattern of a path, for the labels: known tables, commands and pages; else one word."""

    def __init__(
        self,
        commands: Callable[[], frozenset[str]],
        tables: Callable[[], frozenset[str]],
        accounts: frozenset[str],
        pages: Callable[[str], str],
    ) -> None:
        self._commands = commands
        self._tables = tables
        self._accounts = frozenset(re.sub(r"\{[^}]*\}", "{id}", path) for path in accounts)
        self._pages = pages

    def of(self, path: str) -> str:
        """The pattern of a path."""
        if path.startswith("/rest/v1"):
            name = path.removeprefix("/rest/v1").strip("/")
            if name.startswith("rpc/"):
                known = name.removeprefix("rpc/") in self._commands()
            else:
                known = not name or name in self._tables()
            return f"/rest/v1/{name}".rstrip("/") if known else "/rest/v1/other"
        if path.startswith("/auth/v1"):
            pattern = _ID.sub("/{id}", path.rstrip("/"))
            return pattern if pattern in self._accounts else "/auth/v1/other"
        for fixed in ("/healthz", "/readyz", "/metrics", "/live/queue", "/webhooks/stripe"):
            if path == fixed:
                return fixed
        for below in (
            "/files",
            "/live",
            "/webhooks",
            "/calendars",
            "/texts",
            "/dev/mailbox",
            "/assets",
        ):
            if path.startswith(below):
                return f"{below}/*"
        return self._pages(path)
