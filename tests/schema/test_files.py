"""The files of the schema: a new database and an updated one are the same; functions are edited
in place; a database with other tables is refused and left alone.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from summerstow.operator import ready
from summerstow.schema import files
from summerstow.schema.migrate import OtherBaselineError, migrate
from tests.schema.catalogue import describe

_NUMBERS = itertools.count(1)
_FUNCTION = "create or replace function app.one() returns integer language sql as 'select {}';\n"


@pytest_asyncio.fixture(loop_scope="session")
async def empty(server: dict[str, Any]) -> AsyncIterator[asyncpg.Connection[Any]]:
    """A connection to a database of its own with nothing in it."""
    name = f"summerstow_files_{os.getpid()}_{next(_NUMBERS)}"
    admin = await asyncpg.connect(**server)
    await admin.execute(f'create database "{name}"')
    connection = await asyncpg.connect(**(server | {"database": name}))
    yield connection
    await connection.close()
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.close()


@pytest_asyncio.fixture(loop_scope="session")
async def connection(connect: dict[str, Any]) -> AsyncIterator[asyncpg.Connection[Any]]:
    """A connection to the module's database, which was created from the files."""
    one = await asyncpg.connect(**connect)
    yield one
    await one.close()


async def create_baseline(connection: asyncpg.Connection[Any]) -> None:
    """Create the database as the first migration finds it."""
    await connection.execute("set check_function_bodies = off")
    for text in (files.schemas(), files.functions(), files.baseline()):
        await connection.execute(text)
    await connection.execute("reset check_function_bodies")
    await connection.execute(
        "insert into app.installation values ('schema_version', '1'), ('schema_baseline', $1)",
        files.baseline_hash(),
    )


async def test_migrations_lead_to_the_tables_of_a_new_database(
    connection: asyncpg.Connection[Any], empty: asyncpg.Connection[Any]
) -> None:
    await create_baseline(empty)
    assert await migrate(empty) == [one.name for one in files.migrations()]
    assert await describe(empty) == await describe(connection)
    assert not files.migrations() or files.baseline() != files.tables(), (
        "With the first migration, tables/ as it was before belongs into migrations/baseline.sql."
    )


async def test_a_forgotten_migration_shows_in_the_catalogue(
    connection: asyncpg.Connection[Any],
    empty: asyncpg.Connection[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = files.tables()
    monkeypatch.setattr(files, "baseline", lambda: before)
    after = before.replace("campus text not null,", "campus text not null,\n  nickname text,")
    monkeypatch.setattr(files, "tables", lambda: after)
    await migrate(empty)
    assert set(await describe(empty)) - set(await describe(connection))


def test_every_file_of_tables_has_its_place_in_the_order() -> None:
    folder = Path(files.__file__).parent / "tables"
    assert sorted(one.stem for one in folder.iterdir()) == sorted(files.TABLES)


async def test_every_function_can_be_read_by_the_database(
    connection: asyncpg.Connection[Any],
) -> None:
    """They are created unchecked, as they come before the tables."""
    await connection.execute("set check_function_bodies = on")
    await connection.execute(files.functions())
    await connection.execute(files.views())


async def test_a_function_is_edited_in_place_and_gone_with_its_text(
    connection: asyncpg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    functions = files.functions()
    for number in (1, 2):
        text = functions + _FUNCTION.format(number)
        monkeypatch.setattr(files, "functions", lambda text=text: text)
        assert await migrate(connection) == []
        assert await connection.fetchval("select app.one()") == number
    monkeypatch.undo()
    assert await migrate(connection) == []
    assert await connection.fetchval("select to_regproc('app.one')") is None


async def test_a_database_with_other_tables_is_refused_and_left_alone(
    connect: dict[str, Any], connection: asyncpg.Connection[Any]
) -> None:
    await migrate(connection)
    baseline = "update app.installation set value = $1 where name = 'schema_baseline'"
    await connection.execute(baseline, "of tables before the first release")
    await connection.execute(
        "update app.installation set value = '' where name = 'schema_repeatable'"
    )
    before = await describe(connection)
    with pytest.raises(OtherBaselineError, match="before the first release"):
        await migrate(connection)
    with pytest.raises(ready.NotReadyError, match="Start with a new data folder"):
        await ready.check(connect)
    assert await describe(connection) == before
    await connection.execute(baseline, files.baseline_hash())
    await migrate(connection)


async def test_a_database_of_before_there_was_a_baseline_is_refused(
    empty: asyncpg.Connection[Any],
) -> None:
    await empty.execute("create table schema_migration (name text primary key)")
    await empty.execute("insert into schema_migration values ('0001_tables.sql')")
    await empty.execute("create schema app")
    await empty.execute("create table app.installation (name text primary key, value text)")
    await empty.execute("insert into app.installation values ('schema_version', '6')")
    with pytest.raises(OtherBaselineError, match="nothing in it was changed"):
        await migrate(empty)
