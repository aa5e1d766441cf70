"""What a proposed order says of a day that one van cannot hold (rule: order-proposals)."""

from __future__ import annotations

from uuid import uuid4

from summerstow.runs.order_proposal import RunToPlan, StopToPlan, planned

_HOUR = 3600


def _stop(opens: int, closes: int, service: int, *, is_over: bool = False) -> StopToPlan:
    return StopToPlan(
        id=uuid4(),
        lat=50.67,
        lon=-120.36,
        opens=opens * _HOUR,
        closes=closes * _HOUR,
        service=service,
        has_flight=False,
        fixed=is_over,
        is_over=is_over,
    )


def _run(*stops: StopToPlan) -> RunToPlan:
    return RunToPlan(50.67, -120.36, list(stops))


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
