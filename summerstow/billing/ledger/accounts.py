"""An account's money, which moves one step at a time."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError

from . import queries
from .model import Credit


async def hold_account(tx: Transaction, booking_id: UUID, member_id: UUID | None = None) -> UUID:
    """The account of a booking, or of a friend who shares its bundle, held for the transaction.

    So its money moves one step at a time. Taken after every row lock of the same transaction, so
    that no two wait for each other. Raises 404 where the booking is gone.
    """
    account = await queries.held_account(tx, booking_id, member_id)
    if account is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return account


async def credits_left(tx: Transaction, account: UUID) -> list[Credit]:
    """What the account can settle with: the deposit first, then in the order it came."""
    found = await queries.credits_left(tx, account)
    return sorted(found, key=lambda one: one.code != "supplies_deposit_back")
