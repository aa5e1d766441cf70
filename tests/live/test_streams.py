"""Open pages hear of a changed line at once, over one connection for all of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import asyncpg
import msgspec
import pytest
import pytest_asyncio

from summerstow.platform.actor import ANONYMOUS, Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.http.asgi import Scope
from summerstow.platform.live import streams
from summerstow.platform.live.ending import when_ending
from summerstow.platform.live.lines import DayLine, Lines
from summerstow.platform.live.streams import Streams
from tests.people import person

from .pages import opened

READ = "event: read"


async def _customer(scope: Scope) -> Actor:
    del scope
    return Actor("customer", uuid4())


async def _none_gone(actors: Sequence[Actor]) -> set[Actor]:
    del actors
    return set()


@pytest_asyncio.fixture(loop_scope="session")
async def lines(connect: dict[str, Any]) -> AsyncIterator[Lines]:
    one = Lines(connect)
    yield one
    await one.close()


@pytest_asyncio.fixture(loop_scope="session")
async def staff(connect: dict[str, Any]) -> AsyncIterator[asyncpg.Connection[Any]]:
    connection = await asyncpg.connect(**connect)
    yield connection
    await connection.close()


async def _stands(database: Database, staff: Any, campus_id: int, day: date) -> str:
    """Somebody new in a line; returns the entry's id."""
    mina = await person(database)
    entry: str = await staff.fetchval(
        "insert into pickup_queue (user_id, campus_id, pickup_date, queue_position)"
        " values ($1, $2, $3, 7) returning id::text",
        mina.id,
        campus_id,
        day,
    )
    return entry


async def _today(staff: Any) -> date:
    day: date = await staff.fetchval("select current_date")
    return day


async def test_a_change_is_told_at_once_to_those_of_its_campus(
    database: Database, lines: Lines, staff: Any
) -> None:
    rest, today = Streams(lines, _customer, _none_gone), await _today(staff)
    first = await _stands(database, staff, 2, today)
    async with opened(rest, "campus_id=2") as page, opened(rest, "campus_id=1") as other:
        assert (await page.next()).startswith(READ)
        assert (await other.next()).startswith(READ)
        assert page.status == 200
        assert page.headers[b"content-type"] == b"text/event-stream"
        told = {"campus_id": 2, "day": today.isoformat()}
        await staff.execute("update pickup_queue set queue_position = 1 where id::text = $1", first)
        assert await page.lines() == [told]
        # A day that is far away is nobody's who waits; a joined and a left line are told.
        await _stands(database, staff, 2, today + timedelta(days=40))
        second = await _stands(database, staff, 2, today)
        assert await page.lines() == [told]
        await staff.execute("delete from pickup_queue where id::text = $1", second)
        assert await page.lines() == [told]
        # On Way changes the stop, and the pickup's record, which names no campus.
        user = await staff.fetchval("select user_id from pickup_queue where id::text = $1", first)
        await staff.execute(
            "insert into pickups (user_id, pickup_date, status) values ($1, $2, 'in_progress')",
            user,
            today,
        )
        assert sorted(await page.lines(), key=str) == [told, told | {"campus_id": None}]
        # The other campus has heard of nothing but that.
        assert await other.lines() == [told | {"campus_id": None}]


async def test_many_pages_share_one_connection_and_the_last_one_ends_it(
    database: Database, lines: Lines, staff: Any
) -> None:
    rest, today = Streams(lines, _customer, _none_gone), await _today(staff)
    listeners = (
        "select count(*) from pg_stat_activity"
        " where application_name = 'summerstow-live' and datname = current_database()"
    )
    pages = [opened(rest) for _ in range(200)]
    shown = [await page.__aenter__() for page in pages]
    assert {(await page.next()).split("\n")[0] for page in shown} == {READ}
    assert await staff.fetchval(listeners) == 1
    await _stands(database, staff, 3, today)
    assert {(await page.lines())[0]["campus_id"] for page in shown} == {3}
    for page in pages:
        await page.__aexit__(None, None, None)
    for _ in range(200):
        if not await staff.fetchval(listeners):
            break
        await asyncio.sleep(0.05)
    assert await staff.fetchval(listeners) == 0


