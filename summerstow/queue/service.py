"""The day's line of a campus: join and leave. Part of the booking's transaction.

Each booking with a pickup date has its place, in order of window, residence, creation
(rule: line-order).
"""

from __future__ import annotations

from datetime import date
from uuid import UUID

from summerstow.kit import facts
from summerstow.kit.database.transaction import ElevatedTransaction

from . import queries

Day = tuple[int, date]


async def move(
    tx: ElevatedTransaction, booking_id: UUID, *, was: Day | None, goes_to: Day | None
) -> None:
    """Take the booking out of one day's line and put it into another's; None: in no line.

    The same day twice gives it its place anew, as its window or residence has changed.
    """
    if was is not None and goes_to is not None and was != goes_to:
        # Two days change: taken in one order by everybody, so that none deadlock.
        for campus_id, day in sorted((was, goes_to)):
            await queries.take_day(tx, campus_id, day)
    if was is not None:
        await queries.leave(tx, booking_id)
    if goes_to is not None:
        await queries.join(tx, booking_id, *window_ranks())


async def hand_over(tx: ElevatedTransaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the places of these bookings belong to an account."""
    await queries.hand_over(tx, booking_ids, user_id)


def window_ranks() -> tuple[list[str], list[int]]:
    """Every pickup time with the rank of its window: an hour counts as the window it lies in."""
    known = facts.booking()
    rank = {one.time_of_day: place for place, one in enumerate(known.pickup_windows)}
    times = known.times()
    return list(times), [rank[part] for part in times.values()]
