"""What keeps a section from being published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from summerstow.facts import Address

EMPTY: Final = "Please fill this in."
#: The name of a picture of the site below /files.
PICTURE: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|svg|jpg)")
_POSTAL_CODE: Final = re.compile(r"[A-Z]\d[A-Z] \d[A-Z]\d")


class FieldProblem(msgspec.Struct, frozen=True):
    """A field by its path, such as `address.city`, and a sentence to stand beside it."""

    field: str
    message: str


def length_problem(text: str, longest: int) -> str | None:
    """Why a text cannot stand: it is longer than so many characters, or empty."""
    if len(text) > longest:
        return f"At most {longest} characters, please."
    return None if text.strip() else EMPTY


def address_problems(path: str, address: Address) -> Iterator[FieldProblem]:
    """What is missing or wrong in the address that stands at this path."""
    for field in ("street", "city", "region"):
        if not getattr(address, field).strip():
            yield FieldProblem(f"{path}.{field}", EMPTY)
    if not _POSTAL_CODE.fullmatch(address.postal_code):
        yield FieldProblem(f"{path}.postal_code", "Please write it as V6T 1Z4.")
