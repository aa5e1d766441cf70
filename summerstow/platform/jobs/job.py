"""What a background job is, and how it does over all hosts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries

#: A job is late when it has not succeeded for three intervals and this.
LATE_GRACE: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Job:
    """Something that runs every `interval` seconds.

    `run` receives the database and opens its own transactions (`in_transaction` wraps a function
    of one). `alone`: on one process at a time, under a lease; a job that is not alone runs in
    every process and shares its work out by itself. Setting `wake` runs it at once in this
    process, which is for jobs that are not alone. A run of more than `limit` seconds is stopped
    and counts as failed. `whole` is what a person's "run it now" does, where a run only begins
    work that goes on after it. `close` is awaited when the process ends.
    """

    name: str
    interval: float
    run: Callable[[Database], Awaitable[object]]
    about: str
    alone: bool = True
    wake: asyncio.Event | None = None
    limit: float = 600.0
    whole: Callable[[Database], Awaitable[object]] | None = None
    close: Callable[[], Awaitable[None]] | None = None


class JobStatus(msgspec.Struct, frozen=True):
    """How a job does over all hosts. Ages are in seconds; `failures` in a row."""

    name: str
    about: str
    interval: float
    holder: str | None
    running: bool
    started_at: datetime | None
    succeeded_at: datetime | None
    failed_at: datetime | None
    failures: int
    error: str | None
    next_at: datetime | None
    #: Since the last success, or since the job was first known; None: it has not been run yet.
    quiet_seconds: float | None

    @property
    def late(self) -> bool:
        """Whether it has not succeeded for far longer than its interval."""
        if self.quiet_seconds is None:
            return False
        return self.quiet_seconds > 3 * self.interval + LATE_GRACE.total_seconds()


class JobHeld(Exception):
    """Another process runs this job right now; the message names it."""


class JobStopped(Exception):
    """A run was stopped: it took too long, or its lease was lost."""


def in_transaction(
    act: Callable[[ElevatedTransaction], Awaitable[object]],
) -> Callable[[Database], Awaitable[None]]:
    """A job's `run` that does `act` in one transaction as the schema's owner."""

    async def run(database: Database) -> None:
        async with database.owner() as tx:
            await act(tx)

    return run


async def job_statuses(tx: ElevatedTransaction, jobs: Sequence[Job]) -> list[JobStatus]:
    """How each of these jobs does, in their order."""
    rows = {row.name: row for row in await queries.status(tx)}
    return [_status(job, rows.get(job.name)) for job in jobs]


def _status(job: Job, row: queries.StoredStatus | None) -> JobStatus:
    return JobStatus(
        name=job.name,
        about=job.about,
        interval=job.interval,
        holder=row.holder if row else None,
        running=bool(row and row.running),
        started_at=row.started_at if row else None,
        succeeded_at=row.succeeded_at if row else None,
        failed_at=row.failed_at if row else None,
        failures=row.failures if row else 0,
        error=row.error if row else None,
        next_at=row.next_at if row else None,
        quiet_seconds=row.quiet_seconds if row else None,
    )
