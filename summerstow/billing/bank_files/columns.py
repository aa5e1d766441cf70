"""Which column of a CSV file holds what: by headings, balances, or the layout of a known bank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from .amounts import Mark, proven_mark, read_amount
from .csv_table import Row
from .days import is_day
from .directions import direction_column, read_direction
from .headers import Role, is_header, role_of

#: Rows in which the headings are looked for.
_HEADER_WITHIN: Final = 40
#: Rows by which the columns are told apart.
_SAMPLE: Final = 400
_ACCOUNT: Final = re.compile(r"[\dX*•-]*[*•X]{3,}[\dX*•-]*|\d{5,}(?:-\d+)*(?:-[A-Z]{2,4})?", re.I)


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns by what they hold. `amount` has a sign, or a `direction` beside it."""

    day: int | None = None
    amount: int | None = None
    money_in: int | None = None
    money_out: int | None = None
    direction: int | None = None
    balance: int | None = None
    currency: int | None = None
    foreign: tuple[int, ...] = ()
    status: int | None = None
    reference: int | None = None
    ignored: frozenset[int] = field(default_factory=frozenset)

    @property
    def money(self) -> int | None:
        """The column of money in, or of signed amounts."""
        return self.money_in if self.money_in is not None else self.amount

    @property
    def complete(self) -> bool:
        """Whether a day and money in can be read."""
        return self.day is not None and (self.money is not None or bool(self.foreign))


def split_header(rows: Sequence[Row]) -> tuple[list[Row], Row | None, list[Row]]:
    """Return the lines above the header, the header, and the rows of transactions."""
    for at, row in enumerate(rows[:_HEADER_WITHIN]):
        if any(is_day(one) for one in row.cells):
            break
        if is_header([role_of(one) for one in row.cells]):
            below = [one for one in rows[at + 1 :] if one.cells != row.cells]
            return list(rows[:at]), row, below
    first = next((at for at, one in enumerate(rows) if any(map(is_day, one.cells))), len(rows))
    return list(rows[:first]), None, list(rows[first:])


def by_headings(header: Row, rows: Sequence[Row]) -> Columns:
    """Return the columns that the headings name. What they leave open stays None."""
    roles = [role_of(one) for one in header.cells]
    by_role = _places(roles)
    days = _fullest(by_role.get("day", []), rows[:_SAMPLE])
    amounts = by_role.get("amount", [])
    cad = [at for at in amounts if re.search(r"cad|\$", header.cells[at], re.IGNORECASE)]
    money_in, money_out = by_role.get("money_in", []), by_role.get("money_out", [])
    amounts = cad if len(amounts) > 1 and len(cad) == 1 else amounts
    named, others = by_role.get("direction", []), by_role.get("text", [])
    columns = Columns(
        day=days,
        amount=_only(amounts) if not money_in else None,
        money_in=_only(money_in),
        money_out=_only(money_out),
        direction=None if money_in else direction_column(named, others, amounts, rows),
        balance=next(iter(by_role.get("balance", [])), None),
        currency=next(iter(by_role.get("currency", [])), None),
        foreign=tuple(by_role.get("foreign", [])),
        status=next(iter(by_role.get("status", [])), None),
        reference=next(iter(by_role.get("reference", [])), None),
        ignored=frozenset(by_role.get("ignored", [])),
    )
    return _unless_refuted(columns, rows)


def by_content(rows: Sequence[Row]) -> Columns:
    """Return the columns of a file without headings.

    Balances prove which column is money in. Without them the layouts of TD, CIBC, Scotiabank,
    Desjardins and the credit unions are known. Anything else stays open.
    """
    width = max((len(one.cells) for one in rows), default=0)
    used = [one for one in rows[:_SAMPLE] if any(map(is_day, one.cells))]
    if not used:
        return Columns()
    texts = {at: [row.cell(at) for row in used if row.cell(at)] for at in range(width)}
    days = [at for at, some in texts.items() if len(some) == len(used) and all(map(is_day, some))]
    money = [at for at, some in texts.items() if at not in days and _is_money(some)]
    ignored = (
        frozenset(
            at
            for at, some in texts.items()
            if some and all(_ACCOUNT.fullmatch(one) for one in some)
        )
        - set(days)
        - set(money)
    )
    day = days[0] if days else None
    base = Columns(day=day, ignored=ignored)
    if day is None:
        return base
    proven = _proven(base, money, used)
    if proven is not None:
        return proven
    known = _known_layout(base, texts, money, used)
    if known is not None:
        return _unless_refuted(known, used)
    if len(money) != 1:
        return base
    direction = direction_column([], sorted(texts.keys() - {day, *money, *ignored}), money, used)
    if direction is not None or any(map(_negative, texts[money[0]])):
        return replace(base, amount=money[0], direction=direction)
    return base


def mark_of(columns: Columns, rows: Sequence[Row]) -> Mark | None:
    """Return the decimal mark that the file's amounts and balances prove."""
    places = (columns.amount, columns.money_in, columns.money_out, columns.balance)
    return proven_mark(row.cell(at) for row in rows for at in places if at is not None)


def cents_in(columns: Columns, row: Row, mark: Mark | None) -> int | None:
    """Return the cents that came in by a row, negative or zero if none did; None if unreadable."""
    came, went = _filled(row, columns.money), ""
    if columns.money_in is not None:
        went = _filled(row, columns.money_out)
    read = read_amount(came, mark).cents if came else 0
    out = read_amount(went, mark).cents if went else 0
    if read is None or out is None or (read != 0 and out != 0):
        return None
    if out != 0:
        return -abs(out)
    if columns.amount is None or columns.direction is None or read == 0:
        return read
    direction = read_direction(row.cell(columns.direction))
    if direction is None:
        return None
    return abs(read) if direction == "in" else -abs(read)


