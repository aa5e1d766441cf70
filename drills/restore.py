"""A moment and a file are brought back by the steps of docs/operate.md."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final

from drills import product
from drills.bookers import Bookers, check_bookings, offer_places
from drills.parts.unit import PATIENCE
from drills.product import Copy
from drills.verdict import Scale, Verdict
from summerstow.platform import clock
from summerstow.platform.archive.base_backups import list_backups

_ARCHIVED: Final = "select last_archived_wal >= $1 from pg_stat_archiver"


async def run(scale: Scale) -> Verdict:
    """Back up while people book; delete every booking; bring back the moment before, then the file.

    Whatever was acknowledged before the moment, or before the file, is there again.
    """
    verdict = Verdict()
    more = 20 if scale.short else 200
    file = scale.folder / "backup.tar"
    copy = product.prepare(scale.folder / "restored")
    bookers = Bookers([copy.url], people=3, seed=scale.seed)
    async with product.running(copy):
        await offer_places(copy)
        await _has_base_backup(copy)
        async with bookers.booking(verdict):
            await bookers.booked(more)
            in_file = set(bookers.acknowledged)
            said = await asyncio.to_thread(copy.operate, "backup", str(file), within=PATIENCE)
            verdict.must("Keep it secret" in said, f"no backup: {said}")
            await bookers.booked(more)
        moment = await _accident(copy)
    said = await asyncio.to_thread(copy.operate, "restore", "--until", moment, within=PATIENCE)
    verdict.must("The database is as it was" in said, f"the moment is not there: {said}")
    verdict.include("moment", await _books_on(copy, bookers))
    again = product.prepare(scale.folder / "again")
    said = await asyncio.to_thread(again.operate, "restore", str(file), within=PATIENCE)
    verdict.must(said.startswith("Restored"), f"the file is not there: {said}")
    bookers.urls, bookers.acknowledged = [again.url], in_file
    verdict.include("file", await _books_on(again, bookers))
    return verdict


async def _books_on(copy: Copy, bookers: Bookers) -> Verdict:
    verdict = Verdict()
    async with product.running(copy):
        async with bookers.booking(verdict):
            await bookers.booked(5)
        async with copy.connected() as connection:
            await check_bookings(verdict, bookers, connection)
    return verdict


async def _has_base_backup(copy: Copy) -> None:
    """Wait for the first base backup, before which no moment can be brought back."""
    async with asyncio.timeout(PATIENCE):
        while not list_backups(copy.data_dir / "archive"):  # noqa: ASYNC110 - another program's work
            await asyncio.sleep(0.2)


async def _accident(copy: Copy) -> str:
    """Delete every booking; returns the second before it, in campus time, once all is archived."""
    async with copy.connected() as connection:
        await asyncio.sleep(1)
        now = await connection.fetchval("select clock_timestamp()")
        await asyncio.sleep(2)
        await connection.execute("drop table public.bookings cascade")
        segment = await connection.fetchval("select pg_walfile_name(pg_switch_wal())")
        async with asyncio.timeout(PATIENCE):
            while not await connection.fetchval(_ARCHIVED, segment):  # noqa: ASYNC110 - PostgreSQL tells nobody
                await asyncio.sleep(0.2)
    return f"{clock.campus_time(now + timedelta(seconds=1)):%Y-%m-%d %H:%M:%S}"
