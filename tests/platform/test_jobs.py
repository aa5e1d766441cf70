"""Background jobs: one process at a time, tried again after any trouble, known while failing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from summerstow.health import job_troubles
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.jobs import queries as job_queries
from summerstow.platform.jobs import runner as job_runner
from summerstow.platform.jobs.job import Job, JobHeld, JobStatus, in_transaction, job_statuses
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.observability import tracing

PATIENCE = 60
_NUMBERS = count(1)


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until the database or a process says so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await true():
                return
            await asyncio.sleep(0.02)


class Work:
    """A job that writes a row in each run, after whatever trouble it is told to have."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.job = Job(f"work-{next(_NUMBERS)}", 0.05, in_transaction(self.run), "Works")
        self.trouble: BaseException | None = None
        self.hold: asyncio.Event | None = None
        self.begun = 0
        self.at_once = 0
        self.most_at_once = 0

    async def run(self, tx: Transaction) -> None:
        self.begun += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await tx.execute("insert into app.work default values")
            if self.hold is not None:
                await self.hold.wait()
            if self.trouble is not None:
                raise self.trouble
        finally:
            self.at_once -= 1

    async def done(self) -> int:
        async with self.database.reading(None) as tx:
            found: int = await tx.fetchval("select count(*) from app.work")
        return found

    async def does_more(self) -> None:
        """Wait until it has done something again."""
        known = await self.done()

        async def more() -> bool:
            return await self.done() > known

        await until(more)

    async def status(self) -> JobStatus:
        async with self.database.owner() as tx:
            (found,) = await job_statuses(tx, [self.job])
        return found

    async def failing(self) -> bool:
        return (await self.status()).failures > 1


@pytest_asyncio.fixture(loop_scope="session")
async def work(connect: dict[str, Any]) -> AsyncIterator[Work]:
    await _execute(connect, "create table app.work (at timestamptz not null default now())")
    database = Database(connect, size=20)
    yield Work(database)
    await database.close()
    await _execute(connect, "drop table app.work")


