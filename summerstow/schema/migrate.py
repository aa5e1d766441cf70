"""Applies `migrations/NNNN_name.sql` forward, once each, under a lock; then `policies.sql`.

While they run the tables are nobody else's, so that all of them have to be done within a second
(docs/decisions/0222). What takes longer, and PostgreSQL does beside everybody's work, is a
`NNNN_name.concurrently.sql`: its statements run one by one, each for itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import asyncpg

from summerstow.kit import facts
from summerstow.kit.database.transaction import GATE

from . import price_lists

#: Any number, the same for every start: two starts at once migrate one after the other.
LOCK = 7305824819
#: The number of each version's first migration; the first migration of the next one is added. A
#: program may start beside a schema of the version after its own.
VERSIONS: Final = ("0001", "0040", "0250", "0350", "0400", "0600")
VERSION: Final = len(VERSIONS)
#: Milliseconds in which every table must be ours: below the second (`deadlock_timeout`) after which
#: PostgreSQL ends one of two who wait for each other, so that it is never a copy that serves.
_HELD_WITHIN: Final = 600
#: Seconds in which that must succeed once.
_PATIENCE: Final = 60.0
#: How the names of those end that run beside everybody's work.
_BESIDE: Final = ".concurrently.sql"
BUSY: Final = (
    asyncpg.DeadlockDetectedError,
    asyncpg.LockNotAvailableError,
    asyncpg.QueryCanceledError,
)


class MigrationError(Exception):
    """The database holds what these migrations did not make, or is too busy to be changed."""


class NewerSchemaError(MigrationError):
    """The database is more than a version ahead of this program."""


async def migrate(connection: asyncpg.Connection[Any], *, patience: float = _PATIENCE) -> list[str]:
    """Bring the schema, its policies and the campuses up to date; returns what was applied.

    Policies are applied anew whenever their page or the schema has changed, and left alone
    otherwise: they take every table for themselves, while another copy may be serving. Where the
    schema is of the version after this program's, nothing is changed. Raises `MigrationError`;
    what takes longer than `patience` seconds to get hold of is not waited for.
    """
    loop = asyncio.get_running_loop()
    limit, wait = loop.time() + patience, 0.1
    while True:
        try:
            return await _migrate(connection)
        except BUSY as error:
            # It is undone whole, so it can be done again.
            if loop.time() > limit:
                raise MigrationError(
                    f"Other sessions keep the tables to themselves ({error.args[0]}): the schema "
                    "was not changed. End what runs for long, and start again."
                ) from None
        except asyncpg.InternalServerError as error:
            # Roles belong to the whole server: somebody else's migration changed one just now.
            if "concurrently" not in str(error) or loop.time() > limit:
                raise
        await asyncio.sleep(wait * random.uniform(0.5, 1))  # noqa: S311
        wait = min(wait * 2, 2.0)


async def waiting(connection: asyncpg.Connection[Any]) -> list[str]:
    """The names of migrations that this database has not had yet."""
    done = {
        row["name"] for row in await connection.fetch("select name from public.schema_migration")
    }
    return [script.name for script in _scripts() if script.name not in done]


def newest() -> str:
    """The name of the last migration that this program knows."""
    return _scripts()[-1].name


async def _migrate(connection: asyncpg.Connection[Any]) -> list[str]:
    applied: list[str] = []
    while True:
        names, beside = await _migrate_at_once(connection)
        applied += names
        if beside is None:
            return applied
        await _migrate_beside(connection, beside)
        applied.append(beside.name)


async def _migrate_at_once(
    connection: asyncpg.Connection[Any],
) -> tuple[list[str], Traversable | None]:
    """Apply what can be in one transaction; also returns what is next and cannot, if anything."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
        await connection.execute(
            "create table if not exists public.schema_migration ("
            "name text primary key, applied_at timestamptz not null default now())"
        )
        done = {
            row["name"]
            for row in await connection.fetch("select name from public.schema_migration")
        }
        scripts = _scripts()
        unknown = done - {script.name for script in scripts}
        if unknown:
            if await _version(connection) == VERSION + 1:
                return [], None
            raise NewerSchemaError(
                f"The database is newer than this program: it has {', '.join(sorted(unknown))}. "
                "Start a newer program; one may be a single version behind."
            )
        missing = [script for script in scripts if script.name not in done]
        beside = next((one for one in missing if one.name.endswith(_BESIDE)), None)
        applied = missing[: missing.index(beside)] if beside else missing
        # Policies name what the last migration makes. Until then the page counts as changed.
        seal = "" if beside else _seal()
        changed = bool(applied) or (not beside and seal != await _applied_seal(connection))
        if changed:
            await hold_every_table(connection)
            # A commit has the tables until its log is on the disk, which may be busy.
            await connection.execute("set local synchronous_commit = off")
            for script in applied:
                await connection.execute(script.read_text())
                await _record(connection, script)
            if not beside:
                await connection.execute(_page())
            await connection.execute(f"comment on schema app is '{seal}'")
            await connection.execute(
                "insert into app.installation (name, value) values ('schema_version', $1) "
                "on conflict (name) do update set value = excluded.value",
                str(VERSION),
            )
        if not beside:
            await _store_campuses(connection)
            await price_lists.store(connection)
    if changed:
        # With this commit the one before it is on the disk too.
        await connection.execute(
            "update app.installation set value = value where name = 'schema_version'"
        )
    return [script.name for script in applied], beside


