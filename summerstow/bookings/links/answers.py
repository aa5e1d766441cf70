"""What the links of a pickup's reminders do, and its customer may as well, signed in."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal

import msgspec

from summerstow.bookings import authorization, cancel, edit, queries
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.dates import requests
from summerstow.bookings.model import REPLACEABLE, Booking
from summerstow.messages import links
from summerstow.platform import clock, published
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.roles import PEOPLE, SIGNED_IN
from summerstow.platform.tables import StoredBooking

_Cents = Annotated[int, msgspec.Meta(ge=0)]


class LinkOpened(msgspec.Struct, forbid_unknown_fields=True):
    """What the link of a reminder ends with."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class MoveByLink(LinkOpened, forbid_unknown_fields=True):
    """Another day and window."""

    pickup_date: date
    pickup_time: Annotated[str, msgspec.Meta(max_length=40)]


class MovedByLink(MoveByLink, forbid_unknown_fields=True):
    """Another day and window, and the fee that the preview showed."""

    expected_fee_cents: _Cents


class CancelByLink(LinkOpened, forbid_unknown_fields=True):
    """The fee that the preview of the cancellation showed."""

    expected_fee_cents: _Cents


class LinkedPickup(msgspec.Struct, frozen=True):
    """A pickup as the link of its mail shows it: nothing that a person typed.

    `state`: `open` may be confirmed or moved, as the link is for; `confirmed`: its customer said
    that it stands; `asked`: another time is asked for and waits for staff; `cancelled`; `over`:
    neither any more. `pickup_date` and `pickup_time` are campus time.
    """

    purpose: links.Purpose
    state: Literal["open", "confirmed", "asked", "cancelled", "over"]
    code: str
    campus: str
    campus_id: int
    pickup: str
    pickup_date: date | None
    pickup_time: str | None


async def linked_pickup(tx: ElevatedTransaction, arguments: LinkOpened) -> LinkedPickup:
    """The pickup of a link; looking changes nothing."""
    purpose, booking = await booking_of_link(tx, arguments.token)
    return await _shown(tx, purpose, booking)


async def confirm_linked_pickup(tx: Transaction, arguments: LinkOpened) -> LinkedPickup:
    """The pickup, which its customer says stands."""
    async with tx.elevated() as elevated:
        purpose, booking = await booking_of_link(elevated, arguments.token, "confirm")
        _refuse_over(booking)
    async with tx.on_behalf(booking.user_id) as customer:
        await queries.confirm_pickup(customer, booking.id, clock.now())
        return await _shown(customer, purpose, await _again(customer, booking))


async def confirm_pickup(tx: Transaction, arguments: OneBooking) -> StoredBooking:
    """One's own booking, whose pickup one says stands (rule: links-of-reminders)."""
    if not await queries.is_of(tx, arguments.booking_id, tx.actor.user_id):
        raise AppError("You have no such booking.", status=404, code="P0002")
    async with tx.elevated() as elevated:
        booking = await authorization.locked(elevated, arguments.booking_id)
        _refuse_over(booking)
        await queries.confirm_pickup(elevated, booking.id, clock.now())
        return (await _again(elevated, booking)).row


async def preview_linked_move(tx: Transaction, arguments: MoveByLink) -> edit.EditPreview:
    """What moving it there comes to now."""
    async with tx.elevated() as elevated:
        _, booking = await booking_of_link(elevated, arguments.token, "move")
        _refuse_over(booking)
    async with tx.on_behalf(booking.user_id) as customer:
        return await edit.preview(customer, booking, _to(arguments))


async def move_linked_pickup(tx: Transaction, arguments: MovedByLink) -> LinkedPickup:
    """Move the pickup, or ask for it where the notice is too short."""
    async with tx.elevated() as elevated:
        purpose, booking = await booking_of_link(elevated, arguments.token, "move")
        _refuse_over(booking)
    async with tx.on_behalf(booking.user_id) as customer:
        changes = _to(arguments)
        if edit.differing(booking, changes):
            if (await edit.preview(customer, booking, changes)).request:
                await requests.ask(
                    customer, booking.id, arguments.pickup_date, arguments.pickup_time, None
                )
            else:
                await edit.edit(
                    customer,
                    booking.id,
                    changes,
                    expected_fee_cents=arguments.expected_fee_cents,
                    reason=None,
                )
        return await _shown(customer, purpose, await _again(customer, booking))


