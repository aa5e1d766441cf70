"""Guests write to the office by the link of a mail about their pickup (rule: conversation)."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4, uuid5

import httpx
import msgspec
import pytest

from summerstow.messages import links
from summerstow.platform import clock
from tests.billing.money import PICKUP
from tests.people import person

from .conftest import Desk


@pytest.fixture
async def guest(desk: Desk) -> str:
    """A guest's booking, whose address is proved."""
    booking = await desk.season.booked()
    async with desk.season.database.owner() as tx:
        await tx.execute(
            "update bookings set email_confirmed_at = $2, confirm_by = null where id = $1",
            UUID(booking),
            clock.now(),
        )
    return booking


async def _token(desk: Desk, booking: str) -> str:
    async with desk.season.database.owner() as tx:
        starts = clock.moment(PICKUP)
        addresses = await links.for_mail(tx, UUID(booking), starts)
    return addresses["confirm"].rpartition("/")[2]


async def _write(desk: Desk, **arguments: Any) -> httpx.Response:
    sent = {"id": str(uuid4()), "words": "Can I bring a bike?"} | arguments
    return await desk.season.ask(None, "write_by_link", **sent)


async def _messages(desk: Desk, booking: str) -> list[dict[str, Any]]:
    found = await desk.season.done(desk.office, "conversations")
    return [one for one in found if one["booking_id"] == booking]


async def test_a_guest_writes_by_the_link_and_is_answered_by_mail(desk: Desk, guest: str) -> None:
    token = await _token(desk, guest)
    message = {"id": str(uuid4()), "token": token}
    for _ in range(2):
        assert (await _write(desk, **message)).status_code < 300
    [waiting] = await _messages(desk, guest)
    assert [one["words"] for one in waiting["messages"]] == ["Can I bring a bike?"]
    assert (waiting["state"], waiting["customer_id"]) == ("open", None)
    assert waiting["customer"] != "Customer"
    await desk.answer(waiting)
    async with desk.season.database.owner() as tx:
        [row] = await tx.fetch(
            "select recipient, data from app.outbox where kind = 'office_answered' "
            "and strpos(cause, $1) > 0",
            guest,
        )
        email = await tx.fetchval("select email from bookings where id = $1", UUID(guest))
    assert row["recipient"] == email
    data = msgspec.json.decode(row["data"])
    assert data["link"].startswith("/pickup/")
    await _write(desk, token=token, words="Thank you.")
    [again] = await _messages(desk, guest)
    assert [one["sender_role"] for one in again["messages"]] == ["customer", "office", "customer"]


async def test_an_unproved_address_of_a_guest_is_sent_no_answer(desk: Desk, guest: str) -> None:
    await _write(desk, token=await _token(desk, guest))
    async with desk.season.database.owner() as tx:
        await tx.execute("update bookings set email_confirmed_at = null where id = $1", UUID(guest))
    [waiting] = await _messages(desk, guest)
    await desk.answer(waiting)
    async with desk.season.database.owner() as tx:
        assert not await tx.fetchval(
            "select count(*) from app.outbox where kind = 'office_answered' "
            "and strpos(cause, $1) > 0",
            guest,
        )


async def test_the_link_of_an_account_writes_to_its_conversations(desk: Desk) -> None:
    await _write(desk, token=await _token(desk, desk.booking))
    [seen] = await desk.season.done(desk.mina, "own_conversations", booking_id=desk.booking)
    assert seen["about"] == "booking"
    other = await person(desk.season.database)
    refused = await desk.season.ask(other, "own_conversations", booking_id=desk.booking)
    assert refused.status_code == 404


async def test_a_conversation_of_another_takes_no_message_by_the_link(
    desk: Desk, guest: str
) -> None:
    """Its id can be known, and another customer may have opened one under it."""
    taken = str(uuid5(UUID(guest), "by link"))
    await desk.write(conversation_id=taken)
    refused = await _write(desk, token=await _token(desk, guest), words="My room is 12.")
    assert refused.status_code == 404
    [seen] = await desk.season.done(desk.mina, "own_conversations", booking_id=desk.booking)
    assert "My room is 12." not in str(seen)


async def test_an_unknown_link_writes_nothing(desk: Desk, guest: str) -> None:
    assert (await _write(desk, token="x" * 43)).status_code == 404
    visit = await _visit_token(desk, guest)
    assert (await _write(desk, token=visit)).status_code == 404
    assert (await _write(desk, token=await _token(desk, guest), words=" \n")).status_code == 400
    assert await _messages(desk, guest) == []


async def _visit_token(desk: Desk, booking: str) -> str:
    async with desk.season.database.owner() as tx:
        path = await links.for_door(tx, UUID(booking), PICKUP)
    return path.rpartition("/")[2]
