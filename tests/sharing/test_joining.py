"""Inviting, joining, leaving: what is refused, what each sees, and two at once."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import msgspec
import pytest

from summerstow.friends.bundles import notify as told
from summerstow.platform.outbox.render import render
from tests.billing.money import READ_BACK, noon
from tests.people import booking_body, person

from .friends import Friends, friends, uuid

__all__ = ["friends"]


async def test_each_sees_short_names_and_the_own_share_alone(friends: Friends) -> None:
    """Rule: shared-bundle."""
    maya = await person(friends.database, name="Maya Rao")
    leo = await person(friends.database, name="Leo van Dijk")
    booking = await friends.booked(
        maya, first_name="Maya", last_name="Rao", address="Secret Road 1", building_name="Totem"
    )
    token = await friends.link(maya, booking)
    preview = await friends.done(None, "join_preview", token=token)
    assert (preview["state"], preview["owner_name"], preview["people"]) == ("open", "Maya", 1)
    assert preview["possible"][1] == {
        "name": "Medium Bundle",
        "items": "4-8 items",
        "monthly_cents": 10500,
        "share_cents": 5250,
    }
    seen = await friends.done(leo, "accept_invite", token=token)
    assert [(one["name"], one["owner"], one["you"]) for one in seen["people"]] == [
        ("Maya R.", True, False),
        ("Leo D.", False, True),
    ]
    assert (seen["owner"], seen["open"], seen["share"]) == (False, True, None)
    # The link says when, and at which campus; the address is for friends who joined.
    assert (preview["pickup_date"], preview["pickup_time"]) == ("2027-04-28", "9:00 AM - 12:00 PM")
    assert (seen["pickup_date"], seen["pickup_time"]) == ("2027-04-28", "9:00 AM - 12:00 PM")
    assert (seen["residence"], seen["status"]) == ("Totem, Secret Road 1", "pending")
    assert not any(word in str(preview) for word in ("Secret", "Totem"))
    # Nothing of items and accounts, and no table tells more.
    for text in (str(preview), str(seen)):
        assert not any(word in text for word in (maya.email, "Rao"))
    assert (await friends.clients.of(leo).get("/bookings")).json() == []
    own = await friends.plan(maya)
    assert (own["owner"], own["invited_until"]) == (True, "2027-03-31")
    assert "Dijk" not in str(own)
    assert leo.email not in str(own)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("unknown", (404, "unknown")),
        ("own", (409, "own")),
        ("revoked", (409, "revoked")),
        ("replaced", (409, "revoked")),
        ("expired", (409, "expired")),
        ("counted", (409, "closed")),
        ("cancelled", (409, "closed")),
        ("removed", (409, "removed")),
        ("booked", (409, "booking")),
        ("elsewhere", (409, "plan")),
        ("full", (409, "full")),
    ],
)
async def test_what_is_refused(friends: Friends, case: str, expected: tuple[int, str]) -> None:
    booking, [maya, *others] = await friends.shared(8 if case == "full" else 2)
    token = await friends.link(maya, booking)
    asker = await person(friends.database)
    match case:
        case "unknown":
            token = token[:-1] + ("a" if token[-1] != "a" else "b")
        case "own":
            asker = maya
        case "revoked":
            await friends.done(maya, "revoke_invite", booking_id=booking)
        case "replaced":
            await friends.link(maya, booking)
        case "expired":
            friends.set_now(noon(date(2027, 3, 1)) + timedelta(days=30))
        case "counted":
            await friends.picked_up(booking, 5)
        case "cancelled":
            await friends.status(booking, "cancelled")
        case "removed":
            asker = others[0]
            member = (await friends.plan(maya))["people"][1]["id"]
            await friends.done(maya, "remove_friend", booking_id=booking, member_id=member)
        case "booked":
            await friends.booked(asker)
        case "elsewhere":
            other, [owner] = await friends.shared(1)
            await friends.done(asker, "accept_invite", token=await friends.link(owner, other))
    assert await friends.refused(asker, "accept_invite", token=token) == expected


async def test_a_friend_sees_that_the_shared_pickup_is_over(friends: Friends) -> None:
    """Rule: shared-bundle."""
    _, [maya, leo] = await friends.shared(2, items=5)
    for who in (maya, leo):
        seen = await friends.plan(who)
        assert (seen["status"], seen["open"], seen["pickup_date"]) == (
            "picked_up",
            False,
            "2027-04-28",
        )


@pytest.mark.parametrize("end", ["revoked", "expired", "counted"])
async def test_a_link_that_does_not_let_in_says_no_day(friends: Friends, end: str) -> None:
    """Rule: shared-bundle."""
    booking, [maya] = await friends.shared(1)
    token = await friends.link(maya, booking)
    if end == "revoked":
        await friends.done(maya, "revoke_invite", booking_id=booking)
    elif end == "expired":
        friends.set_now(noon(date(2027, 3, 1)) + timedelta(days=31))
    else:
        await friends.picked_up(booking, 5)
    preview = await friends.done(None, "join_preview", token=token)
    assert (preview["pickup_date"], preview["pickup_time"]) == (None, None)


async def test_joining_twice_is_joining_once(friends: Friends) -> None:
    booking, [maya] = await friends.shared(1)
    token = await friends.link(maya, booking)
    leo = await person(friends.database)
    both = await asyncio.gather(*(friends.ask(leo, "accept_invite", token=token) for _ in range(4)))
    assert {one.status_code for one in both} == {200}
    await friends.done(maya, "revoke_invite", booking_id=booking)
    # A lost answer asked for again, though the link is gone.
    again = await friends.done(leo, "accept_invite", token=token)
    assert len(again["people"]) == 2


async def test_two_for_the_last_place(friends: Friends) -> None:
    booking, [maya, *_] = await friends.shared(7)
    token = await friends.link(maya, booking)
    rivals = [await person(friends.database) for _ in range(6)]
    # So that each has a connection already.
    await asyncio.gather(*(friends.done(one, "join_preview", token=token) for one in rivals))
    answers = await asyncio.gather(
        *(friends.ask(one, "accept_invite", token=token) for one in rivals)
    )
    assert sorted(one.status_code for one in answers) == [200, *[409] * 5]
    assert {one.json()["details"] for one in answers if one.status_code == 409} == {"full"}
    assert len((await friends.plan(maya))["people"]) == 8


async def test_joining_while_the_crew_counts_is_before_or_after(friends: Friends) -> None:
    for _ in range(3):
        booking, [maya] = await friends.shared(1)
        token = await friends.link(maya, booking)
        leo = await person(friends.database)
        joined, _ = await asyncio.gather(
            friends.ask(leo, "accept_invite", token=token), friends.picked_up(booking, 5)
        )
        shares = [len((await friends.statement(one))["invoices"]) for one in (maya, leo)]
        assert shares == [1, 1] if joined.status_code == 200 else [1, 0]


async def test_one_plan_at_a_time_whichever_comes_first(friends: Friends) -> None:
    booking, [maya] = await friends.shared(1)
    token = await friends.link(maya, booking)
    leo = await person(friends.database)
    body = booking_body(pickup_date="2027-04-28")
    joined, booked = await asyncio.gather(
        friends.ask(leo, "accept_invite", token=token),
        friends.clients.of(leo).post("/bookings", json=body),
    )
    assert sorted([joined.status_code, booked.status_code]) in ([200, 409], [201, 409])
    # Who shares a bundle leaves it first, and is back in it by the same link.
    sam = await person(friends.database)
    await friends.done(sam, "accept_invite", token=token)
    refused = await friends.clients.of(sam).post("/bookings", json=booking_body())
    assert (refused.status_code, refused.json()["details"]) == (409, "shared plan")
    for _ in range(2):
        await friends.done(sam, "leave_shared_plan", booking_id=booking)
    assert await friends.done(sam, "shared_plan") == []
    booked = await friends.clients.of(sam).post("/bookings", json=booking_body())
    assert booked.status_code == 201


async def test_friends_go_on_to_a_booking_that_replaces(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2)
    token = await friends.link(maya, booking)
    answer = await friends.clients.of(maya).post(
        "/bookings", json=booking_body(pickup_date="2027-04-29"), headers=READ_BACK
    )
    later = answer.json()[0]["id"]
    seen = await friends.plan(leo)
    assert (seen["booking_id"], seen["pickup_date"]) == (later, "2027-04-29")
    zoe = await person(friends.database)
    assert len((await friends.done(zoe, "accept_invite", token=token))["people"]) == 3


async def test_after_the_count_nobody_leaves_and_nobody_is_put_out(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2, items=5)
    member = (await friends.plan(maya))["people"][1]["id"]
    closed = (409, "closed")
    assert await friends.refused(leo, "leave_shared_plan", booking_id=booking) == closed
    assert await friends.refused(maya, "invite_friends", booking_id=booking) == closed
    assert (
        await friends.refused(maya, "remove_friend", booking_id=booking, member_id=member) == closed
    )
    seen = await friends.plan(leo)
    assert (seen["open"], seen["share"]["counted"], seen["share"]["share_cents"]) == (
        False,
        True,
        5250,
    )
    # From then on one may book for oneself.
    await friends.booked(leo)


async def test_only_the_owner_invites_takes_back_and_removes(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2)
    member = (await friends.plan(maya))["people"][1]["id"]
    stranger = await person(friends.database)
    boss = await person(friends.database, "executive")
    for who in (leo, stranger, boss):
        for name, more in (
            ("invite_friends", {}),
            ("revoke_invite", {}),
            ("remove_friend", {"member_id": member}),
        ):
            answer = await friends.refused(who, name, booking_id=booking, **more)
            assert answer == (404, None), name
    # To leave what one does not share is nothing.
    await friends.done(stranger, "leave_shared_plan", booking_id=booking)
    assert len((await friends.plan(maya))["people"]) == 2


async def test_a_link_is_kept_as_a_hash_and_hard_to_guess(friends: Friends) -> None:
    booking, [maya] = await friends.shared(1)
    token = await friends.link(maya, booking)
    assert len(token) >= 43
    stored = await friends.ask_db(
        "select string_agg(row_to_json(i)::text, '') from app.plan_invites i where booking_id = $1",
        uuid(booking),
    )
    assert token not in stored
    logged = await friends.ask_db("select string_agg(row_to_json(a)::text, '') from audit_log a")
    assert token not in logged


async def test_friends_of_a_cancelled_booking_are_told_once_and_free(friends: Friends) -> None:
    booking, [maya, leo, gone] = await friends.shared(3)
    await friends.done(gone, "leave_shared_plan", booking_id=booking)
    for again in range(2):
        await friends.status(booking, ("cancelled", "confirmed")[again])
        for _ in range(2):
            async with friends.database.owner() as tx:
                await told.run(tx)
    await friends.status(booking, "cancelled")
    async with friends.database.owner() as tx:
        await told.run(tx)
        rows = await tx.fetch(
            "select recipient, data from app.outbox where kind = 'shared_plan_ended' "
            "and recipient = any($1)",
            [maya.email, leo.email, gone.email],
        )
    [(recipient, data)] = [tuple(row) for row in rows]
    assert recipient == leo.email
    message = render("shared_plan_ended", msgspec.json.decode(data))
    assert message.subject == "Mina cancelled the bundle you share"
    assert "April 28, 2027" in message.text
    assert await friends.done(leo, "shared_plan") == []
    await friends.booked(leo)
