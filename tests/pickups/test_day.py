"""The crew's buttons and the order of the line (rules: on-way-and-complete, line-numbers)."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.roles import Role
from tests.people import RestClients, person

from .conftest import READ_BACK, Day


async def _mark(client: httpx.AsyncClient, **arguments: Any) -> httpx.Response:
    return await client.post("/rpc/set_pickup_status", json=arguments)


async def _booking(day: Day, booking_id: str) -> dict[str, Any]:
    answer = await day.rest.of(None, service=True).get(f"/bookings?id=eq.{booking_id}")
    row: dict[str, Any] = answer.json()[0]
    return row


async def test_the_day_lists_its_stops_in_order_with_what_the_crew_needs(
    day: Day, worker: httpx.AsyncClient
) -> None:
    await day.booked(pickup_time="3:00 PM - 6:00 PM", building_name="Totem Park")
    await day.booked(pickup_time="9:00 AM - 12:00 PM", building_name="Walter Gage")
    stops = (await day.seen(worker))["waiting"]
    assert [(one["queue_position"], one["building_name"]) for one in stops] == [
        (1, "Walter Gage"),
        (2, "Totem Park"),
    ]
    assert stops[0]["full_name"] == "Sam Tester"
    assert stops[0]["customer_id"].startswith("SS-")
    assert stops[0]["pickup_status"] == "scheduled"


async def test_the_day_says_what_each_customer_listed(day: Day, worker: httpx.AsyncClient) -> None:
    _, booking = await day.booked()
    async with day.database.owner() as tx:
        for kind, words in (("box", "Books"), ("lamp", "Desk lamp")):
            await tx.execute(
                "insert into public.booking_items (id, booking_id, kind, description, boxed, "
                "created_at) values (gen_random_uuid(), $1, $2, $3, $2 = 'box', clock_timestamp())",
                UUID(booking["id"]),
                kind,
                words,
            )
    (stop,) = (await day.seen(worker))["waiting"]
    assert [(one["description"], one["boxed"]) for one in stop["items"]] == [
        ("Books", True),
        ("Desk lamp", False),
    ]
    await _mark(worker, queue_id=stop["queue_id"], status="completed", items=2)
    (done,) = (await day.seen(worker))["done"]
    assert len(done["items"]) == 2


async def test_on_way_and_complete(day: Day, worker: httpx.AsyncClient) -> None:
    """Rule: booking-status."""
    _, first = await day.booked()
    _, second = await day.booked()
    one, two = (await day.seen(worker))["waiting"]
    answer = await _mark(worker, queue_id=one["queue_id"], status="in_progress", seen="scheduled")
    assert answer.status_code == 204, answer.text
    assert (await _booking(day, first["id"]))["status"] == "in_queue"
    assert (await day.seen(worker))["waiting"][0]["pickup_status"] == "in_progress"

    answer = await _mark(worker, queue_id=one["queue_id"], status="completed", items=6)
    assert answer.status_code == 204, answer.text
    assert (await _booking(day, first["id"]))["status"] == "picked_up"
    now = await day.seen(worker)
    assert [(s["queue_id"], s["queue_position"]) for s in now["waiting"]] == [(two["queue_id"], 1)]
    assert [(s["booking_id"], s["items_counted"]) for s in now["done"]] == [(first["id"], 6)]
    assert (await _booking(day, second["id"]))["status"] == "pending"


async def test_what_was_tapped_by_mistake_is_taken_back(
    day: Day, worker: httpx.AsyncClient
) -> None:
    _, booking = await day.booked()
    stop = (await day.seen(worker))["waiting"][0]
    await _mark(worker, queue_id=stop["queue_id"], status="completed")
    done = (await day.seen(worker))["done"][0]
    answer = await _mark(worker, pickup_id=done["pickup_id"], status="in_progress")
    assert answer.status_code == 204, answer.text
    assert (await _booking(day, booking["id"]))["status"] == "in_queue"
    waiting = (await day.seen(worker))["waiting"]
    assert [one["pickup_status"] for one in waiting] == ["in_progress"]
    await _mark(worker, pickup_id=done["pickup_id"], status="scheduled")
    assert (await _booking(day, booking["id"]))["status"] == "confirmed"


async def test_a_stale_tap_is_told_what_is_true_now(day: Day, worker: httpx.AsyncClient) -> None:
    await day.booked()
    stop = (await day.seen(worker))["waiting"][0]
    await _mark(worker, queue_id=stop["queue_id"], status="in_progress", seen="scheduled")
    # The same tap by somebody else is no quarrel; another one is.
    again = await _mark(worker, queue_id=stop["queue_id"], status="in_progress", seen="scheduled")
    assert again.status_code == 204
    stale = await _mark(worker, queue_id=stop["queue_id"], status="completed", seen="scheduled")
    assert stale.status_code == 409
    assert stale.json()["message"] == "Somebody set this stop on its way a moment ago."
    assert (await day.seen(worker))["waiting"][0]["pickup_status"] == "in_progress"


async def test_a_tap_that_is_sent_again_happens_once(day: Day, worker: httpx.AsyncClient) -> None:
    """A phone that lost the answer sends the tap again, whatever was done meanwhile."""
    await day.booked()
    stop = (await day.seen(worker))["waiting"][0]
    tap = {"status": "completed", "queue_id": stop["queue_id"], "seen": "scheduled", "items": 3}
    key = {"Idempotency-Key": "tap-1"}
    done = [await worker.post("/rpc/set_pickup_status", json=tap, headers=key) for _ in range(2)]
    assert [one.status_code for one in done] == [204, 204]
    pickup = (await day.seen(worker))["done"][0]["pickup_id"]
    await _mark(worker, pickup_id=pickup, status="scheduled")
    late = await worker.post("/rpc/set_pickup_status", json=tap, headers=key)
    assert late.status_code == 204
    now = await day.seen(worker)
    assert [one["pickup_status"] for one in now["waiting"]] == ["scheduled"]
    assert now["done"] == []


async def test_the_customer_signs_the_count(day: Day, worker: httpx.AsyncClient) -> None:
    """The crew's count is what is charged; the customer signs it (rule: crew-count-counts)."""
    who, _ = await day.booked()
    stop = (await day.seen(worker))["waiting"][0]
    signature = {"signed_by": "Sam Tester", "strokes": "M10 20L30 40"}
    tap = {"queue_id": stop["queue_id"], "status": "completed", "signature": signature}
    uncounted = await _mark(worker, **tap)
    assert uncounted.status_code == 400
    scripted = await _mark(
        worker, **tap | {"items": 6, "signature": signature | {"strokes": 'M1 1"/><script>'}}
    )
    assert scripted.status_code == 400
    assert (await _mark(worker, **tap, items=6)).status_code == 204
    done = (await day.seen(worker))["done"][0]
    assert (done["items_counted"], done["signed_by"]) == (6, "Sam Tester")
    own = await day.rest.of(who).get("/pickup_signatures?select=items_counted,signed_by,strokes")
    assert own.json() == [signature | {"items_counted": 6}]
    stranger, _ = await day.booked()
    assert (await day.rest.of(stranger).get("/pickup_signatures")).json() == []
    # Taken back and completed anew: what was signed stays, but not for the new count.
    for status in ("scheduled", "completed"):
        await _mark(worker, pickup_id=done["pickup_id"], status=status)
    assert (await day.seen(worker))["done"][0]["signed_by"] is None
    assert (
        len((await worker.get(f"/pickup_signatures?pickup_id=eq.{done['pickup_id']}")).json()) == 1
    )


