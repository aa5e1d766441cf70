"""Undo of a booking's last change by `POST /rest/v1/rpc/{command}` (rule: undo)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.bookings import authorization
from summerstow.bookings.authorization import OneBooking
from summerstow.messages.times import UNDO_TIME
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import SIGNED_IN, WORKER
from summerstow.platform.tables import StoredBooking

from . import queries, service

#: Bookings that are undone together, as they were changed together.
_MOST: Final = 500


class ChangedBooking(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A booking and its `updated_at` after the change."""

    booking_id: UUID
    seen: datetime


class UndoChanges(msgspec.Struct, forbid_unknown_fields=True):
    """Changes to undo, all or none."""

    changes: Annotated[list[ChangedBooking], msgspec.Meta(min_length=1, max_length=_MOST)]


class UndoableChange(msgspec.Struct, frozen=True):
    """A booking's last change: what it did, who made it, and how long it can be undone.

    `seen` names it.
    """

    seen: datetime
    words: str
    by: str
    seconds_left: int


async def undoable_change(tx: Transaction, arguments: OneBooking) -> UndoableChange | None:
    """The last change of a booking, if the caller can undo it now."""
    await _check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        booking = await authorization.locked(elevated, arguments.booking_id)
        change = await queries.last_change(elevated, arguments.booking_id)
        if change is None or service.refusal(elevated, booking, change) is not None:
            return None
        return UndoableChange(
            seen=datetime.fromisoformat(booking.updated_at),
            words=service.words_of(booking, change),
            by=service.name_of(elevated, change),
            seconds_left=int(UNDO_TIME.total_seconds() - change.age_seconds),
        )


async def undo_change(tx: Transaction, arguments: ChangedBooking) -> StoredBooking:
    """The booking as it was before its last change."""
    await _check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        return (await service.undo(elevated, arguments.booking_id, arguments.seen)).row


async def undo_changes(tx: Transaction, arguments: UndoChanges) -> None:
    """Undo the last change of each booking."""
    # In one order, so that no two calls wait for each other's bookings.
    for one in sorted(arguments.changes, key=lambda each: each.booking_id):
        await undo_change(tx, one)


async def _check(tx: Transaction, booking_id: UUID) -> None:
    if tx.actor.role == WORKER:
        async with tx.elevated() as elevated:
            change = await queries.last_change(elevated, booking_id)
        if change is not None and service.is_staff_move(change):
            return
    await authorization.check(tx, booking_id)


COMMANDS: Final = (
    Command("undoable_change", OneBooking, undoable_change, SIGNED_IN, repeatable=True),
    Command("undo_change", ChangedBooking, undo_change, SIGNED_IN, again=authorization.as_it_is),
    Command("undo_changes", UndoChanges, undo_changes, SIGNED_IN),
)
