"""Bookings that arrive at the same time: each is stored whole, or refused in its own words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import httpx
import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import GATE
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}
Booked = asyncio.Task[httpx.Response]


@pytest.fixture
async def beside(connect: dict[str, Any]) -> AsyncIterator[asyncpg.Connection[Any]]:
    """Somebody else at the same database."""
    connection = await asyncpg.connect(**connect)
    yield connection
    await connection.close()


@asynccontextmanager
async def _holding(beside: asyncpg.Connection[Any], lock: str, *values: int) -> AsyncIterator[None]:
    async with beside.transaction():
        await beside.execute(f"select {lock}", *values)
        yield


async def _waiting(beside: asyncpg.Connection[Any], words: str = "", calls: int = 1) -> None:
    """Return once so many statements with these words wait for a lock."""
    for _ in range(2000):
        # A transaction looks once.
        await beside.execute("select pg_stat_clear_snapshot()")
        if await beside.fetchval(
            "select count(*) >= $2 from pg_stat_activity "
            "where query like $1 and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
            f"%{words}%",
            calls,
        ):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to wait")


def _book(client: httpx.AsyncClient, key: str | None = None, **changes: Any) -> Booked:
    headers = READ_BACK if key is None else READ_BACK | {"Idempotency-Key": key}
    return asyncio.create_task(
        client.post("/bookings", json=booking_body(**changes), headers=headers)
    )


async def _of_day(database: Database, day: str) -> list[str]:
    """The first names of a day's bookings, in the order of its line."""
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select b.first_name from bookings b join pickup_queue q on q.booking_id = b.id "
            "where b.pickup_date = $1::text::date "
            "order by q.queue_position",
            day,
        )
    return [row[0] for row in rows]


async def test_each_is_booked_by_whoever_sent_it(rest: RestClients, database: Database) -> None:
    """Guests of several addresses and people with accounts."""
    await rest.app.open()
    people = [await person(database) for _ in range(3)]
    clients = [
        *(rest.of(one) for one in people),
        *(rest.of(None, address=f"10.2.0.{number % 2}") for number in range(7)),
    ]
    day = "2027-06-01"
    answers = await asyncio.gather(
        *(
            _book(client, first_name=f"Number {number}", pickup_date=day)
            for number, client in enumerate(clients)
        )
    )
    names = [f"Number {number}" for number in range(len(clients))]
    rows = [answer.json()[0] for answer in answers]
    assert [row["first_name"] for row in rows] == names
    assert [row["user_id"] for row in rows] == [*(str(one.id) for one in people), *[None] * 7]
    assert sorted(await _of_day(database, day)) == sorted(names)
    assert len({row["id"] for row in rows}) == len(rows)
    async with database.owner() as tx:
        logged = await tx.fetch(
            "select row_id, actor_id::text as who, actor_role as role from audit_log "
            "where table_name = 'bookings' and action = 'insert' and row_id = any($1::text[])",
            [row["id"] for row in rows],
        )
        mails = await tx.fetchval(
            "select count(distinct recipient) from app.outbox where recipient = any($1::text[])",
            [row["email"] for row in rows],
        )
    assert {tuple(row) for row in logged} == {
        (row["id"], row["user_id"], "customer" if row["user_id"] else "anon") for row in rows
    }
    assert mails == len(rows)


async def test_one_that_cannot_be_is_refused_in_its_own_words_and_no_other(
    rest: RestClients, database: Database
) -> None:
    """Two places for four, somebody who has a booking already, and a campus that is none."""
    day = "2027-06-02"
    await rest.of(None, service=True).post(
        "/slot_availability",
        json={"date": day, "campus_id": 1, "capacity": 2, "available_slots": 2},
    )
    again = rest.of(await person(database))
    first = await _book(again, pickup_date="2027-06-03")
    earlier = first.json()[0]["id"]
    guests = [rest.of(None) for _ in range(6)]
    limited = [_book(one, pickup_date=day) for one in guests[:4]]
    nowhere = _book(guests[4], campus_id=77, pickup_date=day)
    replaced, plain = _book(again, pickup_date="2027-06-04"), _book(guests[5])
    answers = await asyncio.gather(*limited, nowhere, replaced, plain)
    of_the_window = sorted(answers[:4], key=lambda one: one.status_code)
    assert [one.status_code for one in of_the_window] == [201, 201, 409, 409]
    assert [one.json()["details"]["full"] for one in of_the_window[2:]] == [True, True]
    assert [one.status_code for one in answers[4:]] == [409, 201, 201]
    assert answers[4].json()["code"] == "23503"
    assert len(await _of_day(database, day)) == 2
    async with database.owner() as tx:
        status = await tx.fetchval("select status from bookings where id = $1::text::uuid", earlier)
    assert status == "cancelled"


