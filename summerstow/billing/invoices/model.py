"""What an invoice is made of, what it is called, and what it is on a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal
from uuid import UUID

from summerstow.billing.pricing.lines import Line
from summerstow.billing.pricing.terms import Tax

State = Literal["open", "paid", "overdue", "void"]


@dataclass(frozen=True, slots=True)
class Draft:
    """An invoice to be issued. `cause` makes it once; `event` is what its lines are for.

    `tax` is what is added; None: the lines are what is paid, today's tax included.
    `member_id`: it is for a friend who shares the bundle; `tax_cents` is then the share's tax.
    """

    cause: str
    kind: Literal["storage", "kit", "fee"]
    words: str
    event: str
    lines: Sequence[Line]
    tax: Tax | None
    has_tax: bool = True
    period: tuple[date, date] | None = None
    member_id: UUID | None = None
    tax_cents: int | None = None


def invoice_state(voided: bool, owed_cents: int, due_on: date, today: date) -> State:
    """What an invoice is today."""
    if voided:
        return "void"
    if owed_cents == 0:
        return "paid"
    return "overdue" if due_on < today else "open"


def reference_code(reference: str) -> str:
    """The code as it was stored, from how it stands in a message: blanks, dashes, small letters."""
    return re.sub(r"[^A-Z0-9]", "", reference.upper())
