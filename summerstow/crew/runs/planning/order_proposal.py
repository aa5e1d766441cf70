"""A shorter order of a run, by a search over its travel times (rule: order-proposals).

Locked stops, and those that are begun or over, keep their positions.
"""

from __future__ import annotations

import asyncio
from uuid import UUID

import msgspec

from summerstow.crew.runs import day_query, queries
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Invalid

from . import order_search
from .timetable import (
    DAY_BEGINS,
    RunToPlan,
    StopToPlan,
    Timetable,
    Van,
    run_to_plan,
    seconds_between,
    timetable,
)


class OrderProposal(msgspec.Struct, frozen=True):
    """The same stops in another order; minutes with ways, waiting and work at the doors.

    `before_late`, `after_late`: stops that the van reaches after their windows. Of the proposed
    order: `fits` stops are reached in time by one van, `late_from` is the position of the first
    late stop, and `vans` reach all stops in time.
    """

    before_minutes: int
    after_minutes: int
    order: list[UUID]
    before_late: int
    after_late: int
    fits: int
    late_from: int | None
    vans: int


async def asked(tx: ElevatedTransaction, run_id: UUID) -> RunToPlan:
    """What is known of a run. Raises 404 where there is none, `Invalid` where it has no stops."""
    run = await queries.run(tx, run_id)
    if run is None:
        raise AppError("There is no such run.", status=404, code="P0002")
    _, runs = await day_query.day(tx, run.campus_id, run.date)
    card = next((one for one in runs if one.id == str(run_id)), None)
    if card is None or not card.stops:
        raise Invalid("This run has no stops yet.")
    return run_to_plan(run.campus_id, run.date, card, clock.now())


async def propose(run: RunToPlan) -> OrderProposal:
    """The best order that is found; the order as it stands where none is shorter."""
    return await asyncio.to_thread(planned, run)


def planned(run: RunToPlan) -> OrderProposal:
    """As `propose`, for a thread: a full day takes seconds."""
    before = timetable(run, list(range(len(run.stops))))
    best, after = best_order(run)
    by_van = _count_by_van(run, [place for place in best if not run.stops[place].is_over])
    return OrderProposal(
        before_minutes=round(before.duration / 60),
        after_minutes=round(after.duration / 60),
        order=[run.stops[place].id for place in best],
        before_late=len(before.late),
        after_late=len(after.late),
        fits=by_van[0] if by_van else 0,
        late_from=best.index(after.late[0]) + 1 if after.late else None,
        vans=max(len(by_van), 1),
    )


def best_order(run: RunToPlan) -> tuple[list[int], Timetable]:
    """The best order of a run's stops that is found, by their places now, and its times."""
    now = list(range(len(run.stops)))
    before = timetable(run, now)
    if sum(not stop.is_fixed for stop in run.stops) > 1:
        visits = [_visit(stop) for stop in run.stops]
        found = order_search.Day(DAY_BEGINS, visits, _ways(run)).find_order()
        after = timetable(run, found)
        if after.cost < before.cost:
            return found, after
    return now, before


def _visit(stop: StopToPlan) -> order_search.TimedVisit:
    # A customer with a flight cannot wait.
    weight = 0 if stop.is_over else 2 if stop.has_flight else 1
    return order_search.TimedVisit(stop.opens, stop.closes, stop.service, weight, stop.is_fixed)


def _count_by_van(run: RunToPlan, order: list[int]) -> list[int]:
    """Count the stops that each van reaches in time, if the next van takes what the last leaves."""
    counts, left = [], [run.stops[place] for place in order]
    while left:
        van, missed = Van(run), []
        for stop in left:
            if van.arrival(stop) > stop.closes:
                missed.append(stop)
            else:
                van.work(stop)
        if len(missed) == len(left):
            break
        counts.append(len(left) - len(missed))
        left = missed
    return counts


def _ways(run: RunToPlan) -> list[list[int]]:
    """Seconds between all places; the first is the campus."""
    points = [run.start, *(one.point for one in run.stops)]
    return [[0 if a is b else seconds_between(a, b) for b in points] for a in points]
