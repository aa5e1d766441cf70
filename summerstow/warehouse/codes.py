"""Label codes: `SS-7K4M2-B`, five characters and a check over them (rule: label-codes)."""

from __future__ import annotations

import re
import secrets
from typing import Final, Literal, TypeAlias

import msgspec

#: Without 0 O 1 I L U, which are misread.
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
#: The least prime above the alphabet: with weights that differ, a misread character or any two
#: that changed places always give another sum.
_PRIME: Final = 31
_WEIGHTS: Final = (6, 5, 4, 3, 2)
_LENGTH: Final = len(_WEIGHTS)
_WRITTEN: Final = re.compile(rf"(?:SS)?([{ALPHABET}]{{{_LENGTH}}})([{ALPHABET}])")
_BETWEEN: Final = re.compile(r"[\s\-\u2010-\u2015]")
#: What customers print their labels on.
Paper: TypeAlias = Literal["a4", "letter", "4x6"]


class OwnLabel(msgspec.Struct, frozen=True):
    """A customer's label: `number` of `count` in the booking."""

    code: str
    number: int
    count: int
    owner: str
    booking: str
    campus: str
    description: str


def new_code() -> str:
    """A random label code; whether it was given out before is for the caller to see."""
    while True:
        body = "".join(secrets.choice(ALPHABET) for _ in range(_LENGTH))
        check = _check(body)
        # One body in 31 has no check character and is never given out.
        if check is not None:
            return f"SS-{body}-{check}"


def read_code(written: str) -> str | None:
    """The label code that a scan or a person says, in its one spelling; None where it is none.

    Case, spaces and hyphens do not matter, and `SS` may be left out.
    """
    found = _WRITTEN.fullmatch(_BETWEEN.sub("", written).upper())
    if found is None:
        return None
    body, check = found.groups()
    return f"SS-{body}-{check}" if _check(body) == check else None


def _check(body: str) -> str | None:
    total = sum(w * ALPHABET.index(one) for w, one in zip(_WEIGHTS, body, strict=True))
    value = -total % _PRIME
    return ALPHABET[value] if value < len(ALPHABET) else None
