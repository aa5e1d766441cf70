"""Background jobs and the outbox, as the operator handles them."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from summerstow.jobs import jobs
from summerstow.office.settings.follow import SettingsFollower
from summerstow.platform.database.pool import Database
from summerstow.platform.jobs.job import JobHeld, JobStatus, job_statuses
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.observability import log
from summerstow.platform.outbox import queries as mail
from summerstow.platform.settings.model import Settings


class JobError(Exception):
    """What was asked for cannot be; the message is one sentence for the console."""


@asynccontextmanager
async def opened(
    settings: Settings, connect: dict[str, Any], size: int = 2
) -> AsyncIterator[tuple[Database, Runner]]:
    """The database and the jobs of the product."""
    database = Database(connect, size=size)
    try:
        async with SettingsFollower(database).running():
            yield database, Runner(database, jobs(settings, database))
    finally:
        await database.close()


async def work(settings: Settings, connect: dict[str, Any]) -> None:
    """Run every job until SIGTERM or SIGINT."""
    log.configure(readable=bool(settings.demo))
    ending = asyncio.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(one, ending.set)
    async with opened(settings, connect, size=4) as (_, runner), runner.running():
        await ending.wait()


async def listed(settings: Settings, connect: dict[str, Any]) -> list[JobStatus]:
    """Every job and how it does; raises `Unavailable`."""
    async with opened(settings, connect) as (database, runner), database.owner() as tx:
        return await job_statuses(tx, runner.jobs)


async def run(settings: Settings, connect: dict[str, Any], name: str) -> None:
    """Run one job here and now; raises `JobError`."""
    async with opened(settings, connect) as (_, runner):
        if name not in {one.name for one in runner.jobs}:
            known = ", ".join(one.name for one in runner.jobs)
            raise JobError(f"There is no job {name}. There are: {known}.")
        try:
            await runner.run_now(name)
        except JobHeld as error:
            raise JobError(str(error)) from None
        except Exception as error:
            raise JobError(f"{name} failed: {error!r}") from error


async def outbox(
    settings: Settings, connect: dict[str, Any], *, waiting: bool, dead: bool
) -> list[mail.Listed]:
    """Messages that are not sent."""
    async with opened(settings, connect) as (database, _), database.owner() as tx:
        return await mail.listed(tx, waiting=waiting, dead=dead)


async def retry(
    settings: Settings, connect: dict[str, Any], ids: Sequence[int] | None
) -> list[int]:
    """Have messages sent again (None: all dead ones); returns which will be."""
    async with opened(settings, connect) as (database, _), database.owner() as tx:
        return await mail.retry(tx, ids)


async def drop(settings: Settings, connect: dict[str, Any], ids: Sequence[int]) -> list[int]:
    """Give messages up for good; returns which are."""
    async with opened(settings, connect) as (database, _), database.owner() as tx:
        return await mail.drop(tx, ids)
