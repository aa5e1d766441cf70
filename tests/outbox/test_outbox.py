"""Messages: written with their cause, sent after it, again with growing delay, never twice."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from datetime import timedelta
from hashlib import sha256
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from drills.mail_server import MailServer
from summerstow.jobs import jobs
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import outbox, queries
from summerstow.platform.outbox.mailbox import Mailbox
from summerstow.platform.outbox.pacing import MAX_ATTEMPTS, delay
from summerstow.platform.outbox.render import render
from summerstow.platform.outbox.worker import Worker
from summerstow.platform.settings.model import Settings

SIGNUP = {"link": "http://s.test/auth/v1/verify?token=abc&type=signup", "code": "123456"}


async def _post(database: Database, cause: str, to: str = "mina@example.test") -> None:
    async with database.owner() as tx:
        await outbox.post(tx, cause=cause, kind="confirm_signup", to=to, data=SIGNUP)


async def _row(database: Database, cause: str) -> Any:
    async with database.owner() as tx:
        return await tx.fetchrow("select * from app.outbox where cause = $1", cause)


async def test_a_message_is_sent_once_over_smtp(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """However often its cause is posted and however many workers there are (rule: message-once)."""
    for _ in range(3):
        await _post(database, "signup:1")
    await asyncio.gather(*(Worker(database, smtp).drain() for _ in range(4)))
    assert len(mail_server.received) == 1
    text = mail_server.received[0].content.decode()
    assert "Subject: Confirm your email for Summerstow" in text
    assert mail_server.received[0].rcpt_tos == ["mina@example.test"]
    row = await _row(database, "signup:1")
    assert row["sent_at"] is not None
    assert row["data"] == "{}"


async def test_a_passing_refusal_is_tried_again_later(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    """After a delay, not at once; and then it arrives."""
    mail_server.refuse = "451 busy"
    await _post(database, "signup:2")
    await Worker(database, smtp).drain()
    row = await _row(database, "signup:2")
    assert (row["attempts"], row["sent_at"], row["given_up_at"]) == (1, None, None)
    mail_server.refuse = None
    await Worker(database, smtp).drain()
    assert mail_server.received == []
    async with database.owner() as tx:
        await tx.execute("update app.outbox set due_at = now() where cause = 'signup:2'")
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1


@pytest.mark.parametrize(
    "answer", ["550 5.1.1 no such mailbox", "553 mailbox name not allowed", "551 not here"]
)
async def test_a_refused_recipient_is_not_tried_again(
    database: Database, mail_server: MailServer, smtp: str, answer: str
) -> None:
    """An unknown mailbox stays unknown; the row says why."""
    mail_server.refuse_recipient = answer
    await _post(database, f"gone:{answer}")
    await Worker(database, smtp).drain()
    row = await _row(database, f"gone:{answer}")
    assert row["given_up_at"] is not None
    assert answer.split(" ", 2)[2] in row["last_error"]


@pytest.mark.parametrize(
    ("verb", "answer"),
    [
        ("refuse_sender", "550 5.4.5 daily sending quota exceeded"),
        ("refuse_sender", "550 quota exceeded"),
        ("refuse_recipient", "550 sending quota exceeded"),
        ("refuse_recipient", "550 5.7.1 blocked by policy"),
        ("refuse_recipient", "552 5.2.2 mailbox full"),
        ("refuse_recipient", "550 5.1.8 sender address rejected"),
        ("refuse_recipient", "452 4.5.3 too many recipients"),
        ("refuse", "552 quota exceeded"),
        ("refuse", "554 5.7.1 rejected as spam"),
        ("refuse", "550 no such mailbox"),
    ],
)
async def test_every_other_refusal_is_tried_again(
    database: Database, mail_server: MailServer, smtp: str, verb: str, answer: str
) -> None:
    """A quota, a policy or a full mailbox passes: the message waits and then arrives."""
    setattr(mail_server, verb, answer)
    cause = f"{verb}:{answer}"
    await _post(database, cause)
    await Worker(database, smtp).drain()
    row = await _row(database, cause)
    assert (row["attempts"], row["sent_at"], row["given_up_at"]) == (1, None, None)
    setattr(mail_server, verb, None)
    async with database.owner() as tx:
        await tx.execute("update app.outbox set due_at = now() where cause = $1", cause)
    await Worker(database, smtp).drain()
    assert len(mail_server.received) == 1


async def test_a_mail_server_that_is_away_costs_only_time(database: Database) -> None:
    """The message stays due."""
    await _post(database, "signup:4")
    await Worker(database, "smtp://127.0.0.1:9").drain()
    row = await _row(database, "signup:4")
    assert (row["attempts"], row["given_up_at"]) == (1, None)


def test_the_delay_grows_to_hours_and_then_a_person_looks() -> None:
    """30 s, doubling, at most 4 h, for more than a day."""
    waits = [delay(number) for number in range(1, MAX_ATTEMPTS)]
    seconds = [wait.total_seconds() for wait in waits if wait is not None]
    assert seconds[:3] == [30, 60, 120]
    assert seconds == sorted(seconds)
    assert max(seconds) == 4 * 3600
    assert 24 * 3600 < sum(seconds) < 48 * 3600
    assert delay(MAX_ATTEMPTS) is None


async def test_captured_mail_is_in_the_mailbox_newest_first(database: Database) -> None:
    """/dev/mailbox.json; the page shows it escaped."""
    for number in (5, 6):
        await _post(database, f"signup:{number}", to="Ada@example.test")
    await Worker(database, "").drain()
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=Mailbox(database)),
        base_url="http://s.test",
    )
    messages = (await client.get("/dev/mailbox.json", params={"to": "ada@example.test"})).json()
    assert len(messages) == 2
    assert messages[0].keys() >= {"to", "subject", "text", "html", "sent_at", "links"}
    assert messages[0]["links"] == [SIGNUP["link"]]
    assert messages[0]["sent_at"] >= messages[1]["sent_at"]
    page = await client.get("/dev/mailbox", params={"to": "<script>"})
    assert "<script>" not in page.text
    style = page.text.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}';" in page.headers["content-security-policy"]


async def test_a_path_of_the_site_leaves_as_an_address(database: Database) -> None:
    entry = {
        "visit": "pickup",
        "method": "REQUEST",
        "uid": "pickup-1@summerstow.test",
        "sequence": 0,
        "written_at": "2027-04-01T12:00:00Z",
        "starts_at": "2027-04-28T16:00:00Z",
        "ends_at": "2027-04-28T19:00:00Z",
        "place": "12 Oak Street",
        "email": "ada@example.test",
        "link": "/customer-dashboard",
    }
    data = {
        "first_name": "/Ada",
        "code": "0FDD-0739",
        "pickup": "April 28, 2027",
        "link": "/customer-dashboard",
        "calendar": [entry],
    }
    async with database.owner() as tx:
        await outbox.post(
            tx, cause="path", kind="booking_confirmed", to="path@example.test", data=data
        )
    await Worker(database, "", site_url="https://storage.example.ca").drain()
    async with database.owner() as tx:
        row = await tx.fetchrow(
            "select body_text, links, attachments from app.captured_message "
            "where recipient = 'path@example.test'"
        )
    assert row is not None
    page = "https://storage.example.ca/customer-dashboard"
    assert row["links"] == f'["{page}"]'
    assert "/Ada" in row["body_text"]
    assert page in row["attachments"]


async def test_outside_the_demo_mail_waits_for_a_server_and_nothing_is_captured(
    database: Database, mail_server: MailServer, smtp: str
) -> None:
    await _post(database, "signup:waits", to="late@example.test")
    async with database.owner() as tx:
        await outbox.text(
            tx, cause="text:drops", kind="code_text", to="+16045550100", data={"code": "123456"}
        )
    await Worker(database, "", captures=False).drain()
    waiting, dropped = [await _row(database, one) for one in ("signup:waits", "text:drops")]
    assert (waiting["sent_at"], waiting["attempts"]) == (None, 0)
    assert dropped["data"] == "{}", "a code that goes nowhere is not kept"
    async with database.owner() as tx:
        assert not await tx.fetchval(
            "select true from app.captured_message where recipient in ($1, $2)",
            "late@example.test",
            "+16045550100",
        )
    await Worker(database, smtp, captures=False).drain()
    assert mail_server.received[-1].rcpt_tos == ["late@example.test"]


async def test_what_a_demo_captured_goes_outside_of_it(
    database: Database, settings: Settings
) -> None:
    await _post(database, "signup:demo")
    await Worker(database, "").drain()
    for demo, left in ((True, True), (False, False)):
        running = replace(settings, demo="season" if demo else "")
        purges = [one for one in jobs(running, database) if one.name == "captured"]
        assert bool(purges) != demo
        for one in purges:
            await one.run(database)
        async with database.owner() as tx:
            found = await tx.fetchval("select exists (select from app.captured_message)")
        assert found is left


def test_what_people_type_is_text_in_a_mail() -> None:
    """A name with markup does not become markup; a subject stays one line."""
    message = render(
        "booking_received",
        {
            "first_name": "<b>Mina</b>",
            "campus": "UBC\nVancouver",
            "residence": "",
            "pickup_day": None,
            "pickup_time": None,
            "kit_day": None,
            "return_day": None,
            "code": "AAAA-BBBB",
            "guest": True,
            "link": "http://s.test/customer-dashboard",
        },
    )
    assert "<b>Mina" not in message.html
    assert "\n" not in message.subject


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("demo.example", 200),
        ("rebind.evil.example", 421),
        ("localhost.evil.example", 421),
        ("[", 421),
    ],
)
async def test_the_demos_mailbox_answers_under_its_own_names(
    database: Database, host: str, status: int
) -> None:
    """A page whose name leads to this machine reads no mail."""
    app: Any = Mailbox(database, "https://demo.example")
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
        for path in ("/dev/mailbox.json", "/dev/mailbox"):
            assert (await client.get(path, headers={"host": host})).status_code == status


async def test_thousands_of_waiting_messages_hold_up_no_claim(database: Database) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into app.outbox (cause, kind, channel, recipient) "
            "select 'rush:' || n, 'confirm_signup', 'text', n || '@rush.test' "
            "from generate_series(1, 5000) n"
        )
        await tx.execute("set local statement_timeout = '2s'")
        claimed = await queries.claim(tx, "host", "text", 10, timedelta(minutes=1))
        assert [one.cause for one in claimed] == [f"rush:{number}" for number in range(1, 11)]
        await tx.execute("delete from app.outbox where cause like 'rush:%'")
