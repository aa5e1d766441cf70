"""What a customer asks of the day's line by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from datetime import datetime, time
from typing import Final

import msgspec

from summerstow.kit import clock, facts
from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction
from summerstow.kit.roles import SIGNED_IN

from . import pace, queries


class NoArguments(msgspec.Struct, forbid_unknown_fields=True):
    """A command that takes nothing."""


class ExpectedArrival(msgspec.Struct, frozen=True):
    """When the crew comes: UTC, and campus time in words; both null if unknown."""

    expected_at: str | None = None
    words: str | None = None


async def expected_arrival(tx: Transaction, arguments: NoArguments) -> ExpectedArrival:
    """When the crew comes to the one who asks today."""
    del arguments
    assert tx.actor.user_id is not None
    today = clock.today()
    async with tx.elevated():
        mine = await queries.stand(tx, tx.actor.user_id, today)
        done = [] if mine is None else await queries.done(tx, mine.campus_id, today, pace.RECENT)
    if mine is None:
        return ExpectedArrival()
    starts = time.fromisoformat(facts.booking().window_of(mine.pickup_time).start)
    at = pace.expected_at(
        done,
        mine.ahead,
        window_starts=datetime.combine(today, starts, clock.CAMPUS_ZONE),
        now=clock.now(),
    )
    if at is None:
        return ExpectedArrival()
    return ExpectedArrival(
        at.isoformat(),
        f"Around {clock.campus_time(at):%-I:%M %p} campus time, at today's pace.",
    )


COMMANDS: Final = (
    Command("expected_arrival", NoArguments, expected_arrival, SIGNED_IN, read_only=True),
)
