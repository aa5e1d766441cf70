"""Join, leave and order the day's queue, in the booking's or the office's transaction.

A booking joins by window, residence and time of booking (rule: line-order).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from uuid import UUID

from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries
from .queries import Move

Day = tuple[int, date]


async def move(
    tx: ElevatedTransaction, booking_id: UUID, *, was: Day | None, goes_to: Day | None
) -> None:
    """Move the booking from one day's queue to another's; None: in no queue.

    The same day twice orders it anew, as its window or residence has changed.
    """
    if was is not None and goes_to is not None and was != goes_to:
        # Two days change: all transactions lock days in one order, so that none deadlock.
        for campus_id, day in sorted((was, goes_to)):
            await queries.take_day(tx, campus_id, day)
    if goes_to is not None:
        await queries.join(tx, booking_id)
    elif was is not None:
        await queries.leave(tx, booking_id)


async def hand_over(tx: ElevatedTransaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the pickups of these bookings belong to an account."""
    await queries.hand_over(tx, booking_ids, user_id)


async def put_in_order(
    tx: ElevatedTransaction, now: Sequence[UUID], order: Sequence[UUID]
) -> tuple[list[Move], list[Move]]:
    """Put the stops of a day in `order`, which names those of `now`, and number the queue.

    Returns the stops that moved: after which each was, and after which it is.
    """
    await queries.arrange(tx, order)
    return find_moves(now, order)


async def follow_numbers(tx: ElevatedTransaction, campus_id: int, day: date, run_id: UUID) -> None:
    """Let the stops of a run follow the numbers that were typed in its queue."""
    await queries.take_day(tx, campus_id, day)
    await queries.arrange(tx, await queries.order_by_number(tx, run_id), keeps_numbers=True)


def find_moves(now: Sequence[UUID], order: Sequence[UUID]) -> tuple[list[Move], list[Move]]:
    """Return the fewest stops that move from `now` to `order`: after which each was, and is."""
    unmoved = find_unmoved(now, order)
    after: list[Move] = [
        (stop, before)
        for stop, before in zip(order, [None, *order], strict=False)
        if stop not in unmoved
    ]
    was_after = dict(zip(now, [None, *now], strict=False))
    return [(stop, was_after[stop]) for stop, _ in after], after


def find_unmoved(now: Sequence[UUID], order: Sequence[UUID]) -> set[UUID]:
    """Return the most stops that stay if only the others move to come from `now` to `order`.

    A longest increasing subsequence: `ends[n]` is the smallest end of one of n + 1 positions, and
    `previous` links each position to the one before it.
    """
    position = {stop: number for number, stop in enumerate(now)}
    ends: list[int] = []
    previous: dict[int, int | None] = {}
    for number in (position[stop] for stop in order):
        length = bisect_left(ends, number)
        previous[number] = ends[length - 1] if length else None
        ends[length : length + 1] = [number]
    unmoved: set[UUID] = set()
    last = ends[-1] if ends else None
    while last is not None:
        unmoved.add(now[last])
        last = previous[last]
    return unmoved