def _filled(row: Row, place: int | None) -> str:
    """Return a cell; banks write a dash for no amount."""
    text = row.cell(place)
    return text if text.strip("-–— ") else ""


def _known_layout(
    base: Columns, texts: dict[int, list[str]], money: list[int], rows: Sequence[Row]
) -> Columns | None:
    """Return the columns if the file has the layout of a bank that writes no headings."""
    width, day = len(texts), base.day
    filled = [at for at in money if len(texts[at]) == len(rows)]

    def free(*places: int) -> bool:
        return all(at in money or not texts.get(at) for at in places)

    def exclusive(left: int, right: int) -> bool:
        return not any(_nonzero(row.cell(left)) and _nonzero(row.cell(right)) for row in rows)

    if day == 0 and width in (4, 5, 6) and 1 not in money and free(2, 3) and exclusive(2, 3):
        # TD ends with the balance, CIBC with nothing or the card's number.
        balance = 4 if 4 in filled else None
        if balance is not None or not texts.get(4) or 4 in base.ignored:
            return replace(base, money_out=2, money_in=3, balance=balance)
    if day == 0 and width in (4, 5) and 1 in filled and set(texts.get(2, [])) <= {"-"}:
        # Scotiabank.
        return replace(base, amount=1) if any(map(_negative, texts[1])) else None
    if day == 3 and width >= 13 and free(7, 8) and exclusive(7, 8):
        # Desjardins: branch, folio, account, day, sequence, words, cheque, withdrawal, deposit.
        ignored = base.ignored | {0, 1, 2, 4, 6}
        balance = filled[-1] if filled and filled[-1] > 8 else None
        return replace(base, money_out=7, money_in=8, balance=balance, ignored=ignored)
    if day == 1 and width == 7 and free(4, 5) and exclusive(4, 5) and 6 in filled:
        # Credit unions on MemberDirect: account, day, words, cheque, withdrawal, deposit, balance.
        return replace(base, money_out=4, money_in=5, balance=6, ignored=base.ignored | {0, 3})
    return None


def _proven(base: Columns, money: list[int], rows: Sequence[Row]) -> Columns | None:
    """Return the columns that the balances prove better than any others."""
    proven = [
        (agreement.right - agreement.wrong, columns)
        for columns in _splits(base, money)
        if (agreement := _agreement(columns, rows)).proves
    ]
    best = max((score for score, _ in proven), default=0)
    winners = [columns for score, columns in proven if score == best]
    return winners[0] if len(winners) == 1 else None


def _splits(base: Columns, money: list[int]) -> Iterator[Columns]:
    for balance in money:
        others = [one for one in money if one != balance]
        for at in others:
            yield replace(base, amount=at, balance=balance)
        for left in others:
            for right in others:
                if left != right:
                    yield replace(base, money_out=left, money_in=right, balance=balance)


def _unless_refuted(columns: Columns, rows: Sequence[Row]) -> Columns:
    """Leave the money columns open if the balances say the opposite."""
    if columns.balance is None:
        return columns
    agreement = _agreement(columns, rows)
    if agreement.wrong <= agreement.right:
        return columns
    return replace(columns, amount=None, money_in=None, money_out=None)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of the `steps` between balances follow from their lines, and how many reversed."""

    right: int
    wrong: int
    steps: int

    @property
    def proves(self) -> bool:
        """Whether most balances follow, so that the columns are what they were taken for."""
        return self.right > self.wrong and self.right * 2 >= self.steps


def _agreement(columns: Columns, rows: Sequence[Row]) -> Agreement:
    """Compare each balance with the one beside it; files run upwards or downwards."""
    mark = mark_of(columns, rows)
    moves: list[tuple[int, int]] = []
    for row in rows[:_SAMPLE]:
        balance = read_amount(row.cell(columns.balance), mark).cents
        move = cents_in(columns, row, mark)
        if balance is not None and move is not None:
            moves.append((move, balance))
    steps = list(pairwise(moves))
    up = [(after[1] - before[1], after[0]) for before, after in steps]
    down = [(before[1] - after[1], before[0]) for before, after in steps]
    return Agreement(
        right=max(sum(gap == move != 0 for gap, move in some) for some in (up, down)),
        wrong=max(sum(gap == -move != 0 for gap, move in some) for some in (up, down)),
        steps=len(steps),
    )


def _places(roles: Sequence[Role | None]) -> dict[Role, list[int]]:
    by_role: dict[Role, list[int]] = {}
    for at, role in enumerate(roles):
        if role:
            by_role.setdefault(role, []).append(at)
    return by_role


def _fullest(days: list[int], rows: Sequence[Row]) -> int | None:
    """Return the column of days with most of them, the first of equals."""
    return max(days, key=lambda at: sum(is_day(one.cell(at)) for one in rows), default=None)


def _only(places: list[int]) -> int | None:
    return places[0] if len(places) == 1 else None


def _is_money(texts: Sequence[str]) -> bool:
    """Return whether all are amounts and one shows its cents: no numbers of cheques or cards."""
    amounts = [read_amount(one) for one in texts]
    ambiguous = [one for one, read in zip(texts, amounts, strict=True) if read.cents is None]
    return any(one.mark for one in amounts) and all(
        re.fullmatch(r"[-+$() ]*\d{1,3}[.,]\d{3}[-+$() ]*", one) for one in ambiguous
    )


def _nonzero(text: str) -> bool:
    return bool(text) and read_amount(text).cents != 0


def _negative(text: str) -> bool:
    return (read_amount(text).cents or 0) < 0
