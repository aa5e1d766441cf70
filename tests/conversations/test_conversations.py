"""Customers write to the office about what is theirs, and the office answers."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from summerstow.conversations.model import MAX_WORDS
from summerstow.platform import clock
from summerstow.platform.outbox.render import render
from summerstow.platform.roles import Role
from summerstow.privacy import erase_queries, gather, retention
from tests.people import person

from .conftest import Desk


async def _open(desk: Desk) -> list[dict[str, Any]]:
    found = await desk.season.done(desk.office, "conversations", state="open")
    return [one for one in found if one["booking_id"] == desk.booking]


async def _mails(desk: Desk) -> list[dict[str, Any]]:
    async with desk.season.database.owner() as tx:
        rows = await tx.fetch(
            "select data from app.outbox where kind = 'office_answered' and channel = 'mail' "
            "and strpos(cause, $1) > 0 order by id",
            desk.booking,
        )
    return [msgspec.json.decode(row["data"]) for row in rows]


async def test_a_message_is_answered_by_mail_and_in_my_storage(desk: Desk) -> None:
    """Rule: conversation."""
    written = await desk.write()
    due = clock.now() + timedelta(hours=24)
    assert (written["state"], written["answer_due_at"]) == (
        "open",
        due.isoformat().replace("+00:00", "Z"),
    )
    [waiting] = await _open(desk)
    assert (waiting["customer"], waiting["booking_id"]) == ("Mina Park", desk.booking)
    answered = await desk.answer(waiting)
    assert (answered["state"], answered["answer_due_at"]) == ("answered", None)
    assert await _open(desk) == []
    [seen] = await desk.season.done(desk.mina, "own_conversations", booking_id=desk.booking)
    assert [(one["sender_role"], one["words"]) for one in seen["messages"]] == [
        ("customer", "Can I bring a bike?"),
        ("office", "Yes, for $25."),
    ]
    [mail] = await _mails(desk)
    said = render("office_answered", mail).text
    assert "Yes, for $25." in said
    assert "/customer-dashboard#messages" in said


async def test_a_retry_adds_nothing_and_mails_nothing_twice(desk: Desk) -> None:
    """Rule: conversation."""
    message = desk.message()
    await asyncio.gather(
        *(desk.season.done(desk.mina, "write_to_office", **message) for _ in range(4))
    )
    [waiting] = await _open(desk)
    assert len(waiting["messages"]) == 1
    reply = desk.reply(waiting)
    for _ in range(2):
        answered = await desk.season.done(desk.office, "answer_conversation", **reply)
    assert len(answered["messages"]) == 2
    assert len(await _mails(desk)) == 1
    # The first message, sent again late, does not open what was answered.
    await desk.season.done(desk.mina, "write_to_office", **message)
    assert await _open(desk) == []


async def test_the_first_unanswered_message_sets_when_an_answer_is_due(desk: Desk) -> None:
    first = await desk.write()
    later = clock.now() + timedelta(hours=5)
    desk.season.set_now(later)
    second = await desk.write(conversation_id=first["id"], words="Or a kayak?")
    assert second["answer_due_at"] == first["answer_due_at"]
    await desk.answer(second, close=True)
    again = await desk.write(conversation_id=first["id"], words="And a tent?")
    assert again["state"] == "open"
    assert again["answer_due_at"] > first["answer_due_at"]


async def test_the_office_does_not_answer_over_a_message_that_it_has_not_read(desk: Desk) -> None:
    first = await desk.write()
    reply = desk.reply(first, close=True, words="")
    desk.season.set_now(clock.now() + timedelta(minutes=1))
    second = await desk.write(conversation_id=first["id"], words="It is urgent.")
    refused = await desk.season.ask(desk.office, "answer_conversation", **reply)
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "The customer has written again. Please read it first.",
    )
    closed = await desk.answer(second, close=True, words="")
    assert (closed["state"], len(closed["messages"])) == ("closed", 2)
    assert await _mails(desk) == []


async def test_customers_write_only_about_what_is_theirs(desk: Desk) -> None:
    """Rule: conversation."""
    await desk.season.picked_up(desk.booking, 8)
    [invoice] = await desk.season.invoices(desk.booking)
    about = {"about": "invoice", "about_id": invoice["id"]}
    written = await desk.write(**about)
    assert written["about_name"] == invoice["number"]
    noor = await person(desk.season.database)
    hers = await desk.season.booked(noor)
    for changes in (
        {"booking_id": hers},
        {"about": "invoice", "about_id": str(uuid4())},
        {"about": "item", "about_id": invoice["id"]},
    ):
        refused = await desk.season.ask(desk.mina, "write_to_office", **desk.message(**changes))
        assert refused.status_code == 404, changes
    into = desk.message(booking_id=hers, conversation_id=written["id"])
    assert (await desk.season.ask(noor, "write_to_office", **into)).status_code == 404
    looked = await desk.season.ask(noor, "own_conversations", booking_id=desk.booking)
    assert looked.status_code == 404
    roles: tuple[Role, ...] = ("customer", "worker")
    for role in roles:
        who = await person(desk.season.database, role)
        for name, arguments in (("conversations", {}), ("conversation", {"id": written["id"]})):
            assert (await desk.season.ask(who, name, **arguments)).status_code == 403


@pytest.mark.parametrize("words", ["", " \n\t ", "\u200b", "x" * (MAX_WORDS + 1)])
async def test_a_message_has_words_and_an_end(desk: Desk, words: str) -> None:
    refused = await desk.season.ask(desk.mina, "write_to_office", **desk.message(words=words))
    assert refused.status_code == 400


async def test_a_message_is_kept_as_plain_text(desk: Desk) -> None:
    written = await desk.write(words="  Two\r\nlines\x07 <b>here</b> ")
    assert written["messages"][0]["words"] == "Two\nlines  <b>here</b>"


async def test_looks_at_a_conversation_are_logged(desk: Desk) -> None:
    """Rule: looks-are-logged."""
    written = await desk.write()
    await desk.season.done(desk.office, "conversation", id=written["id"])
    async with desk.season.database.owner() as tx:
        looked = await tx.fetchval(
            "select count(*) from audit_log where actor_id = $1 and table_name = 'conversation'",
            desk.office.id,
        )
    assert looked == 1


async def test_conversations_go_with_their_person_and_a_year_after_the_last_message(
    desk: Desk,
) -> None:
    """Rules: own-data, erasure, retention."""
    written = await desk.write()
    database = desk.season.database
    async with database.owner() as tx:
        [kept] = (await gather.my_data(tx, desk.mina.id)).conversations
    assert kept["messages"][0]["words"] == "Can I bring a bike?"

    async def left() -> int:
        async with database.owner() as tx:
            found: int = await tx.fetchval(
                "select count(*) from app.conversation_messages where conversation_id = $1",
                UUID(written["id"]),
            )
        return found

    year = timedelta(days=retention.RETENTION.conversation_days, hours=1)
    desk.season.set_now(clock.now() + year)
    await retention.clear(database)
    assert await left() == 1
    await desk.answer(written)
    await retention.clear(database)
    assert await left() == 2
    desk.season.set_now(clock.now() + year)
    await retention.clear(database)
    assert await left() == 0
    await desk.write(conversation_id=written["id"])
    async with database.owner() as tx:
        await erase_queries.begin(tx)
        await erase_queries.nameless(tx, desk.mina.id, [UUID(desk.booking)])
    assert await left() == 0
