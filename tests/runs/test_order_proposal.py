"""What a proposed order says of a day that one van cannot hold (rule: order-proposals)."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import msgspec

from summerstow.crew.runs.planning.day_split import DayToSplit, RunToSplit, split
from summerstow.crew.runs.planning.order_proposal import planned
from summerstow.crew.runs.planning.timetable import RunToPlan, StopToPlan

_HOUR = 3600


def _stop(
    opens: int, closes: int, service: int, *, is_over: bool = False, north: float = 0
) -> StopToPlan:
    return StopToPlan(
        id=uuid4(),
        lat=50.67 + north,
        lon=-120.36,
        opens=opens * _HOUR,
        closes=closes * _HOUR,
        service=service,
        state="completed" if is_over else "waiting",
    )


def _run(*stops: StopToPlan) -> RunToPlan:
    return RunToPlan(lat=50.67, lon=-120.36, stops=list(stops))


def test_a_day_that_is_too_full_says_how_many_fit_and_how_many_vans_it_takes() -> None:
    # Fifty stops of half an hour in a window of three hours.
    found = planned(_run(*(_stop(9, 12, _HOUR // 2) for _ in range(50))))
    assert found.fits == 6
    assert found.late_from == 7
    assert found.after_late == 44
    assert found.vans == 9
    # Work and ways alone, however late the stops are.
    assert found.after_minutes < 50 * 32


def test_a_day_that_one_van_holds_has_no_late_stop() -> None:
    found = planned(_run(*(_stop(9, 12, 600) for _ in range(5)), _stop(15, 18, 600)))
    assert (found.fits, found.late_from, found.after_late, found.vans) == (6, None, 0, 1)


def test_an_order_that_keeps_windows_is_proposed_even_if_it_saves_nothing() -> None:
    evening, morning = _stop(15, 18, 600), _stop(9, 12, 600)
    found = planned(_run(evening, morning))
    assert found.order == [morning.id, evening.id]
    assert (found.before_late, found.after_late) == (1, 0)


def test_a_stop_that_is_over_is_not_late() -> None:
    found = planned(_run(_stop(15, 18, 600), _stop(9, 12, 600, is_over=True)))
    assert (found.before_late, found.late_from, found.vans) == (0, None, 1)


def test_a_mixed_day_of_forty_stops_is_ordered_so_that_none_is_late() -> None:
    windows = ((15, 18), (9, 12), (12, 15))
    # Every fifth stop lies on a road of 6 miles to the north; its stops are mixed up.
    stops = [
        _stop(*windows[number % 3], 300, north=number * 7 % 40 * 0.002 if number % 5 == 0 else 0)
        for number in range(40)
    ]
    found = planned(_run(*stops))
    assert (found.after_late, found.late_from, found.vans) == (0, None, 1)
    assert found.before_late > 20
    assert sorted(found.order) == sorted(stop.id for stop in stops)
    # From 9:00 until shortly after 3:00 PM's stops: the road is not driven more often than needed.
    assert found.after_minutes < 8 * 60


def test_locked_stops_keep_their_positions_in_a_better_order() -> None:
    evening, locked, morning, noon = (
        _stop(15, 18, 600),
        msgspec.structs.replace(_stop(9, 12, 600), locked=True),
        _stop(9, 12, 600),
        _stop(12, 15, 600),
    )
    found = planned(_run(evening, locked, morning, noon))
    assert found.order == [morning.id, locked.id, noon.id, evening.id]
    assert found.after_late == 0


def test_a_customer_with_a_flight_is_not_the_late_one() -> None:
    waiting = [_stop(9, 12, 2 * _HOUR) for _ in range(2)]
    flying = msgspec.structs.replace(_stop(9, 12, 2 * _HOUR), has_flight=True)
    found = planned(_run(_stop(15, 18, 600), *waiting, flying))
    assert found.after_late == 1
    assert flying.id in found.order[:2]


def test_a_way_to_and_fro_is_driven_once_each_way() -> None:
    near_south, near_north, far_south, far_north = (
        _stop(9, 18, 600, north=north) for north in (-0.01, 0.02, -0.04, 0.08)
    )
    best = planned(_run(near_south, far_south, near_north, far_north))
    found = planned(_run(near_south, near_north, far_south, far_north))
    assert found.after_minutes == best.before_minutes < found.before_minutes


def _day(*runs: RunToPlan) -> DayToSplit:
    named = [RunToSplit(uuid4(), f"Van {number}", run) for number, run in enumerate(runs)]
    return DayToSplit(datetime(2027, 4, 28, 7, tzinfo=UTC), named)


def test_a_day_is_split_so_that_windows_are_kept() -> None:
    """Rule: day-split."""
    # Fifteen half hours in a window of three hours: more than two vans can do, and three do.
    stops = [_stop(9, 12, _HOUR // 2) for _ in range(15)]
    day = _day(_run(*stops), _run(), _run())
    found = split(day)
    assert (found.before_late, found.after_late) == (9, 0)
    assert [one.stops for one in found.vans] == [5, 5, 5]
    assert sorted(id for one in found.vans for id in one.order) == sorted(one.id for one in stops)
    assert found.vans[0].seen == [one.id for one in stops]
    for one in found.vans:
        assert one.first_at is not None
        assert one.last_at is not None
        # 9 AM on the campus is 16:00 UTC.
        assert one.first_at.hour == 16
        assert one.last_at.hour < 19
    two = split(_day(_run(*stops), _run()))
    assert two.after_late == 3


def test_a_split_deals_stops_by_their_windows_in_whatever_order_they_stand() -> None:
    """Rule: day-split."""
    evening, mornings = _stop(15, 18, 600), [_stop(9, 12, _HOUR // 2) for _ in range(10)]
    found = split(_day(_run(evening, *mornings), _run()))
    assert found.after_late == 0
    assert sorted(one.stops for one in found.vans) == [5, 6]


def test_a_split_says_no_arrival_after_the_crews_hours() -> None:
    """Rule: day-split."""
    found = split(_day(_run(*(_stop(9, 12, 4 * _HOUR) for _ in range(8))), _run()))
    ends = [one.last_at for one in found.vans]
    # 10 PM on the campus is 5 AM the next day in UTC.
    assert all(at is not None and at <= datetime(2027, 4, 29, 5, tzinfo=UTC) for at in ends)
    assert [one.stops for one in found.vans] == [4, 4]
    # Rounded up as the lists have it.
    assert all(at is not None and at.minute % 5 == 0 for at in ends)


def test_a_split_leaves_locked_begun_and_finished_stops_in_their_runs() -> None:
    """Rule: day-split."""
    over = _stop(9, 12, 600, is_over=True)
    begun = msgspec.structs.replace(_stop(9, 12, 600), state="on_way")
    locked = msgspec.structs.replace(_stop(9, 12, 600), locked=True)
    free = [_stop(9, 12, _HOUR // 2) for _ in range(6)]
    first, second = split(_day(_run(over, begun, *free[:3], locked, *free[3:]), _run())).vans
    assert first.order[:2] == [over.id, begun.id]
    assert locked.id in first.order
    assert (first.stops + second.stops, len(second.order)) == (8, second.stops)
    assert set(second.order) <= {one.id for one in free}
    assert second.stops >= 3
