"""The places of many days at once: what would be made and changed, and the change itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated, Final, Literal

import msgspec

from summerstow.facts import TimeOfDay
from summerstow.platform import clock, published, windows
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.season import Weekday
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import EXECUTIVES
from summerstow.slots import season, waiting_list

from . import capacity_queries as queries
from .capacity_queries import Place, WantedPlace

#: Days that are planned at once.
MOST_DAYS: Final = 400
#: A year, so that a weekday stays one.
_YEAR: Final = timedelta(days=364)
_MOST_NAMED: Final = 20


class WindowCapacity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a window."""

    time_of_day: TimeOfDay
    places: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class PlacesPlan(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}
):
    """Campuses, days (the last included), weekdays (Monday is 1) and the places of each window.

    Without windows they are those of 52 weeks before.
    """

    campus_ids: Annotated[list[int], msgspec.Meta(min_length=1, max_length=100)]
    first: date
    last: date
    weekdays: Annotated[list[Weekday], msgspec.Meta(min_length=1)]
    windows: list[WindowCapacity] | None = None


class LeftWindow(msgspec.Struct, frozen=True):
    """A window that stays as it is: more is `booked`, or the `day` is offered whole or in parts."""

    campus_id: int
    date: date
    time_of_day: TimeOfDay | None
    why: Literal["booked", "day"]


class PlacesPlanned(msgspec.Struct, frozen=True):
    """Windows by what happens to them; `closed_days` are left out, `left` are the first of them."""

    days: int
    closed_days: int
    made: int
    changed: int
    same: int
    left_count: int
    left: list[LeftWindow]


async def preview_places(tx: ElevatedTransaction, arguments: PlacesPlan) -> PlacesPlanned:
    """Return what `set_places` would do."""
    planned, _, _ = await _plan(tx, arguments, lock=False)
    return planned


async def set_places(tx: ElevatedTransaction, arguments: PlacesPlan) -> PlacesPlanned:
    """Offer so many places (rule: places-of-many-days); those who wait are told of new ones.

    What is booked stays, and no window falls below it. Raises `Invalid` for days that are over.
    """
    planned, new, changed = await _plan(tx, arguments, lock=True)
    for slot, places in [*await queries.make(tx, new), *await queries.change(tx, changed)]:
        await waiting_list.tell(tx, slot, places)
    return planned


async def _plan(
    tx: ElevatedTransaction, plan: PlacesPlan, *, lock: bool
) -> tuple[PlacesPlanned, list[WantedPlace], list[tuple[Place, int]]]:
    """What happens, the places to make, and those to change with the places more (or fewer)."""
    first, last = _range(plan)
    campuses = sorted(set(plan.campus_ids))
    closed = await queries.closed(tx, campuses, first, last)
    days = list(_days(plan, first, last))
    open_days = {(campus, day) for campus in campuses for day in days} - closed
    stored = await queries.places(tx, campuses, first, last, lock=lock)
    known = {(one.campus_id, one.date, one.time_of_day): one for one in stored}
    whole = {(one.campus_id, one.date) for one in stored if one.time_of_day is None}
    parts = {(one.campus_id, one.date) for one in stored if one.time_of_day is not None}
    new: list[WantedPlace] = []
    changed: list[tuple[Place, int]] = []
    left: list[LeftWindow] = []
    same = 0
    for wanted in await _wanted(tx, plan, open_days):
        day = (wanted.campus_id, wanted.date)
        place = known.get((*day, wanted.time_of_day))
        if place is None and day in (parts if wanted.time_of_day is None else whole):
            left.append(LeftWindow(*day, wanted.time_of_day, "day"))
        elif place is None:
            new.append(wanted)
        elif (more := wanted.places - place.own) == 0:
            same += 1
        elif place.available_slots + more < 0:
            left.append(LeftWindow(*day, wanted.time_of_day, "booked"))
        else:
            changed.append((place, more))
    planned = PlacesPlanned(
        days=len({day for _, day in open_days}),
        closed_days=len({day for _, day in closed if day in days}),
        made=len(new),
        changed=len(changed),
        same=same,
        left_count=len(left),
        left=left[:_MOST_NAMED],
    )
    return planned, new, changed


async def _wanted(
    tx: ElevatedTransaction, plan: PlacesPlan, days: set[tuple[int, date]]
) -> list[WantedPlace]:
    if plan.windows is not None:
        return [
            WantedPlace(campus, day, window.time_of_day, window.places)
            for campus, day in sorted(days)
            for window in plan.windows
            if _is_offered(campus, window.time_of_day)
        ]
    before = await queries.places(
        tx, plan.campus_ids, plan.first - _YEAR, plan.last - _YEAR, lock=False
    )
    return [
        WantedPlace(one.campus_id, one.date + _YEAR, one.time_of_day, one.own)
        for one in before
        if (one.campus_id, one.date + _YEAR) in days and _is_offered(one.campus_id, one.time_of_day)
    ]


def _is_offered(campus_id: int, part: TimeOfDay | None) -> bool:
    return part is None or any(one.time_of_day == part for one in windows.offered(campus_id))


def _days(plan: PlacesPlan, first: date, last: date) -> Iterator[date]:
    """The days of work of the plan: of pickups or of returns."""
    sold = [season.days(visit, first, last) for visit in ("pickup", "delivery")]
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        works = any(days is None or day in days for days in sold)
        if works and day.isoweekday() in plan.weekdays:
            yield day


def _range(plan: PlacesPlan) -> tuple[date, date]:
    if plan.last < plan.first:
        raise Invalid("The last day must not be before the first.")
    if plan.last < clock.today():
        raise Invalid("These days are over.")
    if (plan.last - plan.first).days >= MOST_DAYS:
        raise Invalid(f"Please choose at most {MOST_DAYS} days at a time.")
    if unknown := [one for one in plan.campus_ids if published.campus(one) is None]:
        raise Invalid(f"There is no campus {unknown[0]}.")
    if plan.windows is not None:
        parts = [one.time_of_day for one in plan.windows]
        if not parts or len(parts) != len(set(parts)):
            raise Invalid("Please give each window its places once.")
    return max(plan.first, clock.today()), plan.last


COMMANDS: Final = (
    Command(
        "preview_places", PlacesPlan, preview_places, EXECUTIVES, read_only=True, elevated=True
    ),
    Command("set_places", PlacesPlan, set_places, EXECUTIVES, elevated=True),
)
