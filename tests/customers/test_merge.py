"""Two customers become one (rule: merged-customers)."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from summerstow.office.people import merge_undo
from summerstow.platform import clock
from summerstow.platform.auth.admin.admin_queries import erase_user
from summerstow.platform.database.pool import Database
from tests.people import YEAR, RestClients, person

from .merging import (
    add_belongings,
    book,
    call,
    charge,
    clients,
    count_owned,
    let_minutes_pass,
    list_mails,
    merge_as_shown,
    pay,
    read_owed,
    read_totals,
    request_merge,
)


@pytest.fixture
def rest(database: Database) -> RestClients:
    """The clients of merges."""
    return clients(database)


async def test_a_merge_moves_all_and_no_cent_is_lost(rest: RestClients, database: Database) -> None:
    """(rule: merged-customers)."""
    mina, twin = await person(database, name="Mina Park"), await person(database, name="M. Park")
    kept = await book(rest, mina, pickup_date=f"{YEAR}-04-20")
    moved = await book(rest, twin, pickup_date=f"{YEAR}-04-22")
    await charge(database, kept)
    await charge(database, moved)
    await add_belongings(database, twin, moved)
    office = rest.of(await person(database, "admin", "Alma Reyes"))
    before = await read_totals(database)
    preview = await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    assert {one["what"]: one["count"] for one in preview["moves"]} == {
        "bookings": 1,
        "items": 1,
        "invoices": 1,
        "claims": 1,
        "conversations": 1,
        "people": 2,
        "saved_cards": 1,
        "referral_credits": 1,
    }
    assert (preview["target"]["balance_cents"], preview["merged"]["balance_cents"]) == (
        10_000,
        10_000,
    )
    assert (preview["balance_cents"], preview["refusals"]) == (20_000, [])
    await merge_as_shown(office, preview)
    assert await read_totals(database) == before
    file = await call(office, "customer_file", user_id=mina.id)
    assert {one["id"] for one in file["bookings"]} == {kept, moved}
    assert file["statement"]["balance_cents"] == 20_000
    assert "merge" in {one["action"] for one in file["history"]}
    assert await count_owned(database, twin.id) == 0
    assert await count_owned(database, mina.id) == 6
    async with database.owner() as tx:
        lines = await tx.fetch(
            "select row_id, after ->> 'merged' as merged from public.audit_log "
            "where action = 'merge' and row_id = any($1)",
            [str(mina.id), str(twin.id)],
        )
    assert {one["row_id"] for one in lines} == {str(mina.id), str(twin.id)}


async def test_the_merged_account_is_signed_out_and_closed(
    rest: RestClients, database: Database
) -> None:
    """Ten minutes later it is gone, and both addresses are told (rule: merged-customers)."""
    mina, twin = await person(database), await person(database)
    booking = await book(rest, twin)
    async with database.owner() as tx:
        await tx.execute("insert into auth.sessions (user_id) values ($1)", twin.id)
    office = rest.of(await person(database, "executive"))
    await merge_as_shown(
        office, await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    )
    async with database.owner() as tx:
        closed = await tx.fetchrow(
            "select banned_until > now() + interval '1 year' as closed, "
            "(select count(*) from auth.sessions where user_id = $1) as sessions "
            "from auth.users where id = $1",
            twin.id,
        )
        assert closed is not None
        assert (closed["closed"], closed["sessions"]) == (True, 0)
        assert await merge_undo.close_merges(tx) == 0
        assert await list_mails(tx, mina, twin) == []
        await let_minutes_pass(tx, mina)
        assert await merge_undo.close_merges(tx) == 1
        assert await list_mails(tx, mina, twin) == sorted([mina.email, twin.email])
        assert not await tx.fetchval(
            "select exists (select from auth.users where id = $1)", twin.id
        )
        owner = await tx.fetchval(
            "select user_id from public.bookings where id = $1", UUID(booking)
        )
        assert owner == mina.id
        mail = await tx.fetchval("select email from public.bookings where id = $1", UUID(booking))
        assert mail == mina.email


async def test_credit_of_one_pays_what_the_other_owes(
    rest: RestClients, database: Database
) -> None:
    """Once the merge stands: no card is charged for what is paid (rule: merged-customers)."""
    mina, twin = await person(database), await person(database)
    kept = await book(rest, mina, pickup_date=f"{YEAR}-04-20")
    moved = await book(rest, twin, pickup_date=f"{YEAR}-04-22")
    await charge(database, kept)
    await charge(database, moved)
    await pay(database, moved, 16_000)
    office = rest.of(await person(database, "admin"))
    preview = await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    await merge_as_shown(office, preview)
    assert (preview["balance_cents"], await read_owed(database, kept)) == (4_000, 10_000)
    async with database.owner() as tx:
        await let_minutes_pass(tx, mina)
        assert await merge_undo.close_merges(tx) == 1
    assert await read_owed(database, kept) == 4_000


async def test_a_merge_is_finished_if_the_customer_is_erased_meanwhile(
    rest: RestClients, database: Database
) -> None:
    """And with it the other merges that are due (rule: merged-customers)."""
    mina, twin = await person(database), await person(database)
    office = rest.of(await person(database, "admin"))
    preview = await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    await merge_as_shown(office, preview)
    async with database.owner() as tx:
        await let_minutes_pass(tx, mina)
        await erase_user(tx, mina.id, clock.now())
        assert await merge_undo.close_merges(tx) == 1
        assert not await tx.fetchval(
            "select exists (select from auth.users where id = $1)", twin.id
        )


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("unproved", "Keep the customer whose address is proved"),
        ("same day", "Both have a pickup on"),
        ("staff", "Only customers can be merged"),
        ("bundle", "They share a bundle"),
    ],
)
async def test_a_merge_that_would_lose_something_is_refused(
    rest: RestClients, database: Database, case: str, words: str
) -> None:
    """The preview says why, and nothing changes (rule: merged-customers)."""
    mina = await person(database)
    twin = await person(database, "worker" if case == "staff" else "customer")
    if case != "staff":
        day = "20" if case == "same day" else "22"
        await book(rest, mina, pickup_date=f"{YEAR}-04-20")
        booking = await book(rest, twin, pickup_date=f"{YEAR}-04-{day}")
        async with database.owner() as tx:
            if case == "bundle":
                await tx.execute(
                    "insert into app.plan_members (booking_id, user_id) values ($1, $2)",
                    UUID(booking),
                    mina.id,
                )
            if case == "unproved":
                await tx.execute(
                    "update auth.users set email_confirmed_at = null where id = $1", mina.id
                )
    office = rest.of(await person(database, "executive"))
    preview = await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    assert words in preview["refusals"][0]
    answer = await request_merge(office, preview)
    assert (answer.status_code, words in answer.json()["message"]) == (409, True)
    assert await count_owned(database, twin.id) == (0 if case == "staff" else 1)


async def test_a_merge_is_what_its_preview_showed(rest: RestClients, database: Database) -> None:
    mina, twin = await person(database), await person(database)
    booking = await book(rest, twin)
    office = rest.of(await person(database, "admin"))
    preview = await call(office, "preview_merge", target_id=mina.id, merged_id=twin.id)
    await charge(database, booking)
    assert (await request_merge(office, preview)).status_code == 409
    for given in (
        {"target_id": str(mina.id)},
        {"target_id": str(mina.id), "merged_id": str(mina.id)},
    ):
        assert (await office.post("/rpc/preview_merge", json=given)).status_code == 400
    gone = {"target_id": str(mina.id), "merged_id": str(uuid4())}
    assert (await office.post("/rpc/preview_merge", json=gone)).status_code == 404
