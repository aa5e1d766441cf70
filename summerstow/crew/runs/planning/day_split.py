"""The stops of a day dealt over its vans (rule: day-split)."""

from __future__ import annotations

import asyncio
from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.crew.runs import day_query
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Invalid

from .order_proposal import best_order
from .timetable import RunToPlan, StopToPlan, Van, expected_at, run_to_plan, timetable


class RunToSplit(msgspec.Struct, frozen=True):
    """A run of the day, and what is known of its stops."""

    run_id: UUID
    name: str
    plan: RunToPlan


class DayToSplit(msgspec.Struct, frozen=True):
    """The runs of a campus's day, which begins at `midnight`."""

    midnight: datetime
    runs: list[RunToSplit]


class VanPlan(msgspec.Struct, frozen=True):
    """A run as the split would leave it, and its stops as they are (`seen`).

    `stops` are to do, `late` of them after their windows; `first_at`, `last_at`: expected
    arrivals in the crew's hours.
    """

    run_id: UUID
    name: str
    order: list[UUID]
    seen: list[UUID]
    stops: int
    late: int
    first_at: datetime | None
    last_at: datetime | None


class DaySplit(msgspec.Struct, frozen=True):
    """What each van would get; how many stops are reached too late now, and would be."""

    vans: list[VanPlan]
    before_late: int
    after_late: int


async def asked(tx: ElevatedTransaction, campus_id: int, on: date) -> DayToSplit:
    """What is known of a day. Raises `Invalid` for one with a single run."""
    _, cards = await day_query.day(tx, campus_id, on)
    if len(cards) < 2:
        raise Invalid("This day has one run. Make a run for each van first.")
    now = clock.now()
    return DayToSplit(
        clock.moment(on),
        [RunToSplit(UUID(one.id), one.name, run_to_plan(campus_id, on, one, now)) for one in cards],
    )


async def propose(day: DayToSplit) -> DaySplit:
    """Deal the stops so that windows are kept where they can be; nothing is changed."""
    return await asyncio.to_thread(split, day)


def split(day: DayToSplit) -> DaySplit:
    """As `propose`, for a thread: a full day takes seconds.

    In order of their windows each stop goes to the van that is there first. What is begun, over or
    locked stays in its run, at its position as far as the run is long enough.
    """
    vans = [(run, _van_of(run.plan)) for run in day.runs]
    dealt: dict[UUID, list[StopToPlan]] = {run.run_id: [] for run in day.runs}
    waiting = [(stop, own) for own in vans for stop in own[0].plan.stops if stop.state == "waiting"]
    for stop, own in sorted(waiting, key=lambda one: (one[0].closes, one[0].opens)):
        run, van = own if stop.locked else min(vans, key=lambda one: _rank(one[1], stop))
        van.work(stop)
        if not stop.locked:
            dealt[run.run_id].append(stop)
    plans = [_planned(run, dealt[run.run_id], day.midnight) for run in day.runs]
    before = [timetable(run.plan, list(range(len(run.plan.stops)))) for run in day.runs]
    return DaySplit(
        plans,
        before_late=sum(len(one.late) for one in before),
        after_late=sum(one.late for one in plans),
    )


def _van_of(plan: RunToPlan) -> Van:
    """The van of a run, after what is begun there."""
    van = Van(plan)
    for stop in plan.stops:
        if stop.is_over and stop.gone is not None:
            van.leave(stop)
        elif stop.state in ("on_way", "arrived"):
            van.work(stop)
    return van


def _rank(van: Van, stop: StopToPlan) -> tuple[bool, int, int]:
    arrival = van.arrival(stop)
    return arrival > stop.closes, arrival, van.way(stop)


def _planned(run: RunToSplit, dealt: list[StopToPlan], midnight: datetime) -> VanPlan:
    """The best order that is found of a run's fixed stops and those that are dealt to it."""
    now = run.plan.stops
    stops = list(dealt)
    for place, stop in enumerate(now):
        if stop.is_fixed:
            stops.insert(place, stop)
    best, found = best_order(msgspec.structs.replace(run.plan, stops=stops))
    arrivals = [expected_at(midnight, at) for at in sorted(found.arrivals.values())]
    times = [at for at in arrivals if at is not None]
    return VanPlan(
        run.run_id,
        run.name,
        [stops[place].id for place in best],
        [stop.id for stop in now],
        stops=len(arrivals),
        late=len(found.late),
        first_at=times[0] if times else None,
        last_at=times[-1] if times else None,
    )
