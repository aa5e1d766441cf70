"""What becomes of a guest's booking: confirmed by the link of its mail, or its place goes back."""

from __future__ import annotations

from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.bookings import queries, received, service
from summerstow.bookings.model import Booking
from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import PEOPLE

from . import queries as guest_queries
from . import service as guests

#: Bookings that one turn of the job reminds of, and whose places it gives back.
_AT_ONCE: Final = 50


class GuestLink(msgspec.Struct, forbid_unknown_fields=True):
    """What the link of a guest's mail ends with."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class GuestBooking(msgspec.Struct, frozen=True):
    """A guest's booking as its mail's link shows it: nothing that a person typed.

    `held_until` is campus time in words, where the place waits for its guest; `words` say why it is
    cancelled, where it is.
    """

    state: Literal["unconfirmed", "confirmed", "cancelled"]
    code: str
    campus: str
    pickup: str
    held_until: str | None
    words: str | None


async def guest_booking(tx: ElevatedTransaction, arguments: GuestLink) -> GuestBooking:
    """The booking of a link."""
    return _shown(await _found(tx, arguments.token))


async def confirm_guest_booking(tx: ElevatedTransaction, arguments: GuestLink) -> GuestBooking:
    """The booking, confirmed where it waited; one that was given back stays so.

    If an account has proved the address, the booking becomes the account's.
    """
    booking = await _found(tx, arguments.token)
    if booking.status != "cancelled" and booking.user_id is None:
        await guest_queries.confirm(tx, booking.id, clock.now())
        owner = await guest_queries.owner_of_address(tx, booking.email or "")
        if owner is not None:
            await service.attach(tx, [booking.id], owner)
        await received.tell_complete(tx, await _found(tx, arguments.token))
    return _shown(await _found(tx, arguments.token))


async def give_back_guest_booking(tx: ElevatedTransaction, arguments: GuestLink) -> GuestBooking:
    """The booking, cancelled free of charge where it waited; a confirmed one stays as it is."""
    booking = await _found(tx, arguments.token)
    if booking.confirm_by is not None:
        await end(tx, booking, "Given back with the link in our mail.")
    return _shown(await _found(tx, arguments.token))


COMMANDS: Final = (
    Command("guest_booking", GuestLink, guest_booking, PEOPLE, elevated=True),
    Command("confirm_guest_booking", GuestLink, confirm_guest_booking, PEOPLE, elevated=True),
    Command("give_back_guest_booking", GuestLink, give_back_guest_booking, PEOPLE, elevated=True),
)


async def follow_up(tx: ElevatedTransaction) -> int:
    """Remind guests of bookings that wait, and give back the places of one window that waited.

    A job, run as the owner again and again; returns how many bookings it touched.
    """
    await guest_queries.forget(tx)
    now = clock.now()
    reminded = await guest_queries.to_remind(tx, now, _AT_ONCE)
    for booking_id in reminded:
        await _remind(tx, booking_id)
    over = await guest_queries.overdue(tx, now, _AT_ONCE)
    for booking_id in over:
        booking = await queries.locked(tx, booking_id)
        assert booking is not None
        await _give_back(tx, booking)
    return len(reminded) + len(over)


async def _remind(tx: ElevatedTransaction, booking_id: UUID) -> None:
    booking = await queries.locked(tx, booking_id)
    if booking is None or booking.confirm_by is None:
        return
    links = await guests.links(tx, booking_id)
    await messages.tell(
        tx,
        booking.row,
        cause=f"booking-unconfirmed:{booking_id}",
        kind="booking_unconfirmed",
        with_calendar=False,
        data={
            "pickup": booking.pickup,
            "held_until": _held_until(booking),
            "code": booking.code,
            "link": links.confirm,
            "give_back": links.give_back,
        },
    )


async def _give_back(tx: ElevatedTransaction, booking: Booking) -> None:
    until = _held_until(booking)
    old = booking
    note = f"The place was given back: the email address was not confirmed by {until}."
    new = await end(tx, booking, note)
    await messages.tell(
        tx,
        new.row,
        cause=f"place-given-back:{old.id}",
        kind="place_given_back",
        data={
            "pickup": old.pickup,
            "held_until": until,
            "code": old.code,
            "link": "/book" + (f"?campus={old.campus.slug}" if old.campus else ""),
        },
    )


async def end(tx: Transaction, booking: Booking, note: str) -> Booking:
    """Cancel a guest's booking free of charge, with a note for its guest and staff."""
    booking_id = booking.id
    new = await queries.cancel(tx, booking_id, 0, note, clock.now())
    await service.changed(tx, booking, new)
    return new


async def _found(tx: Transaction, token: str) -> Booking:
    booking_id = await guest_queries.by_link(tx, guests.token_hash(token))
    booking = await queries.locked(tx, booking_id) if booking_id else None
    if booking is None:
        raise AppError(
            "This link does not work. Please open the one in our latest email.",
            status=404,
            code="P0002",
        )
    return booking


def _shown(booking: Booking) -> GuestBooking:
    cancelled = booking.status == "cancelled"
    waits = booking.confirm_by is not None
    return GuestBooking(
        state="cancelled" if cancelled else "unconfirmed" if waits else "confirmed",
        code=booking.code,
        campus=booking.campus.name if booking.campus else "",
        pickup=booking.pickup,
        held_until=_held_until(booking) if waits else None,
        words=booking.cancellation_note if cancelled else None,
    )


def _held_until(booking: Booking) -> str:
    assert booking.confirm_by is not None
    return clock.spoken_deadline(booking.confirm_by)
