"""How like a payer's name the words of a bank's line are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from summerstow.platform.text import name_keys

#: From here on a name is offered as the likely one.
LIKELY: Final = 0.7
#: Letters from which on a cut word or a word in a longer one counts.
_ENOUGH: Final = 4


@dataclass(frozen=True, slots=True)
class SenderWords:
    """The words of a line, in which names are looked for (rule: folded-names)."""

    words: frozenset[str]
    whole: str

    @classmethod
    def of(cls, text: str) -> SenderWords:
        """Fold a line's text."""
        keys = sorted(name_keys(text))
        words = frozenset(word for key in keys for word in key.split())
        return cls(words, " ".join(key.replace(" ", "") for key in keys))


def likeness(name: str, sender: SenderWords) -> float:
    """Return how much of a name a line has, from 0 to 1, in whatever order.

    Banks write names in capitals, turn them around, cut them off and shorten first names.
    """
    keys = [one for one in name_keys(name) if one]
    return max((_likeness(one.split(), sender) for one in keys), default=0.0)


def _likeness(words: list[str], sender: SenderWords) -> float:
    return sum(_share(one, sender) for one in words) / len(words)


def _share(word: str, sender: SenderWords) -> float:
    if word in sender.words:
        return 1.0
    if len(word) >= _ENOUGH and word in sender.whole:
        return 0.9
    if any(len(one) >= _ENOUGH and word.startswith(one) for one in sender.words):
        return 0.8
    return 0.4 if word[0] in sender.words else 0.0
