"""Any second since the first base backup can be brought back (docs/operate.md)."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import psutil
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from summerstow.cli import app
from summerstow.platform import clock
from summerstow.platform.archive import base_backups, job, restore
from summerstow.platform.database import programs
from summerstow.platform.database.pool import Database
from summerstow.platform.postgres import embedded
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings
from tests.platform.holders import eventually


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A set-up that keeps its log, in a folder whose name a shell must not take apart."""
    return load_settings({"SUMMERSTOW_DATA_DIR": str(tmp_path / "it's 100% data")})


@contextmanager
def running(settings: Settings) -> Iterator[dict[str, Any]]:
    with embedded.acquire(settings.data_dir, archive=settings.archive) as server:
        yield dict(server.dsn_kwargs)


async def said(connect: dict[str, Any], sql: str) -> Any:
    connection = await asyncpg.connect(**connect)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


async def archived(connect: dict[str, Any], settings: Settings) -> None:
    """Everything that was written so far lies in the archive."""
    assert settings.archive is not None
    # A segment without anything in it is not switched.
    await said(connect, "select pg_create_restore_point('here')")
    name = await said(connect, "select pg_walfile_name(pg_switch_wal())")
    kept = settings.archive / "wal" / f"{name}.gz"
    await asyncio.to_thread(eventually, kept.exists, f"{name} is kept")


def is_past(moment: datetime) -> bool:
    return clock.now() > moment


async def kept(connect: dict[str, Any], settings: Settings) -> None:
    """Run the job as the product does."""
    database = Database(connect, size=1)
    await database.open()
    try:
        await job.keep(database, settings)
    finally:
        await database.close()


async def moment(connect: dict[str, Any]) -> datetime:
    """The database's time, a little later than anything that was committed before."""
    await asyncio.sleep(0.05)
    found: datetime = await said(connect, "select clock_timestamp()")
    await asyncio.sleep(0.05)
    return found


@pytest.mark.usefixtures("older_tar")
async def test_a_moment_of_the_past_is_there_again(settings: Settings) -> None:
    archive = settings.archive
    assert archive is not None
    secrets = settings.data_dir / "secrets"
    with running(settings) as connect:
        secrets.mkdir(exist_ok=True)
        (secrets / "factor-key").write_text("only here")
        await said(connect, "create table boxes as select 'first' as word")
        await kept(connect, settings)
        (backup,) = base_backups.list_backups(archive)
        await asyncio.to_thread(eventually, partial(is_past, backup.at), "it is later")
        await said(connect, "insert into boxes values ('second')")
        before = await moment(connect)
        await said(connect, "delete from boxes")
        await archived(connect, settings)
        await said(connect, "insert into boxes values ('after')")
    count = "select string_agg(word, ' ' order by word) from boxes"

    # Nobody can be asked for it while it serves, and a refusal changes nothing.
    with running(settings), pytest.raises(embedded.EmbeddedError, match="stop it first"):
        await restore.restore(settings.data_dir, archive, before)
    with pytest.raises(restore.RestoreError, match="Nothing before"):
        await restore.restore(settings.data_dir, archive, before - timedelta(days=1))
    with pytest.raises(restore.RestoreError, match="Nothing was written at that moment"):
        await restore.restore(settings.data_dir, archive, clock.now() + timedelta(hours=1))
    with running(settings) as connect:
        assert await said(connect, count) == "after"

    was = await restore.restore(settings.data_dir, archive, before)
    assert (was / "PG_VERSION").exists()
    with running(settings) as connect:
        assert await said(connect, count) == "first second"
        await said(connect, "insert into boxes values ('third')")
        # The database goes on in a time of its own, which has to begin with a base backup.
        assert base_backups.is_due(archive, clock.now())
        await kept(connect, settings)
        assert not base_backups.is_due(archive, clock.now())
        await archived(connect, settings)

    # The disk is lost, the archive is not.
    shutil.rmtree(settings.data_dir / "postgres")
    shutil.rmtree(secrets)
    await restore.restore(settings.data_dir, archive, None)
    with running(settings) as connect:
        assert await said(connect, count) == "first second third"
    assert (secrets / "factor-key").read_text() == "only here"


async def test_a_moment_that_was_left_out_by_a_restore_is_there_still(settings: Settings) -> None:
    """Brought back too far at first: what was between is had by a second try."""
    archive = settings.archive
    assert archive is not None
    with running(settings) as connect:
        await said(connect, "create table boxes as select 'first' as word")
        await kept(connect, settings)
        (backup,) = base_backups.list_backups(archive)
        await asyncio.to_thread(eventually, partial(is_past, backup.at), "it is later")
        early = await moment(connect)
        await said(connect, "insert into boxes values ('second')")
        late = await moment(connect)
        await said(connect, "delete from boxes")
    count = "select string_agg(word, ' ' order by word) from boxes"
    for until, words in ((early, "first"), (late, "first second"), (early, "first")):
        await restore.restore(settings.data_dir, archive, until)
        with running(settings) as connect:
            assert await said(connect, count) == words
    with running(settings) as connect:
        await said(connect, "insert into boxes values ('since')")
        since = await moment(connect)
        await said(connect, "delete from boxes")
    await restore.restore(settings.data_dir, archive, since)
    with running(settings) as connect:
        assert await said(connect, count) == "first since"


