"""Messages in the owner's own words (rule: messages-in-own-words)."""

from __future__ import annotations

from datetime import date
from typing import Any

import httpx
import msgspec
import pytest

from summerstow.messages.samples import EDITABLE, SAMPLE, is_off
from summerstow.office.settings import follow
from summerstow.office.settings.messages import problems
from summerstow.platform import published
from summerstow.platform.database.pool import Database
from summerstow.platform.documents.messages import MessageDocument
from summerstow.platform.outbox.render import render, render_push, render_text, shipped

OWN = """See you {{ day }}
# We come {{ day }}
Pack the kettle.
[My booking]({{ link }})
{% if confirm is defined %}
[Yes]({{ confirm }}) or [another day]({{ move }}) or [none]({{ cancel }})
{% endif %}
---
{{ contact.name }}: kettle packed? {{ link }}
"""


def _hold(text: str, *off: str, kind: str = "pickup_tomorrow") -> None:
    document = msgspec.json.encode(MessageDocument({kind: text}, off)).decode()
    published.hold([published.Version("messages", date(2000, 1, 1), document)])


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_own_words_are_published_sent_and_given_up(
    ada: httpx.AsyncClient, database: Database
) -> None:
    document = {"texts": {"pickup_tomorrow": OWN}, "off": ["next_stop"]}
    saved = await _call(ada, "save_settings", section="messages", document=document, revision=0)
    assert saved["problems"] == []
    revision = saved["draft"]["revision"]
    await _call(ada, "publish_settings", section="messages", revision=revision)
    settings = await follow.load(database)
    # Nothing of it is on a page.
    assert b"kettle" not in settings
    mail = render("pickup_tomorrow", SAMPLE)
    assert mail.subject == "See you Tuesday, August 31, 2027"
    assert "Pack the kettle." in mail.html
    assert "Hi Mina" in mail.text
    assert mail.text.count("kettle") == 1
    assert render_text("pickup_tomorrow_text", SAMPLE).text.startswith("Summerstow: kettle")
    assert render_push("pickup_tomorrow_push", SAMPLE).text == "Kettle packed?"
    assert is_off("next_stop")
    published.hold([])
    assert "kettle" not in render("pickup_tomorrow", SAMPLE).text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (OWN.replace("[My booking]({{ link }})", "Bye."), "The link to {{ link }} is missing"),
        (OWN.replace("See you {{ day }}", " "), "Please write a subject."),
        (OWN.partition("---")[0], "Please write a text message."),
        (OWN.replace("kettle.", "<b>kettle</b>."), "< and > cannot be used."),
        (OWN.replace("kettle.", "{{ kettle }}."), "'kettle' is undefined."),
        (OWN.replace("kettle.", "{{ range(9) }}."), "Line 3: only values, if and for"),
        (OWN.replace("kettle.", "{{ day|upper }}."), "Line 3: there is no upper here."),
        (OWN.replace("kettle.", "{% include 'layout.html.j2' %}."), "Line 3: only values"),
        (OWN.replace("{% endif %}", ""), "Line"),
        (OWN.replace("kettle.", "{{ day.__class__ }}."), "Access to attribute"),
    ],
)
async def test_words_that_cannot_be_sent_are_named(
    ada: httpx.AsyncClient, text: str, why: str
) -> None:
    [found] = problems(MessageDocument({"pickup_tomorrow": text}, ()))
    assert found.field == "texts.pickup_tomorrow"
    assert found.message.startswith(why)
    for command in ("preview_message", "send_message_to_me"):
        refused = await ada.post(f"/rpc/{command}", json={"kind": "pickup_tomorrow", "text": text})
        assert (refused.status_code, refused.json()["message"]) == (400, found.message)


def test_a_code_cannot_be_left_out() -> None:
    """It is all that some mails are for."""
    text = "\n".join(one for one in shipped("recovery").split("\n") if not one.startswith(">"))
    [found] = problems(MessageDocument({"recovery": text}, ()))
    assert found.message.startswith("The code {{ code }} is missing")


def test_an_invoice_goes_out_in_own_words() -> None:
    own = shipped("invoice").replace("# {{", "# Thank you! {{")
    _hold(own, kind="invoice")
    assert "Thank you! Invoice for Mina" in render("invoice", SAMPLE | {"customer": "Mina"}).html


def test_a_message_goes_out_whatever_its_words_lack() -> None:
    """A value that is there with a sample may be missing from a booking."""
    _hold(OWN.replace("Pack the kettle.", "Pack at {{ kit_day }}."))
    values = {name: value for name, value in SAMPLE.items() if name != "kit_day"}
    published_now = render("pickup_tomorrow", SAMPLE)
    assert "Pack at" in published_now.text
    assert "Pack at" not in render("pickup_tomorrow", values).text
    assert render("pickup_tomorrow", values).subject.startswith("Your pickup is")


@pytest.mark.parametrize("kind", EDITABLE)
def test_the_shipped_words_can_be_begun_from(kind: str) -> None:
    assert list(problems(MessageDocument({kind: shipped(kind)}, ()))) == []


def test_only_courtesies_are_switched_off() -> None:
    _hold(OWN, "next_stop", "visit_failed")
    assert is_off("next_stop")
    assert not is_off("visit_failed")
    found = list(problems(MessageDocument({"nothing": "x"}, ("visit_failed", "next_stop"))))
    assert [one.field for one in found] == ["texts.nothing", "off.visit_failed"]


async def test_a_preview_and_a_test_mail(ada: httpx.AsyncClient, database: Database) -> None:
    kinds = await _call(ada, "message_kinds")
    [tomorrow] = [one for one in kinds if one["kind"] == "pickup_tomorrow"]
    assert "pickup" in [one["name"] for one in tomorrow["values"]]
    shown = await _call(ada, "preview_message", kind="pickup_tomorrow", text=OWN)
    assert "Pack the kettle." in shown["text"]
    assert shown["short"].startswith("Summerstow: kettle packed?")
    sent = await _call(ada, "send_message_to_me", kind="pickup_tomorrow", text=OWN)
    async with database.owner() as tx:
        row = await tx.fetchrow(
            "select kind, data from app.outbox where recipient = $1", sent["sent_to"]
        )
    assert row is not None
    data = msgspec.json.decode(row["data"]) if isinstance(row["data"], str) else row["data"]
    assert "Pack the kettle." in render(row["kind"], data).html
