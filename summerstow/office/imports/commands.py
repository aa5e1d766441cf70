"""Imports by `POST /rest/v1/rpc/{command}`: upload, choose columns, look, confirm, undo."""

from __future__ import annotations

import asyncio
import base64
import binascii
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import EXECUTIVES

from . import queries
from .fields import FIELDS, known_headings, label_of, missing_fields
from .model import (
    MOST_BYTES,
    ImportChoice,
    ImportColumn,
    ImportKind,
    ImportState,
    StoredImport,
)
from .sheet import read_columns
from .values import is_day_first

_SHOWN_IMPORTS: Final = 10
_SHOWN_FAULTS: Final = 100
_DAYS: Final = ("pickup_date", "return_date", "booked_on")


class UploadImport(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a file in base64, at most some 500 KB; `last`: the file is whole with it."""

    import_id: UUID
    kind: ImportKind
    file_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    number: Annotated[int, msgspec.Meta(ge=0, le=99)]
    content: Annotated[str, msgspec.Meta(min_length=1)]
    last: bool


class OneImport(msgspec.Struct, forbid_unknown_fields=True):
    """An import by its id."""

    import_id: UUID


class CheckImport(OneImport, forbid_unknown_fields=True):
    """An import, and which of its columns holds which field."""

    choice: ImportChoice


class FaultsRequest(OneImport, forbid_unknown_fields=True):
    """An import, and the line after which its faulty rows are shown."""

    after: int = 0


class ImportFieldShown(msgspec.Struct, frozen=True):
    """A field that a column can hold."""

    name: str
    label: str
    needed: bool


class ImportShown(msgspec.Struct, frozen=True):
    """An import: its headings, how far the job is, and what becomes of its rows."""

    id: UUID
    kind: ImportKind
    file_name: str
    requested_at: datetime
    state: ImportState
    fields: list[ImportFieldShown]
    headings: list[str]
    choice: ImportChoice
    rows_done: int
    rows_total: int
    rows_new: int
    rows_known: int
    rows_faulty: int
    rows_written: int
    error: str | None


class FaultShown(msgspec.Struct, frozen=True):
    """A row that is not imported: its line, the column to mend, its value, and why."""

    line: int
    column: str | None
    value: str | None
    reason: str


async def upload_import(tx: ElevatedTransaction, arguments: UploadImport) -> ImportShown | None:
    """Store a part of a file; with the last one, return the import with its headings."""
    try:
        content = base64.b64decode(arguments.content, validate=True)
    except binascii.Error:
        raise Invalid("The file did not arrive whole. Please choose it again.") from None
    name = " ".join("".join(filter(str.isprintable, arguments.file_name)).split()) or "File"
    one = await queries.create(tx, arguments.import_id, arguments.kind, name)
    if one.state != "uploading":
        return _shown(one)
    await queries.add_part(tx, one.id, arguments.number, content)
    if await queries.file_size(tx, one.id) > MOST_BYTES:
        raise Invalid(f"A file may have {MOST_BYTES // 1024 // 1024} MB. Please split it.")
    if not arguments.last:
        return None
    file = await queries.file(tx, one.id)
    # Reading a workbook takes a while, in which other requests go on.
    columns = await asyncio.to_thread(read_columns, file, one.kind)
    fields = known_headings(one.kind, [column.heading for column in columns])
    days = [text for name in _DAYS if name in fields for text in columns[fields[name]].examples]
    await queries.set_columns(tx, one.id, columns)
    await queries.set_choice(tx, one.id, ImportChoice(fields, is_day_first(days)))
    await queries.set_state(tx, one.id, "columns")
    return _shown(await _locked(tx, one.id))


async def imports(tx: ElevatedTransaction, arguments: NoArguments) -> list[ImportShown]:
    """Return the newest imports, the latest first."""
    del arguments
    return [_shown(one) for one in await queries.newest(tx, _SHOWN_IMPORTS)]


async def check_import(tx: ElevatedTransaction, arguments: CheckImport) -> ImportShown:
    """Let the rows be checked with these columns; nothing is written."""
    one = await _locked(tx, arguments.import_id)
    if one.state not in ("columns", "checked"):
        raise Conflict("This import is past the choice of columns.")
    if one.rows_written:
        raise Conflict("A part of this import is written: its columns stand.")
    columns = arguments.choice.columns
    missing = missing_fields(one.kind, columns)
    if missing:
        raise Invalid(f"Please choose the column of: {', '.join(missing)}.")
    names = {field.name for field in FIELDS[one.kind]}
    if not columns.keys() <= names or max(columns.values()) >= len(one.columns):
        raise Invalid("This file has no such column.")
    if len(set(columns.values())) < len(columns):
        raise Invalid("A column can hold one field. Please choose another for the second.")
    await queries.set_choice(tx, one.id, arguments.choice)
    await queries.set_state(tx, one.id, "checking")
    return _shown(await _locked(tx, one.id))


async def import_columns(tx: ElevatedTransaction, arguments: OneImport) -> list[ImportColumn]:
    """Return the columns of a file with their first values."""
    return (await _locked(tx, arguments.import_id)).columns


async def import_faults(tx: ElevatedTransaction, arguments: FaultsRequest) -> list[FaultShown]:
    """Return the next hundred rows that are not imported, in their order."""
    one = await _locked(tx, arguments.import_id)
    rows = await queries.faulty_rows(tx, one.id, arguments.after, _SHOWN_FAULTS)
    return [FaultShown(row.number, _heading(one, row.field), row.value, row.reason) for row in rows]


async def confirm_import(tx: ElevatedTransaction, arguments: OneImport) -> ImportShown:
    """Let the rows that were checked be written; the same again changes nothing."""
    one = await _locked(tx, arguments.import_id)
    if one.state == "checked" and one.rows_new:
        await queries.set_state(tx, one.id, "writing")
    elif one.state not in ("writing", "written"):
        raise Conflict("This import has no rows to write.")
    return _shown(await _locked(tx, one.id))


async def undo_import(tx: ElevatedTransaction, arguments: OneImport) -> ImportShown:
    """Let all that was written be taken back; the same again changes nothing."""
    one = await _locked(tx, arguments.import_id)
    if one.state in ("written", "checked") and one.rows_written:
        await queries.set_state(tx, one.id, "undoing")
    elif one.state not in ("undoing", "undone"):
        raise Conflict("There is nothing to take back.")
    return _shown(await _locked(tx, one.id))


async def discard_import(tx: ElevatedTransaction, arguments: OneImport) -> list[ImportShown]:
    """Delete an import of which nothing was written, with its file; return the others."""
    one = await _locked(tx, arguments.import_id)
    if one.rows_written or one.state in ("writing", "written", "undoing"):
        raise Conflict("A part of this import is written. Undo it instead.")
    await queries.delete(tx, one.id)
    return await imports(tx, NoArguments())


async def _locked(tx: ElevatedTransaction, import_id: UUID) -> StoredImport:
    one = await queries.locked(tx, import_id)
    if one is None:
        raise AppError("This import is gone.", status=404, code="P0002")
    return one


def _heading(one: StoredImport, field: str | None) -> str | None:
    """Return the file's heading for a field, else the field's label."""
    at = one.choice.columns.get(field or "")
    return one.columns[at].heading if at is not None else label_of(one.kind, field)


def _shown(one: StoredImport) -> ImportShown:
    fields = [ImportFieldShown(field.name, field.label, field.needed) for field in FIELDS[one.kind]]
    return ImportShown(
        id=one.id,
        kind=one.kind,
        file_name=one.file_name,
        requested_at=one.requested_at,
        state=one.state,
        fields=fields,
        headings=[column.heading for column in one.columns],
        choice=one.choice,
        rows_done=one.rows_done,
        rows_total=one.rows_total,
        rows_new=one.rows_new,
        rows_known=one.rows_known,
        rows_faulty=one.rows_faulty,
        rows_written=one.rows_written,
        error=one.error,
    )


COMMANDS: Final = (
    Command(
        "upload_import", UploadImport, upload_import, EXECUTIVES, repeatable=True, elevated=True
    ),
    Command("imports", NoArguments, imports, EXECUTIVES, read_only=True, elevated=True),
    Command("check_import", CheckImport, check_import, EXECUTIVES, repeatable=True, elevated=True),
    Command(
        "import_columns",
        OneImport,
        import_columns,
        EXECUTIVES,
        repeatable=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "import_faults",
        FaultsRequest,
        import_faults,
        EXECUTIVES,
        repeatable=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "confirm_import", OneImport, confirm_import, EXECUTIVES, repeatable=True, elevated=True
    ),
    Command("undo_import", OneImport, undo_import, EXECUTIVES, repeatable=True, elevated=True),
    Command(
        "discard_import", OneImport, discard_import, EXECUTIVES, repeatable=True, elevated=True
    ),
)
