"""The same submission sent twice makes one booking."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.rest.conftest import MAYA, SECRET, Rest, opened

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


async def _guest(rest: Rest, name: str, key: str, address: str) -> httpx.Response:
    return await rest.ask(
        "anon",
        "POST",
        "bookings",
        json={"campus_id": 1, "guest_first_name": name},
        prefer=BACK,
        idempotency_key=key,
        x_test_address=address,
    )


@pytest.mark.parametrize("key", ["1", "4e519c4c-863c-4ab5-8f83-6c28220f922e"])
async def test_two_guests_with_one_key_have_their_own_rows(rest: Rest, key: str) -> None:
    first = await _guest(rest, "First guest", key, "10.0.0.1")
    second = await _guest(rest, "Second guest", key, "10.0.0.2")
    assert first.status_code == second.status_code == 201
    assert second.json()[0]["guest_first_name"] == "Second guest"
    assert first.json()[0]["id"] != second.json()[0]["id"]


async def test_two_guests_who_ask_the_same_do_not_share_a_short_key(rest: Rest) -> None:
    first = await _guest(rest, "Same words", "2", "10.0.0.1")
    second = await _guest(rest, "Same words", "2", "10.0.0.2")
    assert first.json()[0]["id"] != second.json()[0]["id"]


async def test_a_guest_who_changes_the_network_books_once(rest: Rest) -> None:
    key = "0b0e25b0-5b52-4a1e-9a5d-0a4cbb1ee8b0"
    first = await _guest(rest, "On the bus", key, "10.0.0.1")
    second = await _guest(rest, "On the bus", key, "10.0.0.2")
    assert first.json() == second.json()
    assert await _count(rest, "On the bus") == 1


async def test_a_refusal_is_repeated_under_its_key_alone(rest: Rest) -> None:
    full = BOOKING | {"first_name": "Nobody"}
    first = await rest.ask("maya", "POST", "bookings", json=full, idempotency_key="refused")
    rest.rules.full = False
    try:
        second = await rest.ask("maya", "POST", "bookings", json=full, idempotency_key="refused")
        other = await rest.ask("maya", "POST", "bookings", json=full, idempotency_key="another")
    finally:
        rest.rules.full = True
    assert first.status_code == second.status_code == 409
    assert first.json() == second.json()
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert other.status_code == 201


async def test_what_went_wrong_on_our_side_is_tried_again(rest: Rest) -> None:
    rest.rules.broken = True
    try:
        first = await rest.ask("maya", "POST", "bookings", json=BOOKING, idempotency_key="5xx")
    finally:
        rest.rules.broken = False
    second = await rest.ask("maya", "POST", "bookings", json=BOOKING, idempotency_key="5xx")
    assert (first.status_code, second.status_code) == (503, 201)


async def test_a_secret_is_answered_and_not_kept(rest: Rest) -> None:
    """Rule: secrets-not-kept."""
    before = len(opened)
    answers = [
        await rest.ask("worker", "POST", f"rpc/{name}", json={}, idempotency_key="secret")
        for name in ("link", "link", "open_once", "open_once")
    ]
    assert {one.status_code for one in answers} == {200}
    # The one that may run twice did, and the other was carried out once.
    assert [one.json()["number"] - before for one in answers] == [1, 2, 3, 3]
    assert answers[3].json() == {"number": before + 3}
    assert answers[3].headers["idempotency-replayed"] == "true"
    async with rest.database.owner() as tx:
        kept = await tx.fetchval("select string_agg(result::text, ' ') from app.idempotency")
    assert SECRET not in kept
