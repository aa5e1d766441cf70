"""Transfers of a bank's file, matched with invoices before anything is recorded."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import OFFICE

from . import matching
from . import service as payments
from .bank_references import Words, assign_references, plain_reference
from .commands import RecordPayment
from .matching import MatchedLine, TransferLine

#: Lines of one call; a longer file is sent in parts.
_MOST: Final = 2000
#: Payments that are recorded together.
_MOST_RECORDED: Final = 500


class BankLine(msgspec.Struct, forbid_unknown_fields=True):
    """Money that came in, as the bank's file has it; not every bank gives a reference.

    What no payment can have (a day that is none, no amount) makes the line `unread`, and refuses no
    other line. `other_references`: under which another export of the bank may have recorded it.
    """

    received_on: str
    amount_cents: int
    text: str = ""
    bank_reference: str | None = None
    other_references: list[str] = []
    doubtful: bool = False


class MatchTransfers(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of a file."""

    lines: Annotated[list[BankLine], msgspec.Meta(max_length=_MOST)]


class RecordTransfers(msgspec.Struct, forbid_unknown_fields=True):
    """The lines that are to be recorded, each with its invoice's code."""

    transfers: Annotated[list[RecordPayment], msgspec.Meta(min_length=1, max_length=_MOST_RECORDED)]


class RecordedTransfers(msgspec.Struct, frozen=True):
    """How many were recorded now or before, and their sum; `payment_ids` are those of now."""

    recorded: int
    cents: int
    payment_ids: list[UUID]


async def match_transfers(tx: ElevatedTransaction, arguments: MatchTransfers) -> list[MatchedLine]:
    """What each line of the file stands for, in its order; nothing is recorded."""
    references = assign_references(
        [
            Words(one.received_on, one.amount_cents, one.text, one.bank_reference or "")
            for one in arguments.lines
        ]
    )
    lines = [
        TransferLine(
            day=_day(one.received_on),
            cents=one.amount_cents,
            text=one.text,
            references=[*own, *map(plain_reference, one.other_references)],
            doubtful=one.doubtful,
        )
        for one, own in zip(arguments.lines, references, strict=True)
    ]
    return await matching.match_lines(tx, lines)


async def record_transfers(
    tx: ElevatedTransaction, arguments: RecordTransfers
) -> RecordedTransfers:
    """Record them all or none; one that stands already stays the one payment that it is.

    Raises what `record_payment` raises.
    """
    # In one order, so that two files meet no account the other way round.
    ordered = sorted(arguments.transfers, key=lambda one: one.reference)
    recorded = [await payments.record_transfer(tx, **_given(one)) for one in ordered]
    return RecordedTransfers(
        recorded=len(ordered),
        cents=sum(one.amount_cents for one in ordered),
        payment_ids=[one.entry_id for one in recorded if one.is_new],
    )


COMMANDS: Final = (
    Command(
        "match_transfers",
        MatchTransfers,
        match_transfers,
        OFFICE,
        repeatable=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "record_transfers",
        RecordTransfers,
        record_transfers,
        OFFICE,
        repeatable=True,
        elevated=True,
    ),
)


def _given(transfer: RecordPayment) -> dict[str, Any]:
    return {name: getattr(transfer, name) for name in RecordPayment.__struct_fields__}


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
