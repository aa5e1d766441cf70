"""A merge is taken back (rule: merge-undo)."""

from __future__ import annotations

from uuid import UUID, uuid4

import msgspec
import pytest

from summerstow.office.people import merge_undo
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import render
from tests.people import YEAR, RestClients, booking_body, person

from .merging import (
    READ_BACK,
    add_belongings,
    book,
    call,
    charge,
    clients,
    let_minutes_pass,
    merge_as_shown,
    read_owners,
    read_totals,
)


@pytest.fixture
def rest(database: Database) -> RestClients:
    """The clients of merges."""
    return clients(database)


async def test_a_merge_is_undone_within_ten_minutes(rest: RestClients, database: Database) -> None:
    """(rule: merge-undo)."""
    mina, twin = await person(database), await person(database)
    kept = await book(rest, mina, pickup_date=f"{YEAR}-04-20")
    moved = await book(rest, twin, pickup_date=f"{YEAR}-04-22")
    await charge(database, moved)
    await add_belongings(database, twin, moved)
    office = rest.of(await person(database, "admin", "Alma Reyes"))
    before = await read_owners(database, moved, twin.id)
    totals = await read_totals(database)
    done = await merge_as_shown(
        office, await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    )
    (shown,) = await call(office, "merges_of", user_id=mina.id)
    assert (shown["id"], shown["merged_by"]) == (done["id"], "Alma Reyes")
    assert shown["undo_until"] is not None
    for _ in range(2):
        await call(office, "undo_merge", merge_id=done["id"])
    assert await read_owners(database, moved, twin.id) == before
    assert await read_totals(database) == totals
    assert await call(office, "merges_of", user_id=mina.id) == []
    file = await call(office, "customer_file", user_id=mina.id)
    assert [one["id"] for one in file["bookings"]] == [kept]
    async with database.owner() as tx:
        assert (
            await tx.fetchval("select banned_until from auth.users where id = $1", twin.id) is None
        )
        await let_minutes_pass(tx, mina)
        assert await merge_undo.close_merges(tx) == 0


@pytest.mark.parametrize("what", ["late", "booking", "money", "item"])
async def test_a_merge_stands_once_something_followed(
    rest: RestClients, database: Database, what: str
) -> None:
    """(rule: merge-undo)."""
    mina, twin = await person(database), await person(database)
    kept = await book(rest, mina, pickup_date=f"{YEAR}-04-20")
    moved = await book(rest, twin, pickup_date=f"{YEAR}-04-22")
    office = rest.of(await person(database, "admin"))
    done = await merge_as_shown(
        office, await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    )
    async with database.owner() as tx:
        if what == "late":
            await let_minutes_pass(tx, mina)
        elif what == "booking":
            await tx.execute(
                "update public.bookings set additional_comments = 'Ring twice' where id = $1",
                UUID(moved),
            )
        elif what == "item":
            await tx.execute(
                "insert into public.items (id, booking_id, kind, description, boxed) "
                "values ($1, $2, 'box', 'Winter coats', true)",
                uuid4(),
                UUID(moved),
            )
    if what == "money":
        await charge(database, kept)
    answer = await office.post("/rpc/undo_merge", json={"merge_id": done["id"]})
    assert answer.status_code == 409, answer.text
    async with database.owner() as tx:
        owner = await tx.fetchval("select user_id from public.bookings where id = $1", UUID(moved))
    assert owner == mina.id


async def test_a_guest_s_booking_joins_an_account_and_leaves_it(
    rest: RestClients, database: Database
) -> None:
    """With a mistyped address: its mail goes to the account's (rule: merged-customers)."""
    mina = await person(database)
    guest = (
        await rest.of(None).post(
            "/bookings", json=booking_body(email="mina@exmaple.test"), headers=READ_BACK
        )
    ).json()[0]
    office = rest.of(await person(database, "admin"))
    before = await read_owners(database, guest["id"], None)
    preview = await call(office, "preview_merge", target_id=mina.id, booking_id=guest["id"])
    assert (preview["merged"]["proved"], preview["mail_to"]) == (False, mina.email)
    done = await merge_as_shown(office, preview)
    async with database.owner() as tx:
        row = await tx.fetchrow(
            "select user_id, email from public.bookings where id = $1", UUID(guest["id"])
        )
    assert row is not None
    assert (row["user_id"], row["email"]) == (mina.id, mina.email)
    await call(office, "undo_merge", merge_id=done["id"])
    assert await read_owners(database, guest["id"], None) == before


async def test_a_guest_is_told_of_the_booking_and_of_no_account(
    rest: RestClients, database: Database
) -> None:
    """(rule: merged-customers)."""
    mina, address = await person(database), f"{uuid4().hex}@guest.test"
    guest = (
        await rest.of(None).post("/bookings", json=booking_body(email=address), headers=READ_BACK)
    ).json()[0]
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set email_confirmed_at = now() where id = $1",
            UUID(guest["id"]),
        )
    office = rest.of(await person(database, "admin"))
    await merge_as_shown(
        office, await call(office, "preview_merge", target_id=mina.id, booking_id=guest["id"])
    )
    async with database.owner() as tx:
        await let_minutes_pass(tx, mina)
        await merge_undo.close_merges(tx)
        data = await tx.fetchval(
            "select data::text from app.outbox where kind = 'accounts_merged' and recipient = $1",
            address,
        )
    mail = render("accounts_merged", msgspec.json.decode(data))
    assert mail.subject == "Your booking is in your account now"
    assert "two accounts" not in mail.text
