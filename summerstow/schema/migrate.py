"""Creates the schema from its files, or brings it up to date: `files` has the order.

A database that exists gets the migrations it lacks, then functions, views and policies if their
text changed. Meanwhile no other session has a table, so that all of it must be done within a second
(docs/decisions/0004). What takes longer is a `NNNN_name.concurrently.sql`: its statements run one
by one, each in a transaction of its own.
"""

from __future__ import annotations

import asyncio
import random
from importlib.resources.abc import Traversable
from typing import Any, Final

import asyncpg
from msgspec.json import encode

from summerstow.platform import published
from summerstow.platform.database.transaction import GATE

from . import campuses, files, price_lists

#: Any number, the same for every start: two starts at once migrate one after the other.
LOCK = 7305824819
#: Raised with each release that changes the schema. A program may start beside a schema of the
#: version after its own and leaves it alone. Up to 6, schemas had no baseline.
VERSION: Final = 7
#: Milliseconds in which every table must be ours: below the second (`deadlock_timeout`) after which
#: PostgreSQL ends one of two who wait for each other, so that it is never a copy that serves.
_HELD_WITHIN: Final = 600
#: Seconds in which that must succeed once.
_PATIENCE: Final = 60.0
#: The end of the names of migrations that run outside a transaction.
_CONCURRENTLY: Final = ".concurrently.sql"
BUSY: Final = (
    asyncpg.DeadlockDetectedError,
    asyncpg.LockNotAvailableError,
    asyncpg.QueryCanceledError,
)
#: What `app.installation` knows of the schema.
_STORE: Final = """
insert into app.installation (name, value) values
  ('schema_version', $1), ('schema_baseline', $2), ('schema_repeatable', $3)
on conflict (name) do update set value = excluded.value
"""
#: Functions that the files no longer create, as this transaction has not written them.
_OTHER_FUNCTIONS: Final = """
select p.oid, p.oid::regprocedure::text as name from pg_proc p
where p.pronamespace in ('app'::regnamespace, 'auth'::regnamespace)
  and p.xmin <> pg_current_xact_id()::xid
"""
#: A function that a table's constraint calls stands beside the table.
_IS_NEEDED: Final = """
select exists (select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = $1
  and deptype = 'n')
"""


class MigrationError(Exception):
    """The database holds what these files did not make, or is too busy to be changed."""


class NewerSchemaError(MigrationError):
    """The database is more than a version ahead of this program."""


class OtherBaselineError(MigrationError):
    """The database was made from tables that no migration leads away from."""

    def __init__(self) -> None:
        super().__init__(
            "This database was made before the first release, by a program with other tables, and "
            "cannot be brought up to date: nothing in it was changed. Start with a new data folder "
            "or an empty database, or use the program that made it."
        )


async def migrate(connection: asyncpg.Connection[Any], *, patience: float = _PATIENCE) -> list[str]:
    """Create or update the schema and the campuses; returns what was applied.

    If no file has changed, no table is locked, as other copies may be serving. A schema of the
    version after this program's is left alone. Raises `MigrationError`, also if the tables could
    not be locked within `patience` seconds.
    """
    loop = asyncio.get_running_loop()
    limit, wait = loop.time() + patience, 0.1
    while True:
        try:
            return await _migrate(connection)
        except BUSY as error:
            # It was rolled back, so it can be repeated.
            if loop.time() > limit:
                raise MigrationError(
                    f"Other sessions keep the tables to themselves ({error.args[0]}): the schema "
                    "was not changed. End what runs for long, and start again."
                ) from None
        except asyncpg.InternalServerError as error:
            # Roles belong to the whole server: another database's migration changed one just now.
            if "concurrently" not in str(error) or loop.time() > limit:
                raise
        await asyncio.sleep(wait * random.uniform(0.5, 1))  # noqa: S311
        wait = min(wait * 2, 2.0)


async def is_empty(connection: asyncpg.Connection[Any]) -> bool:
    """Return whether the database has no schema yet."""
    known = await connection.fetchval("select to_regclass('public.schema_migration')")
    return known is None


async def waiting(connection: asyncpg.Connection[Any]) -> list[str]:
    """Return the names of migrations that this database lacks. Raises `OtherBaselineError`."""
    await _check_baseline(connection)
    done = await _applied(connection)
    return [script.name for script in files.migrations() if script.name not in done]


def newest() -> str:
    """Return the name of the last migration that this program knows, or ""."""
    return max((script.name for script in files.migrations()), default="")


async def _migrate(connection: asyncpg.Connection[Any]) -> list[str]:
    applied: list[str] = []
    while True:
        names, concurrent = await _migrate_at_once(connection)
        applied += names
        if concurrent is None:
            return applied
        await _migrate_concurrently(connection, concurrent)
        applied.append(concurrent.name)


