"""Who may use the commands of a booking: its customer, or the office on their behalf."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.roles import OFFICE
from summerstow.platform.tables import StoredBooking

from . import queries
from .model import Booking


async def check(tx: Transaction, booking_id: UUID) -> None:
    """The booking is the asker's own, or the asker is of the office; 404 otherwise."""
    if tx.actor.role in OFFICE:
        return
    if not await queries.is_of(tx, booking_id, tx.actor.user_id):
        raise AppError("You have no such booking.", status=404, code="P0002")


def acts_for_customer(tx: Transaction, booking: Booking) -> bool:
    """Whether the office acts on somebody else's booking: with a reason, beside customers' rules.

    `preview_*` may be asked without one.
    """
    return tx.actor.role in OFFICE and booking.user_id != tx.actor.user_id


async def give_reason(tx: Transaction, booking: Booking, reason: str | None) -> str | None:
    """What the office says of its change goes into the audit log with it; None from a customer.

    Raises `Invalid` where the office gives none.
    """
    if not acts_for_customer(tx, booking):
        return None
    words = " ".join((reason or "").split())
    if not words:
        raise Invalid("Please give a reason: it is kept with the change.")
    await queries.give_reason(tx, words)
    return words


class OneBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking."""

    booking_id: UUID


class NamesBooking(Protocol):
    """Arguments that name a booking."""

    booking_id: UUID


async def as_it_is(tx: Transaction, arguments: NamesBooking) -> StoredBooking:
    """The row as it is now, for whoever may ask; what a command repeated is answered with."""
    await check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        return (await locked(elevated, arguments.booking_id)).row


async def locked(tx: ElevatedTransaction, booking_id: UUID) -> Booking:
    """The booking, held for the transaction; 404 where it is gone."""
    booking = await queries.locked(tx, booking_id)
    if booking is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return booking