async def _execute(connect: dict[str, Any], *statements: str) -> None:
    connection = await asyncpg.connect(**connect)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow each other soon, so that the tests do."""
    monkeypatch.setattr(job_runner, "LONGEST_SLEEP", 0.1)
    monkeypatch.setattr(job_runner, "LONGEST_OUTAGE_WAIT", timedelta(seconds=0.1))


@pytest_asyncio.fixture(loop_scope="session")
async def admin(server: dict[str, Any]) -> AsyncIterator[asyncpg.Connection[Any]]:
    connection = await asyncpg.connect(**server)
    yield connection
    await connection.close()


async def _cut(admin: asyncpg.Connection[Any], name: str) -> None:
    """End every connection to the database, so that new ones meet its new settings."""
    await admin.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name
    )


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        (
            'alter database "{name}" set default_transaction_read_only = on',
            'alter database "{name}" reset default_transaction_read_only',
        ),
        (
            'alter database "{name}" with allow_connections false',
            'alter database "{name}" with allow_connections true',
        ),
        ("alter role {role} connection limit 0", "alter role {role} connection limit -1"),
        ("alter role {role} nologin", "alter role {role} login"),
    ],
    ids=["read-only", "closed", "full", "not let in"],
)
async def test_a_job_goes_on_after_the_database_was_in_trouble(
    work: Work, connect: dict[str, Any], admin: asyncpg.Connection[Any], begin: str, end: str
) -> None:
    """While it is, the process knows of the failures that it cannot write down."""
    name, role = connect["database"], f"worker_{next(_NUMBERS)}"
    # An ordinary user: a superuser is let in beyond every limit.
    await admin.execute(f"create role {role} login")
    await _execute(
        connect,
        f"grant usage on schema app to {role}",
        f"grant all on app.work, app.job to {role}",
    )
    theirs = Database(connect | {"user": role}, size=4)
    runner = Runner(theirs, [work.job])

    async def known() -> bool:
        return runner.unrecorded.get(work.job.name, 0) > 1

    try:
        async with runner.running():
            await work.does_more()
            await admin.execute(begin.format(name=name, role=role))
            await _cut(admin, name)
            await until(known)
            assert list(job_troubles([unhurt(work.job)], runner.unrecorded))
            await admin.execute(end.format(name=name, role=role))
            await work.does_more()

            async def forgotten() -> bool:
                return not runner.unrecorded

            await until(forgotten)
    finally:
        await admin.execute(end.format(name=name, role=role))
        await theirs.close()
        await _execute(connect, f"drop owned by {role}", f"drop role {role}")


def unhurt(job: Job) -> JobStatus:
    """The state of a job of which the database says nothing bad."""
    return JobStatus(
        job.name, job.about, job.interval, None, False, None, None, None, 0, None, None, 1.0
    )


@pytest.mark.parametrize(
    "trouble",
    [
        asyncpg.DiskFullError("could not extend file"),
        asyncpg.LockNotAvailableError("canceling statement due to lock timeout"),
        asyncpg.InvalidPasswordError("password authentication failed"),
        ValueError("a row that cannot be"),
        TimeoutError(),
        asyncio.CancelledError(),
    ],
    ids=lambda trouble: type(trouble).__name__,
)
async def test_whatever_goes_wrong_in_a_run_is_counted_and_tried_again(
    work: Work, trouble: BaseException
) -> None:
    """What the run did is undone; afterwards the count begins anew."""
    runner = Runner(work.database, [work.job])
    work.trouble = trouble
    async with runner.running():
        await until(work.failing)
        assert await work.done() == 0
        assert type(trouble).__name__ in str((await work.status()).error)
        work.trouble = None
        await work.does_more()

        async def well() -> bool:
            return (await work.status()).failures == 0

        await until(well)
    assert (await work.status()).error is None


async def test_a_lock_that_somebody_holds_costs_only_time(work: Work) -> None:
    """The database refuses to wait any longer (55P03), again and again, until it is free."""

    async def run(tx: Transaction) -> None:
        await tx.execute("set local lock_timeout = '10ms'")
        await work.run(tx)

    job = replace(work.job, run=in_transaction(run))
    async with Runner(work.database, [job]).running():
        await work.does_more()
        async with work.database.owner() as tx:
            await tx.execute("lock table app.work in exclusive mode")
            await until(work.failing)
        await work.does_more()


async def test_a_full_disk_costs_only_time(work: Work) -> None:
    async with work.database.owner() as tx:
        await tx.execute(
            "create function app.full() returns trigger language plpgsql as "
            "$$begin raise exception 'No space left on device' using errcode = '53100'; end$$"
        )
        await tx.execute(
            "create trigger full_disk before insert on app.work execute function app.full()"
        )
    async with Runner(work.database, [work.job]).running():
        await until(work.failing)
        async with work.database.owner() as tx:
            await tx.execute("drop function app.full() cascade")
        await work.does_more()


async def test_one_process_at_a_time_runs_a_job(work: Work) -> None:
    """However many run the list, on however many hosts."""
    runners = [Runner(work.database, [work.job]) for _ in range(4)]
    async with AsyncExitStack() as hosts:
        for one in runners:
            await hosts.enter_async_context(one.running())
        for _ in range(3):
            await work.does_more()
    assert work.most_at_once == 1


async def test_a_process_that_dies_loses_its_lease(work: Work) -> None:
    """Until then nobody else runs the job; afterwards another process does."""
    async with work.database.owner() as tx:
        await job_queries.register(tx, work.job.name)
        await job_queries.claim(
            tx, work.job.name, "a host that is gone", timedelta(hours=1), at_once=True
        )
    runner = Runner(work.database, [work.job])
    with pytest.raises(JobHeld, match="a host that is gone"):
        await runner.run_now(work.job.name)
    async with runner.running():
        await _looked_at(runner)
        assert work.begun == 0
        async with work.database.owner() as tx:
            await tx.execute(
                "update app.job set leased_until = now() - interval '1 s' where name = $1",
                work.job.name,
            )
        await work.does_more()


async def _looked_at(runner: Runner) -> None:
    """Until the runner has looked at the job's row a few times."""
    seen = 0
    claim = runner._claim

    async def counted(job: Job, *, at_once: bool = False) -> float | None:
        nonlocal seen
        seen += 1
        return await claim(job, at_once=at_once)

    runner._claim = counted  # type: ignore[method-assign]

    async def enough() -> bool:
        return seen > 2

    await until(enough)


