"""A day's work against the hours of its crews (rule: day-load).

Pure: work is the planner's time at each door and the ways in the order of the runs; once three
stops of the day are done, it is the day's real pace.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import pairwise
from typing import Final

import msgspec

from summerstow.billing.pricing.distance import located
from summerstow.crew.availability.queries import DayCrew, NamedCrew
from summerstow.crew.events.history import StopKind, StopState
from summerstow.crew.queue.pace import pace_of
from summerstow.crew.runs.planning.timetable import AT_A_DOOR, EACH_ITEM, seconds_between
from summerstow.platform import published, windows

#: How many people go with a van, as long as no crew is named.
PEOPLE_IN_A_VAN: Final = 2


class DayStop(msgspec.Struct, frozen=True, kw_only=True):
    """A stop of a day, in the order of its run; `items`: as many as are listed or expected."""

    date: date
    run_id: str
    kind: StopKind
    state: StopState
    place: str | None
    address: str | None
    items: int
    completed_at: datetime | None


class DayLoad(msgspec.Struct, frozen=True, kw_only=True):
    """A campus-local day's work in minutes, and the minutes of its crews.

    `crew_minutes` is null if the campus has no crew at all. `stop_minutes` is what a stop more
    takes. `available`: who can work, by name; `off`: who is named for a run and cannot.
    """

    day: date
    stops: int
    work_minutes: int
    stop_minutes: int
    crew_minutes: int | None
    vans: int
    available: list[str]
    off: list[str]
    is_over: bool


def day_loads(
    campus_id: int,
    stops: Iterable[DayStop],
    crews: Sequence[DayCrew],
    named: Sequence[NamedCrew],
    *,
    has_crew: bool,
) -> list[DayLoad]:
    """The load of each day of `crews`; `named`: the crews of the days' runs."""
    by_day: dict[date, list[DayStop]] = defaultdict(list)
    for stop in stops:
        by_day[stop.date].append(stop)
    runs = {one.day: one for one in named}
    shift = _shift_minutes(campus_id) if has_crew or named else None
    return [_day_load(campus_id, one, by_day[one.day], runs.get(one.day), shift) for one in crews]


def _day_load(
    campus_id: int, crew: DayCrew, stops: list[DayStop], named: NamedCrew | None, shift: int | None
) -> DayLoad:
    free = len(crew.names)
    vans = named.vans if named else max(min(free, 1), free // PEOPLE_IN_A_VAN)
    seconds = _work_seconds(campus_id, stops)
    crew_minutes = None if shift is None else vans * shift
    work = round(seconds / 60)
    return DayLoad(
        day=crew.day,
        stops=len(stops),
        work_minutes=work,
        stop_minutes=round(work / len(stops)) if stops else _usual_minutes(),
        crew_minutes=crew_minutes,
        vans=vans,
        available=crew.names,
        off=named.off if named else [],
        is_over=crew_minutes is not None and work > crew_minutes,
    )


def _shift_minutes(campus_id: int) -> int:
    """A crew's hours: from the start of the campus's first window to the end of its last one."""
    day = windows.booked(campus_id, None)
    return _minutes(day.end) - _minutes(day.start)


def _usual_minutes() -> int:
    return round((AT_A_DOOR + 5 * EACH_ITEM) / 60)


def _work_seconds(campus_id: int, stops: list[DayStop]) -> float:
    by_run: dict[str, list[DayStop]] = defaultdict(list)
    for stop in stops:
        by_run[stop.run_id].append(stop)
    return sum(_run_seconds(campus_id, one) for one in by_run.values())


def _run_seconds(campus_id: int, stops: list[DayStop]) -> float:
    done = sorted(one.completed_at for one in stops if one.completed_at is not None)
    pace = pace_of(done)
    if pace is not None:
        return pace.total_seconds() * len(stops)
    campus = published.known_campus(campus_id).position
    points = [campus, *(located(campus_id, one.place, one.address) or campus for one in stops)]
    ways = sum(seconds_between(here, there) for here, there in pairwise([*points, campus]))
    return ways + sum(AT_A_DOOR + EACH_ITEM * one.items for one in stops)


def _minutes(written: str) -> int:
    hours, minutes = written.split(":")[:2]
    return int(hours) * 60 + int(minutes)
