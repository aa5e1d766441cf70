"""The database gone for a while: 503 with the contract's body, and back by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx

from summerstow.platform.database.pool import Database
from summerstow.platform.rest.app import RestApp
from tests.rest.conftest import Rest, identify


def _client(app: RestApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://api.test")


async def test_without_a_database_it_is_503_and_says_when_to_come_back() -> None:
    database = Database({"host": "127.0.0.1", "port": 1, "user": "nobody"})
    async with _client(RestApp(database, identify, {}, {})) as client:
        for method in ("GET", "POST", "PATCH"):
            answer = await client.request(method, "/rest/v1/campuses?id=eq.1", json={})
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "1"
            assert set(answer.json()) == {"code", "details", "hint", "message"}


async def test_it_recovers_when_its_connections_were_cut(
    rest: Rest, connect: dict[str, Any]
) -> None:
    assert (await rest.get("anon", "campuses")).status_code == 200
    admin = await asyncpg.connect(**connect)
    await admin.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where datname = current_database() and pid <> pg_backend_pid()"
    )
    await admin.close()
    statuses = {(await rest.get("anon", "campuses")).status_code for _ in range(25)}
    assert statuses <= {200, 503}
    assert (await rest.get("anon", "campuses")).status_code == 200


async def test_many_at_once_all_get_their_own_answer(rest: Rest) -> None:
    answers = await asyncio.gather(
        *(rest.get(("maya", "omar")[n % 2], "bookings?select=user_id") for n in range(60))
    )
    for number, answer in enumerate(answers):
        users = {row["user_id"] for row in answer.json()}
        assert len(users) == 1, (number, answer.text)
        assert users == {("aaaaaaaa-0000-4000-8000-00000000000" + "12"[number % 2])}


async def test_a_bug_is_answered_without_its_innards(rest: Rest) -> None:
    class Broken(RestApp):
        async def open(self) -> None:
            raise RuntimeError("the secret is 42")

    async with _client(Broken(rest.database, identify, {}, {})) as client:
        answer = await client.get("/rest/v1/campuses")
    assert (answer.status_code, answer.json()["code"]) == (500, "XX000")
    assert "42" not in answer.text
