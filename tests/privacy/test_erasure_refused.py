"""When an account cannot be erased yet, and who has to be shown to be there."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from summerstow.platform import clock
from summerstow.platform.auth.password.password_change import FRESH
from tests.people import person

from .conftest import FIRST, App
from .lived import settle


@pytest.mark.parametrize(
    ("status", "words"),
    [("in_queue", "on the way"), ("picked_up", "are with us")],
)
async def test_with_things_in_storage_it_is_refused(app: App, status: str, words: str) -> None:
    who = await app.customer(phone=None)
    booking = await app.booked(who)
    await app.status(booking, status)
    shown = await app.done(who, "preview_erasure")
    assert not shown["allowed"]
    assert words in shown["reasons"][0]
    answer = await app.ask(who, "erase_me", confirm="DELETE")
    assert (answer.status_code, answer.json()["code"]) == (409, "PT409")
    assert words in answer.json()["message"]
    assert (await app.of(who).get("/bookings")).json()[0]["first_name"] == FIRST


async def test_who_shares_a_bundle_leaves_it_first(app: App) -> None:
    """Its owner as well as the friend; and what the friend owed before stays without them."""
    owner, friend = await app.customer(phone=None), await app.customer(phone=None)
    booking = await app.booked(owner)
    join = "insert into app.plan_members (booking_id, user_id) values ($1, $2) returning id"
    member = await app.value(join, UUID(booking), friend.id)
    for who in (owner, friend):
        shown = await app.done(who, "preview_erasure")
        assert [one.startswith("You share a bundle") for one in shown["reasons"]] == [True]
    leave = "update app.plan_members set left_at = now() where id = $1 returning id"
    assert await app.value(leave, member)
    await app.done(friend, "erase_me", confirm="DELETE")
    assert await app.value("select user_id from app.plan_members where id = $1", member) is None
    await app.done(owner, "erase_me", confirm="DELETE")


async def test_a_late_cancellation_is_paid_first(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fee is shown; a fee that was not shown is refused; and then it has to be paid."""
    who = await app.customer(phone=None)
    booking = await app.booked(who)
    late = await app.value("select timestamptz '2027-04-27 18:00+00'")
    monkeypatch.setattr(clock, "now", lambda: late)
    shown = await app.done(who, "preview_erasure")
    assert shown["fee_cents"] == 10_000
    answer = await app.ask(who, "erase_me", confirm="DELETE")
    assert (answer.status_code, answer.json()["details"]) == (409, {"fee_cents": 10_000})
    answer = await app.ask(who, "erase_me", confirm="DELETE", expected_fee_cents=10_000)
    assert "costs $100" in answer.json()["message"]
    await app.done(who, "cancel_booking", booking_id=booking, expected_fee_cents=10_000)
    answer = await app.ask(who, "erase_me", confirm="DELETE")
    assert "still owing" in answer.json()["message"]
    await settle(app, booking)
    await app.done(who, "erase_me", confirm="DELETE")


async def test_who_it_is_has_to_be_shown(app: App) -> None:
    """An old session needs digits, which are counted down; a second step must have been taken."""
    who = await app.customer(phone=None)
    answer = await app.ask(who, "erase_me", confirm="yes")
    assert (answer.status_code, answer.json()["code"]) == (400, "23514")
    async with app.database.owner() as tx:
        await tx.execute(
            "update auth.sessions set created_at = $2 where user_id = $1",
            who.id,
            clock.now() - FRESH - timedelta(minutes=1),
        )
        await tx.execute(
            "insert into auth.one_time_tokens (user_id, kind, link_hash, code_hash) "
            "values ($1, 'reauthentication', $2, $3)",
            who.id,
            who.id.bytes,
            app.recent.keys.keyed_hash(b"code", who.id.bytes, b"reauthentication", b"123456"),
        )
    assert (await app.done(who, "preview_erasure"))["needs_code"]
    for given, details in (
        ({}, "reauthentication_needed"),
        ({"code": "000000"}, "reauthentication_not_valid"),
    ):
        answer = await app.ask(who, "erase_me", confirm="DELETE", **given)
        assert (answer.status_code, answer.json()["details"]) == (403, details)
    wrong = "select wrong_guesses from auth.one_time_tokens where user_id = $1"
    assert await app.value(wrong, who.id) == 1
    factor = (
        "insert into auth.factors (user_id, factor_type, sealed_secret, status) "
        "values ($1, 'totp', 'x', 'verified') returning id"
    )
    assert await app.value(factor, who.id)
    answer = await app.ask(who, "erase_me", confirm="DELETE", code="123456")
    assert answer.json()["details"] == "second_step_needed"
    assert await app.value(
        "update auth.sessions set aal = 'aal2' where user_id = $1 returning true", who.id
    )
    await app.done(who, "erase_me", confirm="DELETE", code="123456")


async def test_staff_do_not_erase_themselves(app: App) -> None:
    boss = await person(app.database, "executive")
    shown = await app.done(boss, "preview_erasure")
    assert "staff account" in shown["reasons"][0]
