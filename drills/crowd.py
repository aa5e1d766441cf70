"""Everybody follows the line at once: thousands of open live streams on one host."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from dataclasses import dataclass, field

import asyncpg
import httpx

from drills import product
from drills.across_hosts import Person, account, sign_in
from drills.parts.unit import PATIENCE
from drills.product import ANON_KEY, Copy
from drills.verdict import Scale, Verdict
from summerstow.kit import clock
from summerstow.live.lines import CHANNEL
from summerstow.live.streams import MOST

#: Streams of one person: half of what one worker allows, since chance deals them to workers.
_EACH = 12
_WORKERS = 4
_CHANGES = 20
#: Seconds within which everybody must have heard of a change, on a busy machine.
_HEARD_WITHIN = 10.0


@dataclass
class Crowd:
    """Open streams, and what they have heard."""

    port: int
    heard: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    _writers: list[asyncio.StreamWriter] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def join(self, person: Person) -> None:
        """Open one stream more."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.append(writer)
        writer.write(
            f"GET /live/queue HTTP/1.1\r\nhost: drill\r\napikey: {ANON_KEY}\r\n"
            f"authorization: Bearer {person.access}\r\n\r\n".encode()
        )
        status = int((await asyncio.wait_for(reader.readline(), PATIENCE)).split()[1])
        self.answers[status] += 1
        task = asyncio.create_task(self._listen(reader))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            self.heard += line.startswith(b"event: queue")

    def leave(self) -> None:
        """Close all of them."""
        for writer in self._writers:
            writer.transport.abort()


async def run(scale: Scale) -> Verdict:
    """2,000 streams (200 in the short form) hear twenty changes; more than fit are answered 503."""
    verdict = Verdict()
    wanted = 200 if scale.short else 2000
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), most), most))
    copy = product.prepare(scale.folder / "crowd", WEB_CONCURRENCY=str(_WORKERS))
    with product.ending(copy):
        copy.start()
        await copy.healthy()
        people = await _people(copy, wanted // _EACH + 1)
        crowd = Crowd(copy.port)
        connection = await copy.connect()
        try:
            before = _memory(copy)
            for number in range(wanted):
                await crowd.join(people[number % len(people)])
            open_now = crowd.answers[200]
            more = _memory(copy) - before
            verdict.count(
                {
                    "streams asked for": wanted,
                    "streams open": open_now,
                    "streams refused, whose pages ask by themselves": crowd.answers[503],
                    "memory for each stream, KB": round(more / max(open_now, 1) / 1024, 1),
                    "memory of the workers, MB": round(_memory(copy) / 2**20),
                }
            )
            verdict.must(
                crowd.answers.keys() <= {200, 503}, f"streams were answered {crowd.answers}"
            )
            verdict.must(open_now >= min(wanted, MOST), f"only {open_now} streams are open")
            await _changes(verdict, copy, crowd, connection, open_now)
            async with httpx.AsyncClient(base_url=copy.url, timeout=30) as client:
                health = (await client.get("/healthz")).status_code
            verdict.must(health == 200, f"/healthz is answered {health} beside them")
        finally:
            crowd.leave()
            await connection.close()
    return verdict


async def _people(copy: Copy, count: int) -> list[Person]:
    names = [f"follower.{number}@example.test" for number in range(count)]
    for name in names:
        await account(copy.url, name)
    return [await sign_in(copy.url, name) for name in names]


async def _changes(
    verdict: Verdict,
    copy: Copy,
    crowd: Crowd,
    connection: asyncpg.Connection[asyncpg.Record],
    open_now: int,
) -> None:
    """Tell of changes as the database does, one when all have heard of the one before."""
    slowest, busy = 0.0, _busy(copy)
    for number in range(_CHANGES):
        goal = crowd.heard + open_now
        begun = time.monotonic()
        await connection.execute(
            "select pg_notify($1, $2)", CHANNEL, f"{number % 3 + 1} {clock.today()}"
        )
        try:
            async with asyncio.timeout(PATIENCE):
                while crowd.heard < goal:  # noqa: ASYNC110 - one of many counts
                    await asyncio.sleep(0.01)
        except TimeoutError:
            verdict.faults.append(f"{goal - crowd.heard} streams did not hear of a change")
            return
        slowest = max(slowest, time.monotonic() - begun)
    spent = _busy(copy) - busy
    verdict.count(
        {
            "seconds until the last has heard of a change, at worst": round(slowest, 2),
            "processor time for telling one stream, ms": round(
                1000 * spent / (_CHANGES * max(open_now, 1)), 3
            ),
        }
    )
    verdict.must(slowest <= _HEARD_WITHIN, f"a change was heard after {slowest:.1f} s")


def _memory(copy: Copy) -> int:
    return sum(one.memory_info().rss for one in copy.workers())


def _busy(copy: Copy) -> float:
    times = [one.cpu_times() for one in copy.workers()]
    return float(sum(one.user + one.system for one in times))
