"""A PostgreSQL server in which the product has a role with a password of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

import asyncpg

from summerstow.platform.postgres import embedded

ROLE: Final = "drill"
DATABASE: Final = "drill"
PASSWORD: Final = "a password of a throw-away role"  # noqa: S105 - it guards nothing


class Server:
    """An embedded PostgreSQL that products reach by `DATABASE_URL`; `disk`: its own, if any."""

    def __init__(self, running: embedded.EmbeddedServer, disk: Path | None = None) -> None:
        self._running = running
        self.disk = disk

    @asynccontextmanager
    async def connected(
        self, database: str = "postgres"
    ) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
        """A superuser's connection."""
        where = self._running.dsn_kwargs
        connection = await asyncpg.connect(
            host=str(where["host"]),
            port=int(where["port"]),
            user=str(where["user"]),
            database=database,
            timeout=10,
        )
        try:
            yield connection
        finally:
            await connection.close()

    async def run(self, *statements: str, database: str = "postgres") -> None:
        """Statements as superuser, each in a transaction of its own."""
        async with self.connected(database) as connection:
            for one in statements:
                await connection.execute(one)

    async def end_connections(self) -> None:
        """End every connection of the product's role."""
        await self.run(
            f"select pg_terminate_backend(pid) from pg_stat_activity where usename = '{ROLE}'"  # noqa: S608
        )

    async def prepare(self) -> str:
        """Make the role and its database, ask for its password, and return the URL."""
        await self.run(
            f"create role {ROLE} superuser login password '{PASSWORD}'",
            f"create database {DATABASE} owner {ROLE}",
        )
        async with self.connected() as connection:
            rules = await connection.fetchval("show hba_file")
        await asyncio.to_thread(_ask_for_password, Path(rules))
        await self.run("select pg_reload_conf()")
        where = self._running.dsn_kwargs
        return (
            f"postgresql://{ROLE}:{quote(PASSWORD)}@/{DATABASE}"
            f"?host={quote(str(where['host']))}&port={where['port']}"
        )


def _ask_for_password(rules: Path) -> None:
    rules.write_text(f"local all {ROLE} scram-sha-256\n{rules.read_text()}")
