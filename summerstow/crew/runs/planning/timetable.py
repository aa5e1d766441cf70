"""When a van reaches the stops of a run (rule: expected-arrivals).

No external map: a way is the straight line times a factor, at a van's pace on and around a campus.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow import facts
from summerstow.billing.pricing.distance import located, miles_between
from summerstow.crew.events.history import StopState
from summerstow.crew.runs.model import RunCard, StopCard
from summerstow.platform import clock, published, windows

#: Straight lines are shorter than roads by this, and a van on a campus is this fast.
ROAD_FACTOR: Final = 1.35
MILES_AN_HOUR: Final = 18.0
#: Seconds to park and find the door, and for each item.
AT_A_DOOR: Final = 240
EACH_ITEM: Final = 45
#: Seconds between two doors of one residence.
_NEXT_DOOR: Final = 60
#: The crew leaves so long before the first window.
DAY_BEGINS: Final = 8 * 3600
DAY_ENDS: Final = 22 * 3600
#: Expected arrivals are rounded up to so many seconds.
_STEP: Final = 300
#: Where the van is comes before where it goes next.
_ORDER: Final[dict[StopState, int]] = {"arrived": 0, "on_way": 1, "waiting": 2}


class StopToPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Where a stop is (degrees), and what is known of it in seconds of its campus-local day.

    `arrived`, `left`: when the crew came and went, if it did.
    """

    id: UUID
    lat: float
    lon: float
    opens: int
    closes: int
    service: int
    has_flight: bool = False
    locked: bool = False
    state: StopState = "waiting"
    arrived: int | None = None
    left: int | None = None

    @property
    def gone(self) -> int | None:
        """When the van was last seen there."""
        return self.arrived if self.left is None else self.left

    @property
    def is_over(self) -> bool:
        """Whether the crew is not expected there any more."""
        return self.state not in _ORDER

    @property
    def is_fixed(self) -> bool:
        """Whether a proposed order keeps the stop's position."""
        return self.locked or self.state != "waiting"

    @property
    def point(self) -> facts.Point:
        """Where it is."""
        return facts.Point(self.lat, self.lon)


class RunToPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A run's stops in order, and where its van starts; `now`: seconds of today."""

    lat: float
    lon: float
    stops: list[StopToPlan]
    now: int | None = None

    @property
    def start(self) -> facts.Point:
        """The campus."""
        return facts.Point(self.lat, self.lon)


class Van:
    """A van that goes from stop to stop: when it is free, in seconds of the day, and where."""

    def __init__(self, run: RunToPlan) -> None:
        self._here = run.start
        self._free_at = max(DAY_BEGINS, run.now or 0)

    def way(self, stop: StopToPlan) -> int:
        """Seconds to a stop."""
        return seconds_between(self._here, stop.point)

    def arrival(self, stop: StopToPlan) -> int:
        """When the work at a stop can begin."""
        return max(self._free_at + self.way(stop), stop.opens)

    def work(self, stop: StopToPlan) -> None:
        """Go to a stop next, and do its work."""
        self._free_at = self.arrival(stop) + stop.service
        self._here = stop.point

    def leave(self, stop: StopToPlan) -> None:
        """Go on from a stop whose work is over."""
        self._here = stop.point


class Timetable(msgspec.Struct, frozen=True, kw_only=True):
    """When a van works the stops of an order, by their places in the run; seconds.

    `arrivals`: of the stops that are not over. `late`: those that are reached after their windows.
    """

    duration: int
    arrivals: dict[int, int]
    late: list[int]
    late_seconds: int

    @property
    def cost(self) -> tuple[int, int]:
        """What orders are compared by: windows first, then time; being late counts as working."""
        return len(self.late), self.duration + self.late_seconds


def run_to_plan(campus_id: int, on: date, run: RunCard, now: datetime) -> RunToPlan:
    """What is known of a run at a moment."""
    campus = published.known_campus(campus_id).position
    here = clock.campus_time(now)
    return RunToPlan(
        lat=campus.lat,
        lon=campus.lon,
        stops=[_stop_to_plan(campus_id, on, one, campus) for one in run.stops],
        now=_seconds(on, now) if here.date() == on else None,
    )


