"""Tells people that the crew comes after their window (rule: crew-late)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from summerstow.messages import queries as message_queries
from summerstow.messages import service as messages
from summerstow.messages import times
from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction

from . import pace, queries

#: A delay that is not worth a message.
_GRACE: Final = timedelta(minutes=10)
_STEP: Final = timedelta(minutes=5)


async def tell(tx: ElevatedTransaction) -> int:
    """Tell each customer of today whom the crew reaches too late, once; how many are told.

    The day's own pace says so; before it does, no one is told.
    """
    now, today = clock.now(), clock.today()
    result = 0
    for campus_id, waiting in (await queries.waiting_untold(tx, today)).items():
        done = await queries.latest_completions(tx, campus_id, today, pace.RECENT)
        for one in waiting:
            starts, ends = windows.span(campus_id, today, one.pickup_time)
            at = pace.expected_at(done, one.ahead, window_starts=starts, now=now)
            booking = None
            if at is not None and at > ends + _GRACE:
                booking = await message_queries.booking(tx, one.booking_id)
            if booking is None or at is None:
                continue
            result += 1
            minutes = -(-(at - ends) // _STEP) * 5
            await messages.tell_of_visit(
                tx,
                booking,
                cause=f"crew-late:{one.booking_id}:{today}",
                kind="crew_late",
                data={
                    "first_name": booking["first_name"],
                    "late": f"{minutes} minutes" if minutes < 60 else _hours(minutes),
                    "around": times.spoken_hour(at),
                    "window": one.pickup_time or "",
                    "link": "/customer-dashboard",
                },
            )
    return result


def _hours(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    words = "1 hour" if hours == 1 else f"{hours} hours"
    return f"{words} and {rest} minutes" if rest else words
