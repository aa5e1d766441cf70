"""The scripts that people write their names in: which font file has a sign.

`fonts/noto.zip` (built by `tools/fonts.py`) holds Noto Sans in small slices; a document loads those
that it needs and no other.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import msgspec

_ARCHIVE: Final = "fonts/noto.zip"


@cache
def _index() -> tuple[list[int], list[tuple[int, str]]]:
    """First code points in order, and of each span its last one and its file."""
    with (
        as_file(files("summerstow.platform.files.pdf") / _ARCHIVE) as path,
        ZipFile(path) as archive,
    ):
        by_file = msgspec.json.decode(
            archive.read("index.json"), type=dict[str, list[tuple[int, int]]]
        )
    ranges = sorted((first, last, name) for name, all_ in by_file.items() for first, last in all_)
    return [first for first, _, _ in ranges], [(last, name) for _, last, name in ranges]


def file_of(sign: str) -> str | None:
    """The name of the file that has a sign; None where none has it."""
    firsts, spans = _index()
    place = bisect_right(firsts, ord(sign)) - 1
    if place < 0:
        return None
    last, name = spans[place]
    return name if ord(sign) <= last else None


def unpack(name: str, folder: Path) -> Path:
    """The path of a font file, unpacked into `folder`."""
    with (
        as_file(files("summerstow.platform.files.pdf") / _ARCHIVE) as path,
        ZipFile(path) as archive,
    ):
        return Path(archive.extract(name, folder))
