"""Book, change, supersede, attach: what follows from a booking's row, in its own transaction."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

from summerstow.billing.invoices import storage_events
from summerstow.billing.pricing import price_lists
from summerstow.crew.queue import queries as queue_queries
from summerstow.crew.queue import service as queue
from summerstow.friends.bundles import notify as bundle_messages
from summerstow.friends.bundles import plan as bundles
from summerstow.friends.referrals import credits as referral_credits
from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.webhooks import events as webhooks
from summerstow.slots import service as slots

from . import queries, received
from .dates import date_policy
from .delivery import quotes as delivery_quotes
from .guests import service as guests
from .items import queries as item_queries
from .model import Booking, code
from .part_returns import ending as part_returns

#: Bookings that an account is told of when it confirms its address; anybody may have made them.
_MOST_TOLD: Final = 3


async def booked(
    tx: Transaction,
    booking: Booking,
    *,
    supersede: bool,
    invite: str | None = None,
    tells: bool = True,
) -> UUID | None:
    """A booking was stored: it takes its place in window and line, and its customer gets a mail.

    Returns the slot of its place, which its row then names; None: the row stands as it was stored.

    `supersede`: earlier pending or confirmed bookings of the account become cancelled, free of
    charge, and the places they held are free for this one; their notice stays, as a late change of
    theirs is one of this booking's. `invite`: where the mail leads who has no account yet. `tells`:
    the customer gets a mail. Raises `date_policy.CloseToPickup` where a pickup of theirs is too
    close for that, `guests.ConfirmFirst` and `slots.WindowFull`; nothing is stored then.
    """
    booking_id = booking.id
    slots.refuse_campus(booking.campus_id)
    async with tx.elevated() as elevated:
        replaced: list[Booking] = []
        if supersede:
            assert booking.user_id is not None
            replaced = await _supersede(elevated, booking_id, booking.user_id)
            await bundles.refuse_booking(elevated, booking.user_id)
        slot = await slots.move(
            elevated,
            give_up=[slot for one in replaced for slot in one.slots],
            campus_id=booking.campus_id if booking.holds_place else None,
            day=booking.pickup_date,
            pickup_time=booking.pickup_time,
            hold=booking.hold_id,
        )
        await _refuse_return(elevated, booking)
        links = None
        confirm_by = guests.confirm_by(tx.actor, booking) if slot is not None else None
        if slot is not None:
            await queries.hold_slot(elevated, booking_id, slot, confirm_by)
            if confirm_by is not None:
                links = await guests.hold_until(elevated, booking, slot, confirm_by)
        await _join_queue(elevated, booking, replaced)
        await delivery_quotes.follow(elevated, None, booking)
        if tells:
            await received.tell(
                elevated, booking, confirm_by=confirm_by, links=links, invite=invite
            )
        await webhooks.tell(elevated, "booking.created", booking.event)
    return slot


async def changed(tx: Transaction, old: Booking, new: Booking) -> None:
    """A booking's row was changed, by its customer, staff or a command: place and line follow.

    A move claims the new place before it gives up the old one; a cancelled booking gives its place
    back and leaves the line; one that is taken up again needs a place. Raises `slots.WindowFull`.
    """
    booking_id = new.id
    delivery = (old.delivery_window, new.delivery_window)
    moved = _window(old) != _window(new)
    if old.campus_id != new.campus_id:
        slots.refuse_campus(new.campus_id)
    async with tx.elevated() as elevated:
        if moved or old.holds_place != new.holds_place:
            await _take_place(elevated, new, old.slot_id)
        if delivery[0] != delivery[1]:
            await _take_delivery(elevated, booking_id, old.return_slot_id, delivery[1])
        if old.return_delivery_date != new.return_delivery_date:
            await _refuse_return(elevated, new)
        reordered = _order(old) != _order(new)
        cancelled = old.holds_place and not new.holds_place
        if cancelled or (old.line is not None and old.line != new.line):
            await queue_queries.note_stops(elevated, booking_id, all_kinds=cancelled)
        if old.line != new.line or (new.line and reordered):
            await queue.move(elevated, booking_id, was=old.line, goes_to=new.line)
        if old.status != new.status:
            await storage_events.status_changed(elevated, booking_id, old.status, new.status)
            await referral_credits.status_changed(elevated, new.row, old.status, new.status)
        await delivery_quotes.follow(elevated, old, new)
        await part_returns.booking_changed(elevated, old, new)
        if (old.return_delivery_date, old.return_delivery_time) != (
            new.return_delivery_date,
            new.return_delivery_time,
        ):
            await bundle_messages.return_changed(elevated, booking_id, stamp=new.updated_at)
        await bundle_messages.pickup_changed(
            elevated, booking_id, old.row, new.row, stamp=new.updated_at
        )
        if new.status == "cancelled" != old.status:
            await webhooks.tell(elevated, "booking.cancelled", new.event)
        elif old.event != new.event:
            await webhooks.tell(elevated, "booking.changed", new.event)


def _window(booking: Booking) -> tuple[object, ...]:
    return booking.campus_id, booking.pickup_date, booking.pickup_time


def _order(booking: Booking) -> tuple[object, ...]:
    return booking.pickup_time, booking.building_name


async def removed(tx: Transaction, booking: Booking) -> None:
    """A booking's row is gone: its place is free again. Its place in line went with it."""
    if booking.slots:
        async with tx.elevated() as elevated:
            await slots.move(
                elevated, give_up=booking.slots, campus_id=None, day=None, pickup_time=None
            )


