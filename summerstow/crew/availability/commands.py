"""`POST /rest/v1/rpc/…` about the days on which a crew can work (rule: availability)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Forbidden, Invalid
from summerstow.platform.roles import CREW, WORKER

from . import queries
from .queries import CrewAvailability

_Weekday = Annotated[int, msgspec.Meta(ge=1, le=7)]
_MOST_DAYS: Final = 92


class SetWorkWeek(msgspec.Struct, forbid_unknown_fields=True):
    """The weekdays on which a worker can work; 1 is Monday."""

    user_id: UUID
    weekdays: Annotated[list[_Weekday], msgspec.Meta(max_length=7)]


class SetWorkDays(msgspec.Struct, forbid_unknown_fields=True):
    """Campus-local days on which a worker can or cannot work; without `works`: as the week says."""

    user_id: UUID
    first_day: date
    last_day: date
    works: bool | None = None


async def crew_availability(
    tx: ElevatedTransaction, arguments: NoArguments
) -> list[CrewAvailability]:
    """When each worker can work, from today on; a worker sees their own."""
    del arguments
    own = tx.actor.user_id if tx.actor.role == WORKER else None
    return await queries.crew(tx, clock.today(), own)


async def set_work_week(tx: ElevatedTransaction, arguments: SetWorkWeek) -> CrewAvailability:
    """Other weekdays for a worker; by the office, or by the worker."""
    _check_own(tx, arguments.user_id)
    await _worker(tx, arguments.user_id)
    await queries.set_weekdays(tx, arguments.user_id, sorted(set(arguments.weekdays)))
    return await _worker(tx, arguments.user_id)


async def set_work_days(tx: ElevatedTransaction, arguments: SetWorkDays) -> CrewAvailability:
    """Days on or off for a worker; by the office, or by the worker."""
    first, last = arguments.first_day, arguments.last_day
    _check_own(tx, arguments.user_id)
    if first < clock.today():
        raise Invalid("Please choose a day from today on.")
    if not first <= last < first + timedelta(days=_MOST_DAYS):
        raise Invalid(f"Please choose at most {_MOST_DAYS} days at once.")
    await _worker(tx, arguments.user_id)
    await queries.set_days(tx, arguments.user_id, first, last, arguments.works)
    return await _worker(tx, arguments.user_id)


def _check_own(tx: ElevatedTransaction, user_id: UUID) -> None:
    if tx.actor.role == WORKER and user_id != tx.actor.user_id:
        raise Forbidden("You can change your own days. The office changes those of others.")


async def _worker(tx: ElevatedTransaction, user_id: UUID) -> CrewAvailability:
    found = await queries.crew(tx, clock.today(), user_id)
    if not found:
        raise AppError("This person does not work here.", status=404, code="P0002")
    return found[0]


COMMANDS: Final = (
    Command(
        "crew_availability", NoArguments, crew_availability, CREW, read_only=True, elevated=True
    ),
    Command("set_work_week", SetWorkWeek, set_work_week, CREW, elevated=True),
    Command("set_work_days", SetWorkDays, set_work_days, CREW, elevated=True),
)
