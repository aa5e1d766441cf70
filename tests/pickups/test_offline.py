"""What was recorded at a stop without signal is kept, whatever happened to the stop meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from summerstow.messages import planner
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import LOST_CLOCKS, RestClients, person

from .recorded import (
    SIGNATURE,
    OfflineStop,
    ago,
    open_cases,
    send,
    settle,
    stop_of_yesterday,
)


@pytest.fixture
async def office(rest: RestClients, database: Database) -> httpx.AsyncClient:
    """An admin's client."""
    return rest.of(await person(database, "admin", "Alma Reyes"))


@pytest.fixture
async def stop(rest: RestClients, worker: httpx.AsyncClient) -> OfflineStop:
    """A stop that a phone without signal stands at."""
    return await stop_of_yesterday(rest, worker)


async def test_a_stop_completed_without_signal_carries_the_time_at_the_door(
    stop: OfflineStop, worker: httpx.AsyncClient
) -> None:
    """Rule: device-and-received-time."""
    way = stop.event("on_way", 60, seen="scheduled")
    done = stop.completed(40, 6, signature=SIGNATURE, note="Left by the lift")
    answer = await send(worker, way, done)
    assert answer == {
        "stored": [way["id"], done["id"]],
        "already": [],
        "needs_person": [],
        "unchanged": [],
    }
    record = await stop.record()
    assert (record["status"], record["items_counted"]) == ("completed", 6)
    assert ago(61) < datetime.fromisoformat(record["started_at"]) < ago(39)
    assert ago(41) < datetime.fromisoformat(record["completed_at"]) < ago(38)
    assert datetime.fromisoformat(record["completed_received_at"]) > ago(30)
    assert [one["items_counted"] for one in await stop.signatures()] == [6]
    assert await stop.status() == "picked_up"
    history = (await worker.post("/rpc/pickup_events", json={"pickup_id": record["id"]})).json()
    assert [(one["kind"], one["note"]) for one in history] == [
        ("on_way", None),
        ("completed", "Left by the lift"),
    ]
    assert datetime.fromisoformat(history[1]["device_at"]) == datetime.fromisoformat(done["at"])


async def test_a_phone_whose_clock_is_wrong(stop: OfflineStop, worker: httpx.AsyncClient) -> None:
    """Its own time and how far it is off are kept; shown is the corrected time."""
    fast = timedelta(hours=3)
    done = stop.completed(40, 6) | {"at": (ago(40) + fast).isoformat()}
    await send(worker, done, sent_at=(clock.now() + fast).isoformat())
    record = await stop.record()
    assert ago(42) < datetime.fromisoformat(record["completed_at"]) < ago(38)
    history = (await worker.post("/rpc/pickup_events", json={"pickup_id": record["id"]})).json()
    assert datetime.fromisoformat(history[0]["device_at"]) == datetime.fromisoformat(done["at"])
    assert -3.1 < history[0]["clock_offset_ms"] / 3_600_000 < -2.9


async def test_a_look_at_what_was_recorded_names_whose_pickup_it_is(
    stop: OfflineStop, worker: httpx.AsyncClient
) -> None:
    """Rule: looks-are-logged."""
    await send(worker, stop.completed(5, 6))
    asked = {"pickup_id": (await stop.record())["id"]}
    assert (await worker.post("/rpc/pickup_events", json=asked)).is_success
    service = stop.rest.of(None, service=True)
    about = f"table_name=eq.pickup_events&after->>booking_id=eq.{stop.booking['id']}"
    found = await service.get(f"/audit_log?action=eq.read&{about}")
    assert len(found.json()) == 1, found.text


@pytest.mark.parametrize("at", LOST_CLOCKS)
async def test_a_clock_that_is_in_no_calendar_refuses_no_pickup(
    at: str, stop: OfflineStop, worker: httpx.AsyncClient
) -> None:
    (sent_at,) = set(LOST_CLOCKS) - {at}
    await send(worker, stop.completed(0, 6) | {"at": at}, sent_at=sent_at)
    record = await stop.record()
    assert record["items_counted"] == 6
    [kept] = (await worker.post("/rpc/pickup_events", json={"pickup_id": record["id"]})).json()
    device_at = datetime.fromisoformat(kept["device_at"])
    assert abs(device_at - clock.now()) < timedelta(days=401)


@pytest.mark.parametrize("off", [timedelta(days=3), timedelta(days=-3)])
async def test_no_clock_puts_a_pickup_in_the_future_or_before_its_day(
    off: timedelta, stop: OfflineStop, worker: httpx.AsyncClient
) -> None:
    await send(worker, stop.completed(0, 6) | {"at": (clock.now() + off).isoformat()})
    completed = datetime.fromisoformat((await stop.record())["completed_at"])
    assert completed <= clock.now()
    assert clock.campus_time(completed).date() >= stop.on


