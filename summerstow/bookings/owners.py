"""Who may ask a verb of a booking: its customer, or the office on their behalf."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from summerstow.kit.actor import Role
from summerstow.kit.database import Transaction
from summerstow.kit.errors import AppError
from summerstow.kit.tables import Row

from . import queries

OWNERS: Final[frozenset[Role]] = frozenset({"customer", "worker", "admin", "executive"})
_OFFICE: Final[frozenset[Role]] = frozenset({"admin", "executive"})


async def check(tx: Transaction, booking_id: UUID) -> None:
    """The booking is the asker's own, or the asker is of the office; 404 otherwise."""
    if tx.actor.role in _OFFICE:
        return
    if not await queries.is_of(tx, booking_id, tx.actor.user_id):
        raise AppError("You have no such booking.", status=404, code="P0002")


async def locked(tx: Transaction, booking_id: UUID) -> Row:
    """The booking, held for the transaction; runs elevated, 404 where it is gone."""
    booking = await queries.locked(tx, booking_id)
    if booking is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return booking