def timetable(run: RunToPlan, order: list[int]) -> Timetable:
    """Compute when the stops of an order are reached, until the van is back.

    Today what is over has its own times, and the rest follows from now and where the van is.
    """
    stops = run.stops
    visited = [one for one in stops if one.is_over and one.gone is not None]
    last = max(visited, key=lambda one: one.gone or 0, default=None)
    ahead = [place for place in order if not stops[place].is_over]
    ahead.sort(key=lambda place: _ORDER[stops[place].state])
    now = DAY_BEGINS if run.now is None else run.now
    here = last.point if last else run.start
    free_at = (last.gone or 0) if last else _first_departure(run, ahead)
    began = min([free_at, *(one.arrived or free_at for one in visited)])
    arrivals: dict[int, int] = {}
    for place in ahead:
        one = stops[place]
        if one.state == "waiting":
            free_at = max(free_at, now)
        arrival = one.arrived
        if arrival is None:
            arrival = max(free_at + seconds_between(here, one.point), now)
            if one.state == "waiting":
                arrival = max(arrival, one.opens)
        arrivals[place] = arrival
        free_at = max(free_at, arrival) + one.service
        here = one.point
    late = {place: at - stops[place].closes for place, at in arrivals.items()}
    return Timetable(
        duration=free_at + seconds_between(here, run.start) - began,
        arrivals=arrivals,
        late=[place for place, seconds in late.items() if seconds > 0],
        late_seconds=sum(seconds for seconds in late.values() if seconds > 0),
    )


def with_arrivals(campus_id: int, on: date, run: RunCard, now: datetime) -> RunCard:
    """The run with when its crew is expected at each open stop, and whether that is too late.

    Nobody is expected on a day that is over, nor after the crew's hours.
    """
    if on < clock.campus_time(now).date():
        return run
    found = timetable(run_to_plan(campus_id, on, run, now), list(range(len(run.stops))))
    midnight = clock.moment(on)
    stops = list(run.stops)
    for place, at in found.arrivals.items():
        if stops[place].state == "arrived":
            continue
        expected = expected_at(midnight, at)
        stops[place] = msgspec.structs.replace(
            stops[place],
            expected_at=expected.isoformat() if expected else None,
            is_late=place in found.late,
        )
    return msgspec.structs.replace(run, stops=stops)


def expected_at(midnight: datetime, at: int) -> datetime | None:
    """When a crew is expected that comes so many seconds into the day; None after its hours."""
    return midnight + timedelta(seconds=-(-at // _STEP) * _STEP) if at <= DAY_ENDS else None


def seconds_between(one: facts.Point, other: facts.Point) -> int:
    """How long a van takes from door to door."""
    miles = miles_between(one, other) * ROAD_FACTOR
    return max(round(miles / MILES_AN_HOUR * 3600), _NEXT_DOOR)


def _first_departure(run: RunToPlan, ahead: list[int]) -> int:
    if not ahead:
        return DAY_BEGINS
    first = run.stops[ahead[0]]
    return max(DAY_BEGINS, first.opens - seconds_between(run.start, first.point))


def _stop_to_plan(campus_id: int, on: date, stop: StopCard, campus: facts.Point) -> StopToPlan:
    at = located(campus_id, stop.place, stop.address) or campus
    opens, closes = _window(campus_id, stop)
    return StopToPlan(
        id=UUID(stop.id),
        lat=at.lat,
        lon=at.lon,
        opens=opens,
        closes=closes,
        service=AT_A_DOOR + EACH_ITEM * len(stop.items),
        has_flight=_has_flight(stop),
        locked=stop.locked,
        state=stop.state,
        arrived=_seconds(on, datetime.fromisoformat(stop.arrived_at)) if stop.arrived_at else None,
        left=_seconds(on, datetime.fromisoformat(stop.completed_at)) if stop.completed_at else None,
    )


def _has_flight(stop: StopCard) -> bool:
    return stop.has_flight and stop.kind == "pickup"


def _window(campus_id: int, stop: StopCard) -> tuple[int, int]:
    """Seconds of the campus's day; before a flight where there is one."""
    known = facts.booking()
    opens, closes = DAY_BEGINS, DAY_ENDS
    if stop.window is not None:
        booked = windows.booked(campus_id, stop.window)
        opens, closes = _of_day(booked.start), _of_day(booked.end)
    flight = stop.flight_time if _has_flight(stop) else None
    leaves = next((one.start for one in known.flight_windows if one.value == flight), None)
    if leaves is not None:
        closes = max(opens + 1800, min(closes, _of_day(leaves)))
    return opens, closes


def _of_day(written: str) -> int:
    at = time.fromisoformat(written)
    return at.hour * 3600 + at.minute * 60


def _seconds(on: date, moment: datetime) -> int:
    return int((moment - clock.moment(on)).total_seconds())
