"""A delivery to another city: asked for, sent, accepted for what was shown, invoiced once."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.bookings.delivery import quotes as delivery_quotes
from tests.people import Person, person

from .money import Season, season

__all__ = ["season"]

CALGARY = "12 Elbow Drive, Calgary"
DAY = "2027-09-10"


async def _asked(season: Season, who: Person, **changes: Any) -> tuple[str, dict[str, Any]]:
    """A booking that is with us whose customer asked for a quote; and that quote."""
    booking = await season.booked(who)
    await season.picked_up(booking, 8)
    await _book(season, who, booking, **changes)
    return booking, await season.done(who, "delivery_quote", booking_id=booking)


async def _book(season: Season, who: Person, booking: str, **changes: Any) -> None:
    wish = {"delivery_option": "different_city", "day": DAY, "address": CALGARY} | changes
    shown = await season.done(who, "preview_delivery", booking_id=booking, **wish)
    fee = shown["fee_cents"]
    await season.done(who, "book_delivery", booking_id=booking, **wish, expected_fee_cents=fee)


async def _mails(season: Season, booking: str) -> list[str]:
    async with season.database.owner() as tx:
        rows = await tx.fetch(
            "select kind from app.outbox where kind like 'delivery_quote%' "
            "and data::text like $1 order by id",
            f"%{booking}%",
        )
    return [row["kind"] for row in rows]


async def _state(season: Season, who: Person, booking: str) -> str | None:
    found = await season.done(who, "delivery_quote", booking_id=booking)
    return found["state"] if found else None


async def test_what_is_accepted_is_what_was_shown_and_is_invoiced_once(season: Season) -> None:
    mina, office = await person(season.database), await person(season.database, "admin")
    booking, quote = await _asked(season, mina)
    before = await season.money(booking)
    assert (quote["state"], quote["address"], quote["day"]) == ("asked", CALGARY, DAY)
    waiting = await season.done(office, "delivery_quotes_waiting")
    assert [one["state"] for one in waiting if one["booking_id"] == booking] == ["asked"]
    early = await season.ask(
        mina, "accept_delivery_quote", quote_id=quote["id"], expected_cents=100
    )
    assert early.status_code == 409
    price = {"quote_id": quote["id"], "cents": 18_000, "note": " By\n road "}
    sent = [season.done(office, "send_delivery_quote", **price) for _ in range(4)]
    [shown, *_] = await asyncio.gather(*sent)
    assert (shown["state"], shown["note"], shown["valid_until"]) == (
        "sent",
        "By road",
        "2027-05-12",
    )
    stale = await season.ask(office, "send_delivery_quote", **price | {"cents": 19_000})
    assert (stale.status_code, stale.json()["details"]) == (409, {"cents": 18_000})
    await season.done(
        office, "send_delivery_quote", **price | {"cents": 21_000, "seen_cents": 18_000}
    )
    # What was on the screen is not what it costs by now.
    take = {"quote_id": quote["id"], "expected_cents": 18_000}
    wrong = await season.ask(mina, "accept_delivery_quote", **take)
    assert (wrong.status_code, wrong.json()["details"]) == (409, {"fee_cents": 21_000})
    take["expected_cents"] = 21_000
    taken = [season.done(mina, "accept_delivery_quote", **take) for _ in range(4)]
    assert {one["state"] for one in await asyncio.gather(*taken)} == {"accepted"}
    money = await season.money(booking)
    assert money["owed_cents"] == before["owed_cents"] + 21_000
    line = money["lines"][-1]
    assert (line["words"], line["amount_cents"], line["event"]) == (
        "Delivery to another city",
        21_000,
        "Quote accepted on April 28, 2027",
    )
    assert line["term"]
    late = await season.ask(office, "send_delivery_quote", **price)
    assert "accepted $210 already" in late.json()["message"]
    assert (await season.ask(mina, "decline_delivery_quote", quote_id=quote["id"])).is_error
    assert await _mails(season, booking) == [
        "delivery_quote_sent",
        "delivery_quote_sent",
        "delivery_quote_accepted",
    ]
    # Carried out, it stays; and the day adds nothing of its own.
    season.on(date(2027, 9, 10))
    await season.status(booking, "delivered")
    assert await _state(season, mina, booking) == "accepted"
    gone = {"quote_id": quote["id"], "reason": "Too late"}
    assert (await season.ask(office, "withdraw_delivery_quote", **gone)).status_code == 409
    codes = {one["code"] for one in (await season.money(booking))["lines"]}
    assert "delivery_quote" in codes
    assert "alternative_delivery_date" not in codes


@pytest.mark.parametrize(
    "change",
    [
        {"address": "7 Rundle Street, Banff"},
        {"day": "2027-09-11"},
        {"delivery_option": "same_city", "window": "9:00 AM - 12:00 PM", "day": "2027-09-01"},
    ],
)
async def test_another_delivery_withdraws_the_quote_and_credits_it(
    season: Season, change: dict[str, Any]
) -> None:
    mina, office = await person(season.database), await person(season.database, "admin")
    booking, quote = await _asked(season, mina)
    owed = (await season.money(booking))["owed_cents"]
    await season.done(office, "send_delivery_quote", quote_id=quote["id"], cents=18_000)
    await season.done(mina, "accept_delivery_quote", quote_id=quote["id"], expected_cents=18_000)
    invoice = (await season.invoices(booking))[-1]
    assert (await season.pay(invoice["reference"], 18_000)).is_success
    await _book(season, mina, booking, **change)
    money = await season.money(booking)
    # What was paid settles what is owed for storage.
    assert (money["owed_cents"], money["credit_cents"]) == (max(owed - 18_000, 0), 18_000 - owed)
    now = await season.done(mina, "delivery_quote", booking_id=booking)
    asked_anew = change.get("delivery_option") is None
    assert now["state"] == ("asked" if asked_anew else "withdrawn")
    assert (now["id"] != quote["id"]) is asked_anew
    old = await season.ask(
        mina, "accept_delivery_quote", quote_id=quote["id"], expected_cents=18_000
    )
    assert (old.status_code, old.json()["message"]) == (409, "This quote was withdrawn.")
    stale = await season.ask(office, "send_delivery_quote", quote_id=quote["id"], cents=18_000)
    assert (stale.status_code, stale.json()["message"]) == (
        409,
        "The delivery has changed since: please look at it once more.",
    )


async def test_declined_and_over_it_costs_nothing_and_can_be_asked_again(season: Season) -> None:
    mina, office = await person(season.database), await person(season.database, "executive")
    booking, quote = await _asked(season, mina)
    lines = len((await season.money(booking))["lines"])
    await season.done(office, "send_delivery_quote", quote_id=quote["id"], cents=50_000)
    for _ in range(2):
        await season.done(mina, "decline_delivery_quote", quote_id=quote["id"])
    await _book(season, mina, booking)
    again = await season.done(mina, "delivery_quote", booking_id=booking)
    assert (again["state"], again["id"] != quote["id"]) == ("asked", True)
    until = {"quote_id": again["id"], "cents": 9_000, "valid_until": "2027-05-01"}
    await season.done(office, "send_delivery_quote", **until)
    take = {"quote_id": again["id"], "expected_cents": 9_000}
    season.on(date(2027, 5, 2))
    assert await _state(season, mina, booking) == "expired"
    over = await season.ask(mina, "accept_delivery_quote", **take)
    assert over.json()["message"] == "This quote has expired. Please ask for a new one."
    async with season.database.owner() as tx:
        await delivery_quotes.expire(tx)
        kept = await tx.fetchval(
            "select state from delivery_quotes where id = $1", UUID(again["id"])
        )
    assert kept == "expired"
    # Staff may send one anew without being asked again; its last day counts in full.
    fresh = await season.done(
        office, "send_delivery_quote", **until | {"valid_until": "2027-05-02"}
    )
    assert (fresh["state"], fresh["id"] != again["id"]) == ("sent", True)
    await season.done(mina, "accept_delivery_quote", quote_id=fresh["id"], expected_cents=9_000)
    assert len((await season.money(booking))["lines"]) == lines + 1
    # Withdrawn by staff, it is taken back, with the reason for the customer and not in the ledger.
    away = {"quote_id": fresh["id"], "reason": "No van for Mina that week"}
    for _ in range(2):
        await season.done(office, "withdraw_delivery_quote", **away)
    money = await season.money(booking)
    assert sum(one["amount_cents"] for one in money["lines"][lines:]) == 0
    assert "Mina" not in str(money["lines"])
    seen = await season.done(mina, "delivery_quote", booking_id=booking)
    assert (seen["state"], seen["reason"]) == ("withdrawn", "No van for Mina that week")
    assert (await _mails(season, booking))[-1] == "delivery_quote_withdrawn"


async def test_whose_it_is_and_what_it_must_say(season: Season) -> None:
    mina, noor = await person(season.database), await person(season.database)
    office = await person(season.database, "admin")
    booking, quote = await _asked(season, mina)
    for cents, until in ((0, None), (9_000, "2027-04-27"), (9_000, "2028-04-27")):
        given = {"quote_id": quote["id"], "cents": cents, "valid_until": until}
        assert (await season.ask(office, "send_delivery_quote", **given)).status_code == 400
    await season.done(office, "send_delivery_quote", quote_id=quote["id"], cents=9_000)
    take = {"quote_id": quote["id"], "expected_cents": 9_000}
    # Nor does the office accept in a customer's name.
    for who in (noor, office):
        assert (await season.ask(who, "accept_delivery_quote", **take)).status_code == 404
        assert (
            await season.ask(who, "decline_delivery_quote", quote_id=quote["id"])
        ).status_code == 404
    assert (await season.ask(noor, "delivery_quote", booking_id=booking)).status_code == 404
    none = await season.ask(mina, "accept_delivery_quote", **take | {"quote_id": str(uuid4())})
    assert none.status_code == 404


async def test_a_quote_is_asked_once_the_booking_is_confirmed_and_ends_with_it(
    season: Season,
) -> None:
    mina, office = await person(season.database), await person(season.database, "admin")
    booking = await season.booked(
        mina,
        delivery_option="different_city",
        delivery_address=CALGARY,
        return_delivery_date="2027-09-01",
    )
    assert await _state(season, mina, booking) is None
    await season.status(booking, "confirmed")
    quote = await season.done(mina, "delivery_quote", booking_id=booking)
    assert quote["state"] == "asked"
    await season.done(office, "send_delivery_quote", quote_id=quote["id"], cents=9_000)
    await season.done(mina, "accept_delivery_quote", quote_id=quote["id"], expected_cents=9_000)
    # A new booking takes its stead, or it is cancelled: the quote is credited with it.
    await season.done(mina, "cancel_booking", booking_id=booking, expected_fee_cents=0)
    assert await _state(season, mina, booking) == "withdrawn"
    assert (await season.money(booking))["balance_cents"] == 0