async def test_after_a_lost_connection_everything_is_read_anew(
    database: Database, lines: Lines, staff: Any
) -> None:
    today = await _today(staff)
    async with opened(Streams(lines, _customer, _none_gone)) as page:
        assert (await page.next()).startswith(READ)
        await staff.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'summerstow-live' and datname = current_database()"
        )
        assert (await page.next()).startswith(READ)
        await _stands(database, staff, 1, today)
        assert (await page.lines())[0]["campus_id"] == 1


async def test_a_stream_shows_that_it_is_alive_and_ends(lines: Lines) -> None:
    async with opened(Streams(lines, _customer, _none_gone, heartbeat=0.02, life=0.2)) as page:
        assert (await page.next()).startswith(READ)
        assert await page.next() == ": alive"
        async with asyncio.timeout(10):
            while not page.ended:
                await page.next()


async def test_streams_end_with_the_process(lines: Lines) -> None:
    rest = Streams(lines, _customer, _none_gone)
    heard: list[int] = []
    earlier = signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    try:
        with when_ending(rest.close):
            async with opened(rest) as page:
                assert (await page.next()).startswith(READ)
                os.kill(os.getpid(), signal.SIGTERM)
                assert await page.next() == ""
                assert page.ended
                # What ended the process before still does.
                assert heard == [signal.SIGTERM]
            async with opened(rest) as late:
                await late.next()
                assert late.status == 503
    finally:
        signal.signal(signal.SIGTERM, earlier)


async def test_who_gets_no_stream(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visitor(scope: Scope) -> Actor:
        del scope
        return ANONYMOUS

    me = Actor("customer", uuid4())

    async def mina(scope: Scope) -> Actor:
        del scope
        return me

    monkeypatch.setattr(streams, "MOST_EACH", 1)
    refused = [
        (Streams(lines, visitor, _none_gone), "", streams.PATH, 401),
        (Streams(lines, _customer, _none_gone), "campus_id=two", streams.PATH, 400),
        (Streams(lines, _customer, _none_gone), "", "/live/other", 404),
        (Streams(lines, _customer, _none_gone, most=0), "", streams.PATH, 503),
    ]
    for rest, query, path, status in refused:
        async with opened(rest, query, path) as page:
            await page.next()
            assert (page.status, page.ended) == (status, True)
            assert set(msgspec.json.decode(page.body)) == {"code", "details", "hint", "message"}
    rest = Streams(lines, mina, _none_gone)
    async with opened(rest) as first:
        assert (await first.next()).startswith(READ)
        async with opened(rest) as second:
            await second.next()
            assert second.status == 429
    async with opened(rest) as third:
        assert (await third.next()).startswith(READ)


async def test_staff_who_ask_hear_of_a_changed_booking_and_nobody_else(
    lines: Lines, staff: Any
) -> None:
    async def worker(scope: Scope) -> Actor:
        del scope
        return Actor("worker", uuid4())

    made = (
        "insert into bookings (campus_id, first_name, last_name, email) "
        "values (1, 'Far', 'Away', 'far.away@example.test') returning id::text"
    )
    async with (
        opened(Streams(lines, worker, _none_gone), "bookings=1") as page,
        opened(Streams(lines, _customer, _none_gone), "bookings=1") as other,
    ):
        assert (await page.next()).startswith(READ)
        assert (await other.next()).startswith(READ)
        booking = await staff.fetchval(made)
        assert await page.next() == "event: bookings\ndata: {}"
        await staff.execute("update bookings set address = 'Elm 1' where id::text = $1", booking)
        assert await page.next() == "event: bookings\ndata: {}"
        assert b"bookings" not in other.body


async def test_nobody_is_counted_whose_streams_are_closed(lines: Lines) -> None:
    rest = Streams(lines, _customer, _none_gone)
    for _ in range(3):
        async with opened(rest) as page:
            assert (await page.next()).startswith(READ)
    assert rest.count == 0
    assert not rest._open, "nothing is left of those who were there"


async def test_a_follower_who_does_not_look_keeps_few_lines(lines: Lines) -> None:
    today = date(2026, 5, 1)
    async with lines.follow() as follower:
        assert await follower.wait_for_news() is None
        for number in range(150):
            follower.notify(DayLine(1, today + timedelta(days=number)))
        assert len(follower._changed) <= 100
        assert await follower.wait_for_news() is None, "read all of it anew"
        follower.notify(DayLine(1, today))
        assert await follower.wait_for_news() == {DayLine(1, today)}
