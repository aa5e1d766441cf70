"""The cells of a CSV file, whatever its delimiter and the lines above its header."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .amounts import read_amount
from .days import is_day

_DELIMITERS: Final = (",", ";", "\t", "|")
#: Lines by which the delimiter is chosen.
_TRIED: Final = 200
#: Lines that one quoted cell may run over.
_CELL_LINES: Final = 5
#: Characters kept of a line that no CSV reader takes.
_LONGEST: Final = 500
_SEPARATOR_LINE: Final = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
_DECIMALS: Final = re.compile(r"\d[.,]\d{1,2}(?!\d)")


@dataclass(frozen=True, slots=True)
class Row:
    """A row with the number of its line, counted from 1. `broken`: a quoted cell never ends."""

    line: int
    cells: list[str]
    broken: bool = False

    def cell(self, index: int | None) -> str:
        """Return a cell, empty beyond the row's end."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""


def read_rows(text: str) -> list[Row]:
    """Return the rows that have anything in them."""
    lines = re.split(r"\r\n|\n|\r", text)
    start, delimiter = 0, None
    for number, line in enumerate(lines):
        if line.strip():
            named = _SEPARATOR_LINE.fullmatch(line)
            if named:
                start, delimiter = number + 1, named[1]
            break
    if delimiter is None:
        tried = lines[: start + _TRIED]
        delimiter = max(_DELIMITERS, key=lambda one: _transactions(tried, one))
    return list(_rows(lines, start, delimiter))


def _transactions(lines: list[str], delimiter: str) -> tuple[int, int]:
    """Count the rows that have a day and an amount with cents, then the cells."""
    count = cells = 0
    for row in _rows(lines, 0, delimiter):
        cells += len(row.cells)
        day = any(is_day(one) for one in row.cells)
        amount = any(
            _DECIMALS.search(one) and read_amount(one).cents is not None for one in row.cells
        )
        count += day and amount
    return count, cells


def _rows(lines: list[str], start: int, delimiter: str) -> Iterator[Row]:
    at = start
    while at < len(lines):
        taken, broken = 1, False
        if _is_open(lines[at], delimiter):
            taken = _cell_lines(lines[at : at + _CELL_LINES], delimiter)
            broken = taken == 0
            taken = taken or 1
        cells = _cells("\n".join(lines[at : at + taken]), delimiter, quoted=not broken)
        if any(cells):
            yield Row(at + 1, cells, broken)
        at += taken


def _cell_lines(lines: list[str], delimiter: str) -> int:
    """Count the lines until a quoted cell ends; 0 if another transaction begins before that."""
    for count, line in enumerate(lines[1:], 2):
        if any(is_day(one.strip(" \"'")) for one in line.split(delimiter)):
            return 0
        if not _is_open("\n".join(lines[:count]), delimiter):
            return count
    return 0


def _is_open(text: str, delimiter: str) -> bool:
    """Return whether a quoted cell has not ended. A quote inside a word is a letter."""
    quoted, begins = False, True
    at = 0
    while at < len(text):
        sign = text[at]
        if quoted:
            if sign == '"' and text[at + 1 : at + 2] == '"':
                at += 1
            elif sign == '"':
                quoted = False
        elif sign == '"' and begins:
            quoted = True
        begins = sign in (delimiter, "\n") or (begins and sign == " ")
        at += 1
    return quoted


def _cells(text: str, delimiter: str, *, quoted: bool) -> list[str]:
    reader = csv.reader(
        [text.replace("\0", "")],
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        skipinitialspace=True,
    )
    try:
        cells = [one for row in reader for one in row]
    except csv.Error:
        cells = [text[:_LONGEST]]
    return [" ".join(one.split()).strip("'\"").strip() for one in cells]
