"""The stops of a day dealt over its vans (rule: day-split)."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from uuid import UUID

import msgspec

from summerstow import facts
from summerstow.crew.runs import day_query
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Invalid

from .order_proposal import best_order
from .timetable import DAY_BEGINS, RunToPlan, StopToPlan, run_to_plan, seconds_between, timetable


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

    `stops` are to do, `late` of them after their windows; `first_at`, `last_at`: expected arrivals.
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
    vans = [_Van(one) for one in day.runs]
    waiting = [
        (stop, van) for van in vans for stop in van.run.plan.stops if stop.state == "waiting"
    ]
    for stop, own in sorted(waiting, key=lambda one: (one[0].closes, one[0].opens)):
        choice = [own] if stop.locked else vans
        min(
            choice,
            key=lambda van: (van.arrival(stop) > stop.closes, van.arrival(stop), van.way(stop)),
        ).take(stop)
    plans = [van.planned(day.midnight) for van in vans]
    return DaySplit(
        plans,
        before_late=sum(
            len(timetable(one.plan, list(range(len(one.plan.stops)))).late) for one in day.runs
        ),
        after_late=sum(one.late for one in plans),
    )


class _Van:
    """A van on its way: when it is free, and where."""

    def __init__(self, run: RunToSplit) -> None:
        self.run = run
        self._here: facts.Point = run.plan.start
        self._free_at = max(DAY_BEGINS, run.plan.now or 0)
        self._taken: list[StopToPlan] = []
        for stop in run.plan.stops:
            if stop.is_over and stop.gone is not None:
                self._here = stop.point
            elif stop.state in ("on_way", "arrived"):
                self._work(stop)

    def way(self, stop: StopToPlan) -> int:
        """Seconds to a stop."""
        return seconds_between(self._here, stop.point)

    def arrival(self, stop: StopToPlan) -> int:
        """When the work at a stop can begin, in seconds of the day."""
        return max(self._free_at + self.way(stop), stop.opens)

    def take(self, stop: StopToPlan) -> None:
        """Work a stop next."""
        self._taken.append(stop)
        self._work(stop)

    def _work(self, stop: StopToPlan) -> None:
        self._free_at = self.arrival(stop) + stop.service
        self._here = stop.point

    def planned(self, midnight: datetime) -> VanPlan:
        """The best order that is found of its stops."""
        now = self.run.plan.stops
        fixed = {place: stop for place, stop in enumerate(now) if stop.is_fixed}
        order = [stop for stop in self._taken if not stop.is_fixed]
        for place, stop in sorted(fixed.items()):
            order.insert(place, stop)
        plan = msgspec.structs.replace(self.run.plan, stops=order)
        best, found = best_order(plan)
        times = sorted(found.arrivals.values())
        at = [midnight + timedelta(seconds=seconds) for seconds in times]
        return VanPlan(
            self.run.run_id,
            self.run.name,
            [order[place].id for place in best],
            [stop.id for stop in now],
            stops=len(at),
            late=len(found.late),
            first_at=at[0] if at else None,
            last_at=at[-1] if at else None,
        )
