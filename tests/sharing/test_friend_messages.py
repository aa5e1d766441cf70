"""Friends who share a bundle write to the office, each for themselves (rule: conversation)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.people import Person, person

from .friends import Friends, friends

__all__ = ["friends"]


async def _write(friends: Friends, who: Person, booking: str, **about: Any) -> Any:
    return await friends.ask(
        who,
        "write_to_office",
        id=str(uuid4()),
        conversation_id=str(uuid4()),
        booking_id=booking,
        words="Can it stand upright?",
        **about,
    )


async def test_a_friend_writes_of_their_item_and_is_answered_at_their_address(
    friends: Friends,
) -> None:
    booking, [maya, leo] = await friends.shared(2)
    [guitar] = await friends.lists(maya, booking, "Maya's guitar")
    [lamp] = await friends.lists(leo, booking, "Leo's lamp")
    written = await _write(friends, leo, booking, about="item", about_id=lamp["id"])
    assert written.status_code == 200, written.text
    [one] = written.json()
    # Of the other's item they cannot, nor do they read each other's conversations.
    for who, item in ((leo, guitar), (maya, lamp)):
        refused = await _write(friends, who, booking, about="item", about_id=item["id"])
        assert refused.status_code == 404
    assert await friends.done(maya, "own_conversations", booking_id=booking) == []
    office = await person(friends.database, "admin")
    [waiting] = [
        found
        for found in await friends.done(office, "conversations", state="open")
        if found["booking_id"] == booking
    ]
    assert waiting["customer"] == "Friend1 Tester"
    await friends.run(
        "update auth.users set email_confirmed_at = now() where id = any($1)", [maya.id, leo.id]
    )
    await friends.done(
        office,
        "answer_conversation",
        id=str(uuid4()),
        conversation_id=one["id"],
        seen_message_id=one["messages"][0]["id"],
        words="Yes.",
    )
    mailed = "select array_agg(recipient) from app.outbox where kind = 'office_answered' "
    assert await friends.ask_db(mailed + "and recipient = any($1)", [maya.email, leo.email]) == [
        leo.email
    ]


async def test_who_left_or_never_joined_cannot_write(friends: Friends) -> None:
    booking, [_, leo] = await friends.shared(2)
    await friends.done(leo, "leave_shared_plan", booking_id=booking)
    for who in (leo, await person(friends.database)):
        assert (await _write(friends, who, booking)).status_code == 404
        asked = await friends.ask(who, "own_conversations", booking_id=booking)
        assert asked.status_code == 404
