"""Imports of customers: an account each, whose owner signs in with a new password."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from uuid import UUID

from summerstow.bookings import queries as booking_queries
from summerstow.bookings import service as bookings
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict
from summerstow.platform.outbox import outbox

from . import queries, target_queries
from .model import CheckedRow, Fault, ImportChoice, SheetRow, StoredRow, faulty, row_key
from .values import email_of, names_of

#: Makes an account for an address and a name; None if the address has one.
CreateAccount = Callable[[ElevatedTransaction, str, str], Awaitable[UUID | None]]


class CustomerImport:
    """Checks and writes customers."""

    def __init__(self, choice: ImportChoice, create: CreateAccount) -> None:
        self._mails = choice.mails
        self._create = create
        self._lines: dict[bytes, int] = {}

    async def check(self, tx: ElevatedTransaction, rows: Sequence[SheetRow]) -> list[CheckedRow]:
        """Return what rows would become."""
        checked = [self._read(row) for row in rows]
        keys = [one.key for one in checked if one.key is not None]
        emails = [one.data["email"] for one in checked if one.data is not None]
        known = await queries.written_keys(tx, keys)
        addresses = await target_queries.addresses_with_account(tx, emails)
        return [
            CheckedRow(one.number, "known", one.key)
            if one.data is not None and (one.key in known or one.data["email"] in addresses)
            else one
            for one in checked
        ]

    def _read(self, row: SheetRow) -> CheckedRow:
        try:
            email = email_of(row)
            first, last = names_of(row)
            key = row_key("customers", email)
            before = self._lines.setdefault(key, row.number)
            if before != row.number:
                raise Fault("email", email, f"Line {before} has the same address.")
        except Fault as fault:
            return faulty(row, fault)
        data = {"email": email, "name": f"{first} {last}".strip()}
        return CheckedRow(row.number, "new", key, data)

    def batches(self, rows: Sequence[StoredRow]) -> Iterator[Sequence[StoredRow]]:
        """Yield what is written in one transaction."""
        yield rows

    async def write(self, tx: ElevatedTransaction, rows: Sequence[StoredRow]) -> dict[int, UUID]:
        """Make the accounts; rows without one have it already."""
        accounts: dict[int, UUID] = {}
        for row in rows:
            email, name = row.data["email"], row.data["name"]
            account = await self._create(tx, email, name)
            if account is None:
                continue
            accounts[row.number] = account
            await _attach_bookings(tx, account, email)
            if self._mails:
                await outbox.post(
                    tx,
                    cause=f"account-imported:{account}",
                    kind="account_imported",
                    to=email,
                    data={"link": "/auth/forgot"},
                )
        return accounts

    async def undo(self, tx: ElevatedTransaction, import_id: UUID) -> None:
        """Delete the accounts. Raises `Conflict` if anything followed from one."""
        if self._mails:
            raise Conflict("These customers were told of their account by mail.")
        count, example = await target_queries.changed_accounts(tx, import_id)
        if count:
            raise Conflict(
                f"{_counted(count, 'account')} of this import signed in, changed or have "
                f"bookings, {example} among them. Undo takes back a whole import or nothing."
            )
        await target_queries.delete_accounts(tx, await queries.targets(tx, import_id))


async def _attach_bookings(tx: ElevatedTransaction, account: UUID, email: str) -> None:
    """Give an account the bookings of its address, as its confirmation would; without a mail."""
    ids = await booking_queries.guest_bookings_before_confirmation(tx, account, email)
    if ids:
        await target_queries.touch_imported(tx, ids)
        await bookings.attach(tx, ids, account)


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
