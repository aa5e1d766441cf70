"""A bank's file of transfers, matched with invoices before anything is recorded."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from datetime import date
from typing import Annotated, Final, Literal

import msgspec

from summerstow.kit.commands import Command
from summerstow.kit.database.transaction import Transaction
from summerstow.kit.roles import OFFICE

from . import bank_queries as queries
from . import service as payments
from .bank_queries import OwedInvoice
from .commands import RecordPayment

#: Lines of one file.
_MOST: Final = 500
#: Invoices that are offered for a line without a code.
_OFFERED: Final = 5
#: What may be an invoice's code, also written in two halves; which one is decides the database.
_CODE: Final = re.compile(r"(?<![A-Z0-9])[A-Z2-9]{4}[ -]?[A-Z2-9]{4}(?![A-Z0-9])")

_Cents = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
_Reference = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[ -~]+$")]


class BankLine(msgspec.Struct, forbid_unknown_fields=True):
    """Money that came in, as the bank's file has it; not every bank gives a reference."""

    received_on: date
    amount_cents: _Cents
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""
    bank_reference: _Reference | None = None


class MatchTransfers(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of a file."""

    lines: Annotated[list[BankLine], msgspec.Meta(max_length=_MOST)]


class RecordTransfers(msgspec.Struct, forbid_unknown_fields=True):
    """The lines that are to be recorded, each with its invoice's code."""

    transfers: Annotated[list[RecordPayment], msgspec.Meta(min_length=1, max_length=_MOST)]


class MatchedLine(msgspec.Struct, frozen=True):
    """What a line stands for.

    `matched` has the invoice that its code names; `recorded` stands already; `unmatched` has no
    known code: `offered` are open invoices of its amount. `bank_reference` is what it is recorded
    under, the same each time that the file is read.
    """

    state: Literal["matched", "recorded", "unmatched"]
    bank_reference: str
    invoice: OwedInvoice | None
    offered: list[OwedInvoice]


class RecordedTransfers(msgspec.Struct, frozen=True):
    """How many were recorded now or before, and their sum."""

    recorded: int
    cents: int


async def match_transfers(tx: Transaction, arguments: MatchTransfers) -> list[MatchedLine]:
    """What each line of the file stands for, in its order; nothing is recorded."""
    lines = arguments.lines
    references = _references(lines)
    codes = [_codes(one.text) for one in lines]
    async with tx.elevated() as elevated:
        known = await queries.recorded(elevated, references)
        by_code = await queries.by_codes(elevated, sorted({one for some in codes for one in some}))
        by_amount = await queries.by_amounts(elevated, sorted({one.amount_cents for one in lines}))
    matched = []
    for line, reference, some in zip(lines, references, codes, strict=True):
        invoice = next((by_code[one] for one in some if one in by_code), None)
        fitting = [one for one in by_amount if one.owed_cents == line.amount_cents]
        if reference in known:
            matched.append(MatchedLine("recorded", reference, invoice, []))
        elif invoice is not None:
            matched.append(MatchedLine("matched", reference, invoice, []))
        else:
            matched.append(MatchedLine("unmatched", reference, None, fitting[:_OFFERED]))
    return matched


async def record_transfers(tx: Transaction, arguments: RecordTransfers) -> RecordedTransfers:
    """Record them all or none; one that stands already stays the one payment that it is.

    Raises what `record_payment` raises.
    """
    # In one order, so that two files meet no account the other way round.
    ordered = sorted(arguments.transfers, key=lambda one: one.reference)
    async with tx.elevated() as elevated:
        for one in ordered:
            await payments.record_transfer(
                elevated,
                reference=one.reference,
                amount_cents=one.amount_cents,
                received_on=one.received_on,
                bank_reference=one.bank_reference,
            )
    return RecordedTransfers(len(ordered), sum(one.amount_cents for one in ordered))


COMMANDS: Final = (
    Command(
        "match_transfers",
        MatchTransfers,
        match_transfers,
        OFFICE,
        repeatable=True,
        reads_customers=True,
    ),
    Command("record_transfers", RecordTransfers, record_transfers, OFFICE, repeatable=True),
)


def _codes(text: str) -> list[str]:
    return [re.sub(r"[ -]", "", one) for one in _CODE.findall(text.upper())]


def _references(lines: list[BankLine]) -> list[str]:
    """Each line's own; where the bank gives none, one of what it says and how often it did so."""
    seen: Counter[str] = Counter()
    references = []
    for one in lines:
        if one.bank_reference and one.bank_reference.strip():
            references.append(" ".join(one.bank_reference.split()).upper())
            continue
        said = f"{one.received_on} {one.amount_cents} {' '.join(one.text.split())}"
        seen[said] += 1
        digest = hashlib.sha256(f"{said} {seen[said]}".encode()).hexdigest()[:12].upper()
        references.append(f"FILE-{one.received_on:%Y%m%d}-{digest}")
    return references
