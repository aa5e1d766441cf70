"""When the crew is expected at each stop of a run (rule: expected-arrivals)."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

import pytest

from summerstow.platform import clock, published
from tests.runs.conftest import SIGNED, Campus

MORNING, NOON, EVENING = (one.label for one in published.known_campus(1).pickup_windows)


def _at_hour(campus: Campus, monkeypatch: pytest.MonkeyPatch, hour: time) -> None:
    """Let it be an hour of the day."""
    moment = clock.moment(campus.on, hour)
    monkeypatch.setattr(clock, "now", lambda: moment)


async def _stops(campus: Campus) -> dict[str, dict[str, Any]]:
    """The stops of the day's only run, by booking."""
    day = await campus.done(campus.crew, "run_day", campus_id=3, day=str(campus.on))
    [run] = day["runs"]
    return {one["booking_id"]: one for one in run["stops"]}


def _hour(stop: dict[str, Any]) -> time:
    return clock.campus_time(datetime.fromisoformat(stop["expected_at"])).time()


async def test_each_stop_of_a_run_has_its_expected_arrival(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [(await campus.booked(pickup_time=MORNING))[1] for _ in range(2)]
    later = (await campus.booked(pickup_time=NOON))[1]
    _at_hour(campus, monkeypatch, time(7, 30))
    stops = await _stops(campus)
    # Nobody comes before a window opens; the second door follows the work at the first.
    assert _hour(stops[first]) == time(9)
    assert time(9) < _hour(stops[second]) <= time(9, 20)
    assert _hour(stops[later]) == time(12)
    assert not any(one["is_late"] for one in stops.values())


async def test_what_follows_is_computed_from_now_and_the_last_stop(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, next_one = [(await campus.booked(pickup_time=MORNING))[1] for _ in range(2)]
    late = (await campus.booked(pickup_time=MORNING))[1]
    stop = await campus.stop(done, "pickup")
    for state in ("on_way", "arrived"):
        await campus.say(stop["id"], state)
    assert (await campus.say(stop["id"], "completed", signature=SIGNED, items=2)).is_success
    stops = await _stops(campus)
    # It is half past ten, whatever the morning's plan was.
    assert stops[done]["expected_at"] is None
    assert stops[done]["completed_at"] is not None
    assert time(10, 30) < _hour(stops[next_one]) <= time(10, 40)
    _at_hour(campus, monkeypatch, time(11, 57))
    stops = await _stops(campus)
    assert (_hour(stops[next_one]), stops[next_one]["is_late"]) == (time(12), False)
    assert (_hour(stops[late]) > time(12), stops[late]["is_late"]) == (True, True)
    _at_hour(campus, monkeypatch, time(12, 10))
    assert [one["is_late"] for one in (await _stops(campus)).values()] == [False, True, True]


async def test_a_crew_at_a_door_is_expected_elsewhere_after_its_work(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = [(await campus.booked(pickup_time=MORNING))[1] for _ in range(2)]
    stop = await campus.stop(other, "pickup")
    for state in ("on_way", "arrived"):
        await campus.say(stop["id"], state)
    stops = await _stops(campus)
    assert (stops[other]["expected_at"], stops[other]["is_late"]) == (None, False)
    assert _hour(stops[first]) >= time(10, 35)


async def test_a_stop_for_which_the_day_has_no_time_has_no_hour(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    booking = (await campus.booked(pickup_time=EVENING))[1]
    _at_hour(campus, monkeypatch, time(22, 5))
    assert [(one["expected_at"], one["is_late"]) for one in (await _stops(campus)).values()] == [
        (None, True)
    ]
    tomorrow = clock.now() + timedelta(days=1)
    monkeypatch.setattr(clock, "now", lambda: tomorrow)
    day = await campus.done(campus.office, "run_day", campus_id=3, day=str(campus.on))
    [stop] = day["runs"][0]["stops"]
    assert (stop["booking_id"], stop["expected_at"], stop["is_late"]) == (booking, None, False)


async def test_a_screen_hears_of_a_new_hour(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    await campus.booked(pickup_time=MORNING)
    _at_hour(campus, monkeypatch, time(10))
    asked: dict[str, Any] = {"campus_id": 3, "day": str(campus.on)}
    known = (await campus.done(campus.crew, "run_day", **asked))["version"]
    same = await campus.done(campus.crew, "run_day", **asked, known=known)
    assert "runs" not in same
    _at_hour(campus, monkeypatch, time(11))
    assert "runs" in await campus.done(campus.crew, "run_day", **asked, known=known)