async def test_what_a_screen_knows_already_is_not_sent_again(
    day: Day, worker: httpx.AsyncClient
) -> None:
    await day.booked()
    arguments = {"campus_id": 2, "day": day.on.isoformat()}
    seen = await day.seen(worker)
    again = await worker.post("/rpc/pickup_day", json=arguments | {"known": seen["version"]})
    assert again.json() == {key: seen[key] for key in ("campus_id", "day", "today", "version")}
    await _mark(worker, queue_id=seen["waiting"][0]["queue_id"], status="in_progress")
    changed = await worker.post("/rpc/pickup_day", json=arguments | {"known": seen["version"]})
    assert changed.json()["waiting"][0]["pickup_status"] == "in_progress"


async def test_a_cancelled_booking_is_not_picked_up(day: Day, worker: httpx.AsyncClient) -> None:
    _, booking = await day.booked()
    stop = (await day.seen(worker))["waiting"][0]
    await day.rest.of(None, service=True).patch(
        f"/bookings?id=eq.{booking['id']}", json={"status": "cancelled"}
    )
    answer = await _mark(worker, queue_id=stop["queue_id"], status="in_progress")
    assert answer.status_code == 409
    assert "cancelled" in answer.json()["message"]


async def test_statuses_written_as_rows_have_the_same_effects(
    day: Day, worker: httpx.AsyncClient
) -> None:
    """Pickups GET/POST/PATCH by user_id and pickup_date with status (rule: booking-status)."""
    who, booking = await day.booked()
    on = day.on.isoformat()
    made = await worker.post(
        "/pickups",
        json={"user_id": str(who.id), "pickup_date": on, "status": "in_progress"},
        headers=READ_BACK,
    )
    assert made.status_code == 201, made.text
    assert made.json()[0]["booking_id"] == booking["id"]
    assert (await _booking(day, booking["id"]))["status"] == "in_queue"
    changed = await worker.patch(
        f"/pickups?user_id=eq.{who.id}&pickup_date=eq.{on}", json={"status": "completed"}
    )
    assert changed.status_code == 204, changed.text
    assert (await _booking(day, booking["id"]))["status"] == "picked_up"
    assert (await day.seen(worker))["waiting"] == []


