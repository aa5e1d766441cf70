"""Add Pickup: a customer joins the end of a day's queue (rule: over-capacity)."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.bookings import notifications
from summerstow.bookings import service as bookings
from summerstow.bookings.dates import reschedule
from summerstow.bookings.dates.over import refuse_over
from summerstow.bookings.model import Booking
from summerstow.bookings.queries import locked, note_change
from summerstow.crew.queue.queries import take_day
from summerstow.messages import service as messages
from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Forbidden, Invalid
from summerstow.platform.roles import EXECUTIVE
from summerstow.slots import service as slots

from . import queries


async def add(
    tx: ElevatedTransaction,
    user_id: UUID | None,
    booking_id: UUID | None,
    *,
    on: date,
    pickup_time: str,
    reason: reschedule.Reason,
    note: str | None,
    campus_id: int | None,
    over_capacity: bool,
) -> UUID:
    """Append a pickup for an account or a guest's booking; returns the id of its queue entry.

    A booking without a date gets this one; items that were picked up get a further pickup; a person
    without a current booking gets one, on `campus_id` or where they were picked up last. Raises
    `Conflict` where a pickup is planned already or the booking has ended, `slots.WindowFull` where
    no place is left and `over_capacity` was not asked for, `Forbidden` where anybody but an
    executive asks for it.
    """
    if on < clock.today():
        raise Invalid("A pickup cannot be added in the past.")
    if over_capacity and tx.actor.role != EXECUTIVE:
        raise Forbidden("Only an executive may add a pickup to a full window.")
    if user_id is not None:
        booking_id = await queries.current_booking(tx, user_id)
        if booking_id is None:
            return await _book(
                tx,
                user_id,
                campus_id=campus_id,
                on=on,
                pickup_time=pickup_time,
                over_capacity=over_capacity,
            )
    if booking_id is None:
        raise Invalid("Please choose a customer.")
    booking = await locked(tx, booking_id)
    if booking is None or booking.status not in queries.CURRENT:
        raise Conflict("This booking has ended. Please make a new one for the caller.")
    if booking.status == "picked_up":
        return await _again(tx, booking, on, pickup_time, over_capacity)
    if booking.pickup_date is not None:
        raise Conflict(
            f"This customer has a pickup already: {booking.pickup}. Use Change Date to move it."
        )
    await _make_room(tx, booking.campus_id, on, pickup_time, over_capacity)
    await reschedule.reschedule(
        tx,
        booking_id,
        pickup_date=on,
        pickup_time=pickup_time,
        reason=reason,
        note=note,
        seen=None,
    )
    return await queries.to_the_end(tx, booking_id)


async def _book(
    tx: ElevatedTransaction,
    user_id: UUID,
    *,
    campus_id: int | None,
    on: date,
    pickup_time: str,
    over_capacity: bool,
) -> UUID:
    profile = await queries.profile(tx, user_id)
    if profile is None:
        raise Invalid("No customer has this id.")
    address = await queries.last_address(tx, user_id)
    campus_id = campus_id if campus_id is not None else address.campus_id if address else None
    if campus_id is None:
        raise Invalid("Please choose a campus: this customer has not booked before.")
    await _make_room(tx, campus_id, on, pickup_time, over_capacity)
    full_name, email = profile
    first, _, last = (full_name or "Customer").partition(" ")
    booking = await queries.book(
        tx,
        user_id,
        campus_id=campus_id,
        first_name=first,
        last_name=last,
        email=email,
        address=address,
        on=on,
        pickup_time=pickup_time,
    )
    await bookings.changed(tx, msgspec.structs.replace(booking, pickup_date=None), booking)
    await notifications.confirmed(tx, booking)
    return await queries.to_the_end(tx, booking.id)


async def _again(
    tx: ElevatedTransaction, booking: Booking, on: date, pickup_time: str, over_capacity: bool
) -> UUID:
    booking_id = booking.id
    user_id = booking.user_id
    if await queries.is_queued(tx, booking_id):
        raise Conflict("This customer has another pickup planned already.")
    record = await queries.make_record(tx, user_id, booking_id, on)
    if record.status != "scheduled":
        raise Conflict("This customer was picked up that day. Take that pickup back instead.")
    campus_id = booking.campus_id
    await _make_room(tx, campus_id, on, pickup_time, over_capacity)
    slot = await slots.move(tx, give_up=[], campus_id=campus_id, day=on, pickup_time=pickup_time)
    await queries.plan_further(tx, record.id, pickup_time, slot)
    await take_day(tx, campus_id, on)
    return await queries.append(
        tx, booking_id, user_id=user_id, campus_id=campus_id, on=on, pickup_id=record.id
    )


async def move(
    tx: ElevatedTransaction,
    booking: Booking,
    *,
    on: date,
    pickup_time: str,
    reason: reschedule.Reason,
    note: str | None,
    seen: reschedule.Seen | None,
    tell: messages.Tell = messages.tell,
) -> bool:
    """Move the further pickup of a booking whose first one is over; False where none is planned.

    It goes to the end of the day's queue. Raises `Invalid` for a past day or an
    unknown window, `Conflict` where it is on its way or not as the screen had it,
    `slots.WindowFull` where no place is left.
    """
    booking_id = booking.id
    record = await queries.queued_further_pickup(tx, booking_id)
    if record is None or record.pickup_time is None:
        return False
    if on < clock.today():
        raise Invalid("A pickup cannot be moved to the past.")
    windows.check(booking.campus_id, pickup_time)
    was = booking.moved_to(record.pickup_date, record.pickup_time)
    new = booking.moved_to(on, pickup_time)
    if record.status != "scheduled":
        raise Conflict("This stop is on its way already: take that back first.")
    if seen is not None and seen != reschedule.Seen(record.pickup_date, record.pickup_time):
        raise Conflict(f"Somebody moved this pickup a moment ago: it is now {was.pickup}.")
    if was == new:
        return True
    campus_id, left = booking.campus_id, record.pickup_date
    for day in sorted({left, on}):
        await take_day(tx, campus_id, day)
    if not await queries.move_record(tx, record.id, on):
        raise Conflict("This customer has another pickup that day.")
    held = [record.slot_id] if record.slot_id else []
    slot = await slots.move(tx, give_up=held, campus_id=campus_id, day=on, pickup_time=pickup_time)
    await queries.plan_further(tx, record.id, pickup_time, slot)
    await queries.move_to_day(tx, booking_id, on, pickup_time)
    await queries.to_the_end(tx, booking_id)
    change_id = await note_change(
        tx, was, new, field="pickup_date", reason=reason, note=note, actor=tx.actor
    )
    await notifications.moved(
        tx,
        was,
        new,
        reason=reason,
        ours=reason in reschedule.OUR_REASONS,
        occasion=str(change_id),
        tell=tell,
    )
    return True


async def _make_room(
    tx: ElevatedTransaction, campus_id: int, on: date, pickup_time: str, over_capacity: bool
) -> None:
    windows.check(campus_id, pickup_time)
    await refuse_over(tx, campus_id, on, pickup_time, staff=True)
    if over_capacity:
        await slots.widen_if_full(tx, campus_id, on, pickup_time)
