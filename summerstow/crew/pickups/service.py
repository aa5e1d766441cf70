"""What follows from a pickup's status, and the order of the queue."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

from summerstow.billing.invoices import storage_events
from summerstow.bookings.dates.workdays import check_day
from summerstow.bookings.status import set_status
from summerstow.crew.events.history import PickupStatus
from summerstow.crew.queue import queries as queue_queries
from summerstow.crew.queue.queries import CurrentOrder, planned_day, take_day
from summerstow.crew.queue.service import put_in_order
from summerstow.friends.referrals import credits as referral_credits
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid

from . import queries
from .model import Pickup, PickupKey

_BOOKING_STATUS: Final[dict[str, str]] = {
    "scheduled": "confirmed",
    "in_progress": "in_queue",
    "completed": "picked_up",
}


async def bill(tx: ElevatedTransaction, record: Pickup, was: str) -> None:
    """What the crew's count brings: an invoice; and taken back where the pickup is."""
    if record.booking_id is None:
        return
    on, further = record.pickup_date, record.is_further
    if record.status == "completed":
        if record.items_counted:
            booking_id, items = record.booking_id, record.items_counted
            off = await referral_credits.take(tx, booking_id, items, on)
            await storage_events.counted(tx, booking_id, on, further=further, referral_cents=off)
    elif was == "completed" and further:
        await storage_events.counted(tx, record.booking_id, on, further=True)
    elif was == "completed":
        await storage_events.taken_back(tx, record.booking_id)


async def follow(tx: ElevatedTransaction, record: Pickup, status: PickupStatus) -> None:
    """Give the booking the status that follows from its first pickup's.

    Raises `Forbidden` for a worker if the booking is picked up on another day.
    """
    if record.booking_id is not None and not record.is_further:
        booking = await set_status(tx, record.booking_id, _BOOKING_STATUS[status])
        if booking.pickup_date is not None:
            check_day(tx.actor, booking.pickup_date)


async def try_again(tx: ElevatedTransaction, stop: PickupKey) -> None:
    """Put a pickup that failed at the end of its day's queue; others stay as they are.

    Raises `Conflict` if its booking was moved to another day.
    """
    if stop.booking_id is None:
        return
    failed = await queries.failed_stop(tx, stop.booking_id, stop.pickup_date)
    if failed is None:
        return
    stop_id, campus_id = failed
    planned = await planned_day(tx, stop_id)
    if planned is not None and planned != stop.pickup_date:
        raise Conflict(f"It was moved to {clock.day_in_words(planned)}: it cannot be tried again.")
    await take_day(tx, campus_id, stop.pickup_date)
    if not await queries.is_queued(tx, stop.booking_id):
        await queries.reopen(tx, stop_id)


async def find(tx: ElevatedTransaction, queue_id: UUID | None, pickup_id: UUID | None) -> PickupKey:
    """Return the pickup that a screen names by queue entry or record; `Conflict` if it is gone."""
    if (queue_id is None) == (pickup_id is None):
        raise Invalid("Please name the stop by its place in line or by its pickup record.")
    found: PickupKey | Pickup | None = None
    if queue_id is not None:
        found = await queries.queue_entry(tx, queue_id)
    elif pickup_id is not None:
        found = await queries.record(tx, pickup_id)
    if found is None:
        raise Conflict(
            "This stop is not in the line any more: it was completed, moved or cancelled.",
            details="gone",
        )
    return PickupKey(found.user_id, found.booking_id, found.pickup_date)


async def arrange(
    tx: ElevatedTransaction, campus_id: int, on: date, order: list[UUID], seen: list[UUID]
) -> None:
    """Number a day's queue 1..n in the order given.

    `seen` is the order that was on the screen: if the queue has another now, `Conflict` says which,
    with the `CurrentOrder`, and nothing moves. Two people at once: the second is refused.
    """
    await take_day(tx, campus_id, on)
    now = await queue_queries.order_of_day(tx, campus_id, on)
    if now == order:
        await queue_queries.arrange(tx, order)
        return
    if now != seen:
        line = enumerate(await queue_queries.names_of(tx, now), 1)
        names = ", ".join(f"{place}. {name}" for place, name in line)
        raise Conflict(
            "Somebody changed this line a moment ago. It is now: " + (names or "empty") + ".",
            facts=CurrentOrder(now),
        )
    if len(order) != len(now) or set(order) != set(now):
        raise Invalid("The new order must name each stop of the line once.")
    before, after = await put_in_order(tx, now, order)
    await queue_queries.note_order(
        tx, "pickup_queue", f"{campus_id} {on.isoformat()}", before, after
    )
