"""`places_left`: the free places of a campus, for anybody who thinks of booking."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

import msgspec

from summerstow.facts import TimeOfDay
from summerstow.platform import clock, published, windows
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import EVERYBODY

from . import queries, season
from .days import closing_queries

MOST_DAYS: Final = 62
#: How far ahead the first day that is sold is looked for.
_AHEAD: Final = timedelta(days=400)


class PlacesOfDays(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"first": "from", "last": "to"},
):
    """The arguments; a week long without `to`.

    Without `from` it begins with the first day ahead that has slots, or that is sold at all.
    """

    campus_id: int
    first: date | None = None
    last: date | None = None


class WindowPlaces(msgspec.Struct, frozen=True):
    """A window of a day: null places where there is no limit; `over` once it has begun.

    Its capacity is 0 where it is not sold.
    """

    time_of_day: TimeOfDay
    label: str
    places_left: int | None
    capacity: int | None
    over: bool


class DayPlaces(msgspec.Struct, frozen=True):
    """A campus-local day with its windows in order; no window of a `closed` one has places left.

    `reason` is for customers, where there is one for the whole day.
    """

    date: date
    windows: list[WindowPlaces]
    closed: bool
    reason: str | None


class FreeReturn(msgspec.Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """The days of free return that come after the days shown."""

    first: date
    last: date


class PlacesLeft(msgspec.Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """The answer. Days that are over are left out; `has_slots` tells whether any ahead has one."""

    campus_id: int
    today: date
    first: date
    last: date
    has_slots: bool
    days: list[DayPlaces]
    free_return: FreeReturn


async def places_left(tx: Transaction, request: PlacesOfDays) -> PlacesLeft:
    """Places left in each window of each day; raises `Invalid` for a campus or range unknown.

    A window without a slot of its own takes from the slot of the whole day, and has no limit where
    there is none either (rule: window-capacity).
    """
    campus = published.campus(request.campus_id)
    if campus is None:
        raise Invalid("We do not serve that campus.")
    actor, now = tx.actor, clock.campus_time(clock.now())
    today = now.date()
    sold = season.days("pickup", today, today + _AHEAD)
    slots_from = await queries.first_day(tx, request.campus_id, today, sold)
    first = request.first or slots_from or (sold[0] if sold else today)
    if not 2000 <= first.year <= 2100:
        raise Invalid("The days must be from 2000 to 2100.")
    last = request.last or first + timedelta(days=6)
    if last < first:
        raise Invalid("The last day must not be before the first.")
    if (last - first).days >= MOST_DAYS:
        raise Invalid(f"Please ask for at most {MOST_DAYS} days at a time.")
    slots = {
        (row.date, row.time_of_day): (row.available_slots, row.capacity)
        for row in await queries.of_days(tx, request.campus_id, first, last)
    }
    async with tx.elevated() as elevated:
        closed = await closing_queries.closed_between(elevated, request.campus_id, first, last)
    days = []
    for number in range((last - max(first, today)).days + 1):
        day = max(first, today) + timedelta(days=number)
        reason = season.refusal("pickup", campus.id, day, actor)
        if campus.status != "open":
            reason = f"We take no new bookings at {campus.name}."
        is_closed = reason is not None or day in closed
        places = []
        for one in campus.pickup_windows:
            left, capacity = slots.get((day, one.time_of_day), slots.get((day, None), (None, None)))
            is_sold = capacity is not None or season.sells_without_places("pickup", day)
            if (
                is_closed
                or not is_sold
                or season.refusal("pickup", campus.id, day, actor, one.time_of_day)
            ):
                left, capacity = 0, 0
            over = windows.starts_at(campus.id, day, one.label) <= now
            places.append(WindowPlaces(one.time_of_day, one.label, left, capacity, over))
        days.append(DayPlaces(day, places, is_closed, reason))
    coming = FreeReturn(*published.season().coming_free_return(max(last, today)))
    return PlacesLeft(request.campus_id, today, first, last, slots_from is not None, days, coming)


COMMAND: Final = Command(
    name="places_left",
    arguments=PlacesOfDays,
    run=places_left,
    roles=EVERYBODY,
    read_only=True,
)
