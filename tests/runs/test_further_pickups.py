"""A further pickup of a booking: its stop is failed and tried again on its own day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from summerstow.platform import published

from .conftest import SIGNED, Campus
from .test_failures import PHOTO


async def _further(campus: Campus) -> tuple[str, Campus]:
    """A booking that was picked up and has a further pickup a day later, and that day."""
    _, booking = await campus.booked()
    first = await campus.stop(booking, "pickup")
    await campus.say(first["id"], "completed", signature=SIGNED, items=2)
    later = replace(campus, on=campus.on + timedelta(days=1))
    await campus.done(
        campus.office,
        "add_pickup",
        booking_id=booking,
        pickup_date=str(later.on),
        pickup_time=published.known_campus(1).pickup_windows[0].label,
        reason="customer",
    )
    return booking, later


async def test_a_further_pickup_that_is_moved_in_its_day_goes_to_the_end(campus: Campus) -> None:
    booking, later = await _further(campus)
    window = published.known_campus(1).pickup_windows[-1].label
    _, other = await later.booked(pickup_time=window)
    assert [one["booking_id"] for one in await later.stops()] == [booking, other]
    move = {"booking_id": booking, "pickup_date": str(later.on), "pickup_time": window}
    await campus.done(campus.office, "change_pickup", **move, reason="customer")
    stops = await later.stops()
    assert [one["booking_id"] for one in stops] == [other, booking]
    assert [one["queue_position"] for one in stops] == [1, 2]
    assert stops[1]["window"] == window


@pytest.mark.parametrize("by", ["run", "pickups"])
async def test_a_further_pickup_that_failed_is_tried_again(campus: Campus, by: str) -> None:
    """Rule: after-a-failure."""
    booking, later = await _further(campus)
    stop = await later.stop(booking, "pickup")
    failure = {"kind": "not_ready", "photo_id": PHOTO}
    failed = await campus.say(stop["id"], "failed", campus.office, failure=failure)
    assert failed.json()["state"] == "failed", failed.text
    if by == "run":
        again = await campus.say(stop["id"], "waiting", campus.office)
        assert again.status_code == 200, again.text
    else:
        at = {"pickup_id": stop["pickup_id"], "status": "in_progress"}
        await campus.done(campus.office, "set_pickup_status", **at)
    found = await later.stop(booking, "pickup")
    assert found["state"] == {"run": "waiting", "pickups": "on_way"}[by]
    assert found["queue_id"] == stop["id"]
    assert (await campus.stop(booking, "pickup"))["state"] == "completed"
