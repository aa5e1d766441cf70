"""A change of pickup that staff confirm (rule: pickup-change)."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from summerstow.bookings import authorization, queries
from summerstow.bookings.model import REPLACEABLE, Booking
from summerstow.bookings.status import ENDED
from summerstow.messages import service as messages
from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid

from .over import refuse_over
from .reschedule import reschedule


async def ask(
    tx: ElevatedTransaction, booking_id: UUID, pickup_date: date, pickup_time: str, note: str | None
) -> UUID:
    """Keep a wish for another pickup; the one before it is withdrawn. Returns its id."""
    booking = await authorization.locked(tx, booking_id)
    if booking.status in ENDED:
        raise Conflict(ENDED[booking.status])
    if booking.status not in REPLACEABLE:
        raise Conflict(
            f"Our crew has already started this pickup. Please {published.business().reach_us}."
        )
    if pickup_date < clock.today():
        raise Invalid("Please choose a future day.")
    windows.check(booking.campus_id, pickup_time)
    await refuse_over(tx, booking.campus_id, pickup_date, pickup_time, staff=False)
    for one in await queries.changes(tx, booking_id):
        if (
            one.is_own
            and one.state == "asked"
            and (one.is_date, one.is_time) == (pickup_date, pickup_time)
        ):
            # The second of two clicks, or a request whose answer was lost.
            return one.id
    await queries.withdraw_requests(tx, booking_id)
    return await queries.note_change(
        tx,
        booking,
        booking.moved_to(pickup_date, pickup_time),
        field="pickup_date",
        reason="customer",
        note=note,
        actor=tx.actor,
        notice_minutes=booking.notice_minutes,
        state="asked",
    )


async def withdraw(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """The customer takes back a wish that is not answered yet; nothing where there is none."""
    await authorization.locked(tx, booking_id)
    await queries.withdraw_requests(tx, booking_id)


async def answer(
    tx: ElevatedTransaction, change_id: UUID, *, accept: bool, note: str | None
) -> Booking:
    """Staff grant or refuse a wish; returns the booking as it is now.

    Raises `Conflict` where it was answered or withdrawn, and what `reschedule` raises.
    """
    wish = await queries.take_request(tx, change_id, "done" if accept else "refused")
    if wish is None:
        raise Conflict("This request was answered or withdrawn already.")
    booking = await queries.locked(tx, wish.booking_id)
    assert booking is not None
    if accept:
        return await reschedule(
            tx,
            wish.booking_id,
            pickup_date=wish.pickup_date,
            pickup_time=wish.pickup_time,
            reason="customer",
            note=note,
            seen=None,
        )
    await messages.tell(
        tx,
        booking.row,
        cause=f"pickup-request-refused:{change_id}",
        kind="pickup_request_refused",
        with_calendar=False,
        data={
            "first_name": booking.first_name,
            "pickup": booking.pickup,
            "note": note,
            "link": "/customer-dashboard",
        },
    )
    return booking