async def test_a_log_that_was_not_kept_for_a_while_needs_a_base_backup(
    settings: Settings,
) -> None:
    archive = settings.archive
    assert archive is not None
    with running(settings) as connect:
        await kept(connect, settings)
        await archived(connect, settings)
    without = replace(settings, archive_days=0)
    with running(without) as connect:
        for number in range(3):
            await said(connect, f"create table lost_{number} ()")
            await said(connect, "select pg_switch_wal()")
        # A set-up that keeps nothing has no such job to run.
        await kept(connect, without)
    with running(settings) as connect:
        await said(connect, "create table seen ()")
        await archived(connect, settings)
        assert base_backups.is_due(archive, clock.now())
        await kept(connect, settings)
        assert len(base_backups.list_backups(archive)) == 2


async def test_what_no_moment_needs_is_forgotten(settings: Settings) -> None:
    archive = settings.archive
    assert archive is not None
    with running(settings) as connect:
        for _ in range(2):
            await base_backups.create(connect, archive, settings.data_dir)
            await said(connect, "create table if not exists more ()")
            await archived(connect, settings)
            after = base_backups.list_backups(archive)[-1].at + timedelta(seconds=1)
            await asyncio.to_thread(eventually, partial(is_past, after), "later")
        old, new = base_backups.list_backups(archive)
        base_backups.delete_unneeded(archive, 7, clock.now())
        assert base_backups.list_backups(archive) == [old, new]
        base_backups.delete_unneeded(archive, 7, clock.now() + timedelta(days=7))
        assert base_backups.list_backups(archive) == [new]
        assert min(base_backups.list_segments(archive)) == new.first


@pytest.fixture
async def one_thread() -> AsyncIterator[None]:
    """A default executor of a single thread; the tests share the loop, so it is replaced after."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(1))
    yield
    loop.set_default_executor(ThreadPoolExecutor())


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("threads", ["free", "busy"])
async def test_a_program_beside_ends_with_its_task(settings: Settings, threads: str) -> None:
    """A product that is told to stop right after its first start is in the middle of a backup."""

    def running_programs() -> list[psutil.Process]:
        return [one for one in psutil.Process().children() if one.name() == "psql"]

    loop, thread_is_free = asyncio.get_running_loop(), threading.Event()
    with running(settings) as connect:
        if threads == "busy":
            loop.run_in_executor(None, thread_is_free.wait)
        call = programs.run_beside("psql", "--command=select pg_sleep(3600)", connect=connect)
        task = asyncio.create_task(call)
        await asyncio.sleep(0)
        (program,) = running_programs()
        program.suspend()
        # Told to end before it has stopped, it ends at once: of two signals the lower goes first.
        eventually(lambda: program.status() == psutil.STATUS_STOPPED, "a program held still")
        task.cancel()
        for _turn in range(5):
            await asyncio.sleep(0)
        ended_before_its_program = task.done()
        thread_is_free.set()
        program.resume()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not ended_before_its_program
        assert not running_programs()


async def test_an_archive_that_cannot_be_written_is_a_failed_job(settings: Settings) -> None:
    archive = settings.archive
    assert archive is not None
    with running(settings) as connect:
        await kept(connect, settings)
        shutil.rmtree(archive / "wal")
        await said(connect, "create table lost ()")
        await said(connect, "select pg_switch_wal()")
        failed = "select failed_count > 0 from pg_stat_archiver"
        await asyncio.to_thread(eventually, lambda: asyncio.run(said(connect, failed)), "a failure")
        with pytest.raises(job.ArchiveError, match="could not be kept"):
            await kept(connect, settings)
        (archive / "wal").mkdir()


def test_a_demo_and_a_server_of_ones_own_keep_nothing(tmp_path: Path) -> None:
    here = load_settings({"SUMMERSTOW_DATA_DIR": str(tmp_path)})
    assert here.archive == tmp_path / "archive"
    for change in (
        {"demo": "season"},
        {"archive_days": 0},
        {"database_url": "postgresql://elsewhere/summerstow"},
    ):
        assert replace(here, **change).archive is None


def test_the_command_line_says_what_it_cannot_do(tmp_path: Path) -> None:
    env = {"SUMMERSTOW_DATA_DIR": str(tmp_path), "SUMMERSTOW_ARCHIVE_DAYS": "7"}
    for arguments, code, words in (
        ([], 2, "Say the file of a backup, or --until with a moment."),
        (["some.backup", "--until", "latest"], 2, "Say the file of a backup, or --until"),
        (["--until", "yesterday"], 1, "Say the moment as '2027-04-28 14:05:00'."),
        (["--until", "2027-04-28 14:05:00"], 1, "holds no base backup"),
    ):
        answer = CliRunner().invoke(app, ["restore", *arguments], env=env)
        assert answer.exit_code == code
        assert words in answer.output
    answer = CliRunner().invoke(
        app, ["restore", "--until", "latest"], env=env | {"SUMMERSTOW_ARCHIVE_DAYS": "0"}
    )
    assert "This set-up keeps no log" in answer.output
