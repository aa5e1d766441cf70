"""Guests who book through every trouble, and the count of what became of their bookings."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, TypeAlias
from uuid import uuid4

import asyncpg
import httpx

from drills.mail_server import MailServer
from drills.parts.unit import PATIENCE
from drills.product import ANON_KEY, SERVICE_KEY, Copy
from drills.verdict import Verdict
from summerstow.platform import clock, published
from summerstow.platform.outbox.pacing import MAX_DOUBTS
from tools import season

CAMPUSES: Final = (1, 2, 3)
#: Days from today on which there are places.
DAYS: Final = range(60, 120)
#: Places of each pickup window.
PLACES: Final = 12

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

_STATE: Final = """
with taken as (
  select slot_id, count(*) as n from public.bookings where status <> 'cancelled' group by 1
), queued as (
  select booking_id, count(*) as n from public.pickup_queue group by 1
)
select
  (select count(*) from public.slot_availability where available_slots < 0) as oversold,
  (select count(*) from public.slot_availability s left join taken t on t.slot_id = s.id
   where s.available_slots <> s.capacity - coalesce(t.n, 0)) as miscounted,
  (select count(*) from public.bookings b left join queued q on q.booking_id = b.id
   where b.email like 'drill.%' and b.pickup_date is not null and b.status <> 'cancelled'
     and q.n is distinct from 1) as not_queued_once
