"""Commands of the connections behind the data API, a receiver, and a clock that moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.office.connections import webhooks
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.webhooks.sender import WebhookSender
from summerstow.platform.webhooks.signing import WebhookSecrets
from tests.people import RestClients, person

from .receiver import Receiver, receiving

SECRETS = WebhookSecrets("a key")


@dataclass
class Clock:
    """The product's clock, which stands where a test puts it."""

    at: datetime

    def pass_by(self, **time: float) -> None:
        """Let time pass."""
        self.at += timedelta(**time)


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still three hours ago: a test ends in the present."""
    found = Clock(datetime.now(UTC) - timedelta(hours=3))
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


@pytest.fixture
def rest(database: Database) -> RestClients:
    commands = webhooks.commands(SECRETS, private=True)
    return RestClients(database, {"bookings": BookingRules()}, {one.name: one for one in commands})


@pytest.fixture
async def executive(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


@pytest.fixture
def sender(database: Database) -> WebhookSender:
    """The job that sends, in a network where private addresses are allowed."""
    return WebhookSender(database, SECRETS, private=True, deadline=2, turn=60)


@pytest.fixture(autouse=True)
async def none_left(database: Database) -> AsyncIterator[None]:
    yield
    async with database.owner() as tx:
        await tx.execute("delete from app.webhook_endpoints")
        await tx.execute("delete from app.calendar_feeds")


async def call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    """What a command answers that must succeed."""
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None
