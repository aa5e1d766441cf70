"""A start beside copies that serve: it waits its turn, breaks none of them, and may be older."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from summerstow.platform.actor import SERVICE
from summerstow.platform.database.pool import Database
from summerstow.schema import files
from summerstow.schema import migrate as migrations
from summerstow.schema.migrate import VERSION, MigrationError, migrate

_SEAL = "select value from app.installation where name = 'schema_repeatable'"
_CHANGE = "update app.installation set value = $1 where name = 'schema_repeatable'"
_OTHER = "policies of another program"


@pytest_asyncio.fixture(loop_scope="session")
async def starting(connect: dict[str, Any]) -> AsyncIterator[asyncpg.Connection[Any]]:
    """The connection of a program that starts and finds another page of policies applied."""
    connection = await asyncpg.connect(**connect)
    await connection.execute(_CHANGE, _OTHER)
    yield connection
    await connection.close()


async def test_unchanged_policies_take_no_lock(connect: dict[str, Any]) -> None:
    """However long others keep the tables, a start that changes nothing does not wait."""
    connection, other = await asyncpg.connect(**connect), await asyncpg.connect(**connect)
    await migrate(connection)
    async with other.transaction():
        await other.execute("lock table bookings, users in row exclusive mode")
        assert await migrate(connection, patience=0) == []
    await other.close()
    await connection.close()


async def test_changed_policies_wait_for_who_is_there_and_then_hold(
    connect: dict[str, Any], starting: asyncpg.Connection[Any]
) -> None:
    other = await asyncpg.connect(**connect)
    async with other.transaction():
        await other.execute("lock table bookings in access share mode")
        with pytest.raises(MigrationError, match="the schema was not changed"):
            await migrate(starting, patience=0)
        assert await other.fetchval(_SEAL) == _OTHER
        coming = asyncio.create_task(migrate(starting))
        await asyncio.sleep(0)
    assert await coming == []
    assert await other.fetchval(_SEAL) == files.repeatable_hash()
    await other.close()


async def test_tables_are_given_back_before_the_log_is_on_the_disk(
    connect: dict[str, Any], starting: asyncpg.Connection[Any]
) -> None:
    """A standby that every commit waits for, and that never comes, stands for a busy disk."""
    other, writer = await asyncpg.connect(**connect), await asyncpg.connect(**connect)
    kept_waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'"
    await other.execute("alter system set synchronous_standby_names = 'nobody'")
    try:
        await other.execute("select pg_reload_conf()")
        async with asyncio.timeout(20):
            writing = asyncio.create_task(_write_until(writer, "nobody"))
            while await other.fetchval(kept_waiting) < 1:
                pass
            coming = asyncio.create_task(migrate(starting))
            while await other.fetchval(kept_waiting) < 2:
                pass
            assert await other.fetchval(_SEAL) != _OTHER
            await other.execute("select from bookings limit 1")
    finally:
        await other.execute("alter system reset synchronous_standby_names")
        await other.execute("select pg_reload_conf()")
    await writing
    assert await coming == []
    await other.close()
    await writer.close()


async def _write_until(writer: asyncpg.Connection[Any], standby: str) -> None:
    """Write to the log, until a commit has waited for this standby."""
    while await writer.fetchval("show synchronous_standby_names") != standby:
        pass
    while await writer.fetchval("show synchronous_standby_names") == standby:
        await writer.execute("select pg_logical_emit_message(true, 'test', 'written')")


async def test_copies_that_serve_notice_nothing_of_changed_policies(
    connect: dict[str, Any], starting: asyncpg.Connection[Any]
) -> None:
    """Transactions that take the tables in any order go on, while policies are applied anew."""
    database = Database(connect, size=10)
    tables = ["bookings", "users", "pickups", "pickup_queue", "slot_availability", "campuses"]
    ended, done = asyncio.Event(), 0

    async def serve(number: int) -> None:
        nonlocal done
        order = random.Random(number)
        while not ended.is_set():
            async with database.transaction(SERVICE) as tx:
                for table in order.sample(tables, 3):
                    await tx.fetchval(f"select count(*) from {table}")
            done += 1

    serving = [asyncio.create_task(serve(number)) for number in range(8)]
    for _ in range(3):
        await starting.execute(_CHANGE, _OTHER)
        await migrate(starting)
    ended.set()
    await asyncio.gather(*serving)
    assert done
    await database.close()


async def test_a_program_starts_beside_the_schema_of_the_next_version_and_leaves_it_alone(
    connect: dict[str, Any], starting: asyncpg.Connection[Any]
) -> None:
    said = "update app.installation set value = $1 where name = 'schema_version'"
    await migrate(starting)
    await starting.execute("insert into schema_migration (name) values ('9999_of_the_next.sql')")
    await starting.execute(_CHANGE, "policies of the next version")
    await starting.execute(said, str(VERSION + 1))
    assert await migrate(starting) == []
    assert await starting.fetchval(_SEAL) == "policies of the next version"
    for version in (VERSION, VERSION + 2):
        await starting.execute(said, str(version))
        with pytest.raises(MigrationError, match=r"newer than this program.*9999_of_the_next"):
            await migrate(starting)
    await starting.execute("delete from schema_migration where name like '9999%'")
    await starting.execute(said, str(VERSION))


async def test_the_program_before_this_one_starts_on_what_this_one_made(
    connect: dict[str, Any],
    starting: asyncpg.Connection[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It leaves functions and policies as they are, although its own have another text."""
    await migrate(starting)
    monkeypatch.setattr(migrations, "VERSION", VERSION - 1)
    monkeypatch.setattr(files, "repeatable_hash", lambda: "functions of the version before")
    assert await migrate(starting) == []
    assert await starting.fetchval(_SEAL) != "functions of the version before"
