"""A shorter order of a run, by a search over its travel times (rule: order-proposals).

Locked stops, and those that are begun or over, keep their positions. Nothing is asked of anybody
else's map: ways are the straight line times a factor, at a van's pace on and around a campus.
"""

from __future__ import annotations

import asyncio
from datetime import time
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.pricing.distance import located, miles_between
from summerstow.kit import facts
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.errors import AppError, Invalid

from . import order_search, queries

#: Straight lines are shorter than roads by this, and a van on a campus is this fast.
ROAD_FACTOR: Final = 1.35
MILES_AN_HOUR: Final = 18.0
#: Seconds to park and find the door, and for each item.
_AT_A_DOOR: Final = 240
_EACH_ITEM: Final = 45
#: Seconds between two doors of one residence.
_NEXT_DOOR: Final = 60
#: The crew leaves so long before the first window.
_DAY_BEGINS: Final = 8 * 3600
_DAY_ENDS: Final = 22 * 3600


class StopToPlan(msgspec.Struct, frozen=True):
    """Where a stop is (degrees), when it is open (seconds of the day), and how long it takes."""

    id: UUID
    lat: float
    lon: float
    opens: int
    closes: int
    service: int
    has_flight: bool
    fixed: bool
    is_over: bool


class RunToPlan(msgspec.Struct, frozen=True):
    """A run's stops as they stand, and where its van starts."""

    lat: float
    lon: float
    stops: list[StopToPlan]


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


class Timetable(msgspec.Struct, frozen=True):
    """When a van works the stops of an order; seconds."""

    duration: int
    late: list[int]
    late_seconds: int

    @property
    def cost(self) -> tuple[int, int]:
        """What orders are compared by: windows first, then time; being late counts as working."""
        return len(self.late), self.duration + self.late_seconds


async def asked(tx: ElevatedTransaction, run_id: UUID) -> RunToPlan:
    """What is known of a run. Raises 404 where there is none, `Invalid` where it has no stops."""
    run = await queries.run(tx, run_id)
    if run is None:
        raise AppError("There is no such run.", status=404, code="P0002")
    rows = await queries.stops_to_plan(tx, run_id)
    if not rows:
        raise Invalid("This run has no stops yet.")
    campus = facts.served_campus(run.campus_id).position
    stops = []
    for row in rows:
        at = located(run.campus_id, row.delivery_address, row.building_name, row.address) or campus
        opens, closes = _window(row.window, row.flight_time if row.has_flight else None)
        stops.append(
            StopToPlan(
                row.id,
                at.lat,
                at.lon,
                opens,
                closes,
                _AT_A_DOOR + _EACH_ITEM * row.items,
                row.has_flight,
                row.locked or row.state != "waiting",
                row.state in ("completed", "failed"),
            )
        )
    return RunToPlan(campus.lat, campus.lon, stops)


async def propose(run: RunToPlan) -> OrderProposal:
    """The best order that is found; the order as it stands where none is shorter."""
    return await asyncio.to_thread(planned, run)


def planned(run: RunToPlan) -> OrderProposal:
    """As `propose`, for a thread: a full day takes seconds."""
    ways = _ways(run)
    now = list(range(len(run.stops)))
    free = [place for place in now if not run.stops[place].fixed]
    before = _timetable(run, ways, now)
    best, after = now, before
    if len(free) > 1:
        found = order_search.Day(
            _DAY_BEGINS, [_visit(stop) for stop in run.stops], ways
        ).find_order()
        timetable = _timetable(run, ways, found)
        if timetable.cost < before.cost:
            best, after = found, timetable
    by_van = _split(run, ways, [place for place in best if not run.stops[place].is_over])
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


def _visit(stop: StopToPlan) -> order_search.TimedVisit:
    # A customer with a flight cannot wait.
    weight = 0 if stop.is_over else 2 if stop.has_flight else 1
    return order_search.TimedVisit(stop.opens, stop.closes, stop.service, weight, stop.fixed)


def _timetable(run: RunToPlan, ways: list[list[int]], order: list[int]) -> Timetable:
    """From leaving the campus until the van is back."""
    first = run.stops[order[0]]
    clock = start = max(_DAY_BEGINS, first.opens - ways[0][order[0] + 1])
    here = late_seconds = 0
    late = []
    for place in order:
        one = run.stops[place]
        clock = max(clock + ways[here][place + 1], one.opens)
        if clock > one.closes and not one.is_over:
            late.append(place)
            late_seconds += clock - one.closes
        clock += one.service
        here = place + 1
    return Timetable(clock + ways[here][0] - start, late, late_seconds)


def _split(run: RunToPlan, ways: list[list[int]], order: list[int]) -> list[int]:
    """Count the stops that each van reaches in time, if the next van takes what the last leaves."""
    counts, left = [], order
    while left:
        clock, here, missed = _DAY_BEGINS, 0, []
        for place in left:
            one = run.stops[place]
            arrival = max(clock + ways[here][place + 1], one.opens)
            if arrival > one.closes:
                missed.append(place)
                continue
            clock, here = arrival + one.service, place + 1
        if len(missed) == len(left):
            break
        counts.append(len(left) - len(missed))
        left = missed
    return counts


def _ways(run: RunToPlan) -> list[list[int]]:
    """Seconds between all places; the first is the campus."""
    points = [facts.Point(run.lat, run.lon), *(facts.Point(s.lat, s.lon) for s in run.stops)]
    return [[0 if a is b else _way(a, b) for b in points] for a in points]


def _way(one: facts.Point, other: facts.Point) -> int:
    miles = miles_between(one, other) * ROAD_FACTOR
    return max(round(miles / MILES_AN_HOUR * 3600), _NEXT_DOOR)


def _window(written: str | None, flight: str | None) -> tuple[int, int]:
    """Seconds of the campus's day; before a flight where there is one."""
    known = facts.booking()
    opens, closes = _DAY_BEGINS, _DAY_ENDS
    if written is not None:
        booked = known.window_of(written)
        opens, closes = _of_day(booked.start), _of_day(booked.end)
    leaves = next((one.start for one in known.flight_windows if one.value == flight), None)
    if leaves is not None:
        closes = max(opens + 1800, min(closes, _of_day(leaves)))
    return opens, closes


def _of_day(written: str) -> int:
    at = time.fromisoformat(written)
    return at.hour * 3600 + at.minute * 60
