"""What the text provider tells: STOP, START and what became of messages (rule: text-stops)."""

from __future__ import annotations

import asyncio
import hmac
import json
from base64 import b64encode
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
import pytest
import pytest_asyncio

from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.texts.forms import FormName, form_of
from summerstow.platform.outbox.texts.incoming import IncomingTexts
from summerstow.platform.outbox.texts.sender import SmsSender
from summerstow.platform.outbox.worker import Worker

NUMBER = "+16045550123"
SITE = "https://storage.test"
TWILIO = "https://AC1:to%40ken@texts.test/Messages.json?From=+16045550000"
JSON = "https://:to%40ken@texts.test/messages?from=+16045550000"
TOKEN = "to@ken"


class Provider:
    """A text provider on loopback that takes JSON."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.status, self.answers = 202, "{}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((headers, json.loads(body)))
        head = f"HTTP/1.1 {self.status} x\r\ncontent-length: {len(self.answers)}\r\n\r\n"
        writer.write(f"{head}{self.answers}".encode())
        await writer.drain()
        writer.close()


@pytest_asyncio.fixture(loop_scope="session")
async def provider() -> AsyncIterator[tuple[Provider, str]]:
    found = Provider()
    server = await asyncio.start_server(found.answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield found, f"http://:to%40ken@127.0.0.1:{port}/messages?from=+16045550000"


@pytest.fixture(autouse=True)
async def no_stops(database: Database) -> None:
    async with database.owner() as tx:
        await tx.execute("delete from app.text_stops")
        await tx.execute("delete from app.outbox")


async def _written(database: Database, cause: str) -> bool:
    async with database.owner() as tx:
        await outbox.text(tx, cause=cause, kind="code_text", to=NUMBER, data={"code": "123456"})
        found: bool = await tx.fetchval(
            "select exists (select from app.outbox where cause = $1)", cause
        )
    return found


async def _post(
    database: Database, url: str | None, name: FormName, path: str, body: bytes, **headers: str
) -> int:
    app = IncomingTexts(database, form_of(name, url) if url else None, SITE)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app)) as client:
        answer = await client.post(f"{SITE}{path}", content=body, headers=headers)
    return answer.status_code


async def _twilio(database: Database, path: str, **form: str) -> int:
    """A request signed as Twilio signs it."""
    signed = SITE + path + "".join(name + form[name] for name in sorted(form))
    digest = b64encode(hmac.digest(TOKEN.encode(), signed.encode(), "sha1")).decode()
    return await _post(
        database, TWILIO, "twilio", path, urlencode(form).encode(), **{"x-twilio-signature": digest}
    )


async def _json(database: Database, path: str, **content: str) -> int:
    body = json.dumps(content).encode()
    return await _post(database, JSON, "json", path, body, authorization=f"Bearer {TOKEN}")


@pytest.mark.parametrize("word", ["STOP", " stop. ", "Arrêt", "UNSUBSCRIBE"])
async def test_after_stop_no_text_is_written_until_start(database: Database, word: str) -> None:
    assert await _written(database, "before")
    assert await _twilio(database, "/texts/incoming", From=NUMBER, Body=word) == 200
    assert not await _written(database, "stopped")
    assert await _twilio(database, "/texts/incoming", From=NUMBER, Body="Start") == 200
    assert await _written(database, "started")


async def test_after_stop_no_text_that_waits_is_sent(
    database: Database, provider: tuple[Provider, str]
) -> None:
    desk, url = provider
    assert await _written(database, "waits")
    assert await _twilio(database, "/texts/incoming", From=NUMBER, Body="STOP") == 200
    await Worker(database, "", SmsSender(url, form="json")).drain()
    assert desk.requests == []


async def test_stop_is_a_word_alone_or_what_the_provider_says(database: Database) -> None:
    words = "Please stop at the back door"
    assert await _twilio(database, "/texts/incoming", From=NUMBER, Body=words) == 200
    assert await _written(database, "one")
    told = {"From": NUMBER, "Body": "no more", "OptOutType": "STOP"}
    assert await _twilio(database, "/texts/incoming", **told) == 200
    assert not await _written(database, "two")


async def test_a_number_that_stopped_is_stored_as_a_hash(database: Database) -> None:
    assert await _json(database, "/texts/incoming", **{"from": "(604) 555-0123", "text": "STOP"})
    assert not await _written(database, "one")
    async with database.owner() as tx:
        stored = await tx.fetchval("select t::text from app.text_stops t")
    assert NUMBER.removeprefix("+1") not in stored


async def test_requests_that_are_not_signed_change_nothing(database: Database) -> None:
    body = urlencode({"From": NUMBER, "Body": "STOP"}).encode()
    wrong = {"x-twilio-signature": b64encode(b"x" * 20).decode()}
    assert await _post(database, TWILIO, "twilio", "/texts/incoming", body, **wrong) == 403
    assert await _post(database, TWILIO, "twilio", "/texts/incoming", body) == 403
    said = json.dumps({"from": NUMBER, "text": "STOP"}).encode()
    assert await _post(database, JSON, "json", "/texts/incoming", said) == 403
    # Without a token nothing is signed.
    open_form = "https://texts.test/messages"
    bearer = {"authorization": "Bearer "}
    assert await _post(database, open_form, "json", "/texts/incoming", said, **bearer) == 403
    digest = b64encode(
        hmac.digest(b"", f"{SITE}/texts/incomingBodySTOPFrom{NUMBER}".encode(), "sha1")
    )
    unkeyed = {"x-twilio-signature": digest.decode()}
    assert await _post(database, open_form, "twilio", "/texts/incoming", body, **unkeyed) == 403
    assert await _post(database, None, "twilio", "/texts/incoming", body) == 404
    assert await _written(database, "one")


async def test_a_report_says_what_became_of_a_text(database: Database) -> None:
    async def told() -> tuple[bool, str | None]:
        async with database.owner() as tx:
            row = await tx.fetchrow("select * from app.outbox where cause = 'a b:text'")
        assert row is not None
        return row["delivered_at"] is not None, row["undelivered"]

    await _written(database, "a b:text")
    path = "/texts/reports?message=a%20b%3Atext"
    assert await _twilio(database, path, MessageStatus="sent") == 200
    assert await told() == (False, None)
    assert await _twilio(database, path, MessageStatus="undelivered", ErrorCode="30003") == 200
    assert await told() == (False, "undelivered, code 30003")
    assert await _twilio(database, path, MessageStatus="delivered") == 200
    assert await told() == (True, None)
    # What comes late does not take a delivery back.
    assert await _json(database, "/texts/reports", id="a b:text", state="failed") == 200
    assert await told() == (True, None)


async def test_twilio_is_told_where_to_report(database: Database) -> None:
    form = form_of("twilio", TWILIO, SITE)
    request = form.request("a b:text", NUMBER, "Hello")
    callback = request["data"]["StatusCallback"]
    assert callback == f"{SITE}/texts/reports?message=a%20b%3Atext"
    path = f"{urlsplit(callback).path}?{urlsplit(callback).query}"
    await _written(database, "a b:text")
    assert await _twilio(database, path, MessageStatus="delivered") == 200
    assert "StatusCallback" not in form_of("twilio", TWILIO).request("a", NUMBER, "Hi")["data"]


async def test_a_json_provider_gets_each_text(
    database: Database, provider: tuple[Provider, str]
) -> None:
    desk, url = provider
    await _written(database, "one")
    await Worker(database, "", SmsSender(url, form="json", reports_to=SITE)).drain()
    [(headers, content)] = desk.requests
    assert headers["authorization"] == f"Bearer {TOKEN}"
    assert headers["idempotency-key"] == "one"
    assert content == {
        "id": "one",
        "to": NUMBER,
        "from": "+16045550000",
        "text": content["text"],
        "reports_to": f"{SITE}/texts/reports",
    }
    assert content["text"].startswith("123456 is your")


@pytest.mark.parametrize(
    ("status", "error", "for_good"),
    [
        (400, "bad_number", True),
        (422, "stopped", True),
        (400, "bad_sender", False),
        (500, "", False),
    ],
)
async def test_a_json_provider_that_refuses(
    database: Database, provider: tuple[Provider, str], status: int, error: str, for_good: bool
) -> None:
    desk, url = provider
    desk.status, desk.answers = status, json.dumps({"error": error})
    await _written(database, "one")
    await Worker(database, "", SmsSender(url, form="json")).drain()
    async with database.owner() as tx:
        row = await tx.fetchrow("select * from app.outbox where cause = 'one'")
    assert row is not None
    assert (row["sent_at"], row["given_up_at"] is not None) == (None, for_good)


@pytest.mark.parametrize(
    ("name", "url", "count"),
    [
        ("twilio", TWILIO, 0),
        ("twilio", "https://AC1:token@texts.test/?MessagingServiceSid=MG1", 0),
        ("twilio", "https://texts.test/Messages.json", 2),
        ("json", JSON, 0),
        ("json", "https://texts.test/messages", 2),
    ],
)
def test_what_an_address_lacks_is_named(name: FormName, url: str, count: int) -> None:
    assert len(form_of(name, url).missing()) == count
