"""Guests who book through every trouble, and the count of what became of their bookings."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import uuid4

import asyncpg
import httpx

from drills.mail_server import MailServer
from drills.parts.unit import PATIENCE
from drills.product import ANON_KEY, SERVICE_KEY, Copy
from drills.verdict import Verdict
from summerstow.kit import clock, facts
from summerstow.outbox.pacing import MAX_DOUBTS

CAMPUSES = (1, 2, 3)
DAYS = range(60, 120)
PLACES = 12


_STATE = """
with taken as (
  select slot_id, count(*) as n from public.bookings where status <> 'cancelled' group by 1
), line as (
  select booking_id, count(*) as n from public.pickup_queue group by 1
)
select
  (select count(*) from public.slot_availability where available_slots < 0) as oversold,
  (select count(*) from public.slot_availability s left join taken t on t.slot_id = s.id
   where s.available_slots <> s.capacity - coalesce(t.n, 0)) as miscounted,
  (select count(*) from public.bookings b left join line l on l.booking_id = b.id
   where b.email like 'drill.%' and b.pickup_date is not null and l.n is distinct from 1)
    as not_once_in_line
"""


class AddressedClient(httpx.AsyncClient):
    """A client with a network address of its own on loopback: limits count by address."""

    def __init__(self, timeout: float) -> None:
        mark = uuid4().bytes
        own = f"127.{mark[0] % 250 + 1}.{mark[1]}.{mark[2] % 250 + 2}"
        transport = httpx.AsyncHTTPTransport(local_address=own)
        super().__init__(transport=transport, timeout=timeout)


@dataclass
class Bookers:
    """`people` who book one after the other until `booking` ends; a lost answer is asked again.

    Each submission has an Idempotency-Key and an e-mail address of its own, and is repeated until
    it is stored (201) or the window is full (409). Addresses are `urls`: one for each host.
    """

    urls: list[str]
    people: int = 6
    seed: int = 1
    #: Each has an address of its own, and after 50 submissions another: limits count by address.
    many_addresses: bool = False
    #: Seconds between one's answer and their next booking.
    pause: float = 0.0
    acknowledged: set[str] = field(default_factory=set)
    refused: int = 0
    outages: int = 0
    lost_answers: int = 0
    unexpected: Counter[str] = field(default_factory=Counter)
    longest_gap: float = 0.0
    #: Seconds of the longest answer, and how many took over one.
    longest_answer: float = 0.0
    slow: int = 0
    #: Seconds without an answer that only a working product gives: stored, or the window is full.
    longest_silence: float = 0.0
    _over: asyncio.Event = field(default_factory=asyncio.Event)
    _progress: asyncio.Event = field(default_factory=asyncio.Event)
    _last: float = 0.0
    _heard_at: float = 0.0

    async def run(self) -> None:
        """Book until `booking` ends."""
        self._last = self._heard_at = asyncio.get_running_loop().time()
        async with asyncio.TaskGroup() as group:
            for number in range(self.people):
                group.create_task(self._book_on(random.Random(self.seed * 1000 + number)))

    @asynccontextmanager
    async def booking(self, verdict: Verdict) -> AsyncIterator[None]:
        """People book meanwhile; a wait of ours that runs out is a fault, not the end."""
        self._over.clear()
        people = asyncio.create_task(self.run())
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
        while not self._over.is_set():
            client = AddressedClient(20) if self.many_addresses else httpx.AsyncClient(timeout=20)
            async with client:
                for _ in range(50):
                    if not self._over.is_set():
                        await self._submit(client, chance)
                        await asyncio.sleep(self.pause)

    async def _submit(self, client: httpx.AsyncClient, chance: random.Random) -> None:
        email = f"drill.{uuid4().hex}@example.test"
        day = clock.today() + timedelta(days=chance.choice(DAYS))
        body = {
            "campus_id": chance.choice(CAMPUSES),
            "first_name": "Robin",
            "last_name": "Marsh",
            "email": email,
            "building_name": "Nechako",
            "pickup_date": day.isoformat(),
            "pickup_time": chance.choice(facts.booking().pickup_windows).label,
        }
        headers = {
            "apikey": ANON_KEY,
            "prefer": "return=representation",
            "idempotency-key": uuid4().hex,
        }
        given_up = asyncio.get_running_loop().time() + 300
        while not self._over.is_set() or asyncio.get_running_loop().time() < given_up:
            url = chance.choice(self.urls)
            asked_at = asyncio.get_running_loop().time()
            try:
                answer = await client.post(f"{url}/rest/v1/bookings", json=body, headers=headers)
            except httpx.HTTPError:
                self.lost_answers += 1
                await asyncio.sleep(0.05)
                continue
            finally:
                took = asyncio.get_running_loop().time() - asked_at
                self.longest_answer = max(self.longest_answer, took)
                self.slow += took > 1.0
                self._progress.set()
            if answer.status_code in (201, 409):
                now = asyncio.get_running_loop().time()
                self.longest_silence = max(self.longest_silence, now - self._heard_at)
                self._heard_at = now
            if answer.status_code == 201:
                self._note(email)
                return
            if answer.status_code == 409:
                self.refused += 1
                return
            if answer.status_code == 503:
                self.outages += 1
                await asyncio.sleep(0.05)
                continue
            self.unexpected[f"{answer.status_code} {answer.text[:200]}"] += 1
            return

    def _note(self, email: str) -> None:
        now = asyncio.get_running_loop().time()
        self.longest_gap = max(self.longest_gap, now - self._last)
        self._last = now
        self.acknowledged.add(email)


async def offer_places(url: str) -> None:
    """Slots with `PLACES` places for every window of `DAYS` at each campus."""
    rows = [
        {
            "campus_id": campus,
            "date": (clock.today() + timedelta(days=day)).isoformat(),
            "time_of_day": part,
            "capacity": PLACES,
            "available_slots": PLACES,
        }
        for campus in CAMPUSES
        for day in DAYS
        for part in ("morning", "afternoon", "evening")
    ]
    headers = {"apikey": SERVICE_KEY, "authorization": f"Bearer {SERVICE_KEY}"}
    async with httpx.AsyncClient(timeout=60) as client:
        made = await client.post(f"{url}/rest/v1/slot_availability", json=rows, headers=headers)
    made.raise_for_status()


async def check_bookings(verdict: Verdict, bookers: Bookers, copy: Copy) -> None:
    """Compare what was acknowledged with what is stored."""
    connection = await copy.connect()
    try:
        await check_stored(verdict, bookers, connection)
    finally:
        await connection.close()


async def check_stored(
    verdict: Verdict, bookers: Bookers, connection: asyncpg.Connection[asyncpg.Record]
) -> None:
    """The same over an open connection."""
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
            "longest time without a booking, s": round(bookers.longest_gap, 1),
        }
    )
    verdict.must(bool(bookers.acknowledged), "nobody could book at all")
    verdict.must(not lost, f"acknowledged and lost: {lost[:3]}")
    verdict.must(not twice, f"stored twice: {twice[:3]}")
    verdict.must(not state["oversold"], "a window was oversold")
    verdict.must(not state["miscounted"], "places left and bookings disagree")
    verdict.must(not state["not_once_in_line"], "a booking not once in its day's line")
    for answer, count in bookers.unexpected.items():
        verdict.faults.append(f"{count} answers that nobody expects: {answer}")


async def check_mails(
    verdict: Verdict, copy: Copy, server: MailServer, *, most: int, within: float = PATIENCE
) -> None:
    """Wait until every stored booking's mail is accepted; `most` copies of one may be there."""
    connection = await copy.connect()
    try:
        await mails_of_all(verdict, connection, server, most=most, within=within)
    finally:
        await connection.close()


async def mails_of_all(
    verdict: Verdict,
    connection: asyncpg.Connection[asyncpg.Record],
    server: MailServer,
    *,
    most: int,
    within: float = PATIENCE,
) -> None:
    """The same over an open connection."""
    rows = await connection.fetch("select email from public.bookings where email like 'drill.%'")
    wanted = {row["email"] for row in rows}
    await server.until(lambda: wanted <= server.recipients.keys(), within)
    missing = wanted - server.recipients.keys()
    states = await connection.fetch(
        "select recipient, doubts, given_up_at, due_at, last_error from app.outbox "
        "where recipient = any($1) and sent_at is null",
        list(missing),
    )
    # Twice the process died before it knew the server's answer: a person decides.
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
