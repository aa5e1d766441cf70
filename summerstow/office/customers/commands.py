"""One customer whole, for the office alone; workers do not see it (rule: looks-are-logged)."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.statement import Statement, statement
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import OFFICE

from . import queries


class OneCustomer(msgspec.Struct, forbid_unknown_fields=True):
    """An account."""

    user_id: UUID


class CustomerFile(queries.CustomerRecord, frozen=True, kw_only=True):
    """The same with what the account owes: null before its first booking."""

    statement: Statement | None


async def customer_file(tx: ElevatedTransaction, arguments: OneCustomer) -> CustomerFile:
    """One customer whole; that it was opened stands in the audit log."""
    record = await queries.read_record(tx, arguments.user_id)
    if record is None:
        raise AppError("No customer has this id.", status=404, code="P0002")
    await queries.log_look(tx, arguments.user_id)
    latest = await invoice_queries.latest_booking(tx, arguments.user_id)
    known = None if latest is None else await statement(tx, latest)
    return CustomerFile(**msgspec.structs.asdict(record), statement=known)


COMMANDS: Final = (
    Command("customer_file", OneCustomer, customer_file, OFFICE, repeatable=True, elevated=True),
)
