"""After the count everybody has an invoice of the own share, and nobody another's."""

from __future__ import annotations

import asyncio
import base64
import json
from datetime import date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summerstow.billing.invoices import events, storage_events
from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.notices import notify as invoices_told
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.terms import dollars
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.billing.money import LINKS, PICKUP, noon
from tests.people import person
from tests.price_list import PRICES

from .friends import Friends, friends, uuid

__all__ = ["friends"]


@pytest.mark.parametrize(
    ("people", "items", "own", "theirs"),
    [(3, 5, 3500, 3500), (4, 8, 2625, 2625), (7, 3, 858, 857), (2, 21, 10750, 10750)],
)
async def test_shares_on_the_first_invoices(
    friends: Friends, people: int, items: int, own: int, theirs: int
) -> None:
    _, everybody = await friends.shared(people, items=items)
    made = [one["invoices"] for one in await friends.statements(everybody)]
    assert [len(one) for one in made] == [1] * people
    assert [one[0]["subtotal_cents"] for one in made] == [own] + [theirs] * (people - 1)
    whole = sum(one[0]["subtotal_cents"] for one in made)
    tax = sum(one[0]["tax_cents"] for one in made)
    assert (whole + tax) * 20 == whole * 21
    assert len({one[0]["reference"] for one in made}) == people


async def test_months_pass_and_one_unpaid_share_keeps_nobody_s_boxes(friends: Friends) -> None:
    """Rule: shared-bundle."""
    booking, [maya, leo, zoe] = await friends.shared(3, items=5)
    [leos] = (await friends.statement(leo))["invoices"]
    paid = await friends.pay(leos["reference"], leos["total_cents"])
    # The office sees the friend's account, not the booking's.
    assert [one["number"] for one in paid.json()["statement"]["invoices"]] == [leos["number"]]
    assert paid.json()["statement"]["balance_cents"] == 0
    await friends.pass_to(date(2027, 6, 10))
    states = [
        [one["state"] for one in (await friends.statement(who))["invoices"]]
        for who in (maya, leo, zoe)
    ]
    assert states == [["open", "overdue"], ["open", "paid"], ["open", "overdue"]]
    # Zoe has paid nothing for 37 days: a case of her invoice, and Maya's delivery all the same.
    assert await friends.ask_db(
        "select count(*) from cases c join app.invoice_owed i on i.id = c.invoice_id "
        "where i.payer_id = $1",
        zoe.id,
    )
    wish = {
        "booking_id": booking,
        "delivery_option": "same_city",
        "day": "2027-08-31",
        "window": "9:00 AM - 12:00 PM",
        "address": "1 Main Street",
    }
    fee = await friends.done(maya, "preview_delivery", **wish)
    await friends.done(maya, "book_delivery", **wish, expected_fee_cents=fee["fee_cents"])
    await friends.status(booking, "delivered")


async def test_what_one_owes_is_nobody_else_s_to_see(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2, items=5)
    [mayas] = (await friends.statement(maya))["invoices"]
    [leos] = (await friends.statement(leo))["invoices"]
    for who, own, other in ((maya, mayas, leos), (leo, leos, mayas)):
        clients = friends.clients.of(who)
        rows = (await clients.get("/invoices")).json()
        assert [one["id"] for one in rows] == [own["id"]]
        entries = (await clients.get("/ledger")).json()
        assert {one["invoice_id"] for one in entries} == {own["id"]}
        # Of the items a friend is not even told how many there are.
        assert ("5 items" in str(entries)) is (who is maya)
        assert await friends.refused(who, "invoice_pdf", invoice_id=other["id"]) == (404, None)
        file = await friends.done(who, "invoice_pdf", invoice_id=own["id"])
        assert base64.b64decode(file["content"]).startswith(b"%PDF")
    assert await friends.refused(leo, "statement", booking_id=booking) == (404, None)


async def test_each_is_told_of_the_own_invoice(friends: Friends) -> None:
    _, everybody = await friends.shared(2, items=5)
    async with friends.database.owner() as tx:
        await invoices_told.run(tx, LINKS)
        rows = await tx.fetch(
            "select recipient, data ->> 'amount' as amount, data ->> 'first_name' as name "
            "from app.outbox where kind = 'invoice' and recipient = any($1) order by id",
            [one.email for one in everybody],
        )
    assert [tuple(row) for row in rows] == [
        (everybody[0].email, "$55.13", "Mina"),
        (everybody[1].email, "$55.12", "Friend1"),
    ]


