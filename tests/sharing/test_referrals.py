"""Referral: one credit a friend, for a first booking that is picked up, and never for oneself."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from summerstow.platform import clock
from tests.billing.money import READ_BACK, SITE
from tests.billing.test_price_lists import dearer, forget_lists, publish_lists
from tests.people import Person, booking_body, person

from .friends import Friends, friends, uuid

__all__ = ["friends"]

PHONE = "+16045550189"


async def _code(friends: Friends, who: Person) -> str:
    return str((await friends.done(who, "my_referrals"))["code"])


async def _counts(friends: Friends, who: Person) -> tuple[int, int, int]:
    found = await friends.done(who, "my_referrals")
    assert found["left_cents"] == 1000 * (found["earned"] - found["used"])
    return found["waiting"], found["earned"], found["used"]


async def _booked(friends: Friends, who: Person | None, **changes: Any) -> str:
    fresh = {"phone": None} | changes
    return await friends.booked(who, **fresh)


async def test_a_friend_s_first_pickup_lessens_the_next_booking(friends: Friends) -> None:
    maya, leo = await person(friends.database), await person(friends.database)
    code = await _code(friends, maya)
    answer = await friends.done(maya, "my_referrals")
    assert answer["link"] == f"{SITE}/book?ref={code}"
    booking = await _booked(friends, leo, referral_code=f" {code.lower()} ")
    assert await _counts(friends, maya) == (1, 0, 0)
    await friends.picked_up(booking, 5)
    assert await _counts(friends, maya) == (0, 1, 0)
    # Nothing else is told of the friend.
    assert leo.email not in str(await friends.done(maya, "my_referrals"))
    own = await _booked(friends, maya)
    await friends.picked_up(own, 5)
    [invoice] = await friends.invoices(own)
    assert (invoice["subtotal_cents"], invoice["tax_cents"]) == (9500, 475)
    assert await _counts(friends, maya) == (0, 1, 1)
    # Another count takes the same credit, not one more.
    record = await friends.ask_db("select id from pickups where booking_id = $1", uuid(own))
    worker = await person(friends.database, "worker")
    await friends.done(
        worker, "set_pickup_status", pickup_id=str(record), status="completed", items=9
    )
    assert (await friends.invoices(own))[-1]["subtotal_cents"] == 14000
    assert await _counts(friends, maya) == (0, 1, 1)


@pytest.mark.parametrize(
    ("case", "earned"),
    [
        ("account", 1),
        ("guest", 1),
        ("executive's row", 1),
        ("straight to delivered", 1),
        ("only confirmed", 0),
        ("cancelled", 0),
        ("unknown code", 0),
        ("no code", 0),
        ("oneself", 0),
        ("own address as a guest", 0),
        ("own address with a tag", 0),
        ("own phone", 0),
        ("phone of an own booking", 0),
        ("second booking", 0),
        ("booked as a guest before", 0),
        ("taken back", 0),
        ("taken back and done", 1),
    ],
)
async def test_who_earns_a_credit(friends: Friends, case: str, earned: int) -> None:
    """Rule: referral-credit."""
    maya, leo = await person(friends.database), await person(friends.database)
    code = await _code(friends, maya)
    friend: Person | None = leo
    changes: dict[str, Any] = {"referral_code": code}
    match case:
        case "guest":
            friend = None
        case "unknown code":
            changes = {"referral_code": "SS-NOBODY"}
        case "no code":
            changes = {}
        case "oneself":
            friend = maya
        case "own address as a guest":
            friend, changes = None, changes | {"email": maya.email.upper()}
        case "own address with a tag":
            changes |= {"email": maya.email.replace("@", "+friend@")}
        case "own phone":
            await friends.run("update auth.users set phone = $2 where id = $1", maya.id, _phone(1))
            changes |= {"phone": f"+{_phone(1)}"}
        case "phone of an own booking":
            await _booked(friends, maya, phone="604 555 0177")
            changes |= {"phone": "+1 (604) 555-0177"}
        case "second booking":
            await friends.picked_up(await _booked(friends, leo), 3)
        case "booked as a guest before":
            await friends.picked_up(await _booked(friends, None, email=leo.email), 3)
            changes |= {"email": leo.email}
    booking = await _booked(friends, friend, **changes)
    match case:
        case "only confirmed":
            await friends.status(booking, "confirmed")
        case "cancelled":
            await friends.status(booking, "cancelled")
        case "executive's row":
            await friends.status(booking, "picked_up")
        case "straight to delivered":
            await friends.status(booking, "delivered")
        case "taken back" | "taken back and done":
            await friends.status(booking, "picked_up")
            await friends.status(booking, "confirmed")
            if case == "taken back and done":
                await friends.status(booking, "picked_up")
        case "second booking" | "booked as a guest before":
            # The first one is this day's record of the same customer.
            await friends.status(booking, "picked_up")
        case _:
            await friends.picked_up(booking, 5)
    assert (await _counts(friends, maya))[1] == earned


async def test_one_credit_a_friend_whoever_refers_and_however_they_book(friends: Friends) -> None:
    """Rule: referral-credit."""
    maya, zoe = await person(friends.database), await person(friends.database)
    codes = [await _code(friends, one) for one in (maya, zoe)]
    phone = "+16045550188"
    # The same friend by phone: with two accounts, with two codes, and both at once.
    bookings = [
        await _booked(friends, await person(friends.database), phone=phone, referral_code=code)
        for code in (*codes, codes[0])
    ]
    await asyncio.gather(*(friends.status(one, "picked_up") for one in bookings))
    earned = [(await _counts(friends, one))[1] for one in (maya, zoe)]
    assert sum(earned) == 1


@pytest.mark.parametrize("known_by", ["phone", "e-mail with a tag"])
async def test_a_friend_who_is_known_already_earns_no_second_credit(
    friends: Friends, known_by: str
) -> None:
    """Another account of theirs, by whatever one of the two shares, to whomever they name."""
    maya, zoe = await person(friends.database), await person(friends.database)
    leo = await person(friends.database)
    first = await _booked(friends, leo, phone=PHONE, referral_code=await _code(friends, maya))
    await friends.status(first, "picked_up")
    again = (
        {"phone": PHONE}
        if known_by == "phone"
        else {"email": leo.email.replace("@", "+again@"), "phone": "+16045550190"}
    )
    for referrer in (maya, zoe):
        other = await person(friends.database)
        code = await _code(friends, referrer)
        await friends.status(
            await _booked(friends, other, referral_code=code, **again), "picked_up"
        )
    assert [(await _counts(friends, one))[1] for one in (maya, zoe)] == [1, 0]


async def test_a_credit_keeps_its_worth_when_the_price_list_changes(friends: Friends) -> None:
    """It is worth what was said when the friend booked, whatever is said by then."""
    today = clock.today()
    maya = await person(friends.database)
    code = await _code(friends, maya)
    early = [await _booked(friends, None, referral_code=code) for _ in range(2)]
    await friends.status(early[0], "picked_up")
    try:
        await publish_lists(friends.database, dearer(today))
        late = await _booked(friends, None, referral_code=code)
        for one in (early[1], late):
            await friends.status(one, "picked_up")
        found = await friends.done(maya, "my_referrals")
        assert (found["credit_cents"], found["left_cents"]) == (2000, 1000 + 1000 + 2000)
        await friends.picked_up(own := await _booked(friends, maya), 3)
        assert (await friends.invoices(own))[0]["subtotal_cents"] == 2 * 6000 - 4000
        assert (await friends.done(maya, "my_referrals"))["left_cents"] == 0
    finally:
        await forget_lists(friends.database)


async def test_a_credit_that_was_used_is_not_earned_once_more(friends: Friends) -> None:
    """The friend's pickup was none after all, and then was done."""
    maya, leo = await person(friends.database), await person(friends.database)
    friend = await _booked(friends, leo, referral_code=await _code(friends, maya))
    await friends.status(friend, "picked_up")
    await friends.picked_up(await _booked(friends, maya), 5)
    assert await _counts(friends, maya) == (0, 1, 1)
    for status in ("confirmed", "picked_up"):
        await friends.status(friend, status)
    assert await _counts(friends, maya) == (0, 1, 1)


