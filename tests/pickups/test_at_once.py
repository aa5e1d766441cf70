"""A plain tap on On Way or Complete is one statement, and stores what the steps store."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import msgspec
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.kit import clock
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import Transaction
from summerstow.pickups import event_commands
from summerstow.pickups.commands import commands
from summerstow.pickups.table import PickupRules, QueueRules
from tests.people import RestClients, person

from .conftest import SITE, Day
from .recorded import OfflineStop, stop_of_yesterday

_OWN = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
_EVERY = (*commands(SITE), *event_commands.COMMANDS)


@pytest.fixture
def by_steps(database: Database) -> RestClients:
    """/rest/v1 where nothing is one statement."""
    return RestClients(
        database,
        {"bookings": BookingRules(SITE), "pickups": PickupRules(), "pickup_queue": QueueRules()},
        {one.name: replace(one, at_once=None) for one in _EVERY},
    )


class Trips:
    """The statements that were sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        really = Transaction.connection

        async def counted(tx: Transaction) -> Any:
            self.count += 1
            return await really(tx)

        monkeypatch.setattr(Transaction, "connection", counted)


async def _everything(database: Database, booking_id: str) -> dict[str, Any]:
    """All that is stored of a booking and its pickup, without what is its own alone."""
    async with database.owner() as tx:
        text = await tx.fetchval(
            """
            select json_build_object(
              'row', to_jsonb(b) - '{created_at,updated_at,pickup_date,email}'::text[],
              'records', (select json_agg(
                  to_jsonb(p) - '{created_at,updated_at,pickup_date}'::text[])
                from pickups p where p.booking_id = b.id),
              'events', (select json_agg(to_jsonb(e) - '{day}'::text[] order by e.at)
                from custody_events e where e.booking_id = b.id),
              'cases', (select count(*) from custody_cases c
                join custody_events e on e.id = c.event_id where e.booking_id = b.id),
              'line', (select json_agg(json_build_object('linked', q.pickup_id is not null,
                  'typed', q.queue_position)) from pickup_queue q where q.booking_id = b.id),
              'stops', (select json_agg(json_build_array(s.kind, s.state, s.queue_id is null,
                  s.arrived_at, s.completed_at)) from run_stops s where s.booking_id = b.id),
              'log', (select json_agg(json_build_array(a.actor_role, a.action, a.table_name,
                  a.before, a.after - '{created_at,updated_at,pickup_date}'::text[]) order by a.id)
                from audit_log a where a.action <> 'insert' and a.row_id in (b.id::text,
                  (select p.id::text from pickups p where p.booking_id = b.id))))
            from bookings b where id = $1::text::uuid
            """,
            booking_id,
        )
    found: dict[str, Any] = msgspec.json.decode(_OWN.sub("own", text))
    return found


@pytest.mark.parametrize("guest", [False, True])
@pytest.mark.parametrize("taps", [["in_progress"], ["completed"], ["in_progress", "completed"]])
async def test_one_statement_stores_what_the_steps_store(
    rest: RestClients,
    by_steps: RestClients,
    database: Database,
    day: Day,
    monkeypatch: pytest.MonkeyPatch,
    taps: list[str],
    *,
    guest: bool,
) -> None:
    admin = await person(database, "admin")
    await rest.app.open()
    moment = clock.now()
    stored = []
    for way, plain in ((rest, True), (by_steps, False)):
        _, row = await day.booked(return_delivery_date="2030-09-01")
        if guest:
            async with database.owner() as tx:
                for table, column in (("bookings", "id"), ("pickup_queue", "booking_id")):
                    await tx.execute(
                        f"update {table} set user_id = null where {column} = $1::text::uuid",
                        row["id"],
                    )
        client = way.of(admin)
        place = await _place(client, row["id"])
        for turn, status in enumerate(taps):
            with monkeypatch.context() as patch:
                patch.setattr(clock, "now", lambda turn=turn: moment + timedelta(minutes=turn))
                trips = Trips(patch)
                answer = await client.post(
                    "/rpc/set_pickup_status", json={"queue_id": place, "status": status}
                )
            assert answer.status_code == 204, answer.text
            assert (trips.count == 1) is plain
        stored.append(await _everything(database, row["id"]))
    assert stored[0] == stored[1]
    assert len(stored[0]["events"]) == len(taps)


