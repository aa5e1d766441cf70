"""The day's line of a campus: join and leave. Part of the booking's transaction.

Each booking with a pickup date has its place, in order of window, residence, creation
(rule: line-order).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from functools import cache
from uuid import UUID

from summerstow import facts
from summerstow.facts import TimeOfDay
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries

Day = tuple[int, date]
#: A stop, and the one that it stands behind; None: it is the first.
Move = tuple[UUID, UUID | None]


async def move(
    tx: ElevatedTransaction, booking_id: UUID, *, was: Day | None, goes_to: Day | None
) -> None:
    """Take the booking out of one day's line and put it into another's; None: in no line.

    The same day twice orders it anew, as its window or residence has changed.
    """
    if was is not None and goes_to is not None and was != goes_to:
        # Two days change: taken in one order by everybody, so that none deadlock.
        for campus_id, day in sorted((was, goes_to)):
            await queries.take_day(tx, campus_id, day)
    if goes_to is not None:
        await queries.join(tx, booking_id, *window_ranks())
    elif was is not None:
        await queries.leave(tx, booking_id)


async def hand_over(tx: ElevatedTransaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the places of these bookings belong to an account."""
    await queries.hand_over(tx, booking_ids, user_id)


async def put_in_order(
    tx: ElevatedTransaction, now: Sequence[UUID], order: Sequence[UUID]
) -> tuple[list[Move], list[Move]]:
    """Let the stops of a day stand in `order`, which names those of `now`; numbers follow.

    Returns what moved: behind whom each stood, and behind whom it stands.
    """
    await queries.arrange(tx, order)
    return moves(now, order)


async def follow_numbers(tx: ElevatedTransaction, campus_id: int, day: date, run_id: UUID) -> None:
    """Let the stops of a run follow the numbers that were typed in its queue."""
    await queries.take_day(tx, campus_id, day)
    await queries.arrange(tx, await queries.numbered_order(tx, run_id), keeps_numbers=True)


def moves(now: Sequence[UUID], order: Sequence[UUID]) -> tuple[list[Move], list[Move]]:
    """The fewest that move from `now` to `order`: behind whom each stood, and is to stand."""
    stays = staying(now, order)
    moved: list[Move] = [
        (one, behind)
        for one, behind in zip(order, [None, *order], strict=False)
        if one not in stays
    ]
    stood = dict(zip(now, [None, *now], strict=False))
    return [(one, stood[one]) for one, _ in moved], moved


def staying(now: Sequence[UUID], order: Sequence[UUID]) -> set[UUID]:
    """The most that may stay where they are `now`, if only the others move to come to `order`."""
    stood = {one: place for place, one in enumerate(now)}
    # The longest row of `order` that stands in that order now: `ends[n]` is the earliest end of one
    # of n + 1, `before` links each to the one it stands behind.
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for place in (stood[one] for one in order):
        length = bisect_left(ends, place)
        before[place] = ends[length - 1] if length else None
        ends[length : length + 1] = [place]
    stays: set[UUID] = set()
    last = ends[-1] if ends else None
    while last is not None:
        stays.add(now[last])
        last = before[last]
    return stays


@cache
def window_ranks(window: TimeOfDay | None = None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Every pickup time with the rank of its window: an hour counts as the window it lies in.

    Of that `window` alone, where it is said.
    """
    known = facts.booking()
    rank = {one.time_of_day: place for place, one in enumerate(known.pickup_windows)}
    times = {one: rank[part] for one, part in known.times.items() if window in (None, part)}
    return tuple(times), tuple(times.values())
