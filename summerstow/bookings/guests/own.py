"""Guest bookings made with the address of an account: its owner says which are theirs.

A stranger may have made them, so they stay a guest's until then (rule: unconfirmed-guest).
"""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

import msgspec

from summerstow.bookings import authorization, cancel, service
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.model import Booking
from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.roles import SIGNED_IN

from . import answers
from . import queries as guest_queries

#: Statuses in which a booking is still going on.
_CURRENT: Final = ["pending", "confirmed", "in_queue", "picked_up"]
NOT_THEIRS: Final = "The owner of the email address says that this booking is not theirs."


class OwnGuestBooking(msgspec.Struct, frozen=True):
    """A guest booking with the caller's address; nothing that a person typed.

    `made_on` is a campus day; `held_until` is campus time in words, if the place waits.
    """

    id: UUID
    code: str
    campus: str
    pickup: str
    made_on: date
    held_until: str | None


async def own_guest_bookings(tx: Transaction, _: NoArguments) -> list[OwnGuestBooking]:
    """Return the bookings that were made signed out with the caller's proved address."""
    assert tx.actor.user_id is not None
    async with tx.elevated() as elevated:
        bookings = await guest_queries.of_account(elevated, tx.actor.user_id, _CURRENT)
    return [_shown(booking) for booking in bookings]


async def accept_guest_booking(tx: ElevatedTransaction, arguments: OneBooking) -> None:
    """Make the guest booking the caller's: "this is mine". The same again changes nothing."""
    booking = await authorization.locked(tx, arguments.booking_id)
    assert tx.actor.user_id is not None
    if booking.user_id == tx.actor.user_id:
        return
    await _check_own(tx, booking)
    if booking.status == "cancelled":
        raise Conflict("This booking is cancelled: its place went back.")
    await service.attach(tx, [booking.id], tx.actor.user_id)


async def reject_guest_booking(tx: ElevatedTransaction, arguments: OneBooking) -> None:
    """Cancel the guest booking free of charge: "not mine". The same again changes nothing.

    Raises `Conflict` if the crew is on the way or has the items.
    """
    booking = await authorization.locked(tx, arguments.booking_id)
    await _check_own(tx, booking)
    if booking.status == "cancelled":
        return
    cancel.refuse(booking)
    await answers.end(tx, booking, NOT_THEIRS)


COMMANDS: Final = (
    Command("own_guest_bookings", NoArguments, own_guest_bookings, SIGNED_IN, read_only=True),
    Command(
        "accept_guest_booking",
        OneBooking,
        accept_guest_booking,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "reject_guest_booking",
        OneBooking,
        reject_guest_booking,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
)


async def _check_own(tx: ElevatedTransaction, booking: Booking) -> None:
    owner = None
    if booking.user_id is None:
        owner = await guest_queries.owner_of_address(tx, booking.email or "")
    if owner is None or owner != tx.actor.user_id:
        raise AppError("You have no such booking.", status=404, code="P0002")


def _shown(booking: Booking) -> OwnGuestBooking:
    waits = booking.confirm_by
    assert booking.created_at is not None
    return OwnGuestBooking(
        id=booking.id,
        code=booking.code,
        campus=booking.campus.name if booking.campus else "",
        pickup=booking.pickup,
        made_on=clock.campus_time(booking.created_at).date(),
        held_until=None if waits is None else clock.spoken_deadline(waits),
    )
