"""Commands of customers about the day's queue."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from summerstow.platform import clock, windows
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import SIGNED_IN

from . import pace, queries


class ExpectedArrival(msgspec.Struct, frozen=True):
    """When the crew comes: UTC, and campus time in words; both null if unknown.

    `on_way`: the crew has left for this stop. `late`: it comes after the window, or the window is
    over and nobody can say when.
    """

    expected_at: datetime | None = None
    words: str | None = None
    on_way: bool = False
    late: bool = False


async def expected_arrival(tx: ElevatedTransaction, arguments: NoArguments) -> ExpectedArrival:
    """When the crew comes to the caller today (rule: place-in-line)."""
    del arguments
    return await arrival(
        tx, await queries.find_position(tx, clock.today(), user_id=tx.actor.user_id)
    )


async def arrival(tx: Transaction, mine: queries.QueuePosition | None) -> ExpectedArrival:
    """When the crew comes to a position in today's queue."""
    if mine is None:
        return ExpectedArrival()
    today, now = clock.today(), clock.now()
    done = await queries.latest_completions(tx, mine.campus_id, today, pace.RECENT)
    starts, ends = windows.span(mine.campus_id, today, mine.pickup_time)
    at = pace.expected_at(done, mine.ahead, window_starts=starts, now=now)
    late = (at or now) > ends
    on_way = mine.on_way_since is not None
    return ExpectedArrival(at, _words(at, mine.on_way_since, late=late), on_way, late)


def _words(at: datetime | None, left_at: datetime | None, *, late: bool) -> str | None:
    if at is None:
        return None if left_at is None else f"They left for you at {_hour(left_at)} campus time."
    words = f"Around {_hour(at)} campus time"
    if late:
        return f"{words}. We are running late today, sorry."
    return f"{words}." if left_at is not None else f"{words}, at today's pace."


def _hour(moment: datetime) -> str:
    return f"{clock.campus_time(moment):%-I:%M %p}"


COMMANDS: Final = (
    Command(
        "expected_arrival", NoArguments, expected_arrival, SIGNED_IN, read_only=True, elevated=True
    ),
)