async def test_a_retry_beside_the_first_makes_one(rest: RestClients, database: Database) -> None:
    day = "2027-06-05"
    guest, body = rest.of(None, address="10.2.0.9"), {"email": "one@example.test"}
    answers = await asyncio.gather(
        _book(rest.of(None)),
        *(_book(guest, "the same key", pickup_date=day, **body) for _ in range(3)),
    )
    assert [one.status_code for one in answers] == [201] * 4
    assert len({one.json()[0]["id"] for one in answers[1:]}) == 1
    assert sum("idempotency-replayed" in one.headers for one in answers) == 2
    assert len(await _of_day(database, day)) == 1


@pytest.mark.parametrize("place", [0, 1])
async def test_nobody_waits_for_a_day_that_is_not_theirs(
    rest: RestClients, beside: asyncpg.Connection[Any], place: int
) -> None:
    """Whether the one that has to wait is sent first or after another."""
    await rest.app.open()
    days = ["2027-06-06", "2027-06-06", "2027-06-06", "2027-06-06"]
    days[place] = "2027-06-07"
    async with _holding(beside, "app.take_day(1, '2027-06-07')"):
        asked = [_book(rest.of(None), pickup_date=day) for day in days]
        held = asked.pop(place)
        answers = await asyncio.gather(*asked)
        assert not held.done()
    assert {one.status_code for one in [*answers, await held]} == {201}


async def test_two_who_change_campuses_on_one_day_do_not_block_each_other(
    rest: RestClients, database: Database, beside: asyncpg.Connection[Any]
) -> None:
    """Each books anew at the campus that the other's new booking leaves."""
    day = "2027-06-10"
    first, second = rest.of(await person(database)), rest.of(await person(database))
    await _book(first, campus_id=2, pickup_date=day)
    await _book(second, campus_id=1, pickup_date=day)
    async with _holding(beside, f"app.take_day(2, '{day}')"):
        moved = [_book(first, campus_id=1, pickup_date=day)]
        await _waiting(beside)
        moved.append(_book(second, campus_id=2, pickup_date=day))
        await _waiting(beside, calls=2)
    assert [(await one).status_code for one in moved] == [201, 201]


async def test_a_connection_that_is_lost_is_503_for_each_and_keeps_nothing(
    rest: RestClients, database: Database, beside: asyncpg.Connection[Any]
) -> None:
    await rest.app.open()
    day = "2027-06-08"
    async with _holding(beside, "pg_advisory_xact_lock($1)", GATE):
        asked = [_book(rest.of(None), pickup_date=day) for _ in range(5)]
        while not all(one.done() for one in asked):
            await beside.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where state = 'active' "
                "and query like '%pg_advisory_xact_lock_shared(%' and pid <> pg_backend_pid()"
            )
            await asyncio.wait(asked, timeout=0.05)
        answers = [one.result() for one in asked]
    assert [one.status_code for one in answers] == [503] * 5
    assert await _of_day(database, day) == []
    assert (await _book(rest.of(None), pickup_date=day)).status_code == 201


async def test_who_goes_away_while_waiting_books_nothing(
    rest: RestClients, database: Database, beside: asyncpg.Connection[Any]
) -> None:
    await rest.app.open()
    day = "2027-06-09"
    async with _holding(beside, "pg_advisory_xact_lock($1)", GATE):
        first, gone, last = (
            _book(rest.of(None), first_name=name, pickup_date=day)
            for name in ("First", "Gone", "Last")
        )
        await _waiting(beside, "pg_advisory_xact_lock_shared(")
        gone.cancel()
    assert [(await one).status_code for one in (first, last)] == [201, 201]
    assert sorted(await _of_day(database, day)) == ["First", "Last"]