async def attach_guest_bookings(tx: Transaction, user_id: UUID, email: str) -> None:
    """Give an account the guest bookings made before it first confirmed this address.

    Later guest bookings stay a guest's (rule: attach-on-confirmation).
    """
    async with tx.elevated() as elevated:
        ids = await queries.guest_bookings_before_confirmation(elevated, user_id, email)
        await attach(elevated, ids, user_id)
        for booking_id in ids[:_MOST_TOLD]:
            booking = await queries.locked(elevated, booking_id)
            if booking is not None:
                await received.tell_complete(elevated, booking)


async def attach(tx: ElevatedTransaction, ids: list[UUID], user_id: UUID) -> None:
    """Give guest bookings to an account whose owner has shown that their address is theirs."""
    if ids:
        await queries.attach(tx, ids, user_id, clock.now())
        await queue.hand_over(tx, ids, user_id)


async def _join_queue(tx: ElevatedTransaction, booking: Booking, replaced: list[Booking]) -> None:
    """Let a booking join its day's queue, and those that it replaces leave theirs.

    All transactions lock days in one order, so that none deadlock. Of one day they leave first.
    """
    moves = [(one.line, 0, one.id) for one in replaced if one.line is not None]
    if booking.line is not None:
        moves.append((booking.line, 1, booking.id))
    for day, joins, booking_id in sorted(moves):
        if joins:
            await queue.move(tx, booking_id, was=None, goes_to=day)
        else:
            await queue.move(tx, booking_id, was=day, goes_to=None)


async def _supersede(tx: ElevatedTransaction, successor: UUID, user_id: UUID) -> list[Booking]:
    """Cancel the account's earlier bookings; returns them as they were."""
    await queries.lock_account(tx, user_id)
    replaced = await queries.replaceable(tx, user_id, successor)
    for one in replaced:
        prices = await price_lists.of_booking(tx, one.id)
        if date_policy.is_close(prices, one):
            raise date_policy.CloseToPickup(prices, "your booking cannot be replaced by a new one")
        note = f"Replaced by booking {code(successor)}."
        cancelled = await queries.supersede(tx, one.id, successor, note)
        await webhooks.tell(tx, "booking.cancelled", cancelled.event)
        if one.pickup_date is not None:
            await _tell_replaced(tx, cancelled, successor)
        await _hand_over(tx, one.id, successor)
    return replaced


async def _hand_over(tx: ElevatedTransaction, old: UUID, successor: UUID) -> None:
    """Let what belongs to a booking go on to the one that replaces it, or end."""
    dependents = await queries.find_dependents(tx, old)
    if dependents.requests:
        await queries.withdraw_requests(tx, old)
    if dependents.items:
        await item_queries.hand_over(tx, old, successor)
    if dependents.quotes:
        await delivery_quotes.withdraw(tx, old, "Another booking took its stead")
    if dependents.bundle:
        await bundles.booking_replaced(tx, old, successor)
    if dependents.referral:
        await referral_credits.booking_replaced(tx, old, successor)


async def _tell_replaced(tx: ElevatedTransaction, old: Booking, successor: UUID) -> None:
    """The customer's calendar gives up the pickup that another one has replaced."""
    await messages.tell(
        tx,
        old.row,
        cause=f"booking-replaced:{old.id}",
        kind="booking_replaced",
        data={
            "first_name": old.first_name,
            "code": old.code,
            "new_code": code(successor),
            "link": "/customer-dashboard",
        },
    )


async def _refuse_return(tx: ElevatedTransaction, booking: Booking) -> None:
    if booking.campus_id is not None and booking.return_delivery_date is not None:
        await slots.refuse_return(tx, booking.campus_id, booking.return_delivery_date)


async def _take_place(tx: ElevatedTransaction, booking: Booking, held: UUID | None) -> None:
    wants = booking.holds_place
    slot = await slots.move(
        tx,
        give_up=[held] if held else [],
        campus_id=booking.campus_id if wants else None,
        day=booking.pickup_date,
        pickup_time=booking.pickup_time,
    )
    if slot != held:
        await queries.hold_slot(tx, booking.id, slot)


async def _take_delivery(
    tx: ElevatedTransaction,
    booking_id: UUID,
    held: UUID | None,
    wanted: tuple[int, date, str] | None,
) -> None:
    campus_id, day, window = wanted or (None, None, None)
    slot = await slots.move(
        tx,
        give_up=[held] if held else [],
        campus_id=campus_id,
        day=day,
        pickup_time=window,
        what="delivery",
    )
    await queries.hold_return_slot(tx, booking_id, slot)
