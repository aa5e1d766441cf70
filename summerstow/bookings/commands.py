"""What a customer asks of a booking by `POST /rest/v1/rpc/{command}`, and staff on their behalf."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction
from summerstow.kit.errors import AppError
from summerstow.kit.roles import SIGNED_IN, STAFF
from summerstow.kit.tables import Row

from . import account_commands, authorization, cancel, edit, queries
from .dates import requests
from .delivery import quote_commands as delivery_quote_commands
from .guests import answers as guest_answers

_Note = Annotated[str, msgspec.Meta(max_length=500)]
_Cents = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class OneBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking."""

    booking_id: UUID


class CancelBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking, and the fee that the preview showed; `reason` is what the office must give."""

    booking_id: UUID
    expected_fee_cents: _Cents
    note: _Note | None = None
    reason: _Note | None = None


class BookingChanges(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The fields to change, as the wizard sends them; what is left out stays."""

    first_name: str | UnsetType = UNSET
    last_name: str | UnsetType = UNSET
    phone: str | UnsetType | None = UNSET
    campus_id: int | UnsetType = UNSET
    residence_type: str | UnsetType = UNSET
    building_name: str | UnsetType | None = UNSET
    address: str | UnsetType | None = UNSET
    supply_kit_delivery_date: str | UnsetType | None = UNSET
    pickup_date: str | UnsetType = UNSET
    pickup_time: str | UnsetType = UNSET
    has_flight: bool | UnsetType = UNSET
    flight_time: str | UnsetType | None = UNSET
    additional_comments: str | UnsetType | None = UNSET
    delivery_option: str | UnsetType | None = UNSET
    delivery_address: str | UnsetType | None = UNSET
    return_delivery_date: str | UnsetType | None = UNSET


class PreviewEdit(msgspec.Struct, forbid_unknown_fields=True):
    """A booking and its changes."""

    booking_id: UUID
    changes: BookingChanges


class EditBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking, its changes, and the fee that the preview showed; `reason` as for a cancel."""

    booking_id: UUID
    changes: BookingChanges
    expected_fee_cents: _Cents
    reason: _Note | None = None


class AskPickupChange(msgspec.Struct, forbid_unknown_fields=True):
    """A wish for another pickup."""

    booking_id: UUID
    pickup_date: date
    pickup_time: Annotated[str, msgspec.Meta(max_length=40)]
    note: _Note | None = None


class AnswerPickupChange(msgspec.Struct, forbid_unknown_fields=True):
    """Staff's answer to a wish."""

    change_id: UUID
    accept: bool
    note: _Note | None = None


async def preview_cancellation(tx: Transaction, arguments: OneBooking) -> dict[str, object]:
    """`{fee_cents, words, free_until}`."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated():
        booking = await authorization.locked(tx, arguments.booking_id)
        return _fields(await cancel.preview(tx, booking))


async def preview_edit_booking(tx: Transaction, arguments: PreviewEdit) -> dict[str, object]:
    """`{fee_cents, location_fee_cents, words, request}`."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated():
        booking = await authorization.locked(tx, arguments.booking_id)
        return _fields(await edit.preview(tx, booking, _given(arguments.changes)))


async def ask_pickup_change(tx: Transaction, arguments: AskPickupChange) -> dict[str, str]:
    """`{change_id}`."""
    await authorization.check(tx, arguments.booking_id)
    async with tx.elevated():
        change_id = await requests.ask(
            tx,
            arguments.booking_id,
            arguments.pickup_date,
            arguments.pickup_time,
            arguments.note,
        )
    return {"change_id": str(change_id)}


async def answered_pickup_change(tx: Transaction, arguments: AnswerPickupChange) -> Row:
    """The booking of a wish that was answered, as it is now."""
    async with tx.elevated():
        booking_id = await queries.booking_of_request(tx, arguments.change_id)
        if booking_id is None:
            raise AppError("This request is gone.", status=404, code="P0002")
        return (await authorization.locked(tx, booking_id)).row


def commands(site_url: str) -> tuple[Command, ...]:
    """The package's commands; `site_url` goes into mails."""

    async def cancel_booking(tx: Transaction, arguments: CancelBooking) -> Row:
        await authorization.check(tx, arguments.booking_id)
        async with tx.elevated():
            changed = await cancel.cancel(
                tx,
                arguments.booking_id,
                expected_fee_cents=arguments.expected_fee_cents,
                note=arguments.note,
                reason=arguments.reason,
                site_url=site_url,
            )
            return changed.row

    async def edit_booking(tx: Transaction, arguments: EditBooking) -> Row:
        await authorization.check(tx, arguments.booking_id)
        async with tx.elevated():
            changed = await edit.edit(
                tx,
                arguments.booking_id,
                _given(arguments.changes),
                expected_fee_cents=arguments.expected_fee_cents,
                reason=arguments.reason,
                site_url=site_url,
            )
            return changed.row

    async def answer_pickup_change(tx: Transaction, arguments: AnswerPickupChange) -> Row:
        async with tx.elevated():
            changed = await requests.answer(
                tx,
                arguments.change_id,
                accept=arguments.accept,
                note=arguments.note,
                site_url=site_url,
            )
            return changed.row

    return (
        Command(
            "preview_cancellation", OneBooking, preview_cancellation, SIGNED_IN, repeatable=True
        ),
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
        ),
        *account_commands.commands(site_url),
        *guest_answers.COMMANDS,
        *delivery_quote_commands.commands(site_url),
    )


def _given(changes: BookingChanges) -> Row:
    given: Row = msgspec.to_builtins(changes)
    return given


def _fields(preview: Any) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(preview)
    return found
