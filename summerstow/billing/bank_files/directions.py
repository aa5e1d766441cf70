"""Whether a line is money in or out, by a word beside its amount (rule: bank-import)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from summerstow.platform.text import fold

from .amounts import MARKS, read_amount
from .csv_table import Row
from .words import BANK_WORDS, words_of

Direction = Literal["in", "out"]

_IN: Final = frozenset(BANK_WORDS.money_in.split())
_OUT: Final = frozenset(BANK_WORDS.money_out.split()) | frozenset(BANK_WORDS.spending.split())
_LETTERS: Final[dict[str, Direction]] = {"+": "in", "c": "in", "-": "out", "d": "out"}


def read_direction(text: str) -> Direction | None:
    """Return the direction that a cell names; None if it names none or might mean either.

    Money in needs all its words to say so: "credit card payment" is money out.
    """
    words = set(words_of(text))
    if words and words <= _IN:
        return "in"
    if words & _OUT and not words & _IN:
        return "out"
    return _LETTERS.get(fold(text))


def direction_column(
    named: Sequence[int], others: Sequence[int], amounts: Sequence[int], rows: Sequence[Row]
) -> int | None:
    """Return the column that tells the direction of the amounts.

    `named` columns have a heading for it, `others` hold text. If no amount has a minus, one line of
    money out proves a column; otherwise each cell must name a direction.
    """
    proven = [at for at in named if _all_name_a_direction(at, rows)]
    if not proven and not _has_minus(amounts, rows):
        proven = [at for at in named if _names_money_out(at, rows)]
        proven += [at for at in others if _is_money_out(at, rows)]
    return next(iter(proven), None)


def _all_name_a_direction(at: int, rows: Sequence[Row]) -> bool:
    cells = [row.cell(at) for row in rows if row.cell(at)]
    return bool(cells) and all(read_direction(one) for one in cells)


def _names_money_out(at: int, rows: Sequence[Row]) -> bool:
    return any(read_direction(row.cell(at)) == "out" for row in rows)


def _is_money_out(at: int, rows: Sequence[Row]) -> bool:
    """Return whether a cell says nothing but money out: a text may hold such a word by chance."""
    return any((words := set(words_of(row.cell(at)))) and words <= _OUT for row in rows)


def _has_minus(places: Sequence[int], rows: Sequence[Row]) -> bool:
    return any(
        (read_amount(row.cell(at), mark).cents or 0) < 0
        for row in rows
        for at in places
        for mark in MARKS
    )
