"""`campus_clock`: what time it is on campus, for browsers whose zone files are out of date."""

from __future__ import annotations

import msgspec

from . import clock
from .commands import Command
from .database import Transaction
from .roles import EVERYBODY


class NoArguments(msgspec.Struct, forbid_unknown_fields=True):
    """A command that takes nothing."""


async def campus_clock(tx: Transaction, arguments: NoArguments) -> dict[str, object]:
    """`now` (UTC), `today` (campus-local date), `time_zone`, `utc_offset` (`-07:00`)."""
    del tx, arguments
    now = clock.now()
    local = clock.campus_time(now)
    return {
        "now": now.isoformat().replace("+00:00", "Z"),
        "today": local.date().isoformat(),
        "time_zone": clock.CAMPUS_ZONE.key,
        "utc_offset": local.isoformat()[-6:],
    }


COMMAND = Command(
    name="campus_clock",
    arguments=NoArguments,
    run=campus_clock,
    roles=EVERYBODY,
    read_only=True,
)
