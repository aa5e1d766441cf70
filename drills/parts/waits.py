"""How long whoever uses a database waits for a lock that somebody else has."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import asyncpg

#: Seconds between two looks; the server itself says since when somebody waits.
_EVERY = 0.02
# Who alters the schema waits for all others, which is the purpose, and gives up before long.
_WAITING = """
select l.pid, l.waitstart, extract(epoch from clock_timestamp() - l.waitstart)::float8 as seconds,
  a.query, (select min(b.query) from pg_stat_activity b where b.pid = any(pg_blocking_pids(l.pid)))
    as behind
from pg_locks l join pg_stat_activity a on a.pid = l.pid
where not l.granted and l.waitstart < clock_timestamp() - interval '50 ms'
  and a.query !~* 'concurrently|^do .* lock table|^select pg_advisory_xact_lock[(]|^vacuum|^analyze'
"""


@dataclass
class Waits:
    """Seconds of each wait that was seen, by who waited since when, with both statements."""

    seen: dict[tuple[int, Any], tuple[float, str, str]] = field(default_factory=dict)

    def longest(self) -> tuple[float, str, str]:
        """The longest: its seconds, who waited, and for whom."""
        return max(self.seen.values(), default=(0.0, "", ""))

    async def watch(self, connection: asyncpg.Connection[Any]) -> None:
        """Look until cancelled."""
        while True:
            for row in await connection.fetch(_WAITING):
                said = (row["query"].strip()[:100], (row["behind"] or "").strip()[:100])
                self.seen[row["pid"], row["waitstart"]] = (row["seconds"], *said)
            await asyncio.sleep(_EVERY)


@asynccontextmanager
async def watching(connection: asyncpg.Connection[Any]) -> AsyncIterator[Waits]:
    """Look meanwhile."""
    waits = Waits()
    looking = asyncio.create_task(waits.watch(connection))
    try:
        yield waits
    finally:
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
