"""`campus_clock`: what time it is on campus, for browsers whose zone files are out of date."""

from __future__ import annotations

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import EVERYBODY


class CampusClock(msgspec.Struct, frozen=True):
    """`now` (UTC), `today` (campus-local date), `time_zone`, `utc_offset` (`-07:00`)."""

    now: str
    today: str
    time_zone: str
    utc_offset: str


async def campus_clock(tx: Transaction, arguments: NoArguments) -> CampusClock:
    """The moment and the day on campus."""
    del tx, arguments
    now = clock.now()
    local = clock.campus_time(now)
    return CampusClock(
        now=now.isoformat().replace("+00:00", "Z"),
        today=local.date().isoformat(),
        time_zone=clock.CAMPUS_ZONE.key,
        utc_offset=local.isoformat()[-6:],
    )


COMMAND = Command(
    name="campus_clock",
    arguments=NoArguments,
    run=campus_clock,
    roles=EVERYBODY,
    read_only=True,
)
