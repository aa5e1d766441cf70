"""The database killed, the product killed: nobody is signed out and no booking is half done."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import psutil

from summerstow.platform import clock

from .conftest import Starter
from .product import ANON, Product, eventually, new_address

#: A booking, its message and its turn in line come together, or one is half done.
THREE_COUNTS = """
select count(*) as bookings,
  (select count(*) from app.outbox where kind = 'booking_received') as messages,
  (select count(*) from public.pickup_queue q join public.bookings b on b.id = q.booking_id
   where b.email like 'rush%') as turns
from public.bookings where email like 'rush%'
"""


def postmaster(product: Product) -> int:
    held = product.running.data_dir / "postgres" / "data" / "postmaster.pid"
    return int(held.read_text().split("\n", 1)[0])


class Rush:
    """People who go on using both APIs, whatever happens; every answer is kept."""

    def __init__(self, product: Product, token: str) -> None:
        self.url = product.url
        self.token = token
        self.answers: list[tuple[str, httpx.Response]] = []
        self.broken: list[Exception] = []
        self.another = asyncio.Event()
        self.over = asyncio.Event()

    async def run(self) -> None:
        async with asyncio.TaskGroup() as people:
            for _ in range(4):
                people.create_task(self._person("GET", "/rest/v1/bookings", self.token))
                people.create_task(self._person("GET", "/auth/v1/user", self.token))
                people.create_task(self._person("POST", "/rest/v1/bookings", ""))
            people.create_task(self._person("POST", "/auth/v1/token?grant_type=password", ""))

    async def _person(self, method: str, target: str, token: str) -> None:
        headers = ANON | ({"authorization": f"Bearer {token}"} if token else {})
        async with httpx.AsyncClient(base_url=self.url, headers=headers, timeout=20) as client:
            while not self.over.is_set():
                try:
                    answer = await client.request(method, target, json=self._body(target, method))
                except httpx.TransportError as error:
                    self.broken.append(error)
                else:
                    self.answers.append((target, answer))
                self.another.set()

    def _body(self, target: str, method: str) -> dict[str, Any] | None:
        if method == "GET":
            return None
        if "token" in target:
            return {"email": "customer@demo.test", "password": "demo-password"}
        return {
            "campus_id": 1,
            "first_name": "Rush",
            "last_name": "Hour",
            "email": new_address("rush"),
            "pickup_date": (clock.today() + timedelta(days=90)).isoformat(),
        }

    async def answered(self, count: int) -> None:
        """Wait for as many answers more."""
        enough = len(self.answers) + count
        await self.sees(lambda: len(self.answers) >= enough)

    async def sees(self, what: Callable[[], bool]) -> None:
        """Wait, from one answer to the next, until it is so."""
        async with asyncio.timeout(20):
            while not what():
                self.another.clear()
                await self.another.wait()

    def outcomes(self, start: int) -> dict[str, set[int]]:
        """Statuses by address since the answer of this number."""
        found: dict[str, set[int]] = {}
        for target, answer in self.answers[start:]:
            found.setdefault(target, set()).add(answer.status_code)
        return found


def heard_of(rush: Rush, start: int) -> bool:
    return any(503 in statuses for statuses in rush.outcomes(start).values())


def works_again(rush: Rush, start: int) -> bool:
    good = [target for target, found in rush.outcomes(start).items() if found & {200, 201}]
    return len(good) == 3


async def test_the_database_is_killed_and_comes_back(another: Starter) -> None:
    product = another()
    session = product.sign_in("customer@demo.test")
    rush = Rush(product, session["access_token"])
    running = asyncio.create_task(rush.run())
    for _ in range(2):
        await rush.answered(100)
        os.kill(postmaster(product), signal.SIGKILL)
        await rush.sees(partial(heard_of, rush, len(rush.answers)))
        await rush.sees(partial(works_again, rush, len(rush.answers)))
    rush.over.set()
    await running
    assert not rush.broken, "an answer was owed, not a cut connection"
    for target, answer in rush.answers:
        assert answer.status_code in (200, 201, 503), (target, answer.status_code, answer.text)
        if answer.status_code != 503:
            continue
        assert answer.headers["retry-after"]
        if target.startswith("/rest"):
            assert set(answer.json()) == {"code", "details", "hint", "message"}
            assert "database" in answer.json()["message"]
        else:
            assert answer.json()["code"] == 503
            assert answer.json()["error_code"] == "unexpected_failure"
            assert answer.json()["msg"]
    # Nobody was signed out: the same access token, the same refresh token.
    with product.client(session["access_token"]) as client:
        assert client.get("/auth/v1/user").status_code == 200
        renewed = client.post(
            "/auth/v1/token?grant_type=refresh_token",
            json={"refresh_token": session["refresh_token"]},
        )
    assert renewed.status_code == 200, renewed.text
    ((bookings, messages, turns),) = await product.rows(THREE_COUNTS)
    assert bookings == messages == turns
    told = sum(answer.status_code == 201 for _, answer in rush.answers)
    # The answer to a booking that was stored may have been lost, never the booking that was told.
    assert bookings >= told > 0
    assert not re.findall(r'File ".*/summerstow/.*', product.log), "an error nobody expected"


def test_the_product_is_killed_and_starts_again_where_it_was(another: Starter) -> None:
    product = another()
    session = product.account("kept")
    booking = {"campus_id": 1, "first_name": "K", "last_name": "T", "email": new_address("kept")}
    with product.client(session["access_token"]) as client:
        assert client.post("/rest/v1/bookings", json=booking).status_code == 201
    family = psutil.Process(product.running.process.pid).children(recursive=True)
    database = psutil.Process(postmaster(product))
    assert len(family) >= 2
    product.running.process.kill()
    product.running.process.wait()
    eventually(
        lambda: not [one for one in [*family, database] if one.is_running()],
        "workers and database end with the product",
    )
    product.restart()
    with product.client(session["access_token"]) as client:
        (kept,) = client.get("/rest/v1/bookings").json()
        assert kept["email"] == booking["email"]
        assert client.get("/auth/v1/user").status_code == 200
