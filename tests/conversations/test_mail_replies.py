"""Customers reply by mail to what the office answered."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes
from typing import Any

import httpx
import pytest

from drills.mail_server import MailServer
from summerstow.conversations.incoming import IncomingMail
from summerstow.conversations.reply import read_reply
from summerstow.platform import clock, published
from summerstow.platform.http.asgi import MAX_BODY
from summerstow.platform.outbox.worker import Worker

from .conftest import Desk

KEY = "a-key-of-the-mail-server"

PLAIN = """\
From: Mina Park <{sender}>
To: Summerstow <{to}>
Subject: Re: Our answer to your message
Message-ID: <{id}@phone.example>
Content-Type: text/plain; charset=utf-8

Thanks! On Tuesday then.

On Sun, May 2, 2027 at 10:00 AM Summerstow
<hello@summerstow.test> wrote:
> Yes, for $25.
> [See our conversation]
"""
MULTIPART = """\
From: {sender}
To: {to}
Message-ID: <{id}@mail.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=cut

--cut
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Merci, =E0 mardi!
--=20
Mina

--cut
Content-Type: text/html

<p>Something else</p>
--cut--
"""
HTML = """\
From: {sender}
To: someone@else.example
Delivered-To: {to}
Message-ID: <{id}@outlook.example>
Content-Type: text/html; charset=utf-8

<html><head><style>p {{ color: red }}</style></head><body><p>Can I bring
two &amp; a half?</p><p>Mina</p>
<div id="x" class="gmail_quote"><blockquote>Yes, for $25.</blockquote></div></body></html>
"""
OUTLOOK = """\
From: {sender}
To: {to}
Message-ID: <{id}@exchange.example>

Fine with me.

From: Summerstow <hello@summerstow.test>
Sent: Sunday, May 2, 2027 10:00 AM
To: Mina Park
Yes, for $25.
"""
BELOW = """\
From: {sender}
To: {to}
Message-ID: <{id}@below.example>

> Yes, for $25.

I pay in cash.
"""
ELSEWHERE = """\
From: {sender}
To: {to}
Message-ID: <{id}@far.example>
Content-Type: text/plain; charset=utf-8

%s
"""
KOREAN = (
    ELSEWHERE
    % """네, 화요일에 봐요.

2027년 5월 2일 (일) 오전 10:00, Summerstow
<hello@summerstow.test>님이 작성:

> Yes, for $25."""
)
CHINESE_OUTLOOK = (
    ELSEWHERE
    % """好的，谢谢。

发件人: Summerstow <hello@summerstow.test>
发送时间: 2027年5月2日 10:00
收件人: Mina
主题: Re: Our answer

Yes, for $25."""
)
GERMAN = (
    ELSEWHERE
    % """Two things:
- mail Ana <ana@family.example> too:
she pays

