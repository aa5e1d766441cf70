"""What is read from a bank file."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec

from .days import DayOrder

#: Why a line is left out: it is no payment that reached us.
LeftOutWhy = Literal["money_out", "pending", "cancelled", "currency"]
#: Why a line is unread.
UnreadWhy = Literal["day", "amount", "direction", "status", "broken"]


_Place = Annotated[int, msgspec.Meta(ge=0, le=200)]


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which column holds what, counted from 0. `money_in` may hold money out with a minus."""

    day: _Place | None = None
    money_in: _Place | None = None
    day_order: DayOrder | None = None


class Transfer(msgspec.Struct, frozen=True):
    """Money that came in. `reference` is the bank's own, or empty; `identity` are its words.

    `doubtful`: the file says that the bank may have taken it back.
    """

    line: int
    received_on: date
    amount_cents: int
    text: str
    identity: str
    reference: str = ""
    doubtful: bool = False


class UnreadLine(msgspec.Struct, frozen=True):
    """A line that may be a payment and could not be read."""

    line: int
    text: str
    why: UnreadWhy


class LeftOut(msgspec.Struct, frozen=True):
    """How many lines were left out for a reason."""

    why: LeftOutWhy
    lines: int


class FileColumn(msgspec.Struct, frozen=True):
    """A column of the file, so that a person can choose: its heading and its first cells."""

    index: int
    name: str
    examples: list[str]


class DayChoice(msgspec.Struct, frozen=True):
    """An order of day and month that the file allows, and how its first day reads then."""

    order: DayOrder
    example: date


class BankFile(msgspec.Struct, frozen=True):
    """A file as it was read.

    `ask_columns`: the file does not prove which columns hold the day and the money in.
    `day_choices`: it does not prove the order of day and month. Until both are chosen
    `transfers` is empty.
    """

    transfers: list[Transfer]
    unread: list[UnreadLine]
    left_out: list[LeftOut]
    columns: list[FileColumn]
    layout: Layout
    ask_columns: bool
    day_choices: list[DayChoice]
