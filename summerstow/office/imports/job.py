"""Checks, writes and undoes imports in the background (rule: data-import)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import Final, Protocol
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Unavailable
from summerstow.platform.observability import log
from summerstow.platform.roles import EXECUTIVE

from . import queries
from .bookings import BookingImport
from .customers import CreateAccount, CustomerImport
from .items import ItemImport
from .model import CheckedRow, ImportState, SheetRow, StoredImport, StoredRow
from .sheet import Sheet

#: Days after which a file, and what was faulty in it, is deleted.
KEPT_DAYS: Final = 14
_ATTEMPTS: Final = 3
#: Rows that are checked, and read to be written, at once.
_CHECKED_ROWS: Final = 500
_WRITTEN_ROWS: Final = 50
#: Where an import returns to whose work stopped.
_BACK: Final[dict[ImportState, ImportState]] = {
    "checking": "columns",
    "writing": "checked",
    "undoing": "written",
}
_log = log.get("imports")


class _Importer(Protocol):
    async def check(
        self, tx: ElevatedTransaction, rows: Sequence[SheetRow]
    ) -> list[CheckedRow]: ...

    def batches(self, rows: Sequence[StoredRow]) -> Iterator[Sequence[StoredRow]]: ...

    async def write(
        self, tx: ElevatedTransaction, rows: Sequence[StoredRow]
    ) -> dict[int, UUID]: ...

    async def undo(self, tx: ElevatedTransaction, import_id: UUID) -> None: ...


async def run(database: Database, create: CreateAccount) -> None:
    """Do the work of the oldest import that has some, and delete old files."""
    async with database.owner() as tx:
        await queries.forget_old(tx, clock.now() - timedelta(days=KEPT_DAYS))
        one = await queries.begin_work(tx)
    if one is None:
        return
    work = _Work(database, one, _importer(one, create))
    try:
        await {"checking": work.check, "writing": work.write, "undoing": work.undo}[one.state]()
    except AppError as refusal:
        if isinstance(refusal, Unavailable):
            raise
        await work.end(_BACK[one.state], refusal.message)
    except Exception as error:
        if one.attempts >= _ATTEMPTS:
            _log.error("import_stopped", import_id=str(one.id), error=repr(error))
            await work.end(_BACK[one.state], _stopped(one))
        raise


def _importer(one: StoredImport, create: CreateAccount) -> _Importer:
    if one.kind == "customers":
        return CustomerImport(one.choice, create)
    return BookingImport(one.choice) if one.kind == "bookings" else ItemImport(one.choice)


def _stopped(one: StoredImport) -> str:
    if one.state == "writing":
        return (
            "The import stopped before its end. What was written stays; press Import again to go "
            "on with the rest."
        )
    return "This stopped before its end, and nothing was changed. Please try again."


class _Work:
    """The work on one import, on behalf of who confirmed it."""

    def __init__(self, database: Database, one: StoredImport, importer: _Importer) -> None:
        self._database = database
        self._one = one
        self._importer = importer
        self._actor = Actor(EXECUTIVE, one.requested_by)

    async def end(self, state: ImportState, error: str | None = None) -> None:
        """Store where the import is now, and how many of its rows are in each state."""
        async with self._database.owner() as tx:
            await queries.count_rows(tx, self._one.id)
            await queries.set_state(tx, self._one.id, state, error)

    async def check(self) -> None:
        """Read every row and store what it would become; nothing else is written."""
        one = self._one
        async with self._database.owner() as tx:
            content = await queries.file(tx, one.id)
            await queries.delete_rows(tx, one.id)
        total = await asyncio.to_thread(lambda: sum(1 for _ in Sheet(content, one.kind).rows()))
        sheet = await asyncio.to_thread(Sheet, content, one.kind)
        rows, done = sheet.rows(), 0
        while lines := await asyncio.to_thread(lambda: list(islice(rows, _CHECKED_ROWS))):
            batch = [SheetRow(number, self._values(cells)) for number, cells in lines]
            async with self._database.owner(self._actor) as tx:
                await queries.add_rows(tx, one.id, await self._importer.check(tx, batch))
                done += len(batch)
                await queries.note_progress(tx, one.id, done, total)
        await self.end("checked")

    def _values(self, cells: list[str]) -> dict[str, str]:
        columns = self._one.choice.columns
        return {name: cells[at] for name, at in columns.items() if at < len(cells)}

    async def write(self) -> None:
        """Write the rows that are new, batch by batch; a stopped run goes on where it ended."""
        one, done = self._one, self._one.rows_done
        async with self._database.owner() as tx:
            await queries.mark_written_before(tx, one.id)
        while True:
            async with self._database.owner() as tx:
                rows = await queries.next_rows(tx, one.id, _WRITTEN_ROWS)
            if not rows:
                break
            for batch in self._importer.batches(rows):
                await self._write_batch(batch)
            done += len(rows)
            async with self._database.owner() as tx:
                await queries.note_progress(tx, one.id, done)
        async with self._database.owner() as tx:
            await queries.forget_file(tx, one.id)
        await self.end("written")

    async def _write_batch(self, rows: Sequence[StoredRow]) -> None:
        try:
            async with self._database.owner(self._actor) as tx:
                written = await self._importer.write(tx, rows)
                await queries.mark_written(tx, self._one.id, written)
                known = [row.number for row in rows if row.number not in written]
                await queries.mark_known(tx, self._one.id, known)
        except AppError as refusal:
            if isinstance(refusal, Unavailable):
                raise
            if len(rows) > 1:
                # One of them is refused; the others are not.
                for row in rows:
                    await self._write_batch([row])
                return
            async with self._database.owner() as tx:
                await queries.mark_faulty(tx, self._one.id, rows[0].number, refusal.message)

    async def undo(self) -> None:
        """Take back all that was written, or nothing."""
        async with self._database.owner(self._actor) as tx:
            await self._importer.undo(tx, self._one.id)
            await queries.delete_rows(tx, self._one.id)
        await self.end("undone")
