"""Applies `migrations/NNNN_name.sql` forward, once each, under a lock; then `policies.sql`."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import asyncpg

from summerstow.kit import facts

from . import price_lists

#: Any number, the same for every start: two starts at once migrate one after the other.
LOCK = 7305824819
_TRIES = 5


class MigrationError(Exception):
    """The database holds what these migrations did not make."""


async def migrate(connection: asyncpg.Connection[Any]) -> list[str]:
    """Bring the schema, its policies and the campuses up to date; returns what was applied.

    Policies are applied anew whenever their page or the schema has changed, and left alone
    otherwise: they take every table for themselves, while another copy may be serving.
    """
    for _ in range(_TRIES - 1):
        try:
            return await _migrate(connection)
        except asyncpg.DeadlockDetectedError:
            # A copy that serves held what we need. It is undone whole, so it can be done again.
            continue
    return await _migrate(connection)


async def waiting(connection: asyncpg.Connection[Any]) -> list[str]:
    """The names of migrations that this database has not had yet."""
    done = {
        row["name"] for row in await connection.fetch("select name from public.schema_migration")
    }
    return [script.name for script in _scripts() if script.name not in done]


async def _migrate(connection: asyncpg.Connection[Any]) -> list[str]:
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
            raise MigrationError(
                f"The database is newer than this program: it has {', '.join(sorted(unknown))}."
            )
        applied = []
        for script in scripts:
            if script.name not in done:
                await connection.execute(script.read_text())
                await connection.execute(
                    "insert into public.schema_migration (name) values ($1)", script.name
                )
                applied.append(script.name)
        await _apply_policies(connection, anew=bool(applied))
        await _store_campuses(connection)
        await price_lists.store(connection)
    return applied


def _scripts() -> list[Traversable]:
    folder = files("summerstow.schema") / "migrations"
    return sorted(
        (script for script in folder.iterdir() if script.name.endswith(".sql")),
        key=lambda script: script.name,
    )


async def _apply_policies(connection: asyncpg.Connection[Any], *, anew: bool) -> None:
    page = (files("summerstow.schema") / "policies.sql").read_text()
    seal = f"policies {hashlib.sha256(page.encode()).hexdigest()}"
    if anew or seal != await connection.fetchval("select obj_description('app'::regnamespace)"):
        await connection.execute(page)
        await connection.execute(f"comment on schema app is '{seal}'")


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