async def _migrate_at_once(
    connection: asyncpg.Connection[Any],
) -> tuple[list[str], Traversable | None]:
    """Apply what can be in one transaction; also returns the next migration that cannot."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
        if await is_empty(connection):
            await _create(connection)
            await _store_facts(connection)
            return ["tables"], None
        version = await _version(connection)
        known = files.migrations()
        done = await _applied(connection)
        unknown = done - {script.name for script in known}
        if version == VERSION + 1:
            return [], None
        if version <= VERSION:
            await _check_baseline(connection)
        if version > VERSION or unknown:
            newer = ", ".join(sorted(unknown)) or f"version {version} of the schema"
            raise NewerSchemaError(
                f"The database is newer than this program: it has {newer}. "
                "Start a newer program; one may be a single version behind."
            )
        missing = [script for script in known if script.name not in done]
        concurrent = next((one for one in missing if one.name.endswith(_CONCURRENTLY)), None)
        applied = missing[: missing.index(concurrent)] if concurrent else missing
        # Views and policies name what the last migration makes: they wait for it.
        seal = "" if concurrent else files.repeatable_hash()
        changed = bool(applied) or (not concurrent and seal != await _seal(connection))
        if changed:
            await hold_every_table(connection)
            # A commit has the tables until its log is on the disk, which may be busy.
            await connection.execute("set local synchronous_commit = off")
            await connection.execute("set local check_function_bodies = off")
            await connection.execute(files.functions())
            for script in applied:
                await connection.execute(script.read_text())
                await _record(connection, script.name)
            if not concurrent:
                await _apply_views_and_policies(connection)
            await connection.execute(_STORE, str(VERSION), files.baseline_hash(), seal)
        if not concurrent:
            await _store_facts(connection)
    if changed:
        # With this commit the one before it is on the disk too.
        await connection.execute(
            "update app.installation set value = value where name = 'schema_version'"
        )
    return [script.name for script in applied], concurrent


async def _create(connection: asyncpg.Connection[Any]) -> None:
    """Create the schema from its files, with every migration counted as applied."""
    await connection.execute("set local check_function_bodies = off")
    for text in (files.schemas(), files.functions(), files.tables()):
        await connection.execute(text)
    await _apply_views_and_policies(connection)
    for script in files.migrations():
        await _record(connection, script.name)
    await connection.execute(_STORE, str(VERSION), files.baseline_hash(), files.repeatable_hash())


async def _apply_views_and_policies(connection: asyncpg.Connection[Any]) -> None:
    """Apply what follows the tables, and drop the functions that no file creates any more."""
    await connection.execute(files.views())
    others = await connection.fetch(_OTHER_FUNCTIONS)
    await connection.execute(files.policies())
    for row in others:
        if not await connection.fetchval(_IS_NEEDED, row["oid"]):
            await connection.execute(f"drop function {row['name']}")


async def _migrate_concurrently(connection: asyncpg.Connection[Any], script: Traversable) -> None:
    """Apply a migration that locks no table; an earlier start may have begun it.

    An index whose build was interrupted exists but is not used: it is rebuilt.
    """
    for statement in script.read_text().split(";\n"):
        if statement.strip():
            await connection.execute(statement)
    broken = (
        "select i.indexrelid::regclass::text as name from pg_index i "
        "join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace "
        "where not i.indisvalid and n.nspname in ('app', 'auth', 'public')"
    )
    for row in await connection.fetch(broken):
        # What an interrupted rebuild left behind.
        what = "drop" if "_ccnew" in row["name"] or "_ccold" in row["name"] else "reindex"
        await connection.execute(f"{what} index concurrently {row['name']}")
    await _record(connection, script.name)


async def _record(connection: asyncpg.Connection[Any], name: str) -> None:
    await connection.execute(
        "insert into public.schema_migration (name) values ($1) on conflict do nothing", name
    )


async def _applied(connection: asyncpg.Connection[Any]) -> set[str]:
    rows = await connection.fetch("select name from public.schema_migration")
    return {row["name"] for row in rows}


async def _check_baseline(connection: asyncpg.Connection[Any]) -> None:
    """Raise `OtherBaselineError` if the database was made from another baseline."""
    if await _known(connection, "schema_baseline") != files.baseline_hash():
        raise OtherBaselineError


async def _version(connection: asyncpg.Connection[Any]) -> int:
    """Return the version of the newest program that has changed the schema."""
    return int(await _known(connection, "schema_version") or 1)


async def _seal(connection: asyncpg.Connection[Any]) -> str | None:
    """Return the hash of the functions, views and policies that were applied last."""
    return await _known(connection, "schema_repeatable")


async def _known(connection: asyncpg.Connection[Any], name: str) -> str | None:
    if await connection.fetchval("select to_regclass('app.installation') is null"):
        return None
    result: str | None = await connection.fetchval(
        "select value from app.installation where name = $1", name
    )
    return result


async def hold_every_table(connection: asyncpg.Connection[Any]) -> None:
    """Lock all tables, always in the same order, or none, once no transaction is running.

    From then on no statement waits, whatever is done to them. Raises one of `BUSY` if other
    sessions keep one for long; the locks end with the transaction, or its savepoint.
    """
    tables = [
        row["name"]
        for row in await connection.fetch(
            "select format('%I.%I', n.nspname, c.relname) as name "
            "from pg_class c join pg_namespace n on n.oid = c.relnamespace "
            "where c.relkind in ('r', 'p') and n.nspname in ('app', 'auth', 'public') order by 1"
        )
    ]
    if tables:
        await connection.execute(f"set local statement_timeout = {_HELD_WITHIN}")
        # One statement: sessions that come meanwhile wait for both together.
        await connection.execute(
            f"do $$ begin perform pg_advisory_xact_lock({GATE}); "
            f"lock table {', '.join(tables)} in access exclusive mode; end $$"
        )
        await connection.execute("set local statement_timeout = 0")


async def _store_facts(connection: asyncpg.Connection[Any]) -> None:
    # From then on they follow what is published.
    await campuses.store(connection, published.shipped()["campuses"].campuses, update=False)
    await price_lists.store(connection)
    await connection.executemany(
        "insert into app.settings_versions (section, document, valid_from, note) "
        "select $1, $2::text::jsonb, '2000-01-01', 'As shipped' "
        "where not exists (select from app.settings_versions where section = $1)",
        [(name, encode(one).decode()) for name, one in published.shipped().items()],
    )
