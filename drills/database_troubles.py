"""Troubles of the database that a product outlives: each ends, and everything goes on by itself."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final

from drills import product
from drills.bookers import Bookers, check_bookings, check_jobs, check_mails, offer_places
from drills.database import DATABASE, PASSWORD, ROLE, Server
from drills.mail_server import MailServer, serving
from drills.product import Copy
from drills.verdict import Scale, Verdict
from summerstow.platform.postgres import embedded

#: What a job that meets an outage writes to the log.
_WAITS: Final = "job waits"


@asynccontextmanager
async def _read_only(server: Server) -> AsyncIterator[None]:
    await server.run(
        "alter system set default_transaction_read_only = on", "select pg_reload_conf()"
    )
    yield
    await server.run("alter system reset default_transaction_read_only", "select pg_reload_conf()")


@asynccontextmanager
async def _password_changed(server: Server) -> AsyncIterator[None]:
    await server.run(f"alter role {ROLE} password 'another one'")
    await server.end_connections()
    yield
    await server.run(f"alter role {ROLE} password '{PASSWORD}'")


@asynccontextmanager
async def _closed(server: Server) -> AsyncIterator[None]:
    await server.run(f"alter database {DATABASE} with allow_connections false")
    await server.end_connections()
    yield
    await server.run(f"alter database {DATABASE} with allow_connections true")


@asynccontextmanager
async def _locked(server: Server) -> AsyncIterator[None]:
    await server.run(f"alter role {ROLE} set lock_timeout = '200ms'")
    await server.end_connections()
    async with server.connected(DATABASE) as connection, connection.transaction():
        await connection.execute("lock table app.outbox, app.job in access exclusive mode")
        yield
    await server.run(f"alter role {ROLE} reset lock_timeout")
    await server.end_connections()


@asynccontextmanager
async def _disk_full(server: Server) -> AsyncIterator[None]:
    """Fill the server's own disk to the last byte; without one, raise its error by a trigger."""
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
        database=DATABASE,
    )
    yield
    await server.run("drop function app.no_space() cascade", database=DATABASE)


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as full, suppress(OSError):
        while True:
            full.write(bytes(65536))


@contextmanager
def _own_disk(folder: Path, *, wanted: bool) -> Iterator[Path | None]:
    """A disk of 256 MB at `folder`, which only root can make; None without."""
    if not wanted or os.geteuid() != 0:
        yield None
        return
    folder.mkdir(mode=0o711)
    options = ("-t", "tmpfs", "-o", "size=256m,mode=0711", "tmpfs", str(folder))
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
        verdict.count({"the full disk": "a real one" if disk else "its error alone"})
        url = await server.prepare()
        async with serving(mails) as smtp:
            copy = product.prepare(scale.folder / "troubles", DATABASE_URL=url, SMTP_URL=smtp)
            async with product.running(copy):
                copy.start("worker")
                await offer_places(copy)
                bookers = Bookers([copy.url], people=3, seed=scale.seed)
                async with bookers.booking(verdict):
                    for name, trouble in TROUBLES.items():
                        await bookers.booked(3)
                        async with trouble(server):
                            await _meet(copy, bookers, 5 if scale.short else 200)
                        await bookers.booked(3)
                        if not scale.short:
                            found = Verdict()
                            async with server.connected(DATABASE) as connection:
                                await check_jobs(found, connection)
                            verdict.include(name, found)
                async with server.connected(DATABASE) as connection:
                    await check_bookings(verdict, bookers, connection)
                    await check_mails(verdict, connection, mails, most=1)
                    await check_jobs(verdict, connection)
    return verdict


async def _meet(copy: Copy, bookers: Bookers, outages: int) -> None:
    """Wait until people were refused so often, and background jobs have met the trouble too."""
    refused = bookers.outages + outages
    waits = copy.log.read_text().count(_WAITS) + 2
    await bookers.until(
        lambda: bookers.outages >= refused and copy.log.read_text().count(_WAITS) >= waits
    )
