"""The list of pickups and the runs record into one log: a stop has one history."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from summerstow.platform import clock
from tests.runs.conftest import SIGNED, Campus, now


async def _run(campus: Campus, stop: str, state: str, minutes: int, **more: Any) -> dict[str, Any]:
    event = {"id": str(uuid4()), "stop_id": stop, "state": state, "at": now(minutes)} | more
    await campus.done(campus.crew, "record_stop_events", sent_at=now(), events=[event])
    return event


async def _list(
    campus: Campus, booking: str, kind: str, minutes: int, **more: Any
) -> dict[str, Any]:
    event = {
        "id": str(uuid4()),
        "kind": kind,
        "at": now(minutes),
        "day": str(campus.on),
        "booking_id": booking,
    } | more
    await campus.done(campus.crew, "record_pickup_events", sent_at=now(), events=[event])
    return event


async def _record(campus: Campus, booking: str) -> dict[str, Any]:
    [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
    found: dict[str, Any] = record
    return found


async def test_both_lists_make_one_history_in_the_order_in_which_it_happened(
    campus: Campus,
) -> None:
    """Rule: stop-history."""
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    arrived = await _run(campus, stop, "arrived", 20)
    way = await _list(campus, booking, "on_way", 30, seen="scheduled")
    row = await campus.stop(booking, "pickup")
    assert row["state"] == "arrived"
    assert datetime.fromisoformat(row["arrived_at"]) == datetime.fromisoformat(arrived["at"])
    record = await _record(campus, booking)
    assert datetime.fromisoformat(record["started_at"]) == datetime.fromisoformat(way["at"])
    done = await _list(campus, booking, "completed", 10, seen="in_progress", items=2)
    assert (await campus.stop(booking, "pickup"))["state"] == "completed"
    # Late, and without a word that the stop does not have already.
    await _run(campus, stop, "on_way", 35)
    listed = await campus.done(campus.crew, "pickup_events", pickup_id=record["id"])
    assert [one["id"] for one in listed][-1] == done["id"]
    assert {one["kind"] for one in listed} == {"on_way", "completed"}
    rows = (await campus.office.get(f"/stop_events?booking_id=eq.{booking}&order=at")).json()
    assert [one["state"] for one in rows] == ["on_way", "on_way", "arrived", "completed"]


async def test_the_queue_says_whether_the_crew_is_at_the_door(campus: Campus) -> None:
    """Rule: one-line."""
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]

    async def arrived_at() -> str | None:
        asked = {"campus_id": campus.campus_id, "day": str(campus.on)}
        day = await campus.done(campus.crew, "pickup_day", **asked)
        [waiting] = [one for one in day["waiting"] if one["booking_id"] == booking]
        found: str | None = waiting["arrived_at"]
        return found

    assert await arrived_at() is None
    arrived = await _run(campus, stop, "arrived", 20)
    there = await arrived_at()
    assert there is not None
    assert datetime.fromisoformat(there) == datetime.fromisoformat(arrived["at"])
    await _run(campus, stop, "waiting", 10)
    assert await arrived_at() is None


async def test_a_failure_after_a_completion_of_the_other_list_needs_a_person(
    campus: Campus,
) -> None:
    """Rule: stop-history."""
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    await _run(campus, stop, "arrived", 40)
    failed = await _run(campus, stop, "failed", 20, failure={"kind": "nobody_there"})
    assert (await campus.stop(booking, "pickup"))["state"] == "failed"
    await _list(campus, booking, "completed", 30, seen="in_progress", items=2)
    assert (await campus.stop(booking, "pickup"))["state"] == "completed"
    assert (await _record(campus, booking))["items_counted"] == 2
    waiting = await campus.done(campus.office, "stops_needing_a_person")
    [case] = [one for one in waiting if one["booking_id"] == booking]
    assert case["state"] == "failed"
    assert datetime.fromisoformat(case["at"]) == datetime.fromisoformat(failed["at"])


async def test_a_failure_that_arrives_after_a_corrected_count_needs_a_person(
    campus: Campus,
) -> None:
    """Rule: stop-history."""
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    await _list(campus, booking, "completed", 40, seen="scheduled", items=2)
    record = await _record(campus, booking)
    corrected = await campus.office.patch(
        f"/pickups?id=eq.{record['id']}", json={"items_counted": 3}
    )
    assert corrected.is_success, corrected.text
    failed = await _run(campus, stop, "failed", 20, failure={"kind": "nobody_there"})
    assert (await _record(campus, booking))["items_counted"] == 3
    waiting = await campus.done(campus.office, "stops_needing_a_person")
    [case] = [one for one in waiting if one["booking_id"] == booking]
    assert datetime.fromisoformat(case["at"]) == datetime.fromisoformat(failed["at"])


async def test_arriving_after_on_way_is_no_second_start_of_a_pickup(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    way = await _run(campus, stop, "on_way", 30)
    await _run(campus, stop, "arrived", 20)
    record = await _record(campus, booking)
    listed = await campus.done(campus.crew, "pickup_events", pickup_id=record["id"])
    assert [(one["id"], one["kind"]) for one in listed] == [(way["id"], "on_way")]


async def test_what_was_refused_counts_for_nothing_later(campus: Campus) -> None:
    """A crew does not take a delivery back; the stop stays completed, whatever follows.

    Rule: stop-history.
    """
    _, booking, labels = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, *labels)
    assert (await campus.say(stop, "completed", signature=SIGNED)).status_code == 200
    back = await _run(campus, stop, "waiting", 0, seen="completed")
    [row] = (await campus.office.get(f"/stop_events?id=eq.{back['id']}")).json()
    assert not row["applies"]
    await _run(campus, stop, "arrived", 5)
    assert (await campus.stop(booking))["state"] == "completed"
    [one] = (await campus.office.get(f"/bookings?id=eq.{booking}")).json()
    assert one["status"] == "delivered"


async def test_a_live_report_is_after_what_was_recorded_before(campus: Campus) -> None:
    """A phone whose clock is some minutes late is not put before what it knows."""
    _, booking, _ = await campus.returning(0)
    stop = (await campus.stop(booking))["id"]
    assert (await campus.say(stop, "on_way")).status_code == 200
    late = (clock.now() - timedelta(minutes=5)).isoformat()
    verb = {"stop_id": stop, "state": "waiting", "at": late, "seen": "on_way"}
    assert (await campus.crew.post("/rpc/stop_state", json=verb)).status_code == 200
    assert (await campus.stop(booking))["state"] == "waiting"
