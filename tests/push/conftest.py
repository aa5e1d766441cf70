"""People with devices, a push service, and the worker that sends there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest_asyncio

from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.push import vapid
from summerstow.platform.outbox.push.commands import commands
from summerstow.platform.outbox.push.sender import PushSender
from summerstow.platform.outbox.worker import Worker
from tests.people import Person, RestClients

from .service import Device, PushService

SITE = "http://localhost:8000"
KEY = vapid.derived("the secret of an installation")


@dataclass
class App:
    """The commands of devices, and what leaves to them."""

    database: Database
    service: PushService
    rest: RestClients

    def device(self, name: str = "device") -> Device:
        """A browser whose push service is the one of the test."""
        return Device(self.service.base, name)

    async def subscribe(self, who: Person, one: Device) -> None:
        """Press "Tell me when you are near"."""
        answer = await self.call(who, "push_subscribe", subscription=one.subscription())
        assert (answer.status_code, answer.content) == (204, b""), answer.text

    async def call(self, who: Person, command: str, **arguments: Any) -> Any:
        """What a command answers."""
        return await self.rest.of(who).post(f"/rpc/{command}", json=arguments)

    async def ids(self, who: Person) -> list[str]:
        """The devices of somebody, as they see them, the newest first."""
        answer = await self.rest.of(who).get(
            "/push_subscriptions?select=id&order=created_at.desc,id"
        )
        return [one["id"] for one in answer.json()]

    async def post(self, cause: str, to: str, kind: str = "next_stop") -> None:
        """Write a message for a device."""
        async with self.database.owner() as tx:
            await outbox.post(
                tx,
                cause=cause,
                kind=f"{kind}_push",
                to=to,
                data={"link": f"{SITE}/customer-dashboard#next"},
                channel="push",
            )

    def worker(self, deadline: float = 10.0) -> Worker:
        """One that sends to devices, and nothing else."""
        sender = PushSender(self.database, KEY, SITE, deadline)
        return Worker(self.database, "", push=sender)

    async def row(self, cause: str) -> Any:
        """A message as the outbox holds it."""
        async with self.database.owner() as tx:
            return await tx.fetchrow("select * from app.outbox where cause = $1", cause)

    async def execute(self, statement: str, *values: object) -> None:
        """As the schema's owner."""
        async with self.database.owner() as tx:
            await tx.execute(statement, *values)


@pytest_asyncio.fixture(loop_scope="session")
async def app(database: Database) -> AsyncIterator[App]:
    """A push service of the test's own."""
    service = PushService()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    rest = RestClients(database, {}, {one.name: one for one in commands(KEY, SITE)})
    yield App(database, service, rest)
    server.close()