async def test_the_office_completed_it_without_a_count_meanwhile(
    stop: OfflineStop, worker: httpx.AsyncClient, office: httpx.AsyncClient
) -> None:
    """The crew's count and signature join the record: they contradict nothing.

    Rule: recorded-at-the-door.
    """
    done = stop.completed(40, 6, signature=SIGNATURE)
    body = {"queue_id": stop.stop_id, "status": "completed"}
    assert (await office.post("/rpc/set_pickup_status", json=body)).status_code == 204
    answer = await send(worker, done)
    assert answer["stored"] == [done["id"]]
    assert answer["needs_person"] == []
    record = await stop.record()
    assert (record["status"], record["items_counted"]) == ("completed", 6)
    assert len(await stop.signatures()) == 1


@pytest.mark.parametrize(("decision", "count", "signed"), [("accept", 6, 1), ("keep", 4, 0)])
async def test_two_counts_wait_for_a_person(
    decision: str,
    count: int,
    signed: int,
    stop: OfflineStop,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
) -> None:
    done = stop.completed(40, 6, signature=SIGNATURE)
    body = {"queue_id": stop.stop_id, "status": "completed", "items": 4}
    assert (await office.post("/rpc/set_pickup_status", json=body)).status_code == 204
    answer = await send(worker, done)
    assert answer["stored"] == [done["id"]]
    assert answer["needs_person"] == [{"id": done["id"], "reason": "other_count"}]
    # What the office did stands until a person decides; nothing of the crew's is lost.
    assert (await stop.record())["items_counted"] == 4
    case = (await open_cases(office, stop))[0]
    assert case["event"]["items_counted"] == 6
    assert case["event"]["strokes"] == SIGNATURE["strokes"]
    assert case["record"]["items_counted"] == 4
    assert [one["id"] for one in await open_cases(worker, stop)] == [case["id"]]

    assert (await settle(office, case, decision)).status_code == 204
    assert (await stop.record())["items_counted"] == count
    assert len(await stop.signatures()) == signed
    assert await open_cases(office, stop) == []
    assert (await settle(office, case, "keep")).status_code == 409
    log = await stop.rest.of(None, service=True).get(
        f"/audit_log?table_name=eq.custody_cases&row_id=eq.{case['id']}&action=eq.update"
    )
    assert [one["after"]["decision"] for one in log.json()] == [decision]
    assert log.json()[0]["after"]["words"] == "Called the customer"
    # A phone that lost the answer sends it again: it was kept, and is not asked about again.
    assert (await send(worker, done))["already"] == [done["id"]]
    assert await open_cases(office, stop) == []


@pytest.mark.parametrize("reason", ["cancelled", "moved"])
async def test_a_booking_cancelled_or_moved_while_the_crew_stood_there(
    reason: str,
    stop: OfflineStop,
    worker: httpx.AsyncClient,
    office: httpx.AsyncClient,
    database: Database,
) -> None:
    """Rule: recorded-at-the-door."""
    done = stop.completed(40, 6, signature=SIGNATURE)
    later = clock.today() + timedelta(days=3)
    if reason == "moved":
        await stop.office(pickup_date=later.isoformat())
    else:
        await stop.office(status="cancelled")
    before = await stop.status()
    answer = await send(worker, stop.event("on_way", 60, seen="scheduled"), done)
    assert len(answer["stored"]) == 2
    assert answer["needs_person"] == [{"id": done["id"], "reason": reason}]
    assert await stop.status() == before
    case = (await open_cases(office, stop))[0]
    assert case["reason"] == reason
    assert (await settle(office, case, "accept")).status_code == 204
    assert await stop.status() == "picked_up"
    record = await stop.record()
    assert (record["status"], record["items_counted"]) == ("completed", 6)
    assert ago(42) < datetime.fromisoformat(record["completed_at"]) < ago(38)
    assert len(await stop.signatures()) == 1
    async with database.owner() as tx:
        assert not await tx.fetchval(
            "select exists (select 1 from pickup_queue where booking_id = $1)",
            stop.booking["id"],
        )


async def test_what_was_completed_on_one_phone_and_taken_back_on_another(
    stop: OfflineStop, worker: httpx.AsyncClient, office: httpx.AsyncClient
) -> None:
    body = {"queue_id": stop.stop_id, "status": "completed"}
    await office.post("/rpc/set_pickup_status", json=body)
    back = {"pickup_id": (await stop.record())["id"], "status": "scheduled"}
    assert (await office.post("/rpc/set_pickup_status", json=back)).status_code == 204
    done = stop.completed(40, 6, signature=SIGNATURE)
    answer = await send(worker, done)
    assert answer["needs_person"] == [{"id": done["id"], "reason": "taken_back"}]
    assert (await stop.record())["status"] == "scheduled"
    case = (await open_cases(office, stop))[0]
    assert (await settle(office, case, "accept")).status_code == 204
    record = await stop.record()
    assert (record["status"], record["items_counted"]) == ("completed", 6)
    assert len(await stop.signatures()) == 1
    assert await stop.status() == "picked_up"