async def test_a_number_is_stored_as_typed_and_complete_renumbers(
    day: Day, worker: httpx.AsyncClient
) -> None:
    people = [(await day.booked())[0] for _ in range(3)]
    on = day.on.isoformat()
    for who, number in zip(people, (-4, 40, 40), strict=True):
        answer = await worker.patch(
            f"/pickup_queue?user_id=eq.{who.id}&pickup_date=eq.{on}",
            json={"queue_position": number},
        )
        assert answer.status_code == 204, answer.text
    stops = (await day.seen(worker))["waiting"]
    assert [one["queue_position"] for one in stops] == [-4, 40, 40]
    assert [one["user_id"] for one in stops] == [str(one.id) for one in people]
    await _mark(worker, queue_id=stops[0]["queue_id"], status="completed")
    assert [one["queue_position"] for one in (await day.seen(worker))["waiting"]] == [1, 2]


async def test_dragging_numbers_the_line_and_refuses_a_stale_screen(
    day: Day, worker: httpx.AsyncClient, database: Database
) -> None:
    for _ in range(3):
        await day.booked()
    a, b, c = await day.line(worker)
    arguments = {"campus_id": 2, "day": day.on.isoformat()}
    moved = await worker.post(
        "/rpc/order_pickups", json=arguments | {"order": [c, a, b], "seen": [a, b, c]}
    )
    assert moved.status_code == 204, moved.text
    assert await day.line(worker) == [c, a, b]
    stale = await worker.post(
        "/rpc/order_pickups", json=arguments | {"order": [b, a, c], "seen": [a, b, c]}
    )
    assert stale.status_code == 409
    assert "It is now: 1. Sam Tester, 2. " in stale.json()["message"]
    assert await day.line(worker) == [c, a, b]
    short = await worker.post(
        "/rpc/order_pickups", json=arguments | {"order": [a, b], "seen": [c, a, b]}
    )
    assert short.status_code == 400
    async with database.owner() as tx:
        noted = await tx.fetchval("select count(*) from audit_log where action = 'reorder'")
    assert noted == 1


async def test_two_hundred_drags_and_completions_leave_one_to_n(
    day: Day, rest: RestClients, database: Database
) -> None:
    for _ in range(30):
        await day.booked()
    crew = [rest.of(await person(database, "worker")) for _ in range(4)]
    line = await day.line(crew[0])

    async def drag(number: int) -> int:
        client = crew[number % 4]
        seen = await day.line(client)
        if len(seen) < 2:
            return 0
        order = [*seen[1:], seen[0]]
        answer = await client.post(
            "/rpc/order_pickups",
            json={"campus_id": 2, "day": day.on.isoformat(), "order": order, "seen": seen},
        )
        return answer.status_code

    async def complete(number: int) -> int:
        answer = await _mark(crew[number % 4], queue_id=line[number % 20], status="completed")
        return answer.status_code

    answers = await asyncio.gather(
        *(drag(number) if number % 2 else complete(number) for number in range(200))
    )
    assert set(answers) <= {0, 204, 409}
    assert 204 in answers
    stops = (await day.seen(crew[0]))["waiting"]
    assert [one["queue_position"] for one in stops] == list(range(1, len(stops) + 1))
    assert len(stops) == 20


@pytest.mark.parametrize("role", ["customer", None])
async def test_the_crews_commands_are_for_staff(
    role: Role | None, day: Day, rest: RestClients, database: Database
) -> None:
    client = rest.of(await person(database, role) if role else None)
    for name, arguments in {
        "pickup_day": {"campus_id": 2},
        "set_pickup_status": {"status": "completed"},
        "order_pickups": {"campus_id": 2, "day": "2030-05-01", "order": [], "seen": []},
    }.items():
        answer = await client.post(f"/rpc/{name}", json=arguments)
        assert answer.status_code == (403 if role else 401), name
        assert answer.json()["code"] == "42501"
