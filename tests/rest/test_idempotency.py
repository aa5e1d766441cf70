"""The same submission sent twice makes one booking (decisions.md, "Bookings")."""

from __future__ import annotations

import asyncio

from tests.rest.conftest import MAYA, Rest

BACK = "return=representation"
BOOKING = {"campus_id": 1, "user_id": str(MAYA), "first_name": "Twice"}


async def _count(rest: Rest, name: str) -> object:
    async with rest.database.owner() as tx:
        return await tx.fetchval(
            "select count(*) from bookings where coalesce(first_name, guest_first_name) = $1", name
        )


async def test_a_repeat_is_answered_with_the_first_row(rest: Rest) -> None:
    first, second = [
        await rest.ask("maya", "POST", "bookings", json=BOOKING, prefer=BACK, idempotency_key="one")
        for _ in range(2)
    ]
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert await _count(rest, "Twice") == 1


async def test_a_guests_repeat_reads_its_booking_back(rest: Rest) -> None:
    row = {"campus_id": 1, "guest_first_name": "Guest twice"}
    first, second = [
        await rest.ask("anon", "POST", "bookings", json=row, prefer=BACK, idempotency_key="g")
        for _ in range(2)
    ]
    assert first.status_code == second.status_code == 201
    assert first.json()[0]["id"] == second.json()[0]["id"]
    assert await _count(rest, "Guest twice") == 1


async def test_ten_at_once_make_one(rest: Rest) -> None:
    row = {"campus_id": 1, "guest_first_name": "Ten at once"}
    answers = await asyncio.gather(
        *(
            rest.ask("anon", "POST", "bookings", json=row, prefer=BACK, idempotency_key="ten")
            for _ in range(10)
        )
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()[0]["id"] for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert await _count(rest, "Ten at once") == 1


async def test_a_key_stands_for_one_request_of_one_person(rest: Rest) -> None:
    await rest.ask("maya", "POST", "bookings", json=BOOKING, idempotency_key="mine")
    other = await rest.ask(
        "maya", "POST", "bookings", json=BOOKING | {"first_name": "Other"}, idempotency_key="mine"
    )
    assert other.status_code == 422
    assert other.json()["message"] == "Idempotency-Key was already used with another request"
    assert await _count(rest, "Other") == 0
    service = await rest.ask(
        "service", "POST", "bookings", json={"campus_id": 1}, idempotency_key="mine"
    )
    assert service.status_code == 201


async def test_a_first_that_fails_leaves_the_key_free(rest: Rest) -> None:
    full = BOOKING | {"first_name": "Nobody"}
    refused = await rest.ask("maya", "POST", "bookings", json=full, idempotency_key="again")
    assert refused.status_code == 409
    answer = await rest.ask("maya", "POST", "bookings", json=BOOKING, idempotency_key="again")
    assert answer.status_code == 201
    assert "idempotency-replayed" not in answer.headers


async def test_a_table_without_rules_repeats_too(rest: Rest) -> None:
    row = {"user_id": str(MAYA), "pickup_date": "2027-07-01"}
    first, second = [
        await rest.ask(
            "worker", "POST", "pickups?select=id", json=row, prefer=BACK, idempotency_key="p"
        )
        for _ in range(2)
    ]
    assert first.json() == second.json()


async def test_a_command_happens_once(rest: Rest) -> None:
    first, second = [
        await rest.ask("worker", "POST", "rpc/call", json={}, idempotency_key="c") for _ in range(2)
    ]
    assert first.json() == second.json()
    assert second.headers["idempotency-replayed"] == "true"
    third = await rest.ask("worker", "POST", "rpc/call", json={})
    assert third.json() == first.json() + 1


async def test_a_key_has_a_length(rest: Rest) -> None:
    for key in ("", "k" * 201):
        answer = await rest.ask("maya", "POST", "bookings", json=BOOKING, idempotency_key=key)
        assert answer.status_code == 400
