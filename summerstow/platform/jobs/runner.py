"""Background jobs: each runs again and again, on one process at a time over all hosts.

Every process that serves or works runs the same list. A lease in the database says which of them
has a job; a process that ends without a word loses it within a minute. Whatever goes wrong in a
run is logged, counted and tried again: nothing but cancellation ends a job.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from summerstow.platform.database.outages import outage_in
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable
from summerstow.platform.observability import log, tracing

from . import queries
from .job import Job, JobHeld, JobStopped

#: A process that ends without a word keeps a job for so long at most.
LEASE: Final = timedelta(seconds=60)
#: The longest wait between two tries while the database is in trouble.
LONGEST_OUTAGE_WAIT: Final = timedelta(seconds=60)
#: The longest sleep between two looks at a job's row.
LONGEST_SLEEP: Final = 60.0
#: Seconds in which what is written together is gathered after a job was woken.
GATHER: Final = 0.05
#: Seconds between the beginnings of two jobs: all at once would open a connection each.
APART: Final = 0.1
#: A job that runs in every process notes its success at most once in so many seconds.
NOTE_EVERY: Final = 30.0

_log = log.get("jobs")


class Runner:
    """Runs a list of jobs in this process."""

    def __init__(self, database: Database, jobs: Sequence[Job]) -> None:
        self.jobs = tuple(jobs)
        self._database = database
        self._failures: dict[str, int] = {}
        self._unrecorded: dict[str, int] = {}
        self._noted: dict[str, float] = {}
        # One job looks at a time: all at once would open a connection each, of some MB.
        self._looking = asyncio.Lock()

    @cached_property
    def holder(self) -> str:
        """Who holds the leases. First read in the process that runs the jobs: it may be a fork."""
        return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"

    @property
    def unrecorded(self) -> Mapping[str, int]:
        """Failures in a row, by job, that could not be written to the database."""
        return self._unrecorded

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the jobs until the block ends; what is under way then is undone or finished."""
        tasks = [
            asyncio.create_task(self._repeat(job, number * APART), name=job.name)
            for number, job in enumerate(self.jobs)
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for job in self.jobs:
                if job.close is not None:
                    with contextlib.suppress(Exception):
                        await job.close()

    async def run_now(self, name: str) -> None:
        """Run a job in this process whether it is due or not.

        Raises `KeyError` for an unknown name, `JobHeld`, or what the run raised.
        """
        job = {one.name: one for one in self.jobs}[name]
        tracing.begin_run()
        if job.alone:
            await self._claim(job, at_once=True)
        try:
            await self._run(replace(job, run=job.whole or job.run))
        except Exception as error:
            await self._record_failure(job, error)
            raise

    async def _repeat(self, job: Job, pause: float) -> None:
        await asyncio.sleep(pause)
        while True:
            if job.wake is not None:
                job.wake.clear()
            wait = await self._turn(job)
            if job.wake is None:
                await asyncio.sleep(wait)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.wake.wait(), wait)
            await asyncio.sleep(GATHER)

    async def _turn(self, job: Job) -> float:
        """Run the job if it is due; returns the seconds until the next look."""
        tracing.begin_run()
        try:
            wait = await self._claim(job) if job.alone else None
            if wait is not None:
                self._failures.pop(job.name, None)
                self._unrecorded.pop(job.name, None)
                return min(wait, job.interval, LONGEST_SLEEP)
            await self._run(job)
        except asyncio.CancelledError as error:
            # If this task was not cancelled, the cancellation is the run's own mistake.
            if _is_cancelling():
                raise
            return await self._record_failure(job, error)
        except Exception as error:
            return await self._record_failure(job, error)
        self._failures.pop(job.name, None)
        self._unrecorded.pop(job.name, None)
        return min(job.interval, LONGEST_SLEEP)

    async def _claim(self, job: Job, *, at_once: bool = False) -> float | None:
        """None: it is this process's turn. Otherwise the seconds until it may be."""
        async with self._looking, self._database.owner() as tx:
            row = await queries.claim(tx, job.name, self.holder, LEASE, at_once=at_once)
            if row is None:
                await queries.register(tx, job.name)
                row = await queries.claim(tx, job.name, self.holder, LEASE, at_once=at_once)
        if row is None or row.claimed:
            return None
        if at_once:
            raise JobHeld(f"{job.name} is being run by {row.holder} right now.")
        return max(0.0, row.wait)

    async def _run(self, job: Job) -> None:
        """One run under its lease; raises what went wrong."""
        if not job.alone:
            async with asyncio.timeout(job.limit):
                await job.run(self._database)
            await self._note(job)
            return
        work: asyncio.Future[Any] = asyncio.ensure_future(job.run(self._database))
        lease: asyncio.Future[Any] = asyncio.create_task(self._keep_lease(job))
        try:
            await asyncio.wait({work, lease}, timeout=job.limit, return_when="FIRST_COMPLETED")
            if not work.done():
                why = "lost its lease" if lease.done() else f"took more than {job.limit:.0f} s"
                raise JobStopped(f"The run {why}.")
            work.result()
        except asyncio.CancelledError:
            if _is_cancelling():
                await _cancel_all(work, lease)
                await self._let_go(job)
            raise
        finally:
            await _cancel_all(work, lease)
        async with self._database.owner() as tx:
            interval = timedelta(seconds=job.interval)
            if not await queries.succeeded(tx, job.name, self.holder, interval):
                raise JobStopped("The run ended after its lease.")

    async def _keep_lease(self, job: Job) -> None:
        """Renew the lease again and again; returns when it is lost."""
        lost_at = time.monotonic() + LEASE.total_seconds()
        while time.monotonic() < lost_at:
            await asyncio.sleep(min(LEASE.total_seconds() / 4, lost_at - time.monotonic()))
            with contextlib.suppress(Exception):
                start = time.monotonic()
                async with self._database.owner() as tx:
                    if not await queries.renew(tx, job.name, self.holder, LEASE):
                        return
                lost_at = start + LEASE.total_seconds()

    async def _let_go(self, job: Job) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2), self._database.owner() as tx:
                await queries.release(tx, job.name, self.holder)

    async def _note(self, job: Job) -> None:
        """Note the success of a job that runs in every process, now and then."""
        last = self._noted.get(job.name)
        if last is not None and time.monotonic() - last < NOTE_EVERY:
            return
        async with self._database.owner() as tx:
            await queries.register(tx, job.name)
            await queries.succeeded(tx, job.name, None, timedelta(seconds=job.interval))
        self._noted[job.name] = time.monotonic()

    async def _record_failure(self, job: Job, error: BaseException) -> float:
        """Log and count; returns the seconds until the next try."""
        failures = self._failures[job.name] = self._failures.get(job.name, 0) + 1
        self._noted.pop(job.name, None)
        longest = LONGEST_OUTAGE_WAIT
        if not _is_outage(error):
            longest = max(longest, timedelta(seconds=job.interval))
        with contextlib.suppress(Exception):
            if _is_outage(error):
                _log.warning("job waits", job=job.name, failures=failures, error=_words(error))
            else:
                _log.error("job failed", job=job.name, failures=failures, exc_info=error)
        try:
            async with self._database.owner() as tx:
                await queries.register(tx, job.name)
                holder = self.holder if job.alone else None
                await queries.failed(tx, job.name, holder, _words(error), longest)
        except Exception:
            self._unrecorded[job.name] = failures
        else:
            self._unrecorded.pop(job.name, None)
        return min(2.0 ** min(failures - 1, 20), LONGEST_SLEEP)


def _is_cancelling() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _cancel_all(*tasks: asyncio.Future[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _words(error: BaseException) -> str:
    """What went wrong; an outage keeps what it knows for the log."""
    return getattr(error, "private", None) or repr(error)


def _is_outage(error: BaseException) -> bool:
    return isinstance(error, Unavailable) or outage_in(error)
