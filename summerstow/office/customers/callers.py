"""Book for a caller, with or without an account."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.bookings import rules, service
from summerstow.bookings.model import Booking
from summerstow.messages import guest_links
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Forbidden, Invalid
from summerstow.platform.roles import EXECUTIVE, STAFF
from summerstow.slots import service as slots

from . import caller_queries as queries

_Line = Annotated[str, msgspec.Meta(max_length=200)]
_Words = Annotated[str, msgspec.Meta(max_length=2000)]
#: The refusals for missing fields.
_NEEDED: Final = {
    "phone": "Please enter a phone number: the crew calls it from the door.",
    "address": "Please enter the address: the crew needs it.",
}


class BookForCaller(msgspec.Struct, forbid_unknown_fields=True):
    """Who calls and where and when they are picked up; the window is one of the three."""

    first_name: _Line
    last_name: _Line
    email: _Line
    phone: _Line
    campus_id: int
    residence_type: Literal["on_campus", "other"]
    address: _Line
    pickup_date: date
    pickup_time: _Line
    building_name: _Line | None = None
    supply_kit_delivery_date: date | None = None
    additional_comments: _Words | None = None
    over_capacity: bool = False


class CallersBooking(msgspec.Struct, frozen=True):
    """The booking; `user_id` is the account that has this email address, null for a guest."""

    id: UUID
    code: str
    user_id: UUID | None


async def book_for_caller(tx: ElevatedTransaction, arguments: BookForCaller) -> CallersBooking:
    """Book for a caller. Raises `Conflict` where they have a booking already."""
    form = msgspec.to_builtins(arguments)
    over_capacity = form.pop("over_capacity")
    row = rules.check_phones(
        rules.check_new({**form, "how_heard": "staff", "delivery_option": "decide_later"})
    )
    rules.check_pickup_time(row)
    for field, words in _NEEDED.items():
        if not row.get(field):
            raise Invalid(words)
    if arguments.pickup_date < clock.today():
        raise Invalid("The pickup date cannot be in the past.")
    if over_capacity and tx.actor.role != EXECUTIVE:
        raise Forbidden("Only an executive may add a pickup to a full window.")
    user_id = await queries.lock_confirmed_account(tx, row["email"])
    if user_id and await queries.has_current_booking(tx, user_id):
        raise Conflict("This customer has a booking already. Open it to change its date.")
    if over_capacity:
        await slots.widen_if_full(
            tx, arguments.campus_id, arguments.pickup_date, arguments.pickup_time
        )
    booking = Booking.of(await queries.insert_booking(tx, user_id, row))
    # Without an account: the mail of the booking leads to one (rule: caller-invitation).
    invite = None if user_id else await guest_links.invitation(tx, booking.id, row["email"])
    await service.booked(tx, booking, supersede=False, invite=invite)
    return CallersBooking(booking.id, booking.code, booking.user_id)


COMMAND: Final = Command("book_for_caller", BookForCaller, book_for_caller, STAFF, elevated=True)
