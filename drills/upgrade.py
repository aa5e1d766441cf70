"""A newer program beside the one of the version before: nobody waits while the schema changes."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import asyncpg

from drills import product
from drills.across_hosts import account, sign_in
from drills.bookers import Bookers, check_stored, offer_places
from drills.parts.older import older
from drills.parts.waits import Waits, watching
from drills.readers import SLOW, Readers
from drills.verdict import Scale, Verdict
from summerstow.kit.postgres import embedded
from summerstow.schema import migrate

#: Both hosts sign alike, as two hosts on one database must.
_SHARED = {"SUMMERSTOW_JWT_SECRET": "a secret that two drilled hosts share"}
#: Seconds for all that a start does with a million bookings, and for what is summed after it.
_PATIENCE = 3600.0
#: Seconds that nobody may wait for a lock.
_MOST = 1.0
_SUMMED = "select made_at > now() - interval '2 days' from app.counted_until"


async def run(scale: Scale) -> Verdict:
    """People book and read at the old program; this one starts beside it, and then is alone."""
    verdict = Verdict()
    root, commit = older(scale.folder / "program", scale.since)
    old = product.prepare(scale.folder / "old", **_SHARED)
    old.root = root
    bookings = 500 if scale.short else scale.bookings
    await asyncio.to_thread(_fill, old, bookings, scale.seeded)
    verdict.count({"the program before": commit, "bookings before": bookings})
    async with AsyncExitStack() as stack:
        server = stack.enter_context(embedded.acquire(old.data_dir, _PATIENCE))
        reached = server.dsn_kwargs
        url = "postgresql://{user}@/{database}?host={0}&port={port}".format(
            quote(str(reached["host"]), safe=""), **reached
        )
        old.settings["DATABASE_URL"] = url
        new = product.prepare(scale.folder / "new", **_SHARED, DATABASE_URL=url)
        connection = await stack.enter_async_context(_connected(url))
        for one in (old, new):
            stack.enter_context(product.ending(one))
        old.start()
        await old.healthy(_PATIENCE)
        # What is summed is summed before, as of somebody who has served for long.
        await _summed(connection)
        await offer_places(old.url)
        token = await _executive(old.url, connection)
        readers = Readers({"old": old.url}, token)
        bookers = Bookers([old.url], people=2, seed=scale.seed, pause=0.1)
        waits = await stack.enter_async_context(watching(await _other(stack, url)))
        async with bookers.booking(verdict), readers.reading():
            await bookers.booked(20)
            verdict.count(_seconds("longest answer before", bookers.longest_answer))
            await _started(verdict, new)
            bookers.urls.append(new.url)
            readers.urls["new"] = new.url
            summed = await _summed(connection)
            verdict.count(_seconds("until all is summed after that", summed))
            status = await readers.overview()
            verdict.must(status == 200, f"the overview of what is summed is answered with {status}")
            await bookers.booked(20)
            bookers.urls.remove(old.url)
            del readers.urls["old"]
            await bookers.booked(4)
            await asyncio.to_thread(old.stop)
            await bookers.booked(20)
        await check_stored(verdict, bookers, connection)
        _judge(verdict, bookers, readers, waits)
        missing = await migrate.waiting(connection)
        verdict.must(not missing, f"migrations that were not applied: {missing}")
        for one in (old, new):
            verdict.must("Traceback" not in one.log.read_text(), f"a traceback in {one.log}")
    return verdict


def _fill(old: product.Copy, bookings: int, seeded: Path | None) -> None:
    if seeded is not None:
        shutil.copytree(seeded / str(bookings), old.data_dir, symlinks=True)
        return
    said = old.operate("seed", "--bookings", str(bookings), within=_PATIENCE)
    if f"{bookings} generated bookings" not in said:
        raise RuntimeError(f"The program before did not fill its database:\n{said}")


async def _started(verdict: Verdict, new: product.Copy) -> None:
    """Start the newer program; what it waits for is its migrations."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    new.start()
    await new.healthy(_PATIENCE)
    verdict.count(_seconds("until the new program serves", loop.time() - begun))


async def _summed(connection: asyncpg.Connection[asyncpg.Record]) -> float:
    """Wait until what the overview reads is summed up; for how many seconds."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    async with asyncio.timeout(_PATIENCE):
        while not await connection.fetchval(_SUMMED):  # noqa: ASYNC110 - another program's work
            await asyncio.sleep(0.2)
    return loop.time() - begun


def _judge(verdict: Verdict, bookers: Bookers, readers: Readers, waits: Waits) -> None:
    seconds, who, behind = waits.longest()
    verdict.count(_seconds("longest wait for a lock", seconds))
    verdict.count(_seconds("longest answer to a booking", bookers.longest_answer))
    verdict.count({f"bookings that took over {SLOW:.0f} s": bookers.slow})
    verdict.count(readers.figures())
    verdict.must(seconds <= _MOST, f"{who!r} waited {seconds:.2f} s behind {behind!r}")
    verdict.must(not bookers.outages, f"{bookers.outages} bookings were answered with 503")
    for said, count in readers.refused.items():
        verdict.faults.append(f"{count} reads refused, {said}")


def _seconds(label: str, seconds: float) -> dict[str, int | float | str]:
    return {f"{label}, s": round(seconds, 2)}


async def _executive(url: str, connection: asyncpg.Connection[asyncpg.Record]) -> str:
    email = f"office.{uuid4().hex}@example.test"
    await account(url, email)
    await connection.execute("update public.users set role = 'executive' where email = $1", email)
    return (await sign_in(url, email)).access


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def _other(stack: AsyncExitStack, url: str) -> asyncpg.Connection[asyncpg.Record]:
    return await stack.enter_async_context(_connected(url))