"""


@dataclass
class Bookers:
    """`people` who book one after the other until `booking` ends.

    Each submission has an Idempotency-Key and an e-mail address of its own, and is repeated at one
    of `urls` until it is stored (201) or the window is full (409).
    """

    urls: list[str]
    people: int = 6
    seed: int = 1
    days: Sequence[int] = DAYS
    acknowledged: set[str] = field(default_factory=set)
    refused: int = 0
    outages: int = 0
    lost_answers: int = 0
    unexpected: Counter[str] = field(default_factory=Counter)
    #: Seconds without an answer that only a working product gives: stored, or the window is full.
    longest_gap: float = 0.0
    _over: asyncio.Event = field(default_factory=asyncio.Event)
    _progress: asyncio.Event = field(default_factory=asyncio.Event)
    _answered_at: float = 0.0

    @asynccontextmanager
    async def booking(self, verdict: Verdict) -> AsyncIterator[None]:
        """Book meanwhile. A wait for bookings that runs out is a fault of the product."""
        self._over.clear()
        self._answered_at = asyncio.get_running_loop().time()
        people = asyncio.gather(
            *(self._book_on(random.Random(self.seed * 1000 + n)) for n in range(self.people))
        )
        try:
            yield
        except TimeoutError:
            verdict.faults.append(f"no booking for long after {len(self.acknowledged)} of them")
        finally:
            self._over.set()
            await people

    async def booked(self, more: int, within: float = PATIENCE) -> None:
        """Wait for as many acknowledged bookings more; raises `TimeoutError`."""
        goal = len(self.acknowledged) + more
        await self.until(lambda: len(self.acknowledged) >= goal, within)

    async def until(self, holds: Callable[[], bool], within: float = PATIENCE) -> None:
        """Wait, from one answer to the next, until `holds()`; raises `TimeoutError`."""
        async with asyncio.timeout(within):
            while not holds():
                self._progress.clear()
                await self._progress.wait()

    async def _book_on(self, chance: random.Random) -> None:
        async with httpx.AsyncClient(timeout=20) as client:
            while not self._over.is_set():
                await self._submit(client, chance)

    async def _submit(self, client: httpx.AsyncClient, chance: random.Random) -> None:
        email = f"drill.{uuid4().hex}@example.test"
        body = {
            "campus_id": chance.choice(CAMPUSES),
            "first_name": "Robin",
            "last_name": "Marsh",
            "email": email,
            "building_name": "Nechako",
            "pickup_date": _day(chance.choice(self.days)),
            "pickup_time": chance.choice(published.known_campus(1).pickup_windows).label,
        }
        headers = {
            "apikey": ANON_KEY,
            "prefer": "return=representation",
            "idempotency-key": uuid4().hex,
        }
        loop = asyncio.get_running_loop()
        given_up = loop.time() + 300
        while not self._over.is_set() or loop.time() < given_up:
            url = chance.choice(self.urls)
            try:
                answer = await client.post(f"{url}/rest/v1/bookings", json=body, headers=headers)
            except httpx.HTTPError:
                self.lost_answers += 1
                await asyncio.sleep(0.05)
                continue
            finally:
                self._progress.set()
            if answer.status_code in (201, 409):
                self.longest_gap = max(self.longest_gap, loop.time() - self._answered_at)
                self._answered_at = loop.time()
                if answer.status_code == 201:
                    self.acknowledged.add(email)
                else:
                    self.refused += 1
                return
            if answer.status_code != 503:
                self.unexpected[f"{answer.status_code} {answer.text[:200]}"] += 1
                return
            self.outages += 1
            await asyncio.sleep(0.05)


async def offer_places(
    copy: Copy, days: Sequence[int] = DAYS, places: int = PLACES, url: str | None = None
) -> None:
    """Open a season and every window of these days at each campus; `url`: of a proxy before it."""
    async with copy.connected() as connection:
        await season.publish(connection, clock.today())
    rows = [
        {
            "campus_id": campus,
            "date": _day(day),
            "time_of_day": part,
            "capacity": places,
            "available_slots": places,
        }
        for campus in CAMPUSES
        for day in days
        for part in ("morning", "afternoon", "evening")
    ]
    headers = {"apikey": SERVICE_KEY, "authorization": f"Bearer {SERVICE_KEY}"}
    async with httpx.AsyncClient(timeout=60) as client:
        made = await client.post(
            f"{url or copy.url}/rest/v1/slot_availability", json=rows, headers=headers
        )
    made.raise_for_status()


def _day(number: int) -> str:
    return (clock.today() + timedelta(days=number)).isoformat()


async def check_bookings(verdict: Verdict, bookers: Bookers, connection: Connection) -> None:
    """Compare what was acknowledged with what is stored."""
    rows = await connection.fetch(
        "select email, count(*) as n from public.bookings where email like 'drill.%' group by 1"
    )
    stored = {row["email"]: row["n"] for row in rows}
    state = await connection.fetchrow(_STATE)
    assert state is not None
    lost = [one for one in bookers.acknowledged if one not in stored]
    twice = [one for one, count in stored.items() if count > 1]
    verdict.count(
        {
            "bookings acknowledged": len(bookers.acknowledged),
            "bookings stored": len(stored),
            "acknowledged and lost": len(lost),
            "stored twice": len(twice),
            "windows oversold": state["oversold"],
            "windows miscounted": state["miscounted"],
            "refused, window full": bookers.refused,
            "answers of 503": bookers.outages,
            "answers lost": bookers.lost_answers,
            "longest time without an answer, s": round(bookers.longest_gap, 1),
        }
    )
    verdict.must(bool(bookers.acknowledged), "nobody could book at all")
    verdict.must(not lost, f"acknowledged and lost: {lost[:3]}")
    verdict.must(not twice, f"stored twice: {twice[:3]}")
    verdict.must(not state["oversold"], "a window was oversold")
    verdict.must(not state["miscounted"], "places left and bookings disagree")
    verdict.must(not state["not_queued_once"], "a booking is not once in its day's queue")
    for answer, count in bookers.unexpected.items():
        verdict.faults.append(f"{count} unexpected answers: {answer}")


async def check_mails(
    verdict: Verdict,
    connection: Connection,
    server: MailServer,
    *,
    most: int,
    within: float = PATIENCE,
) -> None:
    """Wait until every stored booking's mail is accepted; `most` copies of one are allowed."""
    rows = await connection.fetch("select email from public.bookings where email like 'drill.%'")
    wanted = {row["email"] for row in rows}
    await server.until(lambda: wanted <= server.recipients.keys(), within)
    missing = wanted - server.recipients.keys()
    states = await connection.fetch(
        "select recipient, doubts, given_up_at, due_at, last_error from app.outbox "
        "where recipient = any($1) and sent_at is null",
        list(missing),
    )
    # The process died twice before it knew the server's answer: a person decides.
    left = {one["recipient"] for one in states if most > 1 and one["doubts"] >= MAX_DOUBTS}
    missing -= left
    repeated = {
        one: count
        for one, count in server.copies.items()
        if count > (max(most, 2) if one in server.unanswered else most)
    }
    verdict.count(
        {
            "mails owed": len(wanted),
            "mails missing": len(missing),
            "mails left for a person, in doubt twice": len(left),
            "mails accepted twice": sum(count == 2 for count in server.copies.values()),
            "mails accepted more often than allowed": len(repeated),
        }
    )
    why = [dict(one) for one in states if one["recipient"] in missing]
    verdict.must(not missing, f"{len(missing)} bookings whose mail never went out: {why[:3]}")
    verdict.must(not repeated, f"mails repeated: {dict(list(repeated.items())[:3])}")


async def check_jobs(verdict: Verdict, connection: Connection, within: float = 150.0) -> None:
    """Wait until every job that is due has succeeded since now, and none fails."""
    begun = await connection.fetchval("select clock_timestamp()")
    waiting: list[str] = ["all"]
    with suppress(TimeoutError):
        async with asyncio.timeout(within):
            while waiting:
                rows = await connection.fetch(
                    "select name from app.job where failures > 0 "
                    "or (next_at < now() and succeeded_at < $1) order by name",
                    begun,
                )
                waiting = [row["name"] for row in rows]
                await asyncio.sleep(0.5)
    count = await connection.fetchval("select count(*) from app.job")
    verdict.count({"jobs that go on": count - len(waiting)})
    verdict.must(not waiting, f"jobs that did not go on: {', '.join(waiting)}")