async def test_a_count_of_somebody_without_credits_reads_what_it_bills_alone(
    rest: RestClients, database: Database, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = rest.of(await person(database, "admin"))
    await rest.app.open()
    _, row = await day.booked(return_delivery_date="2030-09-01")
    tap = {"queue_id": await _place(client, row["id"]), "status": "in_progress"}
    assert (await client.post("/rpc/set_pickup_status", json=tap)).status_code == 204
    with monkeypatch.context() as patch:
        trips = Trips(patch)
        answer = await client.post(
            "/rpc/set_pickup_status", json=tap | {"status": "completed", "items": 7}
        )
    assert answer.status_code == 204, answer.text
    assert trips.count <= 24


async def _place(client: httpx.AsyncClient, booking_id: str) -> str:
    found = await client.get(f"/pickup_queue?select=id&booking_id=eq.{booking_id}")
    place: str = found.json()[0]["id"]
    return place


async def test_what_a_phone_recorded_is_one_statement_too(
    rest: RestClients,
    by_steps: RestClients,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker, admin = await person(database, "worker"), await person(database, "admin")
    await rest.app.open()
    moment = clock.now()
    stored = []
    for way, plain in ((rest, True), (by_steps, False)):
        stop: OfflineStop = await stop_of_yesterday(rest, rest.of(admin))
        for kind, minutes in (("on_way", 40), ("completed", 20)):
            event = stop.event(kind, 0) | {"at": (moment - timedelta(minutes=minutes)).isoformat()}
            with monkeypatch.context() as patch:
                patch.setattr(clock, "now", lambda: moment)
                trips = Trips(patch)
                answer = await way.of(worker).post(
                    "/rpc/record_pickup_events",
                    json={"events": [event], "sent_at": moment.isoformat()},
                )
            assert answer.status_code == 200, answer.text
            assert answer.json() == {
                "stored": [event["id"]],
                "already": [],
                "needs_person": [],
                "unchanged": [],
            }
            assert (trips.count == 1) is plain
        stored.append(await _everything(database, stop.booking["id"]))
    assert stored[0] == stored[1]


async def test_a_drag_is_one_statement_and_moves_and_notes_what_the_steps_do(
    rest: RestClients,
    by_steps: RestClients,
    database: Database,
    day: Day,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    admin = await person(database, "admin")
    await rest.app.open()
    for _ in range(4):
        await day.booked()
    seen = await day.line(rest.of(admin))
    noted = []
    for way, plain in ((rest, True), (by_steps, False)):
        order = [seen[3], seen[0], seen[2], seen[1]]
        with monkeypatch.context() as patch:
            trips = Trips(patch)
            answer = await _dragged(way.of(admin), day, order, seen)
        assert answer.status_code == 204, answer.text
        assert (trips.count == 1) is plain
        assert await day.line(rest.of(admin)) == order
        async with database.owner() as tx:
            line = await tx.fetchrow(
                "select actor_id, actor_role, row_id, before::text, after::text from audit_log "
                "where action = 'reorder' order by id desc limit 1"
            )
        noted.append(dict(line or {}))
        back = await _dragged(by_steps.of(admin), day, seen, order)
        assert back.status_code == 204, back.text
    assert noted[0] == noted[1]


async def test_a_drag_of_a_line_that_somebody_changed_is_refused_with_how_it_stands(
    rest: RestClients, database: Database, day: Day
) -> None:
    client = rest.of(await person(database, "admin"))
    for _ in range(3):
        await day.booked()
    first = await day.line(client)
    assert (await _dragged(client, day, first[::-1], first)).status_code == 204
    late = await _dragged(client, day, [first[1], first[0], first[2]], first)
    assert late.status_code == 409
    assert await day.line(client) == first[::-1]


async def _dragged(
    client: httpx.AsyncClient, day: Day, order: list[str], seen: list[str]
) -> httpx.Response:
    return await client.post(
        "/rpc/order_pickups",
        json={
            "campus_id": day.campus_id,
            "day": day.on.isoformat(),
            "order": order,
            "seen": seen,
        },
    )


async def test_a_tap_that_is_repeated_under_its_key_happens_once(
    rest: RestClients, database: Database, day: Day
) -> None:
    client = rest.of(await person(database, "admin"))
    _, row = await day.booked()
    tap = {"queue_id": await _place(client, row["id"]), "status": "in_progress"}
    for replayed in (None, "true"):
        answer = await client.post(
            "/rpc/set_pickup_status", json=tap, headers={"Idempotency-Key": "a tap"}
        )
        assert answer.status_code == 204, answer.text
        assert answer.headers.get("Idempotency-Replayed") == replayed
    assert len((await _everything(database, row["id"]))["events"]) == 1
