"""Erasure: what the law has us keep stays, and nothing in any table names the person."""

from __future__ import annotations

import asyncio

import pytest

from drills.mail_server import MailServer
from summerstow.messages import planner
from summerstow.messages.queries import telling
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox import queries as mail
from summerstow.platform.outbox.worker import Worker
from summerstow.privacy import erase, erase_queries

from .conftest import FIRST, LAST, App
from .lived import found, lived


async def test_after_it_no_table_names_the_person_and_the_ledger_stands(
    app: App, mail_server: MailServer, smtp: str
) -> None:
    """Every column of every table is searched; money and counts are what they were.

    Rule: erasure.
    """
    who, names = await lived(app)
    worker = Worker(app.database, smtp, None, planner.judge)
    await worker.drain()
    assert await found(app, *names)
    kept = """
        select json_build_array(
          (select json_agg(json_build_array(day, kind, event, amount_cents, cause) order by serial)
            from public.ledger),
          (select json_agg(json_build_array(number, words, total_cents, voided_at) order by serial)
            from public.invoices),
          (select json_agg(json_build_array(id, items_counted, completed_at) order by id)
            from public.pickups where items_counted is not null),
          (select count(*) from public.bookings)
        )::text"""
    before = await app.value(kept)
    pictures = "select count(*) from app.pictures where owner_id is null or owner_id = $1"
    # The office took the picture of the item before the booking had an account.
    await app.value(
        "update app.pictures set owner_id = null where owner_id = $1 and kind = 'item' returning 1",
        who.id,
    )
    assert await app.value(pictures, who.id) == 2
    assert '"waiver"' in before
    assert ", 5, " in before
    mail_server.received.clear()
    shown = await app.done(who, "preview_erasure")
    assert (shown["allowed"], shown["reasons"], shown["fee_cents"]) == (True, [], 0)
    assert len(shown["open_bookings"]) == 2
    assert await app.done(who, "erase_me", confirm=" delete ") == {"erased": True}
    await erase.finish(app.database)
    # What goes out once more: the calendar gives up the pickup, and the goodbye.
    await worker.drain()
    subjects = [
        next(line for line in one.content.decode().splitlines() if line.startswith("Subject:"))
        for one in mail_server.received
    ]
    assert sorted(one.rpartition(" is ")[2] for one in subjects) == [
        "cancelled",
        "cancelled",
        "deleted",
    ]
    assert {tuple(one.rcpt_tos) for one in mail_server.received} == {(who.email,)}
    cancelled = b"".join(one.content for one in mail_server.received)
    assert cancelled.count(b'filename="pickup.ics"') == 1
    assert cancelled.count(b'filename="delivery.ics"') == 1
    text = mail_server.received[-1].content.decode()
    assert all(name not in text for name in (FIRST, LAST))
    assert await found(app, *names) == []
    assert await app.value(pictures, who.id) == 0
    assert await app.value(kept) == before
    # Once more is harmless, and so is erasing the whole account.
    assert await app.done(who, "erase_me", confirm="DELETE") == {"erased": True}
    assert (await app.of(who).get("/bookings")).json() == []
    log = await app.value(
        "select string_agg(action, ' ' order by id) from public.audit_log "
        "where row_id = $1 and table_name = 'users'",
        str(who.id),
    )
    assert log.split()[-1] == "erased"
    assert "view" in log


async def test_captured_last_words_are_forgotten_within_the_hour(app: App) -> None:
    """Without a mail server the goodbye can be read for a while, and nothing else can."""
    who, names = await lived(app)
    await app.done(who, "erase_me", confirm="DELETE")
    await erase.finish(app.database)
    worker = Worker(app.database, "", None, planner.judge)
    while await worker.drain():
        pass
    places = {one.split(":")[0] for one in await found(app, *names)}
    assert places <= {
        f"app.{table}.{column}"
        for table in ("outbox", "captured_message")
        for column in ("recipient", "body_text", "body_html", "attachments")
    }
    async with app.database.owner() as tx:
        await mail.forget(tx)
        assert await tx.fetchval("select count(*) from app.outbox where forget") == 3
        await tx.execute("update app.outbox set sent_at = sent_at - interval '61 min'")
        await mail.forget(tx)
    assert await found(app, *names) == []