async def test_a_credit_is_used_once_by_two_bookings_at_once(friends: Friends) -> None:
    maya = await person(friends.database)
    code = await _code(friends, maya)
    friend = await _booked(friends, await person(friends.database), referral_code=code)
    await friends.status(friend, "picked_up")
    first = await _booked(friends, maya)
    await friends.status(first, "in_queue")
    second = await _booked(friends, maya, pickup_date="2027-04-29")
    await asyncio.gather(friends.picked_up(first, 3), friends.picked_up(second, 3))
    made = await friends.invoices(first)
    assert sorted(one["subtotal_cents"] for one in made) == [5000, 6000]
    assert await _counts(friends, maya) == (0, 1, 1)


async def test_credits_beyond_the_season_s_price_wait(friends: Friends) -> None:
    maya = await person(friends.database)
    await _earned(friends, maya, 8)
    own = await _booked(
        friends, maya, return_delivery_date="2027-05-10", delivery_option="same_city"
    )
    await friends.picked_up(own, 3)
    assert await _counts(friends, maya) == (0, 8, 6)
    assert (await friends.invoices(own))[0]["subtotal_cents"] == 15000 + 6000 - 6000


async def test_what_a_short_season_leaves_is_free_again(friends: Friends) -> None:
    maya = await person(friends.database)
    await _earned(friends, maya, 9)
    own = await _booked(friends, maya)
    await friends.picked_up(own, 3)
    assert await _counts(friends, maya) == (0, 9, 9)
    assert (await friends.invoices(own))[0]["total_cents"] == 0
    friends.on(date(2027, 5, 20))
    await friends.status(own, "delivered")
    # Six lessened the month, three the fee for another date... or wait for the next booking.
    waiting, earned, used = await _counts(friends, maya)
    assert (waiting, earned, used) == (0, 9, 6)


