"""What staff add to a booking's record: notes for each other, and messages to its customer."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID, uuid4

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.bookings import notifications
from summerstow.bookings import queries as booking_queries
from summerstow.bookings import service as bookings
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.guests import queries as guest_queries
from summerstow.bookings.model import Booking
from summerstow.bookings.undo.timing import mail_wait
from summerstow.messages import guest_links
from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.commands import WORDS, Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import EXECUTIVES, OFFICE, STAFF
from summerstow.platform.tables import StoredBooking

from . import record_queries as queries
from .record_queries import RecordNote

#: Characters of a note, a subject and a message.
_NOTE: Final = 1000
_SUBJECT: Final = 120
_MESSAGE: Final = 3000


class AddNote(OneBooking, forbid_unknown_fields=True):
    """A booking and what colleagues should know of it."""

    note: Annotated[str, msgspec.Meta(max_length=_NOTE)]


class MessageCustomer(OneBooking, forbid_unknown_fields=True):
    """A booking, and a mail to its customer; an empty line begins a paragraph."""

    subject: Annotated[str, msgspec.Meta(max_length=_SUBJECT)]
    message: Annotated[str, msgspec.Meta(max_length=_MESSAGE)]


class CancelWithoutFee(OneBooking, forbid_unknown_fields=True):
    """A booking at any stage, and why its customer loses it."""

    reason: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=500)]


async def booking_notes(tx: ElevatedTransaction, arguments: OneBooking) -> list[RecordNote]:
    """Notes and messages, the newest first. Notes are for staff alone (rule: staff-notes)."""
    return await queries.list_notes(tx, arguments.booking_id)


async def add_booking_note(tx: ElevatedTransaction, arguments: AddNote) -> list[RecordNote]:
    """Keep a note; all of them, the newest first."""
    note = arguments.note.strip()
    if not note:
        raise Invalid("Please write the note.")
    await _lock_booking(tx, arguments.booking_id)
    await queries.store_note(tx, arguments.booking_id, "note", {"note": note})
    return await queries.list_notes(tx, arguments.booking_id)


async def confirm_for_guest(tx: ElevatedTransaction, arguments: OneBooking) -> None:
    """Take a guest's word by phone for the address: the place is kept (rule: confirmed-by-staff).

    The same again changes nothing. Raises `Conflict` for a booking that is cancelled.
    """
    booking = await _lock_booking(tx, arguments.booking_id)
    if booking.status == "cancelled":
        raise Conflict("This booking is cancelled: its place went back.")
    if await invoice_queries.is_unconfirmed(tx, booking.id):
        await guest_queries.confirm(tx, booking.id, clock.now())


async def message_customer(tx: ElevatedTransaction, arguments: MessageCustomer) -> list[RecordNote]:
    """Mail the customer, and keep what was written with the booking."""
    subject = " ".join(arguments.subject.split())
    words = arguments.message.strip()
    if not (subject and words):
        raise Invalid("Please write a subject and a message.")
    booking = await _lock_booking(tx, arguments.booking_id)
    if not booking.email:
        raise Conflict("This booking has no email address.")
    await messages.tell_account(
        tx,
        booking.user_id,
        cause=f"staff-message:{booking.id}:{uuid4()}",
        kind="staff_message",
        to=booking.email,
        data={
            "subject": subject,
            "paragraphs": [one.strip() for one in words.split("\n\n") if one.strip()],
            "code": booking.code,
            "link": await guest_links.for_booking(tx, booking.row, "/customer-dashboard"),
        },
    )
    await queries.store_note(tx, booking.id, "message", {"subject": subject, "message": words})
    return await queries.list_notes(tx, booking.id)


async def cancel_without_fee(tx: ElevatedTransaction, arguments: CancelWithoutFee) -> StoredBooking:
    """Executives cancel at any stage, with a reason (rule: executives-cancel)."""
    reason = " ".join(arguments.reason.split())
    if len(reason) < 3:
        raise Invalid("Please say why: the customer reads it.")
    old = await _lock_booking(tx, arguments.booking_id)
    if old.status == "cancelled":
        return old.row
    await booking_queries.give_reason(tx, reason)
    new = await booking_queries.cancel(tx, old.id, 0, reason, clock.now())
    await bookings.changed(tx, old, new)
    await booking_queries.withdraw_requests(tx, old.id)
    await notifications.cancelled(tx, old, new, wait=mail_wait(tx.actor, old, new))
    return new.row


COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "cancel_without_fee",
        CancelWithoutFee,
        cancel_without_fee,
        EXECUTIVES,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "booking_notes",
        OneBooking,
        booking_notes,
        STAFF,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("add_booking_note", AddNote, add_booking_note, STAFF, elevated=True),
    Command(
        "confirm_for_guest", OneBooking, confirm_for_guest, OFFICE, repeatable=True, elevated=True
    ),
    Command("message_customer", MessageCustomer, message_customer, OFFICE, elevated=True),
)


async def _lock_booking(tx: ElevatedTransaction, booking_id: UUID) -> Booking:
    booking = await booking_queries.locked(tx, booking_id)
    if booking is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return booking