async def test_a_long_run_keeps_its_lease(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    """It outlives several leases, and nobody else begins."""
    monkeypatch.setattr(job_runner, "LEASE", timedelta(seconds=2))
    work.hold = asyncio.Event()
    runner = Runner(work.database, [work.job])

    async def renewed() -> bool:
        async with work.database.owner() as tx:
            return bool(
                await tx.fetchval(
                    "select leased_until > started_at + interval '5 s' from app.job "
                    "where name = $1",
                    work.job.name,
                )
            )

    async with runner.running(), Runner(work.database, [work.job]).running():
        await until(renewed)
        assert work.begun == 1
        work.hold.set()
        work.hold = None
        await work.does_more()
    assert work.most_at_once == 1


async def test_a_run_that_never_ends_is_stopped(work: Work) -> None:
    work.hold = asyncio.Event()
    async with Runner(work.database, [replace(work.job, limit=0.2)]).running():
        await until(work.failing)
        assert "took more than" in str((await work.status()).error)
        work.hold = None
        await work.does_more()


async def test_the_end_of_a_process_gives_its_lease_back(work: Work) -> None:
    """What was under way is undone, and the next process need not wait."""
    work.hold = asyncio.Event()
    async with Runner(work.database, [work.job]).running():

        async def begun() -> bool:
            return work.begun > 0

        await until(begun)
    assert await work.done() == 0
    assert not (await work.status()).running


async def test_a_job_can_be_run_at_once(work: Work) -> None:
    """Though it is not due; its failure is counted and told."""
    runner = Runner(work.database, [replace(work.job, interval=3600.0)])
    await runner.run_now(work.job.name)
    await runner.run_now(work.job.name)
    assert await work.done() == 2
    work.trouble = ValueError("not today")
    with pytest.raises(ValueError, match="not today"):
        await runner.run_now(work.job.name)
    assert (await work.status()).failures == 1


async def test_what_is_shared_out_runs_everywhere_and_when_it_is_woken(work: Work) -> None:
    """Two processes run it, and neither waits for its interval once woken."""
    wake = asyncio.Event()
    job = replace(work.job, interval=3600.0, alone=False, wake=wake)
    async with Runner(work.database, [job]).running():
        await work.does_more()
        wake.set()
        await work.does_more()
    assert (await work.status()).succeeded_at is not None


def test_a_job_that_does_not_succeed_for_long_is_late() -> None:
    job = Job("slow", 30.0, in_transaction(_nothing), "Is slow")
    status = unhurt(job)
    assert list(job_troubles([status], {})) == []
    late = JobStatus("slow", "", 30.0, None, False, None, None, None, 0, None, None, 3600.0)
    assert list(job_troubles([late], {})) == [
        'The background job "slow" has not succeeded for 60 minutes.'
    ]


async def _nothing(tx: Transaction) -> None:
    del tx


async def test_each_run_has_an_id_of_its_own(work: Work) -> None:
    """What a run logs and asks of others can be told from the run before."""
    seen: list[str | None] = []
    enough = asyncio.Event()

    async def run(tx: Transaction) -> None:
        seen.append(tracing.request_id())
        if len(seen) == 3:
            enough.set()

    job = replace(work.job, run=in_transaction(run))
    async with Runner(work.database, [job]).running(), asyncio.timeout(PATIENCE):
        await enough.wait()
    assert None not in seen
    assert len(set(seen)) == len(seen)
