"""A change with all that follows from it as one call of PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _nobody() -> None:
    """Nobody is told."""


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What a request changes with all that follows from it, as one call.

    `arguments` of `function` are its (type, value) pairs. Where it raises, it has stored nothing.
    For an insert it answers the stored row; a command answers `answer`, JSON. `stored` is told when
    it stands.

    `together` does the same for many inserts in one transaction: it takes a list for each argument,
    and answers the number (from 1) and the row of each of those that were stored.
    """

    function: str
    arguments: tuple[tuple[str, object], ...]
    stored: Callable[[], None] = _nobody
    answer: bytes = b"null"
    together: str | None = None