async def test_another_count_puts_every_share_right(friends: Friends) -> None:
    booking, everybody = await friends.shared(3, items=5)
    [_, leo, _] = everybody
    [first] = (await friends.statement(leo))["invoices"]
    await friends.pay(first["reference"], first["total_cents"])
    record = await friends.ask_db("select id from pickups where booking_id = $1", uuid(booking))
    worker = await person(friends.database, "worker")
    again = {"pickup_id": str(record), "status": "completed"}
    await friends.done(worker, "set_pickup_status", **again, items=9)
    found = await friends.statements(everybody)
    assert [one["balance_cents"] for one in found] == [5250, 5250 - 3675, 5250]
    plan = found[0]["plan"]
    assert (plan["people"], plan["monthly"]["total_cents"]) == (3, 15750)
    assert plan["own"] == {"subtotal_cents": 5000, "tax_cents": 250, "total_cents": 5250}
    assert [one["plan"] for one in found[1:]] == [None, None]
    assert [one["state"] for one in found[1]["invoices"]] == ["open", "void"]
    # In the second month the difference is charged, and given back when it was wrong after all.
    await friends.pass_to(date(2027, 5, 28))
    office = await person(friends.database, "admin")
    await friends.done(office, "set_pickup_status", **again, items=15)
    more = [one["balance_cents"] for one in await friends.statements(everybody)]
    assert sum(more) == 2 * 18500 * 21 // 20 - 3675
    assert max(more) - min(more[::2]) <= 4
    await friends.done(office, "set_pickup_status", **again, items=9)
    back = [one["balance_cents"] for one in await friends.statements(everybody)]
    assert back == [2 * 5250, 2 * 5250 - 3675, 2 * 5250]


async def test_a_pickup_that_was_none_owes_nothing(friends: Friends) -> None:
    booking, everybody = await friends.shared(3, items=5)
    [invoice] = (await friends.statement(everybody[1]))["invoices"]
    await friends.pay(invoice["reference"], invoice["total_cents"])
    record = await friends.ask_db("select id from pickups where booking_id = $1", uuid(booking))
    worker = await person(friends.database, "worker")
    await friends.done(worker, "set_pickup_status", pickup_id=str(record), status="scheduled")
    found = [one["balance_cents"] for one in await friends.statements(everybody)]
    assert found == [0, -3675, 0]
    # And counted again it is settled with that.
    await friends.done(
        worker, "set_pickup_status", pickup_id=str(record), status="completed", items=5
    )
    found = [one["balance_cents"] for one in await friends.statements(everybody)]
    assert found == [3675, 0, 3675]


