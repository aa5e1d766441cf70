"""What an import is: its fields, a person's choices, and what became of its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform.text import fold

ImportKind = Literal["customers", "bookings", "items"]
ImportState = Literal[
    "uploading", "columns", "checking", "checked", "writing", "written", "undoing", "undone"
]
RowState = Literal["new", "known", "faulty", "written"]
#: Bytes, rows and columns of a file, characters of a cell.
MOST_BYTES: Final = 8 * 1024 * 1024
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 60
LONGEST_CELL: Final = 4000
#: Characters of a faulty value that are shown.
_SHOWN: Final = 120


class ImportColumn(msgspec.Struct, frozen=True):
    """A column of the file: its heading and its first values."""

    heading: str
    examples: list[str]


class ImportChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which column holds which field, from 0 on.

    `day_first`: 03/04/2026 is the third of April. `mails`: new customers get a mail about their
    account.
    """

    columns: dict[str, Annotated[int, msgspec.Meta(ge=0, lt=MOST_COLUMNS)]] = {}
    day_first: bool = True
    mails: bool = False


class StoredImport(msgspec.Struct, frozen=True):
    """An import as it is stored."""

    id: UUID
    kind: ImportKind
    file_name: str
    requested_by: UUID | None
    requested_role: str
    requested_at: datetime
    state: ImportState
    columns: list[ImportColumn]
    choice: ImportChoice
    rows_done: int
    rows_total: int
    attempts: int
    rows_new: int
    rows_known: int
    rows_faulty: int
    rows_written: int
    error: str | None


class StoredRow(msgspec.Struct, frozen=True):
    """A checked row that is to be written."""

    number: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a file by its line, counted from 1, with the values of the chosen fields."""

    number: int
    values: Mapping[str, str]

    def get(self, field: str) -> str:
        """Return a field's value; empty without a column or a value."""
        return self.values.get(field, "")


class Fault(Exception):
    """Why a row cannot be imported, in a sentence; `field` is the one to mend, if it is one."""

    def __init__(self, field: str | None, value: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.value = value[:_SHOWN]
        self.reason = reason


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """What a row would become: `data` to be written, or why not."""

    number: int
    state: RowState
    key: bytes | None = None
    data: Mapping[str, Any] | None = None
    field: str | None = None
    value: str | None = None
    reason: str | None = None


def faulty(row: SheetRow, fault: Fault) -> CheckedRow:
    """Return a row that is not imported, with its reason."""
    return CheckedRow(
        row.number, "faulty", field=fault.field, value=fault.value, reason=fault.reason
    )


def row_key(kind: ImportKind, *identity: str) -> bytes:
    """Return the hash of what identifies a row, however it is spelled."""
    words = [kind, *(" ".join(fold(one).split()) for one in identity)]
    return hashlib.sha256("\x1f".join(words).encode()).digest()
