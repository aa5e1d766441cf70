"""The job that makes base backups in time and deletes what is not needed any more."""

from __future__ import annotations

import asyncio

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.settings.model import Settings

from . import base_backups


class ArchiveError(Exception):
    """The log is not archived, so that a lost disk would cost more than a minute."""


async def keep(database: Database, settings: Settings) -> None:
    """Make a base backup if one is due, and delete what is not needed any more.

    Raises `ArchiveError` if the last segment could not be archived, and `programs.ProgramError`.
    """
    archive = settings.archive
    if archive is None:
        return
    async with database.owner() as tx:
        failed: str | None = await tx.fetchval(
            "select last_failed_wal from pg_stat_archiver "
            "where last_failed_time > coalesce(last_archived_time, '-infinity')"
        )
    if failed is not None:
        raise ArchiveError(f"{failed} could not be kept in {archive / 'wal'}: see postgres/log.")
    now = clock.now()
    if await asyncio.to_thread(base_backups.is_due, archive, now):
        await base_backups.create(database.arguments, archive, settings.data_dir)
    await asyncio.to_thread(base_backups.delete_unneeded, archive, settings.days_archived, now)