async def test_a_late_on_way_moves_nothing_and_needs_nobody(
    stop: OfflineStop, worker: httpx.AsyncClient, office: httpx.AsyncClient
) -> None:
    body = {"queue_id": stop.stop_id, "status": "completed"}
    await office.post("/rpc/set_pickup_status", json=body)
    way = stop.event("on_way", 0, seen="scheduled")
    answer = await send(worker, way)
    assert answer["stored"] == [way["id"]]
    assert answer["unchanged"] == [
        {"id": way["id"], "reason": "Somebody completed this stop a moment ago."}
    ]
    assert answer["needs_person"] == []
    assert (await stop.record())["status"] == "completed"


async def test_a_booking_that_is_gone_altogether(
    stop: OfflineStop, worker: httpx.AsyncClient, office: httpx.AsyncClient
) -> None:
    done = stop.completed(40, 6) | {"stop_id": str(uuid4()), "booking_id": str(uuid4())}
    answer = await send(worker, done)
    assert answer["stored"] == [done["id"]]
    assert answer["needs_person"] == [{"id": done["id"], "reason": "gone"}]
    cases = (await office.post("/rpc/needs_person", json={})).json()["open"]
    case = next(one for one in cases if one["event"]["id"] == done["id"])
    assert (await settle(office, case, "accept")).status_code == 409
    assert (await settle(office, case, "keep")).status_code == 204


async def test_the_undo_of_ones_own_completion_needs_nobody(
    stop: OfflineStop, worker: httpx.AsyncClient
) -> None:
    done = stop.completed(40, 6, signature=SIGNATURE)
    back = stop.event("on_way", 39, seen="completed")
    again = stop.completed(30, 5)
    answer = await send(worker, done, back, again)
    assert answer["needs_person"] == []
    assert (await stop.record())["items_counted"] == 5


async def test_an_older_record_is_carried_on_from_where_it_stood(
    stop: OfflineStop, worker: httpx.AsyncClient, database: Database
) -> None:
    """A pickup that is on its way since before events were kept, or was imported so."""
    async with database.owner() as tx:
        await tx.execute(
            "insert into pickups (booking_id, pickup_date, status, started_at) "
            "values ($1, $2, 'in_progress', $3)",
            stop.booking["id"],
            stop.on,
            ago(90),
        )
    await send(worker, stop.completed(40, 6) | {"seen": "in_progress"})
    record = await stop.record()
    assert record["status"] == "completed"
    assert datetime.fromisoformat(record["started_at"]) < ago(80)


async def test_the_mail_about_a_pickup_goes_out_when_the_server_hears_of_it(
    stop: OfflineStop, worker: httpx.AsyncClient, database: Database
) -> None:
    """A phone that found its signal the next day still has its customer told."""
    begin = clock.now() - timedelta(hours=13)
    await send(worker, stop.completed(0, 6) | {"at": begin.isoformat()})
    record = await stop.record()
    async with database.owner() as tx:
        await planner.sweep(tx)
        told = await tx.fetchval(
            "select count(*) from app.outbox where cause = $1", f"picked-up:{record['id']}"
        )
    assert told == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "teleported"},
        {"at": None},
        {"at": "2027-05-01T10:00:00"},
        {"items": -1},
        {"signature": {"signed_by": "Sam", "strokes": 'M1 1"/><script>'}},
        {"stop_id": None, "booking_id": None},
    ],
)
async def test_a_malformed_event_is_named_and_changes_nothing(
    wrong: dict[str, Any], stop: OfflineStop, worker: httpx.AsyncClient
) -> None:
    good = stop.completed(40, 6)
    body = {
        "sent_at": clock.now().isoformat(),
        "events": [good, stop.completed(30, 6) | wrong],
    }
    answer = await worker.post("/rpc/record_pickup_events", json=body)
    assert answer.status_code == 400, answer.text
    assert "events[1]" in answer.text or "Event 1" in answer.text
    assert await stop.status() == "pending"


async def test_events_are_never_altered(
    stop: OfflineStop, worker: httpx.AsyncClient, database: Database
) -> None:
    done = stop.completed(40, 6)
    await send(worker, done)
    with pytest.raises(Exception, match="append-only"):
        async with database.owner() as tx:
            await tx.execute("update stop_events set items_counted = 9 where id = $1", done["id"])
