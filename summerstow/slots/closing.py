"""Days that take no more bookings, and places beyond capacity for those who do not show up."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import EXECUTIVES, OFFICE, STAFF

from . import closing_queries as queries
from . import waiting_list
from .closing_queries import ClosedDay, Offered

#: Percent of a day's places that may be offered beyond its capacity.
MOST_PERCENT: Final = 30
_Reason = Annotated[str, msgspec.Meta(max_length=300)]


class ListClosedDays(msgspec.Struct, forbid_unknown_fields=True, rename={"first": "from"}):
    """A campus, and the campus-local day from which on."""

    campus_id: int
    first: date


class CloseDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus's day, and why; customers read no reason."""

    campus_id: int
    date: date
    reason: _Reason


class OpenDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus's day."""

    campus_id: int
    date: date


class AllowNoShows(msgspec.Struct, forbid_unknown_fields=True):
    """A campus's day, and how many in a hundred do not show up on such a day; 0 for none."""

    campus_id: int
    date: date
    percent: Annotated[int, msgspec.Meta(ge=0, le=MOST_PERCENT)]


async def closed_days(tx: ElevatedTransaction, arguments: ListClosedDays) -> list[ClosedDay]:
    """The days that take no more bookings, in order."""
    return await queries.closed_from(tx, arguments.campus_id, arguments.first)


async def close_day(tx: ElevatedTransaction, arguments: CloseDay) -> ClosedDay:
    """Take no more bookings for this day (rule: closed-day); closed again, the reason is changed.

    What is booked stays. Raises `Invalid` for a day that is over and without a reason.
    """
    reason = " ".join(arguments.reason.split())
    if len(reason) < _LEAST:
        raise Invalid("Please say why this day takes no more bookings.")
    if arguments.date < clock.today():
        raise Invalid("This day is over.")
    await queries.close(tx, arguments.campus_id, arguments.date, reason, tx.actor.user_id)
    found = await queries.closed_from(tx, arguments.campus_id, arguments.date)
    return found[0]


async def open_day(tx: ElevatedTransaction, arguments: OpenDay) -> None:
    """Take bookings again; who waited for a place of the day has a mail. Open already: nothing."""
    if not await queries.reopen(tx, arguments.campus_id, arguments.date):
        return
    for slot in await queries.offered(tx, arguments.campus_id, arguments.date):
        await waiting_list.tell(tx, slot.id, slot.available_slots)


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
    Command("close_day", CloseDay, close_day, OFFICE, elevated=True),
    Command("open_day", OpenDay, open_day, OFFICE, elevated=True),
    Command("allow_no_shows", AllowNoShows, allow_no_shows, EXECUTIVES),
)
