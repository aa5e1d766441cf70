"""How like a payer's name the words of a bank's line are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from summerstow.billing.bank_files.words import fold

#: From here on a name is offered as the likely one.
LIKELY: Final = 0.7
#: Letters from which on a cut word or a word in a longer one counts.
_ENOUGH: Final = 4


@dataclass(frozen=True, slots=True)
class SenderWords:
    """The words of a line, in which names are looked for."""

    words: frozenset[str]
    whole: str

    @classmethod
    def of(cls, text: str) -> SenderWords:
        """Fold a line's text."""
        words = _words(text)
        return cls(frozenset(words), "".join(words))


def likeness(name: str, sender: SenderWords) -> float:
    """Return how much of a name a line has, from 0 to 1, in whatever order.

    Banks write names in capitals, turn them around, cut them off and shorten first names.
    """
    words = _words(name)
    if not words:
        return 0.0
    return sum(_share(one, sender) for one in words) / len(words)


def _share(word: str, sender: SenderWords) -> float:
    if word in sender.words:
        return 1.0
    if len(word) >= _ENOUGH and word in sender.whole:
        return 0.9
    if any(len(one) >= _ENOUGH and word.startswith(one) for one in sender.words):
        return 0.8
    return 0.4 if word[0] in sender.words else 0.0


def _words(text: str) -> list[str]:
    plain = "".join(one if one.isalnum() else "" if one in "'’`´" else " " for one in fold(text))
    return plain.split()
