"""A completed stop stands: what other phones record about it is kept, and needs a person."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from summerstow.platform import clock
from tests.people import person
from tests.runs.conftest import SIGNED, Campus, now

OTHER = {"signed_by": "Kai Lin", "strokes": "M5 5L6 6"}


def _verb(stop: str, state: str, minutes: float, **more: Any) -> dict[str, Any]:
    at = (clock.now() - timedelta(minutes=minutes)).isoformat()
    return {"id": str(uuid4()), "stop_id": stop, "state": state, "at": at} | more


async def _send(campus: Campus, *events: dict[str, Any], who: Any = None) -> dict[str, Any]:
    found: dict[str, Any] = await campus.done(
        who or campus.crew, "record_stop_events", sent_at=now(), events=list(events)
    )
    return found


async def _stands(campus: Campus, booking: str) -> tuple[Any, ...]:
    """The record, its invoices and its mails."""
    [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
    invoices = (await campus.office.get(f"/invoices?booking_id=eq.{booking}")).json()
    items = (await campus.office.get(f"/items?booking_id=eq.{booking}&order=number")).json()
    async with campus.database.owner() as tx:
        mails = await tx.fetchval(
            "select count(*) from app.outbox o join public.bookings b on b.email = o.recipient "
            "where b.id = $1",
            booking,
        )
    return (
        record["status"],
        record["items_counted"],
        record["completed_at"],
        [(one["number"], one["total_cents"], one["voided_at"]) for one in invoices],
        [(one["label_code"], one["state"]) for one in items],
        mails,
    )


async def _completed(
    campus: Campus, items: int = 3, signature: dict[str, str] = SIGNED
) -> tuple[str, str]:
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    answer = await campus.say(stop, "completed", signature=signature, items=items)
    assert answer.status_code == 200, answer.text
    return booking, stop


async def _cases(campus: Campus, booking: str) -> list[dict[str, Any]]:
    found = (await campus.done(campus.office, "needs_person"))["open"]
    return [one for one in found if one["booking_id"] == booking]


@pytest.mark.parametrize("minutes", [0, 30])
@pytest.mark.parametrize("path", ["stop_state", "record_stop_events", "record_pickup_events"])
@pytest.mark.parametrize("same_account", [True, False])
async def test_another_count_changes_nothing_and_names_both(
    campus: Campus, path: str, minutes: int, same_account: bool
) -> None:
    """Rule: stop-history."""
    booking, stop = await _completed(campus)
    other = campus.crew
    if not same_account:
        other = campus.rest.of(await person(campus.database, "worker", "Bo Second"))
    before = await _stands(campus, booking)
    verb = _verb(stop, "completed", minutes, signature=OTHER, items=2)
    if path == "stop_state":
        answer = await other.post("/rpc/stop_state", json=verb)
        assert answer.status_code == 200, answer.text
    elif path == "record_stop_events":
        found = await _send(campus, verb, who=other)
        assert [one["id"] for one in found["needs_person"]] == [verb["id"]]
    else:
        event = {
            "id": verb["id"],
            "kind": "completed",
            "at": verb["at"],
            "day": str(campus.on),
            "booking_id": booking,
            "seen": "in_progress",
            "items": 2,
            "signature": OTHER,
        }
        found = await campus.done(other, "record_pickup_events", sent_at=now(), events=[event])
        assert found["needs_person"] == [{"id": verb["id"], "reason": "other_count"}]
    assert await _stands(campus, booking) == before
    [case] = await _cases(campus, booking)
    assert (case["record"]["items_counted"], case["record"]["signed_by"]) == (3, "Mina Park")
    assert (case["event"]["items_counted"], case["event"]["signed_by"]) == (2, "Kai Lin")
    assert case["event"]["strokes"] == OTHER["strokes"]
    # A person may let it stand instead.
    await campus.done(campus.office, "settle_case", id=case["id"], decision="accept", words="Ok")
    assert (await _stands(campus, booking))[1] == 2


async def test_a_stale_screen_puts_no_count_right(campus: Campus) -> None:
    booking, _ = await _completed(campus)
    before = await _stands(campus, booking)
    [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
    other = campus.rest.of(await person(campus.database, "worker", "Bo Second"))
    count = {"pickup_id": record["id"], "status": "completed", "items": 2}
    await campus.done(other, "set_pickup_status", **count, seen="in_progress")
    assert await _stands(campus, booking) == before
    assert len(await _cases(campus, booking)) == 1
    # On a screen that shows it completed it is put right on purpose.
    await campus.done(other, "set_pickup_status", **count, seen="completed")
    assert (await _stands(campus, booking))[1] == 2
    await campus.done(campus.office, "set_pickup_status", **count | {"items": 5})
    assert (await _stands(campus, booking))[1] == 5


async def test_another_signature_under_the_same_count_needs_a_person(campus: Campus) -> None:
    booking, stop = await _completed(campus)
    await _send(campus, _verb(stop, "completed", 0, signature=SIGNED, items=3))
    assert await _cases(campus, booking) == []
    found = await _send(campus, _verb(stop, "completed", 0, signature=OTHER, items=3))
    assert len(found["needs_person"]) == 1
    [case] = await _cases(campus, booking)
    assert case["reason"] == "other_signature"
    assert (case["record"]["signed_by"], case["event"]["signed_by"]) == ("Mina Park", "Kai Lin")


async def test_a_name_that_another_keyboard_writes_is_the_same_signature(campus: Campus) -> None:
    """Rule: folded-names."""
    one, other = (SIGNED | {"signed_by": name} for name in ("Seán O\u2019Brien", "sean o'brien"))
    booking, stop = await _completed(campus, signature=one)
    found = await _send(campus, _verb(stop, "completed", 0, signature=other, items=3))
    assert found["needs_person"] == []
    assert await _cases(campus, booking) == []
    _, returned, labels = await campus.returning(1)
    stop = (await campus.stop(returned))["id"]
    await campus.scan(stop, *labels)
    await campus.say(stop, "completed", signature=one)
    found = await _send(campus, _verb(stop, "completed", 0, signature=other))
    assert found["needs_person"] == []


async def test_a_return_that_somebody_else_signed_too_needs_a_person(campus: Campus) -> None:
    _, booking, labels = await campus.returning(1)
    stop = (await campus.stop(booking))["id"]
    await campus.scan(stop, *labels)
    await campus.say(stop, "completed", signature=SIGNED)
    completed = (await campus.stop(booking))["completed_at"]
    for path in ("live", "recorded"):
        verb = _verb(stop, "completed", 0, signature=OTHER)
        if path == "live":
            assert (await campus.crew.post("/rpc/stop_state", json=verb)).status_code == 200
        else:
            assert len((await _send(campus, verb))["needs_person"]) == 1
        cases = await campus.done(campus.office, "stops_needing_a_person")
        assert verb["stop_id"] == stop
        assert [one["signed_by"] for one in cases if one["booking_id"] == booking][-1] == "Kai Lin"
    assert (await campus.stop(booking))["completed_at"] == completed
    [day] = (await campus.done(campus.office, "run_day", campus_id=3, day=str(campus.on)))["runs"]
    assert [one["signed_by"] for one in day["stops"]] == ["Mina Park"]


async def test_two_phones_that_complete_at_once_leave_one_count(campus: Campus) -> None:
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    verbs = [_verb(stop, "completed", 1, signature=SIGNED, items=count) for count in (2, 3, 4)]
    await asyncio.gather(*(_send(campus, one) for one in verbs))
    assert len(await _cases(campus, booking)) == 2
    invoices = (await campus.office.get(f"/invoices?booking_id=eq.{booking}")).json()
    assert [one["voided_at"] for one in invoices] == [None]


@pytest.mark.parametrize("state", ["on_way", "arrived", "failed", "waiting"])
async def test_what_another_phone_says_later_takes_nothing_back(campus: Campus, state: str) -> None:
    booking, stop = await _completed(campus)
    before = await _stands(campus, booking)
    other = campus.rest.of(await person(campus.database, "worker", "Bo Second"))
    more = {"failure": {"kind": "nobody_there"}} if state == "failed" else {}
    found = await _send(campus, _verb(stop, state, 0, **more), who=other)
    assert len(found["needs_person"]) == (state in ("failed", "waiting"))
    assert await _stands(campus, booking) == before
    assert (await campus.stop(booking, "pickup"))["state"] == "completed"


@pytest.mark.parametrize("who", ["self", "office", "other"])
async def test_a_completion_is_taken_back_on_purpose(campus: Campus, who: str) -> None:
    booking, stop = await _completed(campus)
    other = campus.rest.of(await person(campus.database, "worker", "Bo Second"))
    client = {"self": campus.crew, "office": campus.office, "other": other}[who]
    seen = {"seen": "completed"} if who == "other" else {}
    found = await _send(campus, _verb(stop, "waiting", 0, **seen), who=client)
    assert found["needs_person"] == []
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"
    [invoice] = (await campus.office.get(f"/invoices?booking_id=eq.{booking}")).json()
    assert invoice["voided_at"] is not None


async def test_who_takes_back_their_own_second_completion_leaves_the_first(
    campus: Campus,
) -> None:
    booking, stop = await _completed(campus)
    before = await _stands(campus, booking)
    other = campus.rest.of(await person(campus.database, "worker", "Bo Second"))
    await _send(campus, _verb(stop, "completed", 2, signature=OTHER, items=2), who=other)
    await _send(campus, _verb(stop, "waiting", 0, seen="completed"), who=other)
    assert await _stands(campus, booking) == before
    assert await _cases(campus, booking) == []


async def test_scans_after_another_crews_completion_change_no_item(campus: Campus) -> None:
    booking, stop = await _completed(campus)
    printed = await campus.done(campus.office, "print_labels", count=1, campus_id=3)
    before = await _stands(campus, booking)
    other = campus.rest.of(await person(campus.database, "worker", "Bo Second"))
    scan = {
        "id": str(uuid4()),
        "kind": "picked_up",
        "at": now(),
        "label": printed["codes"][0],
        "stop_id": stop,
        "booking_id": booking,
    }
    found = await campus.done(other, "record_events", events=[scan])
    assert [one["id"] for one in found["needs_person"]] == [scan["id"]]
    assert "completed before" in found["needs_person"][0]["reason"]
    assert await _stands(campus, booking) == before


@pytest.mark.parametrize("path", ["stop_state", "record_stop_events"])
async def test_a_stop_was_completed_when_the_phone_says(campus: Campus, path: str) -> None:
    _, booking = await campus.booked()
    stop = (await campus.stop(booking, "pickup"))["id"]
    verbs = [
        _verb(stop, "on_way", 66),
        _verb(stop, "arrived", 60),
        _verb(stop, "completed", 50, signature=SIGNED, items=2),
    ]
    if path == "stop_state":
        for one in verbs:
            assert (await campus.crew.post("/rpc/stop_state", json=one)).status_code == 200
    else:
        await _send(campus, *verbs)
    row = await campus.stop(booking, "pickup")
    said = [datetime.fromisoformat(one["at"]) for one in verbs]
    assert datetime.fromisoformat(row["arrived_at"]) == said[1]
    assert datetime.fromisoformat(row["completed_at"]) == said[2]
    [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
    assert datetime.fromisoformat(record["started_at"]) == said[0]
    assert datetime.fromisoformat(record["completed_at"]) == said[2]


async def test_a_worker_works_no_stop_of_another_day(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: one-run-a-day."""
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    far = campus.on - timedelta(days=3)
    monkeypatch.setattr(clock, "today", lambda: far)
    assert (await campus.say(stop["id"], "on_way")).status_code == 403
    body = {"queue_id": stop["queue_id"], "status": "completed", "items": 2}
    assert (await campus.crew.post("/rpc/set_pickup_status", json=body)).status_code == 403
    row = {"booking_id": booking, "pickup_date": str(campus.on), "status": "completed"}
    assert (await campus.crew.post("/pickups", json=row)).status_code == 403
    for command in ("run_day", "pull_list", "pickup_day"):
        day = {"campus_id": 3, "day": str(campus.on)}
        assert (await campus.crew.post(f"/rpc/{command}", json=day)).status_code == 403
        assert (await campus.office.post(f"/rpc/{command}", json=day)).status_code == 200
    verb = _verb(stop["id"], "completed", 0, signature=SIGNED, items=7)
    assert [one["id"] for one in (await _send(campus, verb))["needs_person"]] == [verb["id"]]
    event = {
        "id": str(uuid4()),
        "kind": "on_way",
        "at": now(),
        "day": str(campus.on),
        "booking_id": booking,
    }
    found = await campus.done(campus.crew, "record_pickup_events", sent_at=now(), events=[event])
    assert found["needs_person"] == [{"id": event["id"], "reason": "far"}]
    assert (await campus.stop(booking, "pickup"))["state"] == "waiting"
    [row] = (await campus.office.get(f"/bookings?id=eq.{booking}")).json()
    assert row["status"] == "pending"
    # The office may.
    assert (await campus.say(stop["id"], "on_way", campus.office)).status_code == 200