async def test_an_account_that_goes_leaves_its_debt_and_the_shares_as_they_are(
    friends: Friends,
) -> None:
    booking, [maya, leo, zoe] = await friends.shared(3, items=5)
    await friends.run("delete from auth.users where id = $1", leo.id)
    await friends.pass_to(date(2027, 5, 28))
    owed = await friends.ask_db(
        "select array_agg(subtotal_cents order by serial) from app.invoice_owed "
        "where booking_id = $1",
        uuid(booking),
    )
    assert owed == [3500] * 6
    assert [one["name"] for one in (await friends.plan(maya))["people"]] == [
        "Mina P.",
        "A friend",
        "Friend2 T.",
    ]
    # Before a count, who has no account any more shares nothing.
    other, [_, sam] = await friends.shared(2)
    await friends.run("delete from auth.users where id = $1", sam.id)
    await friends.picked_up(other, 5)
    made = await friends.ask_db(
        "select array_agg(subtotal_cents) from invoices where booking_id = $1", uuid(other)
    )
    assert made == [10500]
    assert len((await friends.statement(zoe))["invoices"]) == 2


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    items=st.integers(1, 40),
    people=st.integers(2, 8),
    heavy=st.integers(0, 3),
    kit=st.booleans(),
    days=st.integers(0, 200),
    closed=st.integers(0, 60),
)
async def test_all_shares_of_a_season_are_the_quote(
    database: Database, items: int, people: int, heavy: int, kit: bool, days: int, closed: int
) -> None:
    """Whoever shares: all invoices together are the quote's, to the cent, and months over credited.

    `closed`: so many days later than it was the return is put into the books.
    """
    heavy = min(heavy, items)
    pickup = date(2027, 4, 28)
    back = pickup + timedelta(days=days)
    expected = quote(
        PRICES,
        QuoteRequest(
            items=items,
            pickup_date=pickup,
            return_date=back,
            heavy_boxes=heavy,
            supply_kit=kit,
        ),
        pickup,
    )
    members = [await person(database) for _ in range(people - 1)]
    real = clock.now
    try:
        async with database.owner() as tx:
            _set(noon(pickup))
            booking: UUID = await tx.fetchval(
                "insert into bookings (campus_id, email, first_name, last_name, pickup_date, "
                "status, return_delivery_date, delivery_option) values (1, 'm@example.test', "
                "'Mina', 'Park', $1, 'picked_up', $2, 'same_city') returning id",
                pickup,
                back,
            )
            for one in members:
                await tx.execute(
                    "insert into app.plan_members (booking_id, user_id) values ($1, $2)",
                    booking,
                    one.id,
                )
            for _ in range(heavy):
                await tx.execute(
                    "insert into items (id, booking_id, kind, description, boxed, "
                    "heavy) values ($1, $2, 'box', 'Books', true, true)",
                    uuid4(),
                    booking,
                )
            await tx.execute(
                "insert into pickups (booking_id, pickup_date, status, items_counted) "
                "values ($1, $2, 'completed', $3)",
                booking,
                pickup,
                items,
            )
            if kit:
                await events.kit_delivered(tx, booking)
            await storage_events.counted(tx, booking, pickup)
            _set(noon(back))
            await invoices_monthly.run(tx)
            _set(noon(back + timedelta(days=closed)))
            await tx.execute("update bookings set status = 'delivered' where id = $1", booking)
            await storage_events.status_changed(tx, booking, "picked_up", "delivered")
            whole = await tx.fetchval(
                "select sum(amount_cents) from ledger where booking_id = $1", booking
            )
            each = [
                row["cents"]
                for row in await tx.fetch(
                    "select sum(amount_cents) as cents from ledger where booking_id = $1 "
                    "and member_id is not null group by member_id",
                    booking,
                )
            ]
    finally:
        clock.now = real
    assert whole == expected.total_cents
    assert len(each) == people - 1
    assert max(each) - min(each) <= 1 * expected.months


def _set(moment: datetime) -> None:
    clock.now = lambda: moment


async def test_two_transfers_and_a_month_at_once(friends: Friends) -> None:
    _, everybody = await friends.shared(3, items=5)
    codes = [(await friends.statement(one))["invoices"][0]["reference"] for one in everybody]
    friends.on(date(2027, 5, 28))

    async def month() -> None:
        async with friends.database.owner() as tx:
            await invoices_monthly.run(tx)

    await asyncio.gather(
        month(), *(friends.pay(code, 5000, f"BANK{code}{n}") for code in codes for n in range(2))
    )
    await friends.pass_to(date(2027, 5, 28))
    for one in await friends.statements(everybody):
        assert one["balance_cents"] == 2 * 3675 - 2 * 5000
        assert [row["state"] for row in one["invoices"]] == ["paid", "paid"]


async def test_friends_hear_that_storage_goes_on_longer_and_their_part(friends: Friends) -> None:
    """Rules: friends-told, storage-extension."""
    booking, [maya, leo, zoe] = await friends.shared(3)
    await friends.lists(leo, booking, "Lamp", declared_value_cents=50_000)
    friends.on(PICKUP)
    await friends.picked_up(booking, 8)
    offer = await friends.done(maya, "storage_until", booking_id=booking)
    [term] = [one for one in offer["options"] if one["months"] == 4]
    given = {"booking_id": booking, "months": 4, "expected_cents": term["cents"]}
    for _ in range(2):
        await friends.done(maya, "store_longer", **given)
    mails = (
        "select array_agg(data order by id) from app.outbox "
        "where kind = 'bundle_stored_longer' and recipient = $1"
    )
    for friend in (leo, zoe):
        [invoice] = (await friends.statement(friend))["invoices"]
        [mail] = await friends.ask_db(mails, friend.email)
        told = json.loads(mail)
        assert told["until"] == "Tuesday, December 28, 2027"
        assert (told["months"], told["monthly"], told["amount"]) == (
            4,
            dollars(invoice["total_cents"]),
            dollars(4 * invoice["total_cents"]),
        )
        assert (await friends.plan(friend))["stored_until"] == "2027-12-28"
    assert await friends.ask_db(mails, maya.email) is None
