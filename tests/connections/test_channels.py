"""An executive sees how text messages leave, and sends a test (rule: text-stops)."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from summerstow.office.connections import channels
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.texts import queries
from summerstow.platform.outbox.worker import Worker
from tests.people import RestClients, person

from .conftest import call

Office = Callable[..., httpx.AsyncClient]


@pytest.fixture
async def office(database: Database) -> Office:
    boss = await person(database, "executive")

    def client(url: str = "", *, captures: bool = False) -> httpx.AsyncClient:
        known = {one.name: one for one in channels.commands(url, "twilio", captures=captures)}
        return RestClients(database, {}, known).of(boss)

    return client


async def test_a_test_reaches_the_number(database: Database, office: Office) -> None:
    boss = office(captures=True)
    assert await call(boss, "send_test_text", phone="(604) 555-0188") == {"sent_to": "+16045550188"}
    await Worker(database, "").drain()
    async with database.owner() as tx:
        text = await tx.fetchval(
            "select body_text from app.captured_message where recipient = '+16045550188'"
        )
    assert "your text messages work" in text
    channel = await call(boss, "text_channel")
    assert (channel["state"], channel["sent"], channel["host"]) == ("captured", 1, None)


async def test_what_is_missing_is_said(office: Office) -> None:
    channel = await call(office("https://texts.test/Messages.json"), "text_channel")
    assert (channel["state"], channel["host"], len(channel["missing"])) == ("on", "texts.test", 2)
    off = office()
    assert (await call(off, "text_channel"))["state"] == "off"
    refused = await off.post("/rpc/send_test_text", json={"phone": "+16045550188"})
    assert (refused.status_code, "SMS_URL" in refused.json()["message"]) == (409, True)


@pytest.mark.parametrize("phone", ["+19005550188", "boxes", "+8821655501"])
async def test_a_number_that_is_never_texted_is_refused(office: Office, phone: str) -> None:
    answer = await office(captures=True).post("/rpc/send_test_text", json={"phone": phone})
    assert answer.status_code == 400


async def test_a_number_that_answered_stop_gets_no_test(database: Database, office: Office) -> None:
    async with database.owner() as tx:
        await queries.stop(tx, "+16045550199", clock.now())
    boss = office(captures=True)
    answer = await boss.post("/rpc/send_test_text", json={"phone": "+16045550199"})
    assert (answer.status_code, "STOP" in answer.json()["message"]) == (409, True)
    assert (await call(boss, "text_channel"))["stopped"] == 1
