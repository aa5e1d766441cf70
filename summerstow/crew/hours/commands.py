"""`POST /rest/v1/rpc/…` about the load of days and the hours of crews."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

import msgspec

from summerstow.crew.availability import queries as availability
from summerstow.platform import published
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import CREW, OFFICE, WORKER

from . import queries
from .load import DayLoad, day_loads
from .queries import CrewHours

_MOST_LOADS: Final = 62
_MOST_HOURS: Final = 366


class LoadOfDays(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and campus-local days."""

    campus_id: int
    first_day: date
    last_day: date


class HoursOfDays(msgspec.Struct, forbid_unknown_fields=True):
    """Campus-local days, and a campus; without one, every campus."""

    first_day: date
    last_day: date
    campus_id: int | None = None


async def crew_load(tx: ElevatedTransaction, arguments: LoadOfDays) -> list[DayLoad]:
    """The work of each day against its crews' hours (rule: day-load)."""
    if published.campus(arguments.campus_id) is None:
        raise Invalid("There is no such campus.")
    days = _days(arguments.first_day, arguments.last_day, _MOST_LOADS)
    campus_id = arguments.campus_id
    return day_loads(
        campus_id,
        await queries.stops(tx, campus_id, days),
        await availability.day_crews(tx, campus_id, days),
        await availability.named_crews(tx, campus_id, days),
        has_crew=await queries.has_crew(tx, campus_id),
    )


async def crew_hours(tx: ElevatedTransaction, arguments: HoursOfDays) -> list[CrewHours]:
    """Who worked when in which run, and its stops; a worker's own (rule: crew-hours)."""
    days = _days(arguments.first_day, arguments.last_day, _MOST_HOURS)
    own = tx.actor.user_id if tx.actor.role == WORKER else None
    return await queries.hours(tx, days, arguments.campus_id, own)


def _days(first: date, last: date, most: int) -> list[date]:
    if not first <= last < first + timedelta(days=most):
        raise Invalid(f"Please choose at most {most} days.")
    return [first + timedelta(days=one) for one in range((last - first).days + 1)]


COMMANDS: Final = (
    Command("crew_load", LoadOfDays, crew_load, OFFICE, read_only=True, elevated=True),
    Command("crew_hours", HoursOfDays, crew_hours, CREW, read_only=True, elevated=True),
)