async def test_a_worker_writes_no_record_of_another_day(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: one-run-a-day."""
    who, booking = await campus.booked()
    far = campus.on - timedelta(days=10)
    monkeypatch.setattr(clock, "today", lambda: far)
    record = f"/pickups?booking_id=eq.{booking}"
    planned = {"user_id": str(who.id), "booking_id": booking, "status": "scheduled"}
    begun = {"status": "in_progress"}
    today = planned | {"pickup_date": str(far)}
    assert (await campus.crew.post("/pickups", json=today | begun)).status_code == 403
    assert (await campus.crew.post("/pickups", json=today)).status_code == 201
    assert (await campus.crew.patch(record, json=begun)).status_code == 403
    moved = {"pickup_date": str(campus.on)}
    assert (await campus.crew.patch(record, json=moved)).status_code == 403
    assert (await campus.office.patch(record, json=moved)).status_code == 204
    for change in (begun, {"items_counted": 4}, {"pickup_date": str(far)}):
        assert (await campus.crew.patch(record, json=change)).status_code == 403, change
    [row] = (await campus.office.get(f"/bookings?id=eq.{booking}")).json()
    assert row["status"] == "pending"
    assert (await campus.office.patch(record, json=begun)).status_code == 204


async def test_a_worker_puts_no_count_of_another_day_right(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: one-run-a-day."""
    booking, _ = await _completed(campus)
    before = await _stands(campus, booking)
    [record] = (await campus.office.get(f"/pickups?booking_id=eq.{booking}")).json()
    monkeypatch.setattr(clock, "today", lambda: campus.on + timedelta(days=60))
    count = {"pickup_id": record["id"], "status": "completed", "items": 9, "seen": "completed"}
    assert (await campus.crew.post("/rpc/set_pickup_status", json=count)).status_code == 403
    assert await _stands(campus, booking) == before
    await campus.done(campus.office, "set_pickup_status", **count)
    assert (await _stands(campus, booking))[1] == 9


@pytest.mark.parametrize("kind", ["picked_up", "refused"])
async def test_a_workers_scan_of_another_day_needs_a_person(
    campus: Campus, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Rule: one-run-a-day."""
    _, booking = await campus.booked()
    codes = (await campus.done(campus.office, "print_labels", count=2, campus_id=3))["codes"]
    scan = {"kind": kind, "at": now(), "booking_id": booking}
    first, second = ({"id": str(uuid4()), "label": one} | scan for one in codes)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "today", lambda: campus.on - timedelta(days=10))
        found = await campus.done(campus.crew, "record_events", events=[first])
    assert [one["id"] for one in found["needs_person"]] == [first["id"]]
    assert (await campus.office.get(f"/items?booking_id=eq.{booking}")).json() == []
    # It is no scan of a stop that a crew is at.
    found = await campus.done(campus.crew, "record_events", events=[second])
    assert found["needs_person"] == []
    [item] = (await campus.office.get(f"/items?booking_id=eq.{booking}")).json()
    assert item["state"] == kind


async def test_a_worker_orders_no_stop_and_locks_no_code_of_another_day(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: one-run-a-day."""
    _, booking = await campus.booked()
    stop = await campus.stop(booking, "pickup")
    await campus.done(
        campus.office, "name_proxy", booking_id=booking, stop_kind="pickup", name="Kai Lin"
    )
    [run] = (await campus.done(campus.office, "run_day", campus_id=3, day=str(campus.on)))["runs"]
    wrong = {"stop_id": stop["id"], "salt": run["stops"][0]["proxy"]["salt"]}
    order = {"campus_id": 3, "day": str(campus.on), "order": [stop["id"]], "seen": [stop["id"]]}
    entry = f"/pickup_queue?id=eq.{stop['queue_id']}"
    with monkeypatch.context() as patch:
        patch.setattr(clock, "today", lambda: campus.on - timedelta(days=10))
        assert (await campus.crew.post("/rpc/order_pickups", json=order)).status_code == 403
        assert (await campus.crew.patch(entry, json={"queue_position": 4})).status_code == 403
        # A phone that recorded it is not refused, but it counts for nothing.
        left = await campus.done(campus.crew, "count_wrong_code", **wrong, id=str(uuid4()))
        assert left == {"tries_left": 5}
    await campus.done(campus.crew, "order_pickups", **order)
    left = await campus.done(campus.crew, "count_wrong_code", **wrong, id=str(uuid4()))
    assert left == {"tries_left": 4}
