"""How many connections a process works with, and when one of them ends."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from summerstow.kit.database import pool
from summerstow.kit.database.pool import Database
from summerstow.kit.database.turns import Turns, private_bytes

_PID = "select pg_backend_pid() from pg_sleep($1)"


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
