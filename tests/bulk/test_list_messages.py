"""A message to a list of bookings or customers (rule: list-messages)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from summerstow.platform.database.pool import Database
from tests.people import booking_body, person

from .conftest import Office

WORDS = "Hi {{ first name }},\n\nthe pickup of {{student}} is {{ pickup }}."


async def _send(office: Office, key: str | None = None, **to: Any) -> Any:
    return await office.ask("message_list", key, subject="About {{ student }}", message=WORDS, **to)


async def test_each_person_reads_one_mail_about_all_their_bookings(office: Office) -> None:
    children = await office.family("Ana", "Ben")
    other = await office.booked(first_name="Cleo", last_name="Ito")
    ids = [one["id"] for one in (*children, other)]
    sent = await _send(office, "list-1", booking_ids=ids)
    assert await _send(office, "list-1", booking_ids=ids) == sent
    assert [one["state"] for one in sent] == ["done"] * 3
    assert sent[0]["message_id"] == sent[1]["message_id"]
    [(_, data)] = await office.mails(children[0]["email"])
    assert data["subject"] == "About Ana Lee and Ben Lee"
    assert data["paragraphs"][0] == "Hi there,"
    assert "Ana Lee: " in data["paragraphs"][1]
    assert "; Ben Lee: " in data["paragraphs"][1]
    [(_, data)] = await office.mails(other["email"])
    assert data["paragraphs"][0] == "Hi Cleo,"
    assert data["code"] is not None
    # It is on each booking's record, as it was read.
    async with office.database.owner() as tx:
        kept = await tx.fetch(
            "select after from public.audit_log where action = 'message' and row_id = any($1)", ids
        )
    assert [msgspec.json.decode(one["after"])["subject"] for one in kept].count(
        "About Ana Lee and Ben Lee"
    ) == 2


async def test_what_became_of_each_mail_is_told(office: Office, database: Database) -> None:
    good, bad = await office.booked(), await office.booked()
    silent = await office.booked()
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set email = null, guest_email = null where id::text = $1",
            silent["id"],
        )
    sent = await _send(office, booking_ids=[one["id"] for one in (silent, good, bad)])
    assert (sent[0]["state"], sent[0]["words"]) == ("refused", "It has no email address.")
    await office.texts(good["email"])
    ids = [one["message_id"] for one in sent[1:]]
    async with database.owner() as tx:
        await tx.execute(
            "update app.outbox set sent_at = null, given_up_at = now() where id = $1", ids[1]
        )
    states = await office.ask("list_message_states", message_ids=ids)
    assert [one["state"] for one in states] == ["sent", "failed"]


async def test_a_preview_counts_people_and_sends_nothing(office: Office) -> None:
    children = await office.family("Ana", "Ben")
    ids = [one["id"] for one in children]
    shown = await office.ask(
        "preview_list_message", subject="Hello", message=WORDS, booking_ids=ids
    )
    assert (shown["people"], shown["texts"], shown["to"]) == (1, 0, children[0]["email"])
    assert "Ana Lee" in shown["paragraphs"][1]
    assert await office.mails(children[0]["email"]) == []


async def test_customers_are_written_to_with_and_without_a_booking(
    office: Office, database: Database
) -> None:
    mina, noah = await person(database, name="Mina Park"), await person(database, name="Noah Kim")
    await office.rest.of(mina).post("/bookings", json=booking_body(email=mina.email))
    sent = await _send(office, user_ids=[str(mina.id), str(noah.id)])
    assert [one["state"] for one in sent] == ["done", "done"]
    [(_, data)] = await office.mails(noah.email)
    assert data["paragraphs"] == ["Hi Noah,", "the pickup of Noah Kim is not booked yet."]
    assert "Open my account" in (await office.texts(noah.email))[-1]
    async with database.owner() as tx:
        kept = await tx.fetchval(
            "select count(*) from public.audit_log where action = 'message' and row_id = $1",
            str(noah.id),
        )
    assert kept == 1


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"message": "Hi {{ nickname }}"}, "There is no {{nickname}}."),
        ({"subject": "  "}, "write a subject"),
        ({"booking_ids": []}, "choose bookings or customers"),
    ],
)
async def test_what_cannot_be_filled_in_is_refused(
    office: Office, changes: dict[str, Any], why: str
) -> None:
    booking = await office.booked()
    given = {"subject": "Hello", "message": WORDS, "booking_ids": [booking["id"]]} | changes
    answer = await office.client.post("/rpc/message_list", json=given)
    assert answer.status_code == 400
    assert why in answer.json()["message"]
    assert await office.mails(booking["email"]) == []


async def test_an_unconfirmed_address_reads_nothing_that_was_typed(office: Office) -> None:
    booking = await office.booked(confirmed=False, first_name="Visit", last_name="evil")
    await _send(office, booking_ids=[booking["id"]])
    [(_, data)] = await office.mails(booking["email"])
    assert "Visit" not in str(data)
    assert data["paragraphs"][0] == "Hi there,"
