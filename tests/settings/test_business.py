"""The business section: what is set holds in mail and invoices (rule: settings-published)."""

from __future__ import annotations

import io
from datetime import date, timedelta
from email import message_from_bytes
from email.utils import parseaddr
from typing import Any

import httpx
import msgspec
import pytest
from PIL import Image

from drills.mail_server import MailServer
from summerstow.messages.samples import SAMPLE
from summerstow.office.settings import follow
from summerstow.office.settings.business import problems
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.documents.business import Business, SocialLink
from summerstow.platform.files.pdf.document import Document, tape
from summerstow.platform.outbox.render import Rendered, completed, render
from summerstow.platform.outbox.senders import Handover, SmtpSender

OWN = {
    "name": "Boxes & Beyond",
    "legal_name": "Boxes and Beyond Storage Ltd.",
    "email": "office@boxes.ca",
    "phone": "(604) 822-2211",
    "tax_number": "83217 4455 RT0001",
}


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> dict[str, Any]:
    answer = await client.post(f"/rpc/{command}", json={"section": "business", **given})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def _refused(client: httpx.AsyncClient, command: str, **given: Any) -> tuple[int, str]:
    answer = await client.post(f"/rpc/{command}", json={"section": "business", **given})
    return answer.status_code, answer.json()["message"]


async def _draft(client: httpx.AsyncClient, **changes: Any) -> int:
    """Save a draft over whatever there is; its revision."""
    shown = await _call(client, "settings_section")
    base = shown["draft"] or {"document": shown["document"], "revision": 0}
    document = base["document"] | changes
    saved = await _call(client, "save_settings", document=document, revision=base["revision"])
    revision: int = saved["draft"]["revision"]
    return revision


async def test_a_draft_changes_nothing_until_it_is_published(
    ada: httpx.AsyncClient, database: Database
) -> None:
    revision = await _draft(ada, **OWN)
    await follow.load(database)
    assert published.business() == published.shipped()["business"]

    shown = await _call(ada, "publish_settings", revision=revision, note="Our own")
    assert shown["draft"] is None
    assert shown["history"][0]["note"] == "Our own"
    assert shown["current"] == shown["history"][0]["id"]
    await follow.load(database)
    assert published.business().name == "Boxes & Beyond"
    assert published.business().placeholders == ()


async def test_a_version_for_a_later_day_holds_from_that_day(
    ada: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (await _call(ada, "settings_section"))["document"]["hours"]
    day = clock.today() + timedelta(days=9)
    revision = await _draft(ada, hours="7:00 AM - 9:00 PM")
    await _call(ada, "publish_settings", revision=revision, day=day.isoformat())
    await follow.load(database)
    assert published.business().hours == before

    monkeypatch.setattr(clock, "today", lambda: day)
    assert published.business().hours == "7:00 AM - 9:00 PM"


async def test_a_version_that_is_to_come_can_be_taken_back(
    ada: httpx.AsyncClient, database: Database
) -> None:
    day = clock.today() + timedelta(days=30)
    revision = await _draft(ada, hours="Around the clock")
    shown = await _call(ada, "publish_settings", revision=revision, day=day.isoformat())
    coming = shown["history"][0]["id"]
    assert shown["current"] != coming
    shown = await _call(ada, "withdraw_settings", version=coming)
    assert coming not in [one["id"] for one in shown["history"]]
    # What holds already is published over, not taken back.
    assert await _refused(ada, "withdraw_settings", version=shown["current"]) == (
        404,
        "This version is gone.",
    )


async def test_an_earlier_version_can_be_published_again(
    ada: httpx.AsyncClient, database: Database
) -> None:
    first = await _call(ada, "settings_section")
    await _call(ada, "publish_settings", revision=await _draft(ada, hours="Mornings"))
    shown = await _call(ada, "restore_settings", version=first["current"])
    assert shown["draft"]["document"] == first["document"]
    shown = await _call(ada, "publish_settings", revision=shown["draft"]["revision"])
    assert shown["document"] == first["document"]
    await follow.load(database)
    assert published.business().hours == first["document"]["hours"]


async def test_the_second_of_two_executives_is_told(
    ada: httpx.AsyncClient, omar: httpx.AsyncClient
) -> None:
    revision = await _draft(ada, hours="From Ada")
    await _draft(omar, hours="From Omar")
    document = (await _call(ada, "settings_section"))["draft"]["document"]
    for command, given in (
        ("save_settings", {"document": document}),
        ("publish_settings", {}),
        ("discard_settings", {}),
    ):
        status, message = await _refused(ada, command, revision=revision, **given)
        assert status == 409
        assert "saved this draft" in message
    latest = await _call(ada, "settings_section")
    assert latest["draft"]["document"]["hours"] == "From Omar"
    await _call(ada, "discard_settings", revision=latest["draft"]["revision"])


async def test_what_is_incomplete_is_kept_and_not_published(ada: httpx.AsyncClient) -> None:
    before = (await _call(ada, "settings_section"))["current"]
    revision = await _draft(ada, name=" ", email="nobody", tax_number="12")
    shown = await _call(ada, "settings_section")
    assert [one["field"] for one in shown["problems"]] == ["name", "email", "tax_number"]
    assert await _refused(ada, "publish_settings", revision=revision) == (
        400,
        "Please correct what is marked first.",
    )
    assert (await _call(ada, "settings_section"))["current"] == before
    await _call(ada, "discard_settings", revision=revision)


@pytest.mark.parametrize(
    "wrong",
    [{"name": 3}, {"social": "x"}, {"colour": "#fff"}, {"address": {}}],
)
async def test_what_is_no_business_is_refused(
    ada: httpx.AsyncClient, wrong: dict[str, Any]
) -> None:
    shown = await _call(ada, "settings_section")
    document = shown["document"] | wrong
    status, message = await _refused(ada, "save_settings", document=document, revision=0)
    assert status == 400
    assert message.startswith("These settings cannot be read")


async def test_a_day_that_is_over_is_refused(ada: httpx.AsyncClient) -> None:
    day = (clock.today() - timedelta(days=1)).isoformat()
    revision = await _draft(ada, hours="Yesterday")
    assert await _refused(ada, "publish_settings", revision=revision, day=day) == (
        400,
        "This day is over. Please choose today or a later day.",
    )
    await _call(ada, "discard_settings", revision=revision)


async def test_who_published_is_in_the_audit_log(
    ada: httpx.AsyncClient, database: Database
) -> None:
    shown = await _call(ada, "publish_settings", revision=await _draft(ada, hours="Audited"))
    async with database.owner() as tx:
        found = await tx.fetchrow(
            "select actor_id, after from audit_log where table_name = 'settings_versions' "
            "and row_id = $1",
            str(shown["current"]),
        )
    assert found is not None
    assert found["actor_id"] is not None
    assert msgspec.json.decode(found["after"])["document"]["hours"] == "Audited"


def _with(**changes: Any) -> Business:
    shipped: Business = published.shipped()["business"]
    return msgspec.structs.replace(shipped, **changes)


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({}, []),
        ({"name": 'A "B" <c>'}, ["name"]),
        ({"name": "x" * 61}, ["name"]),
        ({"hours_note": ""}, []),
        ({"answer_hours": 0}, ["answer_hours"]),
        ({"answer_hours": 168}, []),
        ({"collections_per_window": 0}, ["collections_per_window"]),
        ({"phone": "12345"}, ["phone"]),
        ({"sender_email": "no@"}, ["sender_email"]),
        ({"review_url": "javascript:alert(1)"}, ["review_url"]),
        (
            {"social": (SocialLink("", "http://x.ca"),)},
            ["social.0.label", "social.0.url"],
        ),
    ],
)
def test_what_is_wrong_stands_beside_its_field(changes: dict[str, Any], fields: list[str]) -> None:
    assert [one.field for one in problems(_with(**changes))] == fields


