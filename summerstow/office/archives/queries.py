"""Statements about archives and their parts."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction

_COLUMNS = "id, requested_at, attempts, steps_done, steps_total, finished_at, bytes, error"


class StoredArchive(msgspec.Struct, frozen=True):
    """An archive: asked for, being made, finished (`bytes`) or failed (`error`)."""

    id: UUID
    requested_at: datetime
    attempts: int
    steps_done: int
    steps_total: int
    finished_at: datetime | None
    bytes: int | None
    error: str | None


async def request(tx: ElevatedTransaction, archive_id: UUID) -> None:
    """Ask for an archive, unless one is being made."""
    await tx.execute(
        "insert into app.archives (id, requested_by) values ($1, $2) on conflict do nothing",
        archive_id,
        tx.actor.user_id,
    )


async def newest(tx: ElevatedTransaction) -> StoredArchive | None:
    """Return the newest archive."""
    row = await tx.fetchrow(
        f"select {_COLUMNS} from app.archives order by requested_at desc limit 1"  # noqa: S608
    )
    return None if row is None else StoredArchive(**row)


async def finished(tx: ElevatedTransaction, archive_id: UUID) -> StoredArchive | None:
    """Return a finished archive."""
    row = await tx.fetchrow(
        f"select {_COLUMNS} from app.archives "  # noqa: S608
        "where id = $1 and finished_at is not null",
        archive_id,
    )
    return None if row is None else StoredArchive(**row)


async def begin(tx: ElevatedTransaction) -> StoredArchive | None:
    """Begin the archive that is asked for, anew if it was begun before."""
    row = await tx.fetchrow(
        "update app.archives set attempts = attempts + 1, steps_done = 0, steps_total = 0 "  # noqa: S608
        f"where finished_at is null and error is null returning {_COLUMNS}"
    )
    if row is None:
        return None
    archive = StoredArchive(**row)
    await tx.execute("delete from app.archive_parts where archive_id = $1", archive.id)
    return archive


async def add_part(tx: ElevatedTransaction, archive_id: UUID, number: int, content: bytes) -> None:
    """Store the next part."""
    await tx.execute(
        "insert into app.archive_parts (archive_id, number, content) values ($1, $2, $3)",
        archive_id,
        number,
        content,
    )


async def part(tx: ElevatedTransaction, archive_id: UUID, number: int) -> bytes | None:
    """Return a part; None after the last."""
    content: bytes | None = await tx.fetchval(
        "select content from app.archive_parts where archive_id = $1 and number = $2",
        archive_id,
        number,
    )
    return content


async def note_progress(tx: ElevatedTransaction, archive_id: UUID, done: int, total: int) -> None:
    """Note how far an archive is."""
    await tx.execute(
        "update app.archives set steps_done = $2, steps_total = $3 where id = $1",
        archive_id,
        done,
        total,
    )


async def finish(tx: ElevatedTransaction, archive_id: UUID, size: int) -> None:
    """Note that an archive is whole."""
    await tx.execute(
        "update app.archives set finished_at = now(), bytes = $2, steps_done = steps_total "
        "where id = $1",
        archive_id,
        size,
    )


async def fail(tx: ElevatedTransaction, archive_id: UUID, error: str) -> None:
    """Give an archive up, and what there is of it."""
    await tx.execute("delete from app.archive_parts where archive_id = $1", archive_id)
    await tx.execute("update app.archives set error = $2 where id = $1", archive_id, error)


async def delete_old(tx: ElevatedTransaction, before: datetime) -> None:
    """Delete archives that were asked for before a moment."""
    await tx.execute(
        "delete from app.archives where requested_at < $1 "
        "and (finished_at is not null or error is not null)",
        before,
    )


async def invoice_ids(tx: ElevatedTransaction) -> list[UUID]:
    """Return every invoice, in order of its number."""
    return [row["id"] for row in await tx.fetch("select id from public.invoices order by serial")]


async def picture_ids(tx: ElevatedTransaction) -> list[UUID]:
    """Return every uploaded file."""
    return [row["id"] for row in await tx.fetch("select id from app.pictures order by created_at")]


async def picture(tx: ElevatedTransaction, picture_id: UUID) -> tuple[str, bytes] | None:
    """Return an uploaded file's media type and content; None if it is gone."""
    row = await tx.fetchrow(
        "select media_type, content from app.pictures where id = $1", picture_id
    )
    return None if row is None else (row["media_type"], row["content"])
