"""Pickups and Runs show the same of a stop: its state, its items, its labels (rule: one-line)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from .conftest import SIGNED, Campus, now


async def _pickups(campus: Campus) -> dict[str, Any]:
    found: dict[str, Any] = await campus.done(
        campus.crew, "pickup_day", campus_id=campus.campus_id, day=campus.on.isoformat()
    )
    return found


async def _run_stop(campus: Campus, stop_id: str) -> dict[str, Any]:
    day = await campus.done(
        campus.crew, "run_day", campus_id=campus.campus_id, day=campus.on.isoformat()
    )
    [found] = [one for run in day["runs"] for one in run["stops"] if one["id"] == stop_id]
    return dict(found)


async def test_pickups_names_the_stops_that_failed(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    await campus.say(stop["id"], "arrived", at=now(20))
    failure = {"kind": "nobody_there", "photo_id": await campus.photo(), "next": "date"}
    await campus.say(stop["id"], "failed", failure=failure)
    assert (await _pickups(campus))["failed"] == [stop["id"]]
    await campus.say(stop["id"], "waiting")
    assert (await _pickups(campus))["failed"] == []


async def test_a_scan_at_a_pickup_is_the_same_in_both_lists(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    printed = await campus.done(campus.office, "print_labels", count=1, campus_id=campus.campus_id)
    [label] = printed["codes"]
    scan = {"id": str(uuid4()), "kind": "picked_up", "at": now(), "label": label}
    more = {"booking_id": booking, "stop_id": stop["id"], "new_item": True}
    await campus.done(campus.crew, "record_events", events=[scan | more])
    [waiting] = (await _pickups(campus))["waiting"]
    assert waiting["items"] == (await _run_stop(campus, stop["id"]))["items"]
    assert [(one["scanned"], one["scan_id"]) for one in waiting["items"]] == [(True, scan["id"])]
    await campus.say(stop["id"], "completed", signature=SIGNED, note="Two flights of stairs")
    [done] = (await _pickups(campus))["done"]
    assert done["items"] == waiting["items"]
    events = await campus.office.get(f"/stop_events?stop_id=eq.{stop['id']}&state=eq.completed")
    assert [one["note"] for one in events.json()] == ["Two flights of stairs"]


async def test_labels_handed_out_with_a_kit_stay_with_its_stop(campus: Campus) -> None:
    _, booking = await campus.booked(
        pickup_date="2032-08-20", supply_kit_delivery_date=campus.on.isoformat()
    )
    stop = await campus.stop(booking, "kit")
    printed = await campus.done(campus.office, "print_labels", count=6, campus_id=campus.campus_id)
    codes = printed["codes"]
    for first, last in ((codes[0], codes[2]), (codes[4], codes[4])):
        await campus.done(
            campus.crew, "hand_out_labels", booking_id=booking, first=first, last=last
        )
    assert (await _run_stop(campus, stop["id"]))["strips"] == [
        {"first": codes[0], "last": codes[2]},
        {"first": codes[4], "last": codes[4]},
    ]