async def test_mail_leaves_in_the_published_name_and_is_answered_to_the_office(
    ada: httpx.AsyncClient, database: Database, smtp: str, mail_server: MailServer
) -> None:
    own = OWN | {"name": "Boxes, Beyond & Co.", "sender_email": "post@mail.boxes.ca"}
    revision = await _draft(ada, **own)
    await _call(ada, "publish_settings", revision=revision)
    await follow.load(database)
    message = Rendered("Your booking", "Hello", "<p>Hello</p>", [])
    await SmtpSender(smtp).send("booking:1", "maya@example.com", message, Handover())
    sent = message_from_bytes(mail_server.received[-1].content)
    assert parseaddr(sent["From"]) == ("Boxes, Beyond & Co.", "post@mail.boxes.ca")
    assert sent["Reply-To"] == "office@boxes.ca"
    assert sent["Message-ID"].endswith("@mail.boxes.ca>")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"accent": "#f9cb2e"}, None),
        ({"accent": "#336699"}, "accent"),
        ({"accent": "yellow"}, "accent"),
        ({"logo": "https://a.test/logo.png"}, "logo"),
        ({"logo_dark": "../x.png"}, "logo_dark"),
    ],
)
def test_a_colour_can_be_read_on_and_a_logo_is_ours(
    changes: dict[str, str], field: str | None
) -> None:
    business = msgspec.structs.replace(published.shipped()["business"], **changes)
    assert [one.field for one in problems(business)] == ([field] if field else [])


def test_mails_and_papers_have_the_logo_and_the_colour() -> None:
    logo = "0190d9c2-0000-7000-8000-000000000000.png"
    business = msgspec.structs.replace(
        published.shipped()["business"], logo=logo, accent="#ffd0e0", name="Boxes"
    )
    document = msgspec.json.encode(business).decode()
    published.hold([published.Version("business", date(2000, 1, 1), document)])
    pixels = io.BytesIO()
    Image.new("RGBA", (64, 64), (255, 0, 0, 255)).save(pixels, "PNG")
    try:
        data = completed(SAMPLE, "https://boxes.ca")
        mail = render("booking_confirmed", data).html
        assert "background:#ffd0e0" in mail
        assert f'src="https://boxes.ca/files/{logo}"' in mail
        without = len(_paper())
        published.hold_logo(logo, pixels.getvalue())
        assert tape() == (0xFF, 0xD0, 0xE0)
        assert len(_paper()) > without
    finally:
        published.hold_logo("", None)
        published.hold([])


def _paper() -> bytes:
    paper = Document("Invoice")
    paper.top("Invoice")
    return paper.finished()
