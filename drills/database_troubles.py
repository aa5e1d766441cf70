"""Troubles of the database that a product outlives: each ends, and everything goes on by itself."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from pathlib import Path
from urllib.parse import quote

import asyncpg

from drills import product
from drills.across_hosts import jobs_go_on
from drills.bookers import Bookers, check_stored, mails_of_all, offer_places
from drills.mail_server import MailServer, serving
from drills.product import Copy
from drills.verdict import Scale, Verdict
from summerstow.kit.postgres import embedded

_ROLE = "drill"
_DATABASE = "drill"
_DISK = "256m"
_PASSWORD = "a password of a throw-away role"  # noqa: S105 - it guards nothing


class Server:
    """An embedded PostgreSQL in which the product has a role with a password of its own."""

    def __init__(self, running: embedded.EmbeddedServer, disk: Path | None) -> None:
        self._running = running
        #: Where its disk of its own is, which may be filled; None: it has none.
        self.disk = disk

    async def connect(self, database: str = "postgres") -> asyncpg.Connection[asyncpg.Record]:
        """A superuser's connection."""
        where = self._running.dsn_kwargs
        return await asyncpg.connect(
            host=str(where["host"]),
            port=int(where["port"]),
            user=str(where["user"]),
            database=database,
            timeout=10,
        )

    async def run(self, *statements: str, database: str = "postgres") -> None:
        """Statements as superuser, each in a transaction of its own."""
        connection = await self.connect(database)
        try:
            for one in statements:
                await connection.execute(one)
        finally:
            await connection.close()

    async def end_connections(self) -> None:
        """End every connection of the product's role."""
        await self.run(
            f"select pg_terminate_backend(pid) from pg_stat_activity where usename = '{_ROLE}'"  # noqa: S608
        )

    async def prepare(self) -> str:
        """The role, its database and the rule that asks for its password; returns the URL."""
        await self.run(
            f"create role {_ROLE} superuser login password '{_PASSWORD}'",
            f"create database {_DATABASE} owner {_ROLE}",
        )
        connection = await self.connect()
        rules = await connection.fetchval("show hba_file")
        await connection.close()
        await asyncio.to_thread(_ask_for_password, Path(rules))
        await self.run("select pg_reload_conf()")
        where = self._running.dsn_kwargs
        return (
            f"postgresql://{_ROLE}:{quote(_PASSWORD)}@/{_DATABASE}"
            f"?host={quote(str(where['host']))}&port={where['port']}"
        )


def _ask_for_password(rules: Path) -> None:
    rules.write_text(f"local all {_ROLE} scram-sha-256\n{rules.read_text()}")


@asynccontextmanager
async def _read_only(server: Server) -> AsyncIterator[None]:
    await server.run(
        "alter system set default_transaction_read_only = on", "select pg_reload_conf()"
    )
    yield
    await server.run("alter system reset default_transaction_read_only", "select pg_reload_conf()")


@asynccontextmanager
async def _password_changed(server: Server) -> AsyncIterator[None]:
    await server.run(f"alter role {_ROLE} password 'another one'")
    await server.end_connections()
    yield
    await server.run(f"alter role {_ROLE} password '{_PASSWORD}'")


@asynccontextmanager
async def _closed(server: Server) -> AsyncIterator[None]:
    await server.run(f"alter database {_DATABASE} with allow_connections false")
    await server.end_connections()
    yield
    await server.run(f"alter database {_DATABASE} with allow_connections true")


@asynccontextmanager
async def _locked(server: Server) -> AsyncIterator[None]:
    await server.run(f"alter role {_ROLE} set lock_timeout = '200ms'")
    await server.end_connections()
    connection = await server.connect(_DATABASE)
    async with connection.transaction():
        await connection.execute("lock table app.outbox, app.job in access exclusive mode")
        yield
    await connection.close()
    await server.run(f"alter role {_ROLE} reset lock_timeout")
    await server.end_connections()


@asynccontextmanager
async def _disk_full(server: Server) -> AsyncIterator[None]:
    """The server's own disk filled to the last byte, or where it has none, its error."""
    if server.disk is not None:
        filler = server.disk / "filler"
        await asyncio.to_thread(_fill, filler)
        yield
        filler.unlink()
        return
    tables = ("public.bookings", "app.outbox", "app.job", "app.idempotency")
    await server.run(
        "create function app.no_space() returns trigger language plpgsql as "
        "$$ begin raise exception 'could not extend file: No space left on device' "
        "using errcode = '53100'; end $$",
        *(
            f"create trigger no_space before insert or update on {table} "
            "for each statement execute function app.no_space()"
            for table in tables
        ),
        database=_DATABASE,
    )
    yield
    await server.run("drop function app.no_space() cascade", database=_DATABASE)


#: What a job that meets an outage writes.
_WAITS = "job waits"


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as full, suppress(OSError):
        while True:
            full.write(bytes(65536))


@contextmanager
def _own_disk(folder: Path, *, wanted: bool) -> Iterator[Path | None]:
    """A small disk at `folder`, which only root can make; None without."""
    if not wanted or os.geteuid() != 0:
        yield None
        return
    folder.mkdir(mode=0o711)
    options = ("-t", "tmpfs", "-o", f"size={_DISK},mode=0711", "tmpfs", str(folder))
    subprocess.run(["mount", *options], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


TROUBLES: dict[str, Callable[[Server], AbstractAsyncContextManager[None]]] = {
    "read-only": _read_only,
    "password changed": _password_changed,
    "closed to connections": _closed,
    "locked": _locked,
    "disk full": _disk_full,
}


async def run(scale: Scale) -> Verdict:
    """Each trouble while people book; afterwards bookings, mails and every job go on.

    The long form looks after each trouble, the short one after the last.
    """
    verdict = Verdict()
    mails = MailServer()
    with (
        _own_disk(scale.folder / "server", wanted=not scale.short) as disk,
        embedded.acquire(scale.folder / "server") as running,
    ):
        server = Server(running, disk)
        verdict.count({"the disk that is full": "a real one" if disk else "its error alone"})
        url = await server.prepare()
        async with serving(mails) as smtp:
            copy = product.prepare(scale.folder / "troubles", DATABASE_URL=url, SMTP_URL=smtp)
            with product.ending(copy):
                copy.start()
                await copy.healthy()
                copy.start("worker")
                await offer_places(copy.url)
                bookers = Bookers([copy.url], people=3, seed=scale.seed)
                async with bookers.booking(verdict):
                    for name, trouble in TROUBLES.items():
                        await bookers.booked(3)
                        async with trouble(server):
                            await _met(copy, bookers, 5 if scale.short else 200)
                        await bookers.booked(3)
                        if not scale.short:
                            found = Verdict()
                            await _jobs_go_on(found, server)
                            verdict.include(name, found)
                connection = await server.connect(_DATABASE)
                try:
                    await check_stored(verdict, bookers, connection)
                    await mails_of_all(verdict, connection, mails, most=1)
                finally:
                    await connection.close()
                await _jobs_go_on(verdict, server)
    return verdict


async def _met(copy: Copy, bookers: Bookers, outages: int) -> None:
    """Wait until people were refused so often, and background jobs have met the trouble too."""
    refused = bookers.outages + outages
    waits = copy.log.read_text().count(_WAITS) + 2
    await bookers.until(
        lambda: bookers.outages >= refused and copy.log.read_text().count(_WAITS) >= waits
    )


async def _jobs_go_on(verdict: Verdict, server: Server) -> None:
    connection = await server.connect(_DATABASE)
    try:
        await jobs_go_on(verdict, connection, within=150)
    finally:
        await connection.close()