Am So., 2. Mai 2027 um 10:00 Uhr schrieb Summerstow <
hello@summerstow.test>:
> Yes, for $25."""
)
WORDS = {
    KOREAN: "네, 화요일에 봐요.",
    CHINESE_OUTLOOK: "好的，谢谢。",
    GERMAN: "Two things:\n- mail Ana <ana@family.example> too:\nshe pays",
    PLAIN: "Thanks! On Tuesday then.",
    MULTIPART: "Merci, à mardi!",
    HTML: "Can I bring two & a half?\nMina",
    OUTLOOK: "Fine with me.",
    BELOW: "I pay in cash.",
}


class Mailbox:
    """The conversation that was answered by mail, and the mail server that posts replies."""

    def __init__(self, desk: Desk, conversation: str, to: str, sender: str) -> None:
        self.desk, self.conversation, self.to, self.sender = desk, conversation, to, sender

    async def post(
        self,
        raw: bytes | str,
        key: str = KEY,
        *,
        server_key: str = KEY,
        path: str = "/mail/incoming",
    ) -> int:
        """Post a raw mail; the status of the answer."""
        app = IncomingMail(self.desk.season.database, server_key)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://summerstow.test"
        ) as client:
            answer = await client.post(
                path,
                content=raw,
                headers={"authorization": f"Bearer {key}", "content-type": "message/rfc822"},
            )
        return answer.status_code

    def mail(self, form: str = PLAIN, **changes: str) -> str:
        """A raw reply of the customer."""
        return form.format(**{"sender": self.sender, "to": self.to, "id": "one"} | changes)

    async def messages(self) -> list[dict[str, Any]]:
        """What stands in the conversation."""
        found = await self.desk.season.done(self.desk.office, "conversation", id=self.conversation)
        return list(found["messages"])


@pytest.fixture
async def mailbox(desk: Desk, mail_server: MailServer, smtp: str) -> Mailbox:
    written = await desk.write()
    async with desk.season.database.owner() as tx:
        await tx.execute("delete from app.outbox")
    await desk.answer(written)
    worker = Worker(desk.season.database, smtp, site_url="https://summerstow.test")
    # The outbox goes by the clock of the database.
    async with desk.season.database.owner() as tx:
        await tx.execute("update app.outbox set due_at = now() where sent_at is null")
        sender = await tx.fetchval(
            "select u.email from auth.users u join bookings b on b.user_id = u.id "
            "where b.id = $1::text::uuid",
            desk.booking,
        )
    await worker.drain()
    mail = message_from_bytes(mail_server.received[-1].content)
    return Mailbox(desk, written["id"], str(mail["Reply-To"]), sender)


async def test_the_mail_of_an_answer_is_replied_to_at_an_address_of_its_own(
    mailbox: Mailbox,
) -> None:
    """Rule: reply-by-mail."""
    local, _, domain = published.business().email.partition("@")
    found_local, _, found_domain = mailbox.to.partition("@")
    assert (found_local.partition("+")[0], found_domain) == (local, domain)
    assert len(found_local.partition("+")[2]) == 24


@pytest.mark.parametrize("form", WORDS)
async def test_a_reply_joins_the_conversation_without_what_it_quotes(
    mailbox: Mailbox, form: str
) -> None:
    """Rule: reply-by-mail."""
    for _ in range(2):
        assert await mailbox.post(mailbox.mail(form).encode()) == 202
    *_, last = messages = await mailbox.messages()
    assert len(messages) == 3
    assert (last["sender_role"], last["via"], last["words"]) == ("customer", "mail", WORDS[form])
    found = await mailbox.desk.season.done(mailbox.desk.office, "conversations", state="open")
    [waiting] = [one for one in found if one["id"] == mailbox.conversation]
    due = clock.now() + timedelta(hours=published.business().answer_hours)
    assert waiting["answer_due_at"] == due.isoformat().replace("+00:00", "Z")


async def test_an_address_that_was_only_typed_gets_no_answer_and_sends_none(
    desk: Desk, mailbox: Mailbox
) -> None:
    """Rule: reply-by-mail."""
    typed = "typed@family.example"
    async with desk.season.database.owner() as tx:
        await tx.execute(
            "update bookings set email = $2 where id = $1::text::uuid", desk.booking, typed
        )
    await desk.answer(await desk.write(words="And a kayak?"), words="No, sorry.")
    async with desk.season.database.owner() as tx:
        assert not await tx.fetchval("select count(*) from app.outbox where recipient = $1", typed)
    before = await mailbox.messages()
    assert await mailbox.post(mailbox.mail(sender=typed)) == 202
    assert await mailbox.messages() == before


async def test_two_replies_are_two_messages(mailbox: Mailbox) -> None:
    for number in ("one", "two"):
        await mailbox.post(mailbox.mail(id=number))
    assert len(await mailbox.messages()) == 4


async def test_a_mail_that_is_no_reply_of_the_customer_is_accepted_and_left_out(
    mailbox: Mailbox,
) -> None:
    """Rule: reply-by-mail."""
    for raw in (
        mailbox.mail(sender="mallory@example.test"),
        mailbox.mail(to="hello@summerstow.test"),
        mailbox.mail(to=f"hello+{'0' * 24}@summerstow.test"),
        "Auto-Submitted: auto-replied\n" + mailbox.mail(),
        "Precedence: bulk\n" + mailbox.mail(),
        mailbox.mail().partition("\n\n")[0] + "\n\n",
        "",
        b"\xff\x00\xfe" * 100,
    ):
        assert await mailbox.post(raw) == 202
    assert len(await mailbox.messages()) == 2


async def test_only_the_mail_server_posts_mail(mailbox: Mailbox) -> None:
    raw = mailbox.mail()
    assert await mailbox.post(raw, "another") == 401
    assert await mailbox.post(raw, "", server_key="") == 404
    assert await mailbox.post(raw, path="/mail") == 404
    assert await mailbox.post(b"x" * (MAX_BODY + 1)) == 413
    assert len(await mailbox.messages()) == 2


def test_a_long_mail_without_an_end_is_read_in_time() -> None:
    for text in ("<div" * 200_000, "On a\n" * 200_000, ">" * 900_000):
        read_reply(f"Content-Type: text/html\n\n{text}".encode())
        read_reply(f"To: a@b.test\n\n{text}".encode())
