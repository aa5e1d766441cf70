"""Nobody is moved into a window that is over (rule: window-over)."""

from __future__ import annotations

from datetime import date, timedelta

from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.slots import season as sold_days
from summerstow.slots import service as slot_service
from summerstow.slots.service import FreeWindow, Offer, WindowRefused


class WindowOver(WindowRefused):
    """It is over, or has begun."""


async def refuse_over(
    tx: ElevatedTransaction, campus_id: int, day: date, pickup_time: str | None, *, staff: bool
) -> None:
    """Raise `WindowOver` for a window that nobody can be moved into any more. Runs elevated.

    For customers it is over once it has begun; staff may still use the one that runs.
    """
    now = clock.now()
    ended = windows.ends_at(campus_id, day, pickup_time) <= now
    if not ended and (staff or windows.starts_at(campus_id, day, pickup_time) > now):
        return
    part = windows.time_of_day(pickup_time)
    asked = ", ".join([clock.spoken_day(day), *([windows.label(campus_id, part)] if part else [])])
    coming = await _coming(tx, campus_id, day)
    nearest = f"The nearest free one is {coming[0].words}." if coming else "Choose another day."
    raise WindowOver(
        f"The pickup window {asked} {'is over' if ended else 'has begun'}. {nearest}",
        Offer(full=False, free=coming),
    )


async def _coming(tx: ElevatedTransaction, campus_id: int, day: date) -> tuple[FreeWindow, ...]:
    """The nearest windows ahead: those with a place, or any where none has a limit."""
    now, today = clock.now(), clock.today()
    labels = [one.label for one in windows.offered(campus_id)]
    slots = await slot_service.free_around(tx, campus_id, max(day, today), "pickup", 20)
    offered = [
        (slot.date, label)
        for slot in slots
        for label in ([windows.label(campus_id, slot.time_of_day)] if slot.time_of_day else labels)
    ]
    if not offered:
        soon = (today, today + timedelta(days=1))
        sold = sold_days.days("pickup", *soon)
        offered = [(on, label) for on in (soon if sold is None else sold) for label in labels]
    ahead = sorted(one for one in offered if windows.starts_at(campus_id, *one) > now)
    return tuple(FreeWindow(on, label) for on, label in ahead[:3])
