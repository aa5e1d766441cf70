"""How many connections a process works with, and when one of them ends."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from typing import Any

import pytest

from summerstow.kit.database import pool
from summerstow.kit.database.pool import Database
from summerstow.kit.database.turns import Turns, private_bytes

_PID = "select pg_backend_pid() from pg_sleep($1)"


class Clock:
    """Stands still until it is set on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def _asked(database: Database, seconds: float = 0.0) -> int:
    async with database.owner() as tx:
        pid: int = await tx.fetchval(_PID, seconds)
    return pid


async def test_a_rush_takes_no_more_connections_than_usual(connect: dict[str, Any]) -> None:
    """While they come back, waiting for them is as quick as another one."""
    database = Database(connect, size=2, spare=1)
    pids = await asyncio.gather(*(_asked(database, 0.005) for _ in range(100)))
    assert len(set(pids)) == 2
    assert database.pool() == (2, 0)
    await database.close()


async def test_two_that_take_long_leave_the_others_one_and_it_ends_after_them(
    connect: dict[str, Any],
) -> None:
    database = Database(connect, size=2, spare=1)
    async with database.owner() as one, database.owner() as other:
        held = {await one.fetchval(_PID, 0), await other.fetchval(_PID, 0)}
        found = set(await asyncio.gather(*(_asked(database) for _ in range(20))))
        assert len(found) == 1
        assert not found & held
        assert database.pool()[0] == 2, "nobody waits any more"
        assert await _asked(database), "and again, while those two still take long"
    assert database.pool() == (2, 0)
    await database.close()


async def test_who_gives_up_takes_nobodys_turn() -> None:
    turns = Turns(1, 1, stuck=0.01)
    await turns.begin()
    waits = [asyncio.create_task(turns.begin()) for _ in range(3)]
    await asyncio.sleep(0)
    waits[0].cancel()
    await waits[1]
    waits[2].cancel()
    await asyncio.gather(*waits, return_exceptions=True)
    assert turns.too_many
    turns.end()
    assert not turns.free, "one is at work as usual"
    turns.end()
    assert turns.free
    await turns.begin()
    assert not turns.free


async def _passes(
    turns: Turns, clock: Clock, *, at_work: float, free: float, waits: bool = False
) -> None:
    """`waits`: somebody else comes when it begins, and is done at once when it is their turn."""
    await turns.begin()
    other = asyncio.create_task(turns.begin()) if waits else None
    await asyncio.sleep(0)
    clock.now += at_work
    turns.end()
    if other is not None:
        await other
        turns.end()
    clock.now += free


async def test_one_for_which_others_wait_gets_another_beside_it_until_it_is_mostly_free() -> None:
    clock = Clock()
    turns = Turns(2, 1, least=1, clock=clock)
    for _ in range(10):
        await _passes(turns, clock, at_work=0.1, free=0.0)
    assert turns.allowed == 1, "nobody waits for it, as busy as it is"
    for _ in range(10):
        await _passes(turns, clock, at_work=0.04, free=0.06, waits=True)
    assert turns.allowed == 1, "who comes meanwhile hardly waits"
    for _ in range(20):
        await _passes(turns, clock, at_work=0.08, free=0.02, waits=True)
    assert turns.allowed == 2
    for _ in range(40):
        await _passes(turns, clock, at_work=0.05, free=0.05)
    assert turns.allowed == 2, "rather one too many than a new one again and again"
    for _ in range(3):
        await _passes(turns, clock, at_work=0.01, free=0.09)
    assert turns.allowed == 2, "a rush has pauses"
    for _ in range(20):
        await _passes(turns, clock, at_work=0.01, free=0.09)
    assert turns.allowed == 1
    await turns.begin()
    assert not turns.free


@pytest.mark.parametrize("used", [True, False])
async def test_a_connection_that_nobody_needs_any_longer_ends(
    connect: dict[str, Any], monkeypatch: pytest.MonkeyPatch, *, used: bool
) -> None:
    """After the next use, or without one: while a file is drawn nobody asks the database."""
    clock = Clock()
    monkeypatch.setattr(pool, "_LOOK_EVERY", 3600 if used else 0.01)
    monkeypatch.setattr(pool, "_UNUSED", 3600)
    monkeypatch.setattr(pool, "Turns", partial(Turns, clock=clock))
    database = Database(connect, size=2, least=1, spare=1)

    async def asked_beside() -> int:
        both = await asyncio.gather(_asked(database, 0.02), _asked(database, 0.02))
        return len(set(both))

    async with database.owner():
        waits = asyncio.create_task(_asked(database))
        await asyncio.sleep(0)
        clock.now += 1
    await waits
    assert await asked_beside() == 2
    clock.now += 10
    if used:
        await _asked(database)
    async with asyncio.timeout(15):
        while database.pool() != (1, 0):  # noqa: ASYNC110 - the pool ends it by itself
            await asyncio.sleep(0.01)
    await database.close()


async def test_what_ends_connections_goes_on_after_an_error(
    connect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    again = asyncio.Event()

    async def fails(_: Database) -> None:
        looks.append(1)
        if len(looks) > 1:
            again.set()
        raise OSError("no more files")

    monkeypatch.setattr(pool, "_LOOK_EVERY", 0.01)
    monkeypatch.setattr(Database, "_end_silent", fails)
    database = Database(connect, size=1)
    await database.open()
    await asyncio.wait_for(again.wait(), 15)
    await database.close()


async def test_a_connection_that_grew_heavy_ends_after_its_use(
    connect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it knows of tables and statements is never given back otherwise."""
    monkeypatch.setattr(pool, "_WEIGH_EVERY", 0.0)
    kept = Database(connect, size=1, heaviest=1 << 30)
    assert len({await _asked(kept) for _ in range(3)}) == 1
    await kept.close()
    ended = Database(connect, size=1, heaviest=1 << 10)
    pids = {await _asked(ended) for _ in range(3)}
    assert len(pids) == 3
    assert ended.pool() == (0, 0)
    await ended.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the C library's own heap")
async def test_a_large_statements_memory_goes_back_with_its_end(connect: dict[str, Any]) -> None:
    """Left to itself, the C library keeps the second such block for the next."""
    size = 16 << 20
    database = Database(connect, size=1)
    pid = await _asked(database)
    before = private_bytes(pid)
    async with database.owner() as tx:
        of_rows = "select max(length(repeat('x', n))) from generate_series($1::int - 5, $1) n"
        assert await tx.fetchval(of_rows, size) == size
    assert private_bytes(pid) - before < size // 4
    await database.close()
