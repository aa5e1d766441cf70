"""Under which reference a line of a bank's file is recorded: the same each time it is imported."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LENGTH: Final = 60
_DIGEST: Final = 12


@dataclass(frozen=True, slots=True)
class Words:
    """What a line says. `own` is the bank's reference, or empty."""

    day: str
    cents: int
    words: str
    own: str


def assign_references(lines: Sequence[Words]) -> list[list[str]]:
    """Return each line's reference, followed by others that an overlapping export may give it.

    A reference of the bank that stands at one line is the line's. Where several lines have it, or
    none does, day, amount and words make one, with a count of the lines that say the same.
    """
    owns = [plain_reference(one.own) for one in lines]
    times = Counter(owns)
    seen: Counter[tuple[str, str, int, str]] = Counter()
    assigned = []
    for line, own in zip(lines, owns, strict=True):
        words = " ".join(line.words.split()).casefold()
        seen[own, line.day, line.cents, words] += 1
        nth = seen[own, line.day, line.cents, words]
        digest = _digest(f"{own} {line.day} {line.cents} {words} {nth}")
        if not own:
            assigned.append([f"FILE-{plain_reference(line.day).replace('-', '')[:8]}-{digest}"])
            continue
        longer = f"{own[: _LENGTH - _DIGEST - 1].strip()} {digest}"
        assigned.append([own, longer] if times[own] == 1 else [longer, own])
    return assigned


def plain_reference(reference: str) -> str:
    """Return a bank's reference in capitals without accents, at most 60 characters of it.

    What is changed by more than that ends with a digest of the whole, so that two stay apart.
    """
    decomposed = unicodedata.normalize("NFKD", reference)
    plain = "".join(one if " " <= one <= "~" else " " for one in decomposed if one.isascii())
    plain = " ".join(plain.split()).upper()
    if len(plain) <= _LENGTH and reference.isascii():
        return plain
    return f"{plain[: _LENGTH - _DIGEST - 1].strip()} {_digest(reference)}".strip()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST].upper()
