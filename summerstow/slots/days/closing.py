"""Days that take no more bookings, and places beyond capacity for those who do not show up."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Final

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import EXECUTIVES, OFFICE, STAFF
from summerstow.slots import waiting_list

from . import closing_queries as queries
from .closing_queries import ClosedDay, Offered

#: Percent of a day's places that may be offered beyond its capacity.
MOST_PERCENT: Final = 30
#: Days that are closed at once.
MOST_DAYS: Final = 62
_Reason = Annotated[str, msgspec.Meta(max_length=300)]


class ListClosedDays(msgspec.Struct, forbid_unknown_fields=True, rename={"first": "from"}):
    """A campus, and the campus-local day from which on."""

    campus_id: int
    first: date


class CampusDays(
    msgspec.Struct, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}
):
    """Campus-local days of these campuses, the last included."""

    campus_ids: Annotated[list[int], msgspec.Meta(min_length=1, max_length=100)]
    first: date
    last: date


class CloseDays(CampusDays):
    """Days, and why; customers read no reason."""

    reason: _Reason


class AllowNoShows(msgspec.Struct, forbid_unknown_fields=True):
    """A campus's day, and how many in a hundred do not show up on such a day; 0 for none."""

    campus_id: int
    date: date
    percent: Annotated[int, msgspec.Meta(ge=0, le=MOST_PERCENT)]


async def closed_days(tx: ElevatedTransaction, arguments: ListClosedDays) -> list[ClosedDay]:
    """The days that take no more bookings, in order."""
    return await queries.closed_from(tx, arguments.campus_id, arguments.first)


async def booked_days(tx: ElevatedTransaction, arguments: CampusDays) -> list[queries.BookedDay]:
    """The days with pickups or returns, in order: what is booked stays when they are closed."""
    days = _days(arguments)
    return await queries.booked_between(tx, arguments.campus_ids, days[0], days[-1])


async def close_days(tx: ElevatedTransaction, arguments: CloseDays) -> list[ClosedDay]:
    """Take no more bookings for these days (rule: closed-day); closed again, the reason is changed.

    What is booked stays. Raises `Invalid` for days that are over and without a reason. Returns the
    closed days of the first campus.
    """
    reason = " ".join(arguments.reason.split())
    if len(reason) < _LEAST:
        raise Invalid("Please say why there are no more bookings.")
    days = _days(arguments)
    for campus_id in sorted(set(arguments.campus_ids)):
        for day in days:
            await queries.close(tx, campus_id, day, reason, tx.actor.user_id)
    closed = await queries.closed_from(tx, arguments.campus_ids[0], days[0])
    return [one for one in closed if one.date <= days[-1]]


async def open_days(tx: ElevatedTransaction, arguments: CampusDays) -> None:
    """Take bookings again; who waited for a place of a day has a mail. Open already: nothing."""
    for campus_id in sorted(set(arguments.campus_ids)):
        for day in _days(arguments):
            if await queries.reopen(tx, campus_id, day):
                for slot in await queries.offered(tx, campus_id, day):
                    await waiting_list.tell(tx, slot.id, slot.available_slots)


def _days(days: CampusDays) -> list[date]:
    """The days that are not over, at least one; raises `Invalid`."""
    if days.last < clock.today():
        raise Invalid("These days are over." if days.first < days.last else "This day is over.")
    if days.last < days.first:
        raise Invalid("The last day must not be before the first.")
    if (days.last - days.first).days >= MOST_DAYS:
        raise Invalid(f"Please choose at most {MOST_DAYS} days at a time.")
    first = max(days.first, clock.today())
    return [first + timedelta(days=number) for number in range((days.last - first).days + 1)]


async def allow_no_shows(tx: Transaction, arguments: AllowNoShows) -> list[Offered]:
    """Offer so many places in a hundred beyond each slot's own (rule: no-show-allowance).

    Raises `Conflict` where the day has no slots, and where fewer would be offered than are booked.
    """
    async with tx.elevated() as elevated:
        slots = await queries.lock_offered(elevated, arguments.campus_id, arguments.date)
        if not slots:
            raise Conflict("This day has no slots: bookings on it have no limit.")
        for slot in slots:
            own = slot.capacity - slot.beyond
            more = own * arguments.percent // 100 - slot.beyond
            if slot.available_slots + more < 0:
                raise Conflict(
                    f"{-more - slot.available_slots} of the places beyond capacity on "
                    f"{clock.spoken_day(arguments.date)} are booked already. "
                    "Move these bookings first."
                )
            await queries.offer(elevated, slot.id, more)
            await waiting_list.tell(elevated, slot.id, more)
        return await queries.offered(elevated, arguments.campus_id, arguments.date)


#: Letters that a reason has at least.
_LEAST: Final = 3

COMMANDS: Final = (
    Command("closed_days", ListClosedDays, closed_days, STAFF, read_only=True, elevated=True),
    Command("booked_days", CampusDays, booked_days, OFFICE, read_only=True, elevated=True),
    Command("close_days", CloseDays, close_days, OFFICE, elevated=True),
    Command("open_days", CampusDays, open_days, OFFICE, elevated=True),
    Command("allow_no_shows", AllowNoShows, allow_no_shows, EXECUTIVES),
)
