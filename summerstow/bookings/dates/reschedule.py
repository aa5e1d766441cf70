"""Staff give a booking another pickup day and window (rule: staff-change)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal
from uuid import UUID

from summerstow.bookings import notifications, queries, service
from summerstow.bookings.model import Booking
from summerstow.bookings.status import ENDED
from summerstow.bookings.undo.timing import mail_wait
from summerstow.messages import service as messages
from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid

from .over import refuse_over

Reason = Literal["customer", "crew", "weather", "building", "other"]
#: With these it was us: no fee, and the customer may choose another time.
OUR_REASONS: Final = frozenset({"crew", "weather", "building"})


@dataclass(frozen=True, slots=True)
class Seen:
    """The pickup as the one who changes it saw it, so that a stale screen cannot overwrite."""

    pickup_date: date | None
    pickup_time: str | None


async def reschedule(
    tx: ElevatedTransaction,
    booking_id: UUID,
    *,
    pickup_date: date,
    pickup_time: str,
    reason: Reason,
    note: str | None,
    seen: Seen | None,
    tell: messages.Tell = messages.tell,
) -> Booking:
    """Move a booking's pickup; its places go with it and `tell` writes to its customer.

    Returns the booking. `pickup_date` is campus-local. Raises `Invalid` for
    a past day or an unknown window, `Conflict` where the pickup is over, the booking has ended or
    the pickup is not as `seen`, `slots.WindowFull` where no place is left.
    """
    if pickup_date < clock.today():
        raise Invalid(
            "A pickup cannot be moved to the past. "
            f"Please choose {clock.spoken_day(clock.today())} or later."
        )
    old = await queries.locked(tx, booking_id)
    if old is None:
        raise Conflict("This booking is gone.")
    if old.status in ENDED:
        raise Conflict(ENDED[old.status])
    if old.status == "picked_up":
        raise Conflict("These items were picked up already.")
    is_now = Seen(old.pickup_date, old.pickup_time)
    if seen is not None and seen != is_now:
        raise Conflict(f"Somebody moved this pickup a moment ago: it is now {old.pickup}.")
    if is_now == Seen(pickup_date, pickup_time):
        return old
    windows.check(old.campus_id, pickup_time)
    await refuse_over(tx, old.campus_id, pickup_date, pickup_time, staff=True)
    new = await queries.set_pickup(tx, booking_id, pickup_date, pickup_time)
    await queries.note_change(
        tx, old, new, reason=reason, note=note, actor=tx.actor, field="pickup_date"
    )
    await service.changed(tx, old, new)
    await notifications.moved(
        tx,
        old,
        new,
        reason=reason,
        ours=reason in OUR_REASONS,
        wait=mail_wait(tx.actor, old, new),
        tell=tell,
    )
    return new
