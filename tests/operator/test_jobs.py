"""Background jobs and the outbox as the operator sees them: `/healthz`, doctor, command line."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
import typer
from typer.testing import CliRunner

from summerstow import health
from summerstow.health import Health
from summerstow.jobs import jobs
from summerstow.operator import doctor, jobs_console
from summerstow.platform.database.pool import Database
from summerstow.platform.jobs import queries as job_queries
from summerstow.platform.jobs.runner import Runner
from summerstow.platform.outbox import outbox
from summerstow.platform.settings.model import Settings

DATA = {"link": "http://s.test/auth/v1/verify?token=abc&type=signup", "code": "123456"}


class Office:
    """The command line and the health page of one database."""

    def __init__(self, settings: Settings, connect: dict[str, Any], database: Database) -> None:
        self.settings, self.connect, self.database = settings, connect, database
        self.runner = Runner(database, jobs(settings, database))
        self.app = typer.Typer()
        jobs_console.register(self.app, lambda: settings, lambda _: nullcontext(connect))
        self.page = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=Health(database, self.runner, settings.data_dir)),
            base_url="http://s.test",
        )

    async def run(self, *words: str, code: int = 0) -> str:
        result = await asyncio.to_thread(CliRunner().invoke, self.app, words)
        assert result.exit_code == code, result.output
        return result.output

    async def health(self) -> Any:
        answer = await self.page.get("/healthz")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def wrong(self) -> str:
        found = await doctor.examine(self.settings, self.connect)
        return "\n".join(one.words for one in found if one.wrong)

    async def execute(self, sql: str, *arguments: object) -> None:
        async with self.database.owner() as tx:
            await tx.execute(sql, *arguments)


@pytest.fixture
def office(settings: Settings, connect: dict[str, Any], database: Database) -> Office:
    return Office(settings, connect, database)


async def _message(office: Office, cause: str, state: str) -> int:
    async with office.database.owner() as tx:
        await outbox.post(tx, cause=cause, kind="magic_link", to="ada@private.test", data=DATA)
        found: int = await tx.fetchval(
            f"update app.outbox set {state} where cause = $1 returning id", cause
        )
    return found


async def test_a_disk_that_fills_is_named_before_and_after_the_database_stops(
    office: Office, connect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = SimpleNamespace(free=12 * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    words = "Only 12 MB are free on the disk of the data folder."
    assert await office.health() == {"status": "degraded", "why": [words]}
    assert words in await office.wrong()
    away = Database({**connect, "port": 1})
    page = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=Health(away, office.runner, office.settings.data_dir)),
        base_url="http://s.test",
    )
    answer = await page.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "the database does not answer", "why": [words]}
    usage.free = 50 * 2**30
    assert await office.health() == {"status": "ok"}


async def test_a_job_that_fails_is_named_everywhere_until_it_succeeds(office: Office) -> None:
    assert await office.health() == {"status": "ok"}
    async with office.database.owner() as tx:
        for name in ("invoices", "a job of another version"):
            await job_queries.register(tx, name)
            await tx.execute(
                "update app.job set failures = 3, failed_at = now(), "
                "error = 'ada@private.test is odd' where name = $1",
                name,
            )
    assert await office.health() == {
        "status": "degraded",
        "why": ['The background job "invoices" has failed 3 times in a row.'],
    }
    said = await office.wrong()
    assert "job invoices failed, 3 in a row" in said
    assert "summerstow jobs run invoices" in said
    assert "3: ada@private.test is odd" in await office.run("jobs")
    assert await office.run("jobs", "run", "invoices") == "invoices has run.\n"
    assert await office.health() == {"status": "ok"}
    assert "invoices" not in await office.wrong()
    rows = msgspec.json.decode(await office.run("jobs", "--json"))
    assert [row["name"] for row in rows] == [job.name for job in office.runner.jobs]
    (invoices,) = [row for row in rows if row["name"] == "invoices"]
    assert (invoices["failures"], invoices["error"]) == (0, None)
    assert invoices["succeeded_at"]
    assert "There is no job nothing" in await office.run("jobs", "run", "nothing", code=1)


async def test_mail_that_waits_too_long_is_named(office: Office) -> None:
    await _message(office, "wait:1", "due_at = now() - interval '16 min'")
    assert (await office.health())["why"] == ["1 message has waited for more than 15 minutes."]
    assert "outbox list --waiting" in await office.wrong()
    assert "ada@private.test" in await office.run("outbox", "list", "--waiting")
    assert "There are none." in await office.run("outbox", "list", "--dead")
    # Any process may send it, this one too.
    await office.run("jobs", "run", "mail")
    assert await office.health() == {"status": "ok"}


async def test_dead_letters_are_shown_retried_and_dropped(office: Office) -> None:
    dead = "given_up_at = now(), attempts = 16, last_error = 'quota exceeded'"
    first = await _message(office, "dead:1", dead)
    second = await _message(office, "dead:2", dead)
    assert (await office.health())["why"] == ["2 messages have been given up within the last day."]
    assert "summerstow outbox retry --all-dead" in await office.wrong()
    shown = await office.run("outbox", "list", "--dead")
    assert all(word in shown for word in (str(first), str(second), "quota exceeded", "dead"))
    rows = msgspec.json.decode(await office.run("outbox", "list", "--json"))
    assert [(row["id"], row["state"], row["attempts"]) for row in rows] == [
        (first, "dead", 16),
        (second, "dead", 16),
    ]
    await office.run("outbox", "retry", code=2)
    assert await office.run("outbox", "drop", str(first)) == f"Dropped: {first}.\n"
    said = await office.run("outbox", "retry", str(first), code=1)
    assert f"on their way: {first}." in said
    said = await office.run("outbox", "retry", "--all-dead")
    assert said == f"Will be sent again: {second}.\n"
    assert await office.health() == {"status": "ok"}
    await office.run("jobs", "run", "mail")
    assert "There are none." in await office.run("outbox", "list")
    assert "There are none." in await office.run("outbox", "retry", "--all-dead")


async def test_a_database_that_hangs_is_503_in_time(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody who asks meanwhile waits for the same look, and it recovers by itself."""
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    async with office.database.owner() as tx:
        await tx.execute("lock table app.job in access exclusive mode")
        answers = await asyncio.gather(*(office.page.get("/healthz") for _ in range(5)))
        assert {one.status_code for one in answers} == {503}
        waiting = await tx.fetchval(
            "select count(*) from pg_stat_activity where datname = current_database() "
            "and wait_event_type = 'Lock'"
        )
        assert waiting <= 1
    monkeypatch.undo()
    assert await office.health() == {"status": "ok"}
