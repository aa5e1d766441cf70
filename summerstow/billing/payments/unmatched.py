"""Transfers of a bank's file that no invoice was found for yet; they wait in the inbox."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import OFFICE

from . import bank_queries as queries
from .bank_queries import UnmatchedTransfer
from .bank_references import plain_reference
from .matching import MatchedLine, TransferLine, match_lines

#: Transfers that are kept together.
_MOST: Final = 2000


class TransferToKeep(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a bank's file under the reference that it was matched with."""

    bank_reference: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    received_on: date
    amount_cents: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class KeepTransfers(msgspec.Struct, forbid_unknown_fields=True):
    """Transfers to look for later."""

    transfers: Annotated[list[TransferToKeep], msgspec.Meta(min_length=1, max_length=_MOST)]


class OneTransfer(msgspec.Struct, forbid_unknown_fields=True):
    """A transfer that waits."""

    id: UUID


class MatchedTransfer(msgspec.Struct, frozen=True):
    """A transfer that waits, and what it stands for by now."""

    transfer: UnmatchedTransfer
    match: MatchedLine


async def keep_transfers(tx: ElevatedTransaction, arguments: KeepTransfers) -> None:
    """Let transfers wait for a person, each once; one that is recorded does not wait."""
    given = {plain_reference(one.bank_reference): one for one in arguments.transfers}
    stored = await queries.payments_of(tx, sorted(given))
    recorded = {one.bank_reference for one in stored if not one.reversed}
    await queries.keep_unmatched(
        tx,
        [
            (reference, one.received_on, one.amount_cents, one.text)
            for reference, one in given.items()
            if reference not in recorded
        ],
        clock.now(),
    )


async def unmatched_transfer(
    tx: ElevatedTransaction, arguments: OneTransfer
) -> MatchedTransfer | None:
    """Return a transfer that waits with the invoices that fit it now; null once it does not."""
    found = await queries.find_unmatched(tx, arguments.id)
    if found is None:
        return None
    line = TransferLine(
        day=found.received_on,
        cents=found.amount_cents,
        text=found.text,
        references=[found.bank_reference],
        doubtful=False,
    )
    [match] = await match_lines(tx, [line])
    return MatchedTransfer(found, match)


async def drop_transfer(tx: ElevatedTransaction, arguments: OneTransfer) -> None:
    """Look for the invoice of a transfer no more. Raises 404 for one that does not wait."""
    if not await queries.delete_unmatched(tx, arguments.id):
        raise AppError("This transfer does not wait any more.", status=404, code="P0002")


COMMANDS: Final = (
    Command(
        "keep_transfers", KeepTransfers, keep_transfers, OFFICE, repeatable=True, elevated=True
    ),
    Command(
        "unmatched_transfer",
        OneTransfer,
        unmatched_transfer,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("drop_transfer", OneTransfer, drop_transfer, OFFICE, elevated=True),
)
