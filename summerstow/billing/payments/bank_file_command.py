"""`read_bank_file`: what came in by a file, read before it is matched (rule: bank-import)."""

from __future__ import annotations

import asyncio
import base64
import binascii
from datetime import date
from typing import Annotated, Any, Final

import msgspec

from summerstow.billing.bank_files.model import (
    BankFile,
    DayChoice,
    FileColumn,
    Layout,
    LeftOut,
    UnreadLine,
)
from summerstow.billing.bank_files.reader import read_bank_file
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import OFFICE

from .bank_references import Words, assign_references


class ReadBankFile(msgspec.Struct, forbid_unknown_fields=True):
    """A CSV, OFX or QFX file in base64, and what a person chose of its layout."""

    content: Annotated[str, msgspec.Meta(min_length=1)]
    layout: Layout = Layout()


class ReadTransfer(msgspec.Struct, frozen=True):
    """Money that came in, as `match_transfers` takes it."""

    received_on: date
    amount_cents: int
    text: str
    bank_reference: str
    other_references: list[str]
    doubtful: bool


class ReadFile(msgspec.Struct, frozen=True):
    """A file as it was read.

    `left_out` counts what is no payment. `ask_columns`: a person chooses the columns of the day and
    of the money in. `day_choices`: a person chooses the order of day and month. Until then no
    transfer is given.
    """

    transfers: list[ReadTransfer]
    unread: list[UnreadLine]
    left_out: list[LeftOut]
    columns: list[FileColumn]
    layout: Layout
    ask_columns: bool
    day_choices: list[DayChoice]


async def check_caller(tx: Transaction, arguments: ReadBankFile) -> ReadBankFile:
    """Return the file to be read once the transaction is over."""
    del tx
    return arguments


async def _read(value: Any) -> ReadFile:
    """Read the file in a thread: a long one keeps no other request waiting."""
    arguments = msgspec.convert(value, ReadBankFile)
    try:
        content = base64.b64decode(arguments.content, validate=True)
    except binascii.Error:
        raise Invalid("The file did not arrive whole. Please choose it again.") from None
    today = clock.today()
    file = await asyncio.to_thread(read_bank_file, content, arguments.layout, today)
    return with_references(file)


def with_references(file: BankFile) -> ReadFile:
    """Return the file with the reference under which each of its transfers is recorded."""
    said = [
        Words(one.received_on.isoformat(), one.amount_cents, one.identity, one.reference)
        for one in file.transfers
    ]
    return ReadFile(
        transfers=[
            ReadTransfer(
                received_on=one.received_on,
                amount_cents=one.amount_cents,
                text=one.text,
                bank_reference=own,
                other_references=others,
                doubtful=one.doubtful,
            )
            for one, (own, *others) in zip(file.transfers, assign_references(said), strict=True)
        ],
        unread=file.unread,
        left_out=file.left_out,
        columns=file.columns,
        layout=file.layout,
        ask_columns=file.ask_columns,
        day_choices=file.day_choices,
    )


COMMANDS: Final = (
    Command("read_bank_file", ReadBankFile, check_caller, OFFICE, outside=_read, repeatable=True),
)