async def preview_linked_cancellation(
    tx: Transaction, arguments: LinkOpened
) -> cancel.CancellationPreview:
    """What cancelling the booking would cost now."""
    async with tx.elevated() as elevated:
        _, booking = await booking_of_link(elevated, arguments.token, "move")
        _refuse_over(booking)
    async with tx.on_behalf(booking.user_id) as customer:
        return await cancel.preview(customer, booking)


async def cancel_linked_booking(tx: Transaction, arguments: CancelByLink) -> LinkedPickup:
    """Cancel the booking; the same again changes nothing. Raises `FeeChanged`."""
    async with tx.elevated() as elevated:
        purpose, booking = await booking_of_link(elevated, arguments.token, "move")
    async with tx.on_behalf(booking.user_id) as customer:
        if booking.status != "cancelled":
            _refuse_over(booking)
            await cancel.cancel(
                customer,
                booking.id,
                expected_fee_cents=arguments.expected_fee_cents,
                note="Cancelled with the link in our mail.",
            )
        return await _shown(customer, purpose, await _again(customer, booking))


async def booking_of_link(
    tx: ElevatedTransaction, token: str, purpose: links.Purpose | None = None
) -> tuple[links.Purpose, Booking]:
    """Return the purpose of a link and its booking, locked.

    Raises 404 for a link that works no more, or is for another purpose than this one.
    """
    link = await links.pickup_of(tx, token)
    booking = await queries.locked(tx, link.booking_id) if link else None
    if link is None or booking is None or purpose not in (None, link.purpose):
        raise AppError(
            "This link does not work any more. Please sign in to see your pickup.",
            status=404,
            code="P0002",
        )
    return link.purpose, booking


COMMANDS: Final[tuple[Command, ...]] = (
    Command("linked_pickup", LinkOpened, linked_pickup, PEOPLE, elevated=True),
    Command("confirm_linked_pickup", LinkOpened, confirm_linked_pickup, PEOPLE),
    Command("confirm_pickup", OneBooking, confirm_pickup, SIGNED_IN, repeatable=True),
    Command("preview_linked_move", MoveByLink, preview_linked_move, PEOPLE),
    Command("move_linked_pickup", MovedByLink, move_linked_pickup, PEOPLE),
    Command("preview_linked_cancellation", LinkOpened, preview_linked_cancellation, PEOPLE),
    Command("cancel_linked_booking", CancelByLink, cancel_linked_booking, PEOPLE),
)


def _to(arguments: MoveByLink) -> dict[str, object]:
    return {
        "pickup_date": arguments.pickup_date.isoformat(),
        "pickup_time": arguments.pickup_time,
    }


async def _again(tx: ElevatedTransaction, booking: Booking) -> Booking:
    now = await queries.locked(tx, booking.id)
    assert now is not None
    return now


def _over(booking: Booking) -> bool:
    starts = booking.starts_at
    return booking.status not in REPLACEABLE or starts is None or starts <= clock.now()


def _refuse_over(booking: Booking) -> None:
    if _over(booking):
        raise Conflict(
            f"This pickup cannot be changed here any more. Please {published.business().reach_us}."
        )


async def _shown(tx: ElevatedTransaction, purpose: links.Purpose, booking: Booking) -> LinkedPickup:
    state: Literal["open", "confirmed", "asked", "cancelled", "over"] = "open"
    if booking.status == "cancelled":
        state = "cancelled"
    elif _over(booking):
        state = "over"
    elif await queries.asked_pickup(tx, booking.id):
        state = "asked"
    elif booking.pickup_confirmed_at is not None:
        state = "confirmed"
    return LinkedPickup(
        purpose=purpose,
        state=state,
        code=booking.code,
        campus=booking.campus.name if booking.campus else "",
        campus_id=booking.campus_id,
        pickup=booking.pickup,
        pickup_date=booking.pickup_date,
        pickup_time=booking.pickup_time,
    )
