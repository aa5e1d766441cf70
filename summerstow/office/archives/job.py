"""Makes the archive that an executive asked for (rule: archive)."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import asyncpg

from summerstow.billing.invoices import on_paper, pdf_file
from summerstow.billing.invoices import queries as invoice_queries
from summerstow.platform import clock, published
from summerstow.platform.database.outages import outages_unavailable
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable
from summerstow.platform.files.pdf import drawing
from summerstow.platform.files.pictures.content import ENDINGS

from . import queries, tables

#: Days for which an archive can be downloaded.
KEPT_DAYS: Final = 7
_ATTEMPTS: Final = 3
_PART_BYTES: Final = 4 * 1024 * 1024


async def run(database: Database) -> None:
    """Make the archive that waits, and delete old ones."""
    async with database.owner() as tx:
        await queries.delete_old(tx, clock.now() - timedelta(days=KEPT_DAYS))
        archive = await queries.begin(tx)
    if archive is None:
        return
    try:
        await _Archive(database, archive.id).write()
    except Exception as error:
        if archive.attempts >= _ATTEMPTS and not isinstance(error, Unavailable):
            async with database.owner() as tx:
                await queries.fail(tx, archive.id, "The archive could not be made.")
        raise


class _Parts:
    """A file that is only written to, in order; what was written is taken from it."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def write(self, content: bytes) -> int:
        self._bytes += content
        return len(content)

    def flush(self) -> None:
        """Nothing is held back."""

    def __len__(self) -> int:
        return len(self._bytes)

    def take(self) -> bytes:
        content = bytes(self._bytes)
        self._bytes.clear()
        return content


class _Archive:
    def __init__(self, database: Database, archive_id: UUID) -> None:
        self._database = database
        self._id = archive_id
        self._parts = _Parts()
        self._zip = ZipFile(self._parts, "w", ZIP_DEFLATED, compresslevel=6)  # type: ignore[call-overload]
        self._number = 0
        self._size = 0
        self._done = 0
        self._total = 0

    async def write(self) -> None:
        async with self._database.owner() as tx:
            invoices = await queries.invoice_ids(tx)
            pictures = await queries.picture_ids(tx)
        # All tables as of one moment, which takes a connection of its own.
        arguments = {**self._database.arguments, "statement_cache_size": 0}
        with outages_unavailable():
            connection = await asyncpg.connect(**arguments)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                found = await tables.archived_tables(connection)
                self._total = len(found) + len(invoices) + len(pictures)
                await self._add("README.txt", _readme(found).encode())
                for table in found:
                    await self._add_table(connection, table)
                    await self._step()
        finally:
            await connection.close()
        for invoice_id in invoices:
            await self._add_invoice(invoice_id)
            await self._step()
        for picture_id in pictures:
            await self._add_picture(picture_id)
            await self._step()
        self._zip.close()
        await self._store(everything=True)
        async with self._database.owner() as tx:
            await queries.finish(tx, self._id, self._size)

    async def _add_table(self, connection: asyncpg.Connection, table: tables.ArchivedTable) -> None:
        schema, _, name = table.name.partition(".")
        path = f"tables/{name}.csv" if schema == "public" else f"tables/{schema}/{name}.csv"
        with self._zip.open(_entry(path), "w", force_zip64=True) as entry:

            async def sink(content: bytes) -> None:
                await asyncio.to_thread(entry.write, content)
                await self._store()

            await tables.copy_table(connection, table, sink)

    async def _add_invoice(self, invoice_id: UUID) -> None:
        async with self._database.owner() as tx:
            invoice = await invoice_queries.one(tx, invoice_id)
            if invoice is None:
                return
            paper = await pdf_file.read_paper(tx, invoice)
        content = await drawing.draw(on_paper.drawn, paper)
        await self._add(f"invoices/{invoice.number}.pdf", content)

    async def _add_picture(self, picture_id: UUID) -> None:
        async with self._database.owner() as tx:
            picture = await queries.picture(tx, picture_id)
        if picture is not None:
            media_type, content = picture
            name = f"pictures/{picture_id}.{ENDINGS[media_type]}"
            # It is compressed already.
            await self._add(name, content, ZIP_STORED)

    async def _add(self, path: str, content: bytes, compression: int = ZIP_DEFLATED) -> None:
        self._zip.writestr(_entry(path), content, compression)
        await self._store()

    async def _step(self) -> None:
        self._done += 1
        async with self._database.owner() as tx:
            await queries.note_progress(tx, self._id, self._done, self._total)

    async def _store(self, *, everything: bool = False) -> None:
        if len(self._parts) < (1 if everything else _PART_BYTES):
            return
        content = self._parts.take()
        async with self._database.owner() as tx:
            await queries.add_part(tx, self._id, self._number, content)
        self._number += 1
        self._size += len(content)


def _entry(path: str) -> ZipInfo:
    entry = ZipInfo(path, clock.campus_time(clock.now()).timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    return entry


def _readme(found: list[tables.ArchivedTable]) -> str:
    known = tables.descriptions()
    lines = [
        f"{published.business().name}: archive of {clock.spoken_moment(clock.now())} campus time",
        "",
        "tables/    each table as a CSV file in UTF-8, its first line the names of its columns",
        "invoices/  each invoice as a PDF file",
        "pictures/  each photo and uploaded file; tables/app/pictures.csv lists them by id",
        "",
        "Amounts are whole cents. Dates are days of the campus. Moments carry their time zone.",
        "Columns that end in _id name the row of another table with that id.",
        "Passwords and other secrets are not in the archive.",
        "",
    ]
    lines += [f"{one.name}: {known.get(one.name, '')}".rstrip(" :") for one in found]
    return "\n".join(lines) + "\n"