async def test_a_pickup_that_was_none_frees_the_credit(friends: Friends) -> None:
    maya = await person(friends.database)
    await _earned(friends, maya, 1)
    own = await _booked(friends, maya)
    record = await friends.picked_up(own, 3)
    worker = await person(friends.database, "worker")
    await friends.done(worker, "set_pickup_status", pickup_id=record, status="scheduled")
    assert await _counts(friends, maya) == (0, 1, 0)
    await friends.done(worker, "set_pickup_status", pickup_id=record, status="completed", items=3)
    assert await _counts(friends, maya) == (0, 1, 1)
    assert (await friends.money(own))["balance_cents"] == 5250


async def test_the_owner_s_credit_lessens_the_owner_s_share_alone(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2)
    await _earned(friends, maya, 1)
    await friends.picked_up(booking, 5)
    shares = [(await friends.statement(one))["invoices"][0] for one in (maya, leo)]
    assert [one["subtotal_cents"] for one in shares] == [4250, 5250]
    assert sum(one["tax_cents"] for one in shares) == 475


async def test_a_code_goes_on_to_the_booking_that_replaces(friends: Friends) -> None:
    maya, leo = await person(friends.database), await person(friends.database)
    await _booked(friends, leo, referral_code=await _code(friends, maya))
    answer = await friends.clients.of(leo).post(
        "/bookings", json=booking_body(phone=None), headers=READ_BACK
    )
    assert await _counts(friends, maya) == (1, 0, 0)
    await friends.status(answer.json()[0]["id"], "picked_up")
    assert await _counts(friends, maya) == (0, 1, 0)


@pytest.mark.parametrize("wrong", ["nonsense with blanks", "x", 7, "", None, "'; drop table"])
async def test_a_wrong_code_keeps_nobody_from_booking(friends: Friends, wrong: Any) -> None:
    booking = await _booked(friends, None, referral_code=wrong)
    stored = await friends.ask_db("select referral_code from bookings where id = $1", uuid(booking))
    assert stored is None


def _phone(number: int) -> str:
    return f"1604555{number:04d}"


async def _earned(friends: Friends, who: Person, credits: int) -> None:
    code = await _code(friends, who)
    for _ in range(credits):
        friend = await _booked(friends, None, referral_code=code)
        await friends.status(friend, "picked_up")
