"""Files as offices export them (rule: data-import)."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time
from typing import Any

import openpyxl
import pytest

from summerstow.office.imports.model import MOST_ROWS
from summerstow.office.imports.sheet import Sheet, read_columns
from summerstow.office.imports.values import is_day_first
from summerstow.platform.errors import Invalid

TABLE = "Email{0}Name{0}Address\nz@old.test{0}Zoé{0}{1}\n"


def _rows(content: bytes) -> list[tuple[int, list[str]]]:
    sheet = Sheet(content, "bookings")
    return [(1, sheet.headings), *sheet.rows()]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_separators_and_encodings_are_recognized(mark: str, encoding: str) -> None:
    address = '"Room 5, Totem, Park"'
    [heads, row] = _rows(TABLE.format(mark, address).encode(encoding))
    assert heads == (1, ["Email", "Name", "Address"])
    assert row == (2, ["z@old.test", "Zoé", "Room 5, Totem, Park"])


def test_a_line_over_several_rows_keeps_its_number() -> None:
    """Excel's `sep=` line and empty lines count as lines of the file."""
    text = 'sep=;\r\nEmail;Name\r\n\r\na@old.test;"two\r\nlines"\r\nb@old.test;B\r\n'
    assert _rows(text.encode())[1:] == [
        (4, ["a@old.test", "two\nlines"]),
        (6, ["b@old.test", "B"]),
    ]


def test_titles_above_the_headings_are_passed_over() -> None:
    text = "Season 2026\nMade by Sam\nEmail,Name,Pickup date\na@old.test,Ann,2026-04-21\n"
    columns = read_columns(text.encode(), "bookings")
    assert [one.heading for one in columns] == ["Email", "Name", "Pickup date"]
    assert columns[2].examples == ["2026-04-21"]


def _workbook(*rows: tuple[Any, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_workbook_reads_as_its_cells_are_shown() -> None:
    content = _workbook(
        ("Email", "Day", "At", "Time", "Phone", "Paid", "Note"),
        (
            "a@old.test",
            date(2026, 4, 21),
            datetime(2026, 4, 21, 9, 30),
            time(9),
            6045550139.0,
            True,
            "'=1+1",
        ),
        (None,),
        ("b@old.test",),
    )
    assert _rows(content)[1:] == [
        (
            2,
            [
                "a@old.test",
                "2026-04-21",
                "2026-04-21 09:30:00",
                "09:00",
                "6045550139",
                "yes",
                "=1+1",
            ],
        ),
        (4, ["b@old.test"]),
    ]


def test_dates_with_the_day_first_are_recognized_by_most_of_them() -> None:
    assert is_day_first(["21/04/2026", "04/05/2026", "nonsense"])
    assert not is_day_first(["04/21/2026", "04/05/2026"])
    assert is_day_first([])


def _bomb() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b" " * 60_000_000)
    return content.getvalue()


def _lying_bomb() -> bytes:
    """A bomb whose entry says that it is small."""
    content = bytearray(_workbook(("Email", "Name"), ("a@old.test", "Ann")))
    book = zipfile.ZipFile(io.BytesIO(bytes(content)))
    size = book.getinfo("xl/worksheets/sheet1.xml").file_size
    for at in range(len(content) - 4):
        if content[at : at + 4] == size.to_bytes(4, "little"):
            content[at : at + 4] = (40).to_bytes(4, "little")
    return bytes(content)


def _altered(offset: int, value: bytes) -> bytes:
    """A workbook with other bytes at a place of each entry of its directory."""
    content = bytearray(_workbook(("Email", "Name"), ("a@old.test", "Ann")))
    at = content.find(b"PK\x01\x02")
    while at >= 0:
        content[at + offset : at + offset + len(value)] = value
        at = content.find(b"PK\x01\x02", at + 4)
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "This file is empty."),
        (b"%PDF-1.7", "This is a PDF file."),
        (b"Email,Name\n", "This file needs a line of headings"),
        (b'Email,Name\na@old.test,"Ann\n' + b"x\n" * 5000, "The quotation mark in line 2"),
        (b"PK\x03\x04 no archive", "This workbook is broken."),
        (_bomb(), "This workbook is too large."),
        (_lying_bomb(), "This workbook cannot be read."),
        # Encrypted, and packed as Python cannot unpack.
        (_altered(8, b"\x01\x00"), "This workbook cannot be read."),
        (_altered(10, b"\x09\x00"), "This workbook cannot be read."),
    ],
)
def test_what_is_no_table_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        _rows(content)


def test_a_file_with_too_many_rows_is_refused() -> None:
    text = "Email,Name\n" + "a@old.test,Ann\n" * (MOST_ROWS + 1)
    with pytest.raises(Invalid, match="more than 20,000 rows"):
        _rows(text.encode())
