"""The money that came in by a CSV file of a bank (rule: bank-import)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from msgspec import structs

from summerstow.platform.text import fold

from .amounts import Mark, read_amount
from .columns import Columns, by_content, by_headings, cents_in, mark_of, split_header
from .csv_table import Row, read_rows
from .days import DayOrder, is_day, possible_orders, read_day
from .model import (
    BankFile,
    DayChoice,
    FileColumn,
    Layout,
    LeftOut,
    LeftOutWhy,
    Transfer,
    UnreadLine,
)
from .model import UnreadWhy as Why
from .statuses import read_status, status_of_cell, tells_reversal

_TEXT_LENGTH: Final = 500
_EXAMPLES: Final = 3
_OUR_CURRENCY: Final = frozenset(
    {"", "cad", "cdn", "ca", "c$", "$", "cad$", "$ca", "ca$", "canadian dollar", "dollar canadien"}
)
_OTHER_CURRENCY: Final = re.compile(
    r"\b(?:usd|eur|gbp|us dollars?|dollars? us|dollars? americains?|euros?)\b"
)
_ACCOUNT_CURRENCY: Final = re.compile(r"\b(?:currency|devise|account|compte|monnaie)\b")
_SCIENTIFIC: Final = re.compile(r"\d(?:[.,]\d+)?E\+?\d+", re.IGNORECASE)


def read_csv_file(text: str, chosen: Layout, today: date) -> BankFile:
    """Read a file; `chosen` is what a person decided of its layout."""
    all_rows = read_rows(text)
    above, header, rows = split_header(all_rows)
    guess = by_headings(header, rows) if header else by_content(rows)
    columns = _with_choice(guess, chosen)
    orders = possible_orders((row.cell(columns.day) for row in rows), today)
    order = chosen.day_order or (orders[0] if len(orders) == 1 else None)
    reader = _Reader(columns, mark_of(columns, rows), order, header is not None)
    asks_order = bool(orders) and order is None
    if columns.complete and not asks_order:
        foreign = any(_names_other_currency(one) for one in above)
        for row in rows:
            reader.add(row, foreign=foreign)
        reader.mark_reversals()
    layout = Layout(columns.day, columns.money, order)
    days = [row.cell(columns.day) for row in rows]
    return BankFile(
        transfers=reader.transfers,
        unread=reader.unread,
        left_out=[LeftOut(why, count) for why, count in sorted(reader.left_out.items())],
        columns=_columns(header, rows),
        layout=layout,
        ask_columns=not columns.complete,
        day_choices=_day_choices(days, orders) if asks_order and columns.day is not None else [],
    )


@dataclass(slots=True)
class _Reader:
    """Sorts rows into transfers, unread lines, and lines that are left out."""

    columns: Columns
    mark: Mark | None
    order: DayOrder | None
    has_header: bool
    transfers: list[Transfer] = field(default_factory=list)
    unread: list[UnreadLine] = field(default_factory=list)
    left_out: Counter[LeftOutWhy] = field(default_factory=Counter)
    reversed_cents: Counter[int] = field(default_factory=Counter)

    def add(self, row: Row, *, foreign: bool) -> None:
        """Sort one row."""
        columns = self.columns
        if row.broken:
            return self._unread(row, "broken")
        if not any(row.cell(at) for at in (columns.day, columns.money, *columns.foreign)) and not (
            row.cell(columns.money_out)
        ):
            # Totals and remarks below the table have neither a day nor an amount.
            return None
        cents = cents_in(columns, row, self.mark)
        if foreign or self._is_foreign(row):
            return self._leave_out("currency")
        if cents is not None and cents <= 0:
            if cents < 0 and tells_reversal(" ".join(row.cells)):
                self.reversed_cents[-cents] += 1
            return self._leave_out("money_out") if cents < 0 else None
        status = self._status(row)
        if status in ("pending", "cancelled"):
            return self._leave_out("pending" if status == "pending" else "cancelled")
        if status == "unknown":
            return self._unread(row, "status")
        day = read_day(row.cell(columns.day), self.order)
        if cents is None or day is None:
            return self._unread(row, "day" if cents is not None else self._why_no_cents(row))
        text = self._text(row)
        self.transfers.append(
            Transfer(
                line=row.line,
                received_on=day,
                amount_cents=cents,
                text=text,
                identity=self._identity(row),
                reference=self._reference(row),
                doubtful=tells_reversal(text),
            )
        )
        return None

    def mark_reversals(self) -> None:
        """Mark what came in if the same amount went back: nobody can tell which one it was."""
        self.transfers = [
            structs.replace(one, doubtful=True) if self.reversed_cents[one.amount_cents] else one
            for one in self.transfers
        ]

    def _is_foreign(self, row: Row) -> bool:
        columns = self.columns
        if fold(row.cell(columns.currency)) not in _OUR_CURRENCY:
            return True
        if read_amount(row.cell(columns.money)).foreign:
            return True
        return not row.cell(columns.money) and any(row.cell(at) for at in columns.foreign)

    def _status(self, row: Row) -> str:
        if self.columns.status is not None:
            status = read_status(row.cell(self.columns.status))
            if status != "final":
                return status
        cells = [one for at, one in enumerate(row.cells) if at not in self._used]
        return next((one for one in map(status_of_cell, cells) if one != "final"), "final")

    @property
    def _used(self) -> set[int | None]:
        columns = self.columns
        return {
            *(columns.day, columns.amount, columns.money_in, columns.money_out, columns.balance),
            *(columns.direction, columns.currency, columns.status),
            *columns.foreign,
            *columns.ignored,
        }

    def _text(self, row: Row) -> str:
        cells = (one for at, one in enumerate(row.cells) if at not in self._used)
        return " ".join(one for one in cells if one)[:_TEXT_LENGTH]

    def _identity(self, row: Row) -> str:
        """Return the words of a row whatever its columns were taken for.

        Exports that overlap may prove different columns; days, amounts and balances are left out.
        """
        ignored = self.columns.ignored if self.has_header else ()
        cells = (one for at, one in enumerate(row.cells) if one and at not in ignored)
        return " ".join(
            fold(one) for one in cells if read_amount(one).mark is None and not is_day(one)
        )

    def _reference(self, row: Row) -> str:
        text = row.cell(self.columns.reference)
        # A spreadsheet has shortened it: others have the same.
        return "" if _SCIENTIFIC.fullmatch(text) or not re.search(r"[^\W_]", text) else text

    def _why_no_cents(self, row: Row) -> Why:
        amount = read_amount(row.cell(self.columns.money), self.mark)
        return "amount" if amount.cents is None or self.columns.direction is None else "direction"

    def _unread(self, row: Row, why: Why) -> None:
        self.unread.append(UnreadLine(row.line, " ".join(row.cells)[:_TEXT_LENGTH], why))

    def _leave_out(self, why: LeftOutWhy) -> None:
        self.left_out[why] += 1


def _with_choice(guess: Columns, chosen: Layout) -> Columns:
    columns = guess
    if chosen.day is not None:
        columns = replace(columns, day=chosen.day)
    if chosen.money_in is not None and chosen.money_in != guess.money:
        out = None if guess.money_out == chosen.money_in else guess.money_out
        columns = replace(
            columns, money_in=chosen.money_in, amount=None, money_out=out, direction=None
        )
    return columns


def _names_other_currency(row: Row) -> bool:
    """Return whether a line above the table says that the account is in another currency."""
    text = fold(" ".join(row.cells))
    return _OTHER_CURRENCY.search(text) is not None and (_ACCOUNT_CURRENCY.search(text) is not None)


def _columns(header: Row | None, rows: Sequence[Row]) -> list[FileColumn]:
    table = [header, *rows] if header else rows
    width = max((len(one.cells) for one in table), default=0)
    return [
        FileColumn(
            at,
            header.cell(at) if header else "",
            [row.cell(at)[:60] for row in rows if row.cell(at)][:_EXAMPLES],
        )
        for at in range(width)
    ]


def _day_choices(days: Sequence[str], orders: Sequence[DayOrder]) -> list[DayChoice]:
    choices = []
    for order in orders:
        example = next(
            (
                day
                for text in days
                if (day := read_day(text, order)) and read_day(text, None) is None
            ),
            None,
        )
        if example:
            choices.append(DayChoice(order, example))
    return choices
