"""Text messages: captured without a provider, else posted to it; and what each message says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
import pytest_asyncio

from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.mailbox import Mailbox
from summerstow.platform.outbox.render import render, render_text
from summerstow.platform.outbox.texts.sender import SmsSender
from summerstow.platform.outbox.worker import Worker

NUMBER = "+16045550123"


class Provider:
    """A text provider on loopback: keeps the requests, answers with `status`."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], dict[str, list[str]]]] = []
        self.status = 201
        self.said = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ") for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((head, headers, parse_qs(body.decode())))
        head = f"HTTP/1.1 {self.status} x\r\ncontent-length: {len(self.said)}"
        writer.write(f"{head}\r\n\r\n{self.said}".encode())
        await writer.drain()
        writer.close()


@pytest.fixture
def provider() -> Provider:
    return Provider()


@pytest_asyncio.fixture(loop_scope="session")
async def sms_url(provider: Provider) -> AsyncIterator[str]:
    """Ends with the sender's number, which may be written with its plus sign or encoded."""
    server = await asyncio.start_server(provider.answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    yield f"http://AC1:to%40ken@127.0.0.1:{port}/Accounts/AC1/Messages.json?From=%2B16045550000"
    server.close()


async def _text(database: Database, cause: str) -> None:
    async with database.owner() as tx:
        await outbox.text(tx, cause=cause, kind="code_text", to=NUMBER, data={"code": "123456"})


async def _row(database: Database, cause: str) -> Any:
    async with database.owner() as tx:
        return await tx.fetchrow("select * from app.outbox where cause = $1", cause)


async def test_without_a_provider_a_text_is_in_the_mailbox(database: Database) -> None:
    await _text(database, "text:1")
    # A mail server does not carry text messages.
    await Worker(database, "smtp://127.0.0.1:9").drain()
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=Mailbox(database)), base_url="http://s.test"
    )
    for to in (NUMBER, NUMBER[1:]):
        answer = await client.get("/dev/mailbox.json", params={"to": to})
        [message] = answer.json()
        assert (message["to"], message["channel"], message["html"]) == (NUMBER, "text", "")
        assert "123456" in message["text"]
    page = await client.get(f"/dev/mailbox?to={NUMBER}")
    assert "Text message to +16045550123" in page.text
    assert (await _row(database, "text:1"))["data"] == "{}"


async def test_a_provider_gets_each_text_once(
    database: Database, provider: Provider, sms_url: str
) -> None:
    await _text(database, "text:2")
    await asyncio.gather(*(Worker(database, "", SmsSender(sms_url)).drain() for _ in range(3)))
    [(head, headers, form)] = provider.requests
    assert head == "POST /Accounts/AC1/Messages.json HTTP/1.1"
    assert headers["authorization"] == "Basic QUMxOnRvQGtlbg=="
    assert (form["To"], form["From"]) == ([NUMBER], ["+16045550000"])
    assert form["Body"][0].startswith("123456 is your Summerstow code.")
    assert (await _row(database, "text:2"))["sent_at"] is not None


@pytest.mark.parametrize("sender", ["+16045550000", "%2B16045550000"])
async def test_the_senders_number_keeps_its_plus_sign(
    database: Database, provider: Provider, sms_url: str, sender: str
) -> None:
    """A query reads + as a space, and a provider would refuse every message."""
    await _text(database, f"text:from-{sender}")
    await Worker(database, "", SmsSender(sms_url.replace("%2B16045550000", sender))).drain()
    assert provider.requests[-1][2]["From"] == ["+16045550000"]


@pytest.mark.parametrize(
    ("status", "said", "for_good"),
    [
        (400, '{"code": 21211, "message": "Invalid \'To\' Phone Number"}', True),
        (400, '{"code": 21610, "message": "unsubscribed recipient"}', True),
        (400, '{"code": 21606, "message": "not a valid From"}', False),
        (400, "", False),
        (404, "no such account", False),
        (401, "", False),
        (429, "", False),
        (503, "", False),
    ],
)
async def test_a_provider_that_refuses(
    database: Database, provider: Provider, sms_url: str, status: int, said: str, for_good: bool
) -> None:
    """A number that cannot be is not tried again; everything else is, later."""
    provider.status, provider.said = status, said
    cause = f"text:refused-{status}-{len(said)}"
    await _text(database, cause)
    await Worker(database, "", SmsSender(sms_url)).drain()
    row = await _row(database, cause)
    assert (row["sent_at"], row["given_up_at"] is not None) == (None, for_good)
    assert "ken@" not in row["last_error"]


EVERYTHING = {
    "code": "123456",
    "link": "http://s.test/auth/v1/verify?token=abc&type=x",
    "site_url": "http://s.test",
    "email": "old@mail.test",
    "new_email": "new@mail.test",
    "both": True,
    "first": False,
    "ended_change": None,
    "ending": "42",
}


@pytest.mark.parametrize(
    "kind",
    [
        "confirm_signup",
        "magic_link",
        "recovery",
        "invite",
        "email_change_current",
        "email_change_new",
    ],
)
def test_every_mail_with_a_link_has_six_digits_too(kind: str) -> None:
    """Where the link cannot be opened, the code can be typed."""
    message = render(kind, EVERYTHING)
    assert message.links == [EVERYTHING["link"]]
    assert "123456" in message.text
    assert ">123456<" in message.html
    assert message.subject


@pytest.mark.parametrize(
    "kind", ["reauthentication", "password_changed", "email_changed", "phone_changed"]
)
def test_a_notice_says_what_to_do_if_it_was_somebody_else(kind: str) -> None:
    message = render(kind, EVERYTHING)
    for words in (message.text, message.html):
        assert "If not, set a new password" in words or "If you did not" in words


@pytest.mark.parametrize("kind", ["code_text", "phone_change_text", "signup_taken_text"])
def test_a_text_message_is_one_short_paragraph(kind: str) -> None:
    message = render_text(kind, EVERYTHING | {"link": "http://s.test/auth"})
    assert "\n" not in message.text
    assert len(message.text) <= 160
