"""What a customer asks of a booking by `POST /rest/v1/rpc/{command}`, and staff on their behalf."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import SIGNED_IN, STAFF
from summerstow.platform.tables import Row, StoredBooking

from . import account_commands, authorization, cancel, edit, queries
from .authorization import OneBooking
from .dates import requests, store_longer
from .delivery import quote_commands as delivery_quote_commands
from .guests import answers as guest_answers
from .guests import own as own_guest_bookings
from .links import answers as link_answers
from .prices import booking_price, booking_quote
from .undo import commands as undo_commands

_Note = Annotated[str, msgspec.Meta(max_length=500)]
_Cents = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class CancelBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking, and the fee that the preview showed; `reason` is what the office must give."""

    booking_id: UUID
    expected_fee_cents: _Cents
    note: _Note | None = None
    reason: _Note | None = None


class PreviewEdit(msgspec.Struct, forbid_unknown_fields=True):
    """A booking and its changes."""

    booking_id: UUID
    changes: edit.BookingChanges


class EditBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking, its changes, and the fee that the preview showed; `reason` as for a cancel."""

    booking_id: UUID
    changes: edit.BookingChanges
    expected_fee_cents: _Cents
    reason: _Note | None = None


class AskPickupChange(msgspec.Struct, forbid_unknown_fields=True):
    """A wish for another pickup."""

    booking_id: UUID
    pickup_date: date
    pickup_time: Annotated[str, msgspec.Meta(max_length=40)]
    note: _Note | None = None


class PickupChangeAsked(msgspec.Struct, frozen=True):
    """The wish that was kept."""

    change_id: UUID


class AnswerPickupChange(msgspec.Struct, forbid_unknown_fields=True):
    """Staff's answer to a wish."""

    change_id: UUID
    accept: bool
    note: _Note | None = None


async def preview_cancellation(
    tx: Transaction, arguments: OneBooking
) -> cancel.CancellationPreview:
    """What cancelling the booking would cost now."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        booking = await authorization.locked(elevated, arguments.booking_id)
        return await cancel.preview(elevated, booking)


async def preview_edit_booking(tx: Transaction, arguments: PreviewEdit) -> edit.EditPreview:
    """What the changes come to now."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        booking = await authorization.locked(elevated, arguments.booking_id)
        return await edit.preview(elevated, booking, _given(arguments.changes))


async def ask_pickup_change(tx: Transaction, arguments: AskPickupChange) -> PickupChangeAsked:
    """The wish is kept."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        change_id = await requests.ask(
            elevated,
            arguments.booking_id,
            arguments.pickup_date,
            arguments.pickup_time,
            arguments.note,
        )
    return PickupChangeAsked(change_id)


async def answered_pickup_change(tx: Transaction, arguments: AnswerPickupChange) -> StoredBooking:
    """The booking of a wish that was answered, as it is now."""
    async with tx.elevated() as elevated:
        booking_id = await queries.booking_of_request(elevated, arguments.change_id)
        if booking_id is None:
            raise AppError("This request is gone.", status=404, code="P0002")
        return (await authorization.locked(elevated, booking_id)).row


async def cancel_booking(tx: Transaction, arguments: CancelBooking) -> StoredBooking:
    """The booking as it is afterwards. Raises `FeeChanged` where the fee is another by now."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        changed = await cancel.cancel(
            elevated,
            arguments.booking_id,
            expected_fee_cents=arguments.expected_fee_cents,
            note=arguments.note,
            reason=arguments.reason,
        )
        return changed.row


async def edit_booking(tx: Transaction, arguments: EditBooking) -> StoredBooking:
    """The booking as it is afterwards. Raises `FeeChanged` where the fee is another by now."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        changed = await edit.edit(
            elevated,
            arguments.booking_id,
            _given(arguments.changes),
            expected_fee_cents=arguments.expected_fee_cents,
            reason=arguments.reason,
        )
        return changed.row


async def answer_pickup_change(
    tx: ElevatedTransaction, arguments: AnswerPickupChange
) -> StoredBooking:
    """The booking as staff left it; its customer is told."""
    changed = await requests.answer(
        tx,
        arguments.change_id,
        accept=arguments.accept,
        note=arguments.note,
    )
    return changed.row


COMMANDS: Final[tuple[Command, ...]] = (
    Command("preview_cancellation", OneBooking, preview_cancellation, SIGNED_IN, repeatable=True),
    Command("cancel_booking", CancelBooking, cancel_booking, SIGNED_IN, repeatable=True),
    Command(
        "preview_edit_booking",
        PreviewEdit,
        preview_edit_booking,
        SIGNED_IN,
        repeatable=True,
    ),
    Command("edit_booking", EditBooking, edit_booking, SIGNED_IN, again=authorization.as_it_is),
    Command("ask_pickup_change", AskPickupChange, ask_pickup_change, SIGNED_IN),
    Command(
        "answer_pickup_change",
        AnswerPickupChange,
        answer_pickup_change,
        STAFF,
        again=answered_pickup_change,
        elevated=True,
    ),
    booking_price.COMMAND,
    *booking_quote.COMMANDS,
    *account_commands.COMMANDS,
    *guest_answers.COMMANDS,
    *own_guest_bookings.COMMANDS,
    *link_answers.COMMANDS,
    *delivery_quote_commands.COMMANDS,
    *store_longer.COMMANDS,
    *undo_commands.COMMANDS,
)


def _given(changes: edit.BookingChanges) -> Row:
    given: Row = msgspec.to_builtins(changes)
    return given
