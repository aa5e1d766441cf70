"""A day's work against the hours of its crews (rule: day-load)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from summerstow.crew.availability.queries import DayCrew, NamedCrew
from summerstow.crew.hours.load import DayStop, day_loads

from .conftest import Campus

_DAY = date(2031, 8, 1)


async def _load(campus: Campus) -> dict[str, Any]:
    day = campus.on.isoformat()
    [load] = await campus.done(
        campus.office, "crew_load", campus_id=campus.campus_id, first_day=day, last_day=day
    )
    found: dict[str, Any] = load
    return found


async def test_a_day_is_overbooked_when_its_work_exceeds_its_crews_hours(campus: Campus) -> None:
    for _ in range(6):
        await campus.booked(expected_items=100)
    await campus.done(
        campus.office,
        "create_run",
        campus_id=campus.campus_id,
        date=campus.on.isoformat(),
        name="Van 2",
        workers=[str(campus.worker.id)],
    )
    load = await _load(campus)
    assert (load["stops"], load["vans"], load["crew_minutes"]) == (6, 1, 540)
    assert load["is_over"] is False
    assert load["work_minutes"] > 6 * 79
    await campus.booked(expected_items=100)
    load = await _load(campus)
    assert load["work_minutes"] > 540
    assert load["is_over"] is True
    assert "Wren Okafor" in load["available"]


def _stop(number: int, **more: Any) -> DayStop:
    fields: dict[str, Any] = {"state": "waiting", "items": 2, "completed_at": None} | more
    return DayStop(
        date=_DAY, run_id="r1", kind="pickup", place=None, address=f"Room {number}", **fields
    )


def test_the_days_real_pace_counts_once_three_stops_are_done() -> None:
    begins = datetime(2031, 8, 1, 16, tzinfo=UTC)
    crew = [DayCrew(day=_DAY, names=["Ana", "Bo"])]
    waiting = [_stop(number) for number in range(10)]
    [planned] = day_loads(3, waiting, crew, [], has_crew=True)
    # Four minutes and 45 seconds an item at each door, and a minute to the next.
    assert planned.work_minutes == 10 * 5.5 + 11
    done = [
        _stop(number, state="completed", completed_at=begins + timedelta(minutes=40 * number))
        for number in range(3)
    ]
    [real] = day_loads(3, [*done, *waiting[3:]], crew, [], has_crew=True)
    assert (real.work_minutes, real.stop_minutes, real.is_over) == (400, 40, False)
    [worse] = day_loads(3, [*done, *[_stop(one) for one in range(11)]], crew, [], has_crew=True)
    assert (worse.crew_minutes, worse.is_over) == (540, True)


def test_before_crews_are_named_two_people_make_a_van() -> None:
    for names, vans in (([], 0), (["Ana"], 1), (["Ana", "Bo", "Cy"], 1), (["A", "B", "C", "D"], 2)):
        [load] = day_loads(3, [], [DayCrew(day=_DAY, names=names)], [], has_crew=True)
        assert (load.vans, load.crew_minutes) == (vans, vans * 540)


def test_a_campus_without_any_crew_is_never_overbooked() -> None:
    crew = [DayCrew(day=_DAY, names=[])]
    [load] = day_loads(3, [_stop(1)], crew, [], has_crew=False)
    assert (load.crew_minutes, load.is_over) == (None, False)
    named = [NamedCrew(day=_DAY, vans=0, off=["Ana"])]
    [load] = day_loads(3, [_stop(1)], crew, named, has_crew=True)
    assert (load.crew_minutes, load.is_over, load.off) == (0, True, ["Ana"])