async def _migrate_beside(connection: asyncpg.Connection[Any], script: Traversable) -> None:
    """Apply what runs beside everybody's work; it may have been begun before, or by another start.

    An index whose building was ended in its midst is there, and used by nobody: it is built anew.
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
        # What the building anew itself left behind.
        what = "drop" if "_ccnew" in row["name"] or "_ccold" in row["name"] else "reindex"
        await connection.execute(f"{what} index concurrently {row['name']}")
    await _record(connection, script)


async def _record(connection: asyncpg.Connection[Any], script: Traversable) -> None:
    await connection.execute(
        "insert into public.schema_migration (name) values ($1) on conflict do nothing", script.name
    )


async def _version(connection: asyncpg.Connection[Any]) -> int:
    """The version of the newest program that has changed the schema; 1 where none has said it."""
    if await connection.fetchval("select to_regclass('app.installation') is null"):
        return 1
    found = await connection.fetchval(
        "select value::int from app.installation where name = 'schema_version'"
    )
    return int(found or 1)


async def hold_every_table(connection: asyncpg.Connection[Any]) -> None:
    """Take all tables, always in the same order, or none, once no transaction is under way.

    From then on nothing waits for anybody, whatever is done to them. Raises one of `BUSY` where
    others keep one for long; what was taken is given back with the transaction, or its savepoint.
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
        # One statement: those who come meanwhile wait for both together.
        await connection.execute(
            f"do $$ begin perform pg_advisory_xact_lock({GATE}); "
            f"lock table {', '.join(tables)} in access exclusive mode; end $$"
        )
        await connection.execute("set local statement_timeout = 0")


def _scripts() -> list[Traversable]:
    folder = files("summerstow.schema") / "migrations"
    return sorted(
        (script for script in folder.iterdir() if script.name.endswith(".sql")),
        key=lambda script: script.name,
    )


def _page() -> str:
    return (files("summerstow.schema") / "policies.sql").read_text()


def _seal() -> str:
    return f"policies {hashlib.sha256(_page().encode()).hexdigest()}"


async def _applied_seal(connection: asyncpg.Connection[Any]) -> str | None:
    """The seal of the page that holds, or None: a comment on the schema `app`."""
    found: str | None = await connection.fetchval(
        "select obj_description(to_regnamespace('app')::oid, 'pg_namespace')"
    )
    return found


async def _store_campuses(connection: asyncpg.Connection[Any]) -> None:
    await connection.executemany(
        "insert into public.campuses (id, university, campus, country, slug, address) "
        "values ($1, $2, $3, $4, $5, $6) "
        "on conflict (id) do update set university = excluded.university, "
        "campus = excluded.campus, country = excluded.country, slug = excluded.slug, "
        "address = excluded.address "
        "where (campuses.university, campuses.campus, campuses.country, campuses.slug, "
        "campuses.address) is distinct from (excluded.university, excluded.campus, "
        "excluded.country, excluded.slug, excluded.address)",
        [
            (one.id, one.university, one.campus, one.country, one.slug, one.address.line())
            for one in facts.campuses()
        ],
    )
