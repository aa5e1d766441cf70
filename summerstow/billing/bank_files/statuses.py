"""Lines that are not final: their status, or a cell that says so."""

from __future__ import annotations

import re
from typing import Final, Literal

from summerstow.platform.text import fold

from .words import BANK_WORDS, words_of

Status = Literal["final", "pending", "cancelled", "unknown"]

_PENDING: Final = frozenset(BANK_WORDS.pending.split("|"))
_CANCELLED: Final = frozenset(BANK_WORDS.cancelled.split("|"))
_FINAL: Final = frozenset(BANK_WORDS.final.split("|"))
#: Words that a cell of any column may begin with; the others are also ordinary words.
_BEGINS: Final = _CANCELLED - {"expired", "refunded", "nsf", "void"}
_TAKEN_BACK: Final = re.compile(
    r"\b(?:revers\w*|cancel\w*|return\w*|recall\w*|reclaim\w*|chargeback|nsf|annul\w*|retour\w*|"
    r"renvers\w*|contrepass\w*|pending|en attente|correction|declined)\b"
)


def read_status(text: str) -> Status:
    """Return what a status means; "unknown" for words that no bank is known to use."""
    words = " ".join(words_of(text))
    if words in _FINAL:
        return "final"
    if words in _PENDING or words.startswith(("pending", "en attente")):
        return "pending"
    return "cancelled" if words in _CANCELLED else "unknown"


def status_of_cell(text: str) -> Status:
    """Return the status that a whole cell of any column gives, or begins with."""
    if not text[:1].isalpha():
        return "final"
    words = words_of(text)
    whole, first = " ".join(words), " ".join(words[:1])
    if whole in _PENDING or first == "pending" or words[:2] == ["en", "attente"]:
        return "pending"
    return "cancelled" if whole in _CANCELLED or first in _BEGINS else "final"


def tells_reversal(text: str) -> bool:
    """Return whether the words say that money went back."""
    return _TAKEN_BACK.search(fold(text)) is not None
