"""The rows of a CSV or Excel file, within bounds of bytes, rows, columns and cells."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any, Final

from summerstow.billing.bank_files.decoding import decode
from summerstow.platform.errors import Invalid

from .fields import known_headings
from .model import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    ImportColumn,
    ImportKind,
)

#: A row by its line, counted from 1.
Line = tuple[int, list[str]]
_ZIP: Final = b"PK\x03\x04"
#: Bytes and files of an unpacked workbook, and lines of a sheet with the empty ones.
_MOST_UNPACKED: Final = 48 * 1024 * 1024
_MOST_FILES: Final = 500
_MOST_LINES: Final = 5 * MOST_ROWS
_DELIMITERS: Final = (",", ";", "\t", "|")
_SEPARATOR_LINE: Final = re.compile(r'"?sep=(.)"?\s*\r?\n', re.IGNORECASE)
#: Lines among which the headings are looked for, and rows that give examples.
_HEAD: Final = 10
_EXAMPLES: Final = 3
_TOO_LONG: Final = f"This file has more than {MOST_ROWS:,} rows. Please split it."


class Sheet:
    """The table of a file: its headings, and its rows one by one. Raises `Invalid` for others."""

    def __init__(self, content: bytes, kind: ImportKind) -> None:
        lines = _workbook(content) if content.startswith(_ZIP) else _text(content, kind)
        self._lines = (one for one in lines if any(one[1]))
        head = [one for _, one in zip(range(_HEAD), self._lines, strict=False)]
        if len(head) < 2:
            raise Invalid("This file needs a line of headings, and rows below it.")
        place = max(range(len(head)), key=lambda at: len(known_headings(kind, head[at][1])))
        self.headings = head[place][1]
        self._head = head[place + 1 :]

    def rows(self) -> Iterator[Line]:
        """Yield the rows below the headings, without empty ones."""
        count = 0
        for rows in (self._head, self._lines):
            for row in rows:
                count += 1
                if count > MOST_ROWS:
                    raise Invalid(_TOO_LONG)
                yield row


def read_columns(content: bytes, kind: ImportKind) -> list[ImportColumn]:
    """Return the columns of a file with their first values."""
    sheet = Sheet(content, kind)
    first = [cells for _, (_, cells) in zip(range(50), sheet.rows(), strict=False)]
    width = max(len(sheet.headings), *(len(one) for one in first)) if first else 0
    if not first:
        raise Invalid("This file has no rows below its headings.")
    return [
        ImportColumn(_cell(sheet.headings, at), _examples(first, at))
        for at in range(min(width, MOST_COLUMNS))
    ]


def _examples(rows: Sequence[list[str]], at: int) -> list[str]:
    return [_cell(one, at)[:60] for one in rows if _cell(one, at)][:_EXAMPLES]


def _cell(cells: list[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _text(content: bytes, kind: ImportKind) -> Iterator[Line]:
    text = decode(content)
    delimiter = None
    if named := _SEPARATOR_LINE.match(text):
        delimiter = named[1]
    head = [line for line in text[:20_000].splitlines() if line.strip()][:_HEAD]
    delimiter = delimiter or max(_DELIMITERS, key=lambda one: _headings(head, one, kind))
    reader = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=delimiter)
    line = 1
    try:
        for cells in reader:
            if any(len(one) > LONGEST_CELL for one in cells):
                raise Invalid(f"The quotation mark in line {line} does not end.")
            if not (line == 1 and named):
                yield line, [_tidy(one) for one in cells[:MOST_COLUMNS]]
            line = reader.line_num + 1
    except csv.Error:
        raise Invalid(f"Line {line} cannot be read. Is a quotation mark left open?") from None


def _headings(head: Sequence[str], delimiter: str, kind: ImportKind) -> tuple[int, int]:
    """Count the known headings that a delimiter gives, then the cells of the first line.

    An address has commas, also where another sign separates the cells.
    """
    rows = [line.replace('"', "").split(delimiter) for line in head]
    return max(len(known_headings(kind, one)) for one in rows), len(rows[0])


def _workbook(content: bytes) -> Iterator[Line]:
    _refuse_bomb(content)
    # It takes a while to load, and few requests need it.
    from openpyxl import load_workbook  # noqa: PLC0415
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415

    broken = (
        *(InvalidFileException, LookupError, ValueError, TypeError, AttributeError, SyntaxError),
        # A part that is encrypted, packed in another way, or damaged.
        *(RuntimeError, zipfile.BadZipFile, zlib.error, EOFError, OSError),
    )
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheets = [one for one in book.worksheets if one.sheet_state == "visible"]
        rows = sheets[0].iter_rows(max_col=MOST_COLUMNS, values_only=True) if sheets else iter(())
        for line, cells in enumerate(rows, 1):
            if line > _MOST_LINES:
                raise Invalid(_TOO_LONG)
            row = [_value(one) for one in cells]
            while row and not row[-1]:
                row.pop()
            yield line, row
    except broken:
        raise Invalid("This workbook cannot be read. Please save it anew as .xlsx.") from None


def _refuse_bomb(content: bytes) -> None:
    try:
        files = zipfile.ZipFile(io.BytesIO(content)).infolist()
    except (zipfile.BadZipFile, ValueError):
        raise Invalid("This workbook is broken. Please save it anew as .xlsx.") from None
    # Python unpacks no more of a file than its entry says.
    if len(files) > _MOST_FILES or sum(one.file_size for one in files) > _MOST_UNPACKED:
        raise Invalid("This workbook is too large. Please save only its table, as .xlsx or .csv.")
    if not any(one.filename.startswith("xl/") for one in files):
        raise Invalid("This is no Excel workbook. Please choose a .csv or .xlsx file.")


def _value(value: Any) -> str:
    """Return a cell of a workbook as it would stand in a CSV file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        whole_day = value.time() == time()
        return value.date().isoformat() if whole_day else value.isoformat(" ", "seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return _tidy(str(value)[: LONGEST_CELL + 1])


def _tidy(text: str) -> str:
    """Return a cell without the spaces around it; a text that is marked as one loses its mark."""
    text = text.replace("\r\n", "\n").strip().strip("\xa0\ufeff").strip()
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@0123456789") else text
