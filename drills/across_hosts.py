"""What must be right whichever host answers: sessions, limits, live lines, jobs."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4

import asyncpg
import httpx

from drills.bookers import AddressedClient
from drills.product import ANON_KEY, SERVICE_KEY
from drills.verdict import Verdict

STAFF: Final = "office@drill.example"
_PASSWORD: Final = "a password of somebody in a drill"  # noqa: S105 - it guards nothing
_SERVICE: Final = {"apikey": SERVICE_KEY, "authorization": f"Bearer {SERVICE_KEY}"}
#: Seconds for which a host believes what it knows of a session, and some to spare.
_FORGOTTEN: Final = 10.0
#: Wrong passwords that are tried without a wait (auth/rate_limits).
_FREE_ATTEMPTS: Final = 10


@dataclass
class Person:
    """Somebody signed in."""

    access: str
    refresh: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers of each of their requests."""
        return {"apikey": ANON_KEY, "authorization": f"Bearer {self.access}"}


async def account(url: str, email: str) -> None:
    """A confirmed account."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        made = await client.post(
            "/auth/v1/admin/users",
            headers=_SERVICE,
            json={"email": email, "password": _PASSWORD, "email_confirm": True},
        )
    made.raise_for_status()


async def sign_in(url: str, email: str) -> Person:
    """A session of its own."""
    return await _granted(url, "password", {"email": email, "password": _PASSWORD})


async def _granted(url: str, grant: str, body: dict[str, str]) -> Person:
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        answer = await client.post(
            f"/auth/v1/token?grant_type={grant}", headers={"apikey": ANON_KEY}, json=body
        )
    answer.raise_for_status()
    return Person(answer.json()["access_token"], answer.json()["refresh_token"])


async def sessions(verdict: Verdict, urls: Sequence[str]) -> None:
    """Signed in at one host, known at the other, refreshed there, and signed out at the first."""
    one, two = urls
    email = f"session.{uuid4().hex}@example.test"
    await account(one, email)
    person = await sign_in(one, email)
    found = [await _own_profile(url, person) for url in urls]
    verdict.must(found == [200, 200], f"a session of one host is answered {found}")
    person = await _granted(two, "refresh_token", {"refresh_token": person.refresh})
    found = [await _own_profile(url, person) for url in urls]
    verdict.must(found == [200, 200], f"a session refreshed at the other is answered {found}")
    async with httpx.AsyncClient(base_url=one, timeout=30) as client:
        (await client.post("/auth/v1/logout", headers=person.headers)).raise_for_status()
    with suppress(TimeoutError):
        async with asyncio.timeout(_FORGOTTEN):
            while 200 in (found := [await _own_profile(url, person) for url in urls]):  # noqa: ASYNC110 - a host forgets by its own clock
                await asyncio.sleep(0.2)
    verdict.must(set(found) <= {401, 403}, f"a session that ended at one host is answered {found}")


async def _own_profile(url: str, person: Person) -> int:
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        return (await client.get("/auth/v1/user", headers=person.headers)).status_code


async def limits(verdict: Verdict, urls: Sequence[str]) -> None:
    """Wrong passwords are counted together, whichever host hears them."""
    email = f"guessed.{uuid4().hex}@example.test"
    await account(urls[0], email)
    found: list[int] = []
    loop = asyncio.get_running_loop()
    begun = loop.time()
    async with AddressedClient(30) as client:
        for number in range(_FREE_ATTEMPTS + 6):
            answer = await client.post(
                f"{urls[number % 2]}/auth/v1/token?grant_type=password",
                headers={"apikey": ANON_KEY},
                json={"email": email, "password": "not this one"},
            )
            found.append(answer.status_code)
    heard = Counter(found)
    verdict.count({"wrong passwords heard by two hosts": heard[400], "refused": heard[429]})
    # One more may be tried after a second, the next after two more, then four: what a busy machine
    # takes for all of it counts.
    more = int(math.log2(1 + loop.time() - begun))
    verdict.must(
        found[:_FREE_ATTEMPTS] == [400] * _FREE_ATTEMPTS and heard[400] <= _FREE_ATTEMPTS + more,
        f"wrong passwords at two hosts by turns: {found}",
    )


@dataclass
class Follower:
    """Somebody of the office with the live stream of one host open, and again when it ends."""

    url: str
    person: Person
    heard: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)

    async def follow(self) -> None:
        """Follow until cancelled."""
        async with httpx.AsyncClient(timeout=httpx.Timeout(5, read=60)) as client:
            while True:
                with suppress(httpx.HTTPError):
                    path = f"{self.url}/live/queue?bookings=1"
                    async with client.stream("GET", path, headers=self.person.headers) as answer:
                        self.answers[answer.status_code] += 1
                        async for line in answer.aiter_lines():
                            if line.startswith("event: "):
                                self.heard[line.removeprefix("event: ")] += 1
                await asyncio.sleep(0.3)

    async def hears(self, within: float = 20.0) -> bool:
        """Whether it hears of a booking from now on; people book meanwhile."""
        before = self.heard["bookings"]
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while self.heard["bookings"] == before:  # noqa: ASYNC110 - one of many counts
                    await asyncio.sleep(0.1)
                return True
        return False


@asynccontextmanager
async def followers(urls: Sequence[str], person: Person) -> AsyncIterator[list[Follower]]:
    """One follower of each host."""
    all_of_them = [Follower(url, person) for url in urls]
    tasks = [asyncio.create_task(one.follow()) for one in all_of_them]
    try:
        yield all_of_them
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass
class Visitor:
    """A customer who looks at her own bookings all the time, through the proxy."""

    url: str
    person: Person
    answers: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    wrong: int = 0

    async def look(self) -> None:
        """Look until cancelled."""
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as client:
            while True:
                try:
                    answer = await client.get(
                        "/rest/v1/bookings?select=id", headers=self.person.headers
                    )
                except httpx.HTTPError:
                    self.lost += 1
                else:
                    self.answers[answer.status_code] += 1
                    self.wrong += answer.status_code == 200 and len(answer.json()) != 1
                await asyncio.sleep(0.05)


@asynccontextmanager
async def visiting(url: str) -> AsyncIterator[Visitor]:
    """A signed-in customer with one booking, who looks at it meanwhile."""
    email = f"visitor.{uuid4().hex}@example.test"
    await account(url, email)
    one = Visitor(url, await sign_in(url, email))
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        booked = await client.post(
            "/rest/v1/bookings",
            headers=one.person.headers,
            json={"campus_id": 1, "first_name": "Robin", "last_name": "Marsh", "email": email},
        )
    booked.raise_for_status()
    task = asyncio.create_task(one.look())
    try:
        yield one
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def finds_what_was_written(urls: Sequence[str], office: Person, looks: int) -> int:
    """Write at one host and read at the other at once; returns how often that was not found."""
    late = 0
    async with httpx.AsyncClient(timeout=30) as client:
        for number in range(looks):
            here, there = urls[number % 2], urls[(number + 1) % 2]
            email = f"found.{uuid4().hex}@example.test"
            body = {"campus_id": 1, "first_name": "Robin", "last_name": "Marsh", "email": email}
            made = await client.post(f"{here}/rest/v1/bookings", headers=_SERVICE, json=body)
            made.raise_for_status()
            found = await client.get(
                f"{there}/rest/v1/bookings?select=id&email=eq.{email}", headers=office.headers
            )
            late += found.status_code != 200 or len(found.json()) != 1
    return late


async def jobs_go_on(
    verdict: Verdict, connection: asyncpg.Connection[asyncpg.Record], within: float = 120.0
) -> None:
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