async def test_the_address_begins_anew_and_two_at_once_erase_once(app: App) -> None:
    who = await app.customer(phone=None)
    await app.booked(who)
    answers = await asyncio.gather(*(app.ask(who, "erase_me", confirm="DELETE") for _ in range(3)))
    assert [one.json() for one in answers] == [{"erased": True}] * 3
    goodbye = "select count(*) from app.outbox where cause = $1"
    assert await app.value(goodbye, f"account-erased:{who.id}") == 1
    async with app.database.owner() as tx:
        again = await tx.fetchval(
            "insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id",
            who.email,
        )
        await tx.execute(
            "insert into public.users (id, email, customer_id) values ($1, $2, $3)",
            again,
            who.email,
            f"SS-{again.hex[:6].upper()}",
        )
        left = await tx.fetchval(
            "select count(*) from public.bookings where user_id = $1 or guest_email = $2 "
            "or email = $2",
            again,
            who.email,
        )
    assert left == 0


async def test_what_is_being_written_meanwhile_is_taken_away_too(app: App) -> None:
    """A reminder that was found due before and is written during it does not stay behind."""
    who = await app.customer(phone=None)
    booking = await app.booked(who)
    async with app.database.owner() as tx:
        await telling(tx)
        erasing = asyncio.create_task(app.done(who, "erase_me", confirm="DELETE"))
        async with asyncio.timeout(10):
            while not await app.value(_WAITS):
                pass
        await outbox.post(
            tx,
            cause=f"pickup-tomorrow:{booking}",
            kind="pickup_tomorrow",
            to=who.email,
            data={"first_name": FIRST},
        )
    await erasing
    left = "select array_agg(kind order by kind) from app.outbox where recipient = $1"
    assert await app.value(left, who.email) == ["account_erased", "booking_cancelled"]


_WAITS = """
select exists (select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database()))
"""


async def test_what_is_kept_for_good_is_touched_by_nothing_else(app: App) -> None:
    """Not by the schema's owner either, unless a person is being erased, and then not its facts."""
    await lived(app)
    for statement in (
        "update public.audit_log set after = '{}'",
        "delete from public.audit_log",
        "set local app.erasing = 'on'; update public.audit_log set action = 'x'",
        "update public.ledger set words = 'x'",
        "set local app.erasing = 'on'; update public.ledger set unit_cents = 1, amount_cents = 1",
    ):
        with pytest.raises(Exception, match="append-only"):
            async with app.database.owner() as tx:
                await tx.execute(statement)


async def test_the_log_follows_in_slices_and_goes_on_after_a_crash(app: App) -> None:
    """What is written after the erasure, for whoever has the address by then, stays."""
    await erase.finish(app.database)
    who = await app.customer(phone=None)
    await app.booked(who)
    await app.done(who, "erase_me", confirm="DELETE")
    async with app.database.owner() as tx:
        await tx.execute(
            "insert into public.audit_log (actor_role, action, table_name, row_id, after) "
            "values ('service', 'insert', 'users', 'a new account', $1)",
            f'{{"email": "{who.email}"}}',
        )
    assert len([one for one in await found(app, who.email) if "audit_log" in one]) > 1
    lines = await app.value("select count(*) from public.audit_log")
    for _ in range(2):
        async with app.database.owner() as tx:
            assert await erase_queries.black_out(tx, 3)
    with pytest.raises(ZeroDivisionError):
        await _interrupted(app.database)
    assert await app.value("select done from app.erasures") == 6
    await erase.finish(app.database)
    left = [one for one in await found(app, who.email) if not one.startswith("app.outbox.")]
    assert left == [f'public.audit_log.after: {{"email": "{who.email}"}}']
    assert await app.value("select count(*) from public.audit_log") == lines
    assert await app.value("select count(*) from app.erasures") == 0


async def _interrupted(database: Database) -> None:
    async with database.owner() as tx:
        assert await erase_queries.black_out(tx, 3)
        raise ZeroDivisionError
