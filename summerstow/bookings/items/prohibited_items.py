"""What may not be stored, found by the words that describe an item (rule: prohibited-items)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from summerstow.billing.pricing.storage_rules import RefusedThing, storage_rules

#: Between two things, or between a container and what is in it.
_BETWEEN: Final = re.compile(
    r"[,;/+&()\n]|\b(?:and|or|with|of|full of|for|plus|containing)\b", re.IGNORECASE
)
#: They end like something refused and are something else.
_HARMLESS: Final = frozenset(
    {"vacuum cleaner", "carpet cleaner", "violin bow", "cello bow"}
    | {f"{toy} {pet}" for toy in ("toy", "plush", "stuffed") for pet in ("cat", "dog", "bird")}
)
_DANGEROUS: Final = frozenset({"fuel", "aerosols", "fireworks", "weapons", "batteries"})


def refusal(description: str) -> RefusedThing | None:
    """What of it may not be stored, or None.

    A thing is what its words end with: `power bank` is refused, and so is `box of snacks`; a
    `rice cooker`, a `ring binder` and a `fish tank lamp` are not.
    """
    for part in _BETWEEN.split(description):
        words = _plain(part)
        if any(_ends_with(words, harmless) for harmless in _HARMLESS):
            continue
        for term, one in _terms():
            if _ends_with(words, term):
                return one
    return None


def doubt(description: str) -> str | None:
    """What an accepted description may mean all the same, by its id; None: nothing (staff look).

    Something dangerous that is named anywhere in it, or a word that often means it.
    """
    words = f" {_plain(description)} "
    for term, one in _terms():
        if one.id in _DANGEROUS and f" {term} " in words:
            return one.id
    return next((one for one in storage_rules().unsure if f" {_plain(one)} " in words), None)


@cache
def _terms() -> tuple[tuple[str, RefusedThing], ...]:
    return tuple(
        (_plain(part), one)
        for one in storage_rules().refused
        for words in (one.name, *one.also)
        for part in _BETWEEN.split(words)
        if _plain(part)
    )


def _ends_with(words: str, term: str) -> bool:
    return f" {words}".endswith(f" {term}")


def _plain(words: str) -> str:
    """Lower case without accents, punctuation and plurals."""
    bare = unicodedata.normalize("NFKD", words).casefold()
    kept = (one if one.isalnum() else " " for one in bare if not unicodedata.combining(one))
    return " ".join(_singular(word) for word in "".join(kept).split())


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
