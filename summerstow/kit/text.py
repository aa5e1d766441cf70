"""Text that people type."""

from __future__ import annotations

from typing import Final

#: Letters and signs by their Unicode category that no font draws: Hangul fillers, empty Braille.
_EMPTY: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def is_blank(text: str) -> bool:
    """Whether nothing of it can be seen: no sign at all, or only spaces and zero-width signs.

    Within a visible name they belong there: Persian and Indic writing needs the zero-width joiners.
    """
    return not any(one.isprintable() and not one.isspace() and one not in _EMPTY for one in text)
