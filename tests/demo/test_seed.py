"""Demo data once, and past bookings at their real size."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from summerstow.billing.notices import queries as notice_queries
from summerstow.billing.pricing import season
from summerstow.billing.pricing.plans import plan_for
from summerstow.demo import bulk, demo, past, past_money, past_queries
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.privacy.retention import RETENTION
from tests.price_list import PRICES


async def test_the_demo_is_loaded_once_with_a_pickup_today(database: Database) -> None:
    """Five accounts; customer@demo.test is in today's line, also on a later day."""
    await demo.load(database, season=False)
    await demo.load(database, season=False)
    async with database.owner() as tx:
        roles = await tx.fetch("select email, role from users order by email")
        assert [(row["email"], row["role"]) for row in roles] == sorted(
            (email, role) for email, _, role in demo.ACCOUNTS
        )
        line = "select queue_position from pickup_queue where pickup_date = $1"
        assert await tx.fetchval(line, clock.today()) == 1
        assert await tx.fetchval("select count(*) from bookings") == 1
        await tx.execute("update bookings set pickup_date = $1", clock.today() - timedelta(days=3))
        await tx.execute(
            "update pickup_queue set pickup_date = $1", clock.today() - timedelta(days=3)
        )
    await demo.load(database, season=False)
    async with database.owner() as tx:
        assert await tx.fetchval(line, clock.today()) == 1
        assert await tx.fetchval("select count(*) from pickup_queue") == 1


async def test_past_bookings_are_made_up_to_a_number_and_not_beyond(database: Database) -> None:
    """Asked twice they are there once; they are past, of the campuses there are, and of seasons."""
    assert await past.generate(database, 500) == 500
    assert await past.generate(database, 500) == 500
    async with database.owner() as tx:
        assert await tx.fetchval("select count(*) from bookings") == 500
        last = await tx.fetchval(f"select max(pickup_date) from bookings where {_OURS}")
        assert last < clock.today()
        campuses = await tx.fetchval("select count(distinct campus_id) from bookings")
        assert campuses == len(published.campuses())
        seasons = "select count(distinct extract(year from pickup_date)) from bookings"
        assert await tx.fetchval(seasons) > 5


@pytest.mark.parametrize(
    ("first", "then"),
    [("public.items", "public.bookings"), ("public.bookings", "auth.users")],
)
async def test_seeding_waits_for_jobs_and_neither_is_ended(
    database: Database, first: str, then: str
) -> None:
    """A job that is under way reads tables in an order of its own."""
    async with database.owner() as tx:
        more = await tx.fetchval("select count(*) + 50 from bookings")
        await tx.execute(f"lock table {first} in row share mode")
        seeding = asyncio.create_task(past.generate(database, more))
        await _until(database, "select exists (select from pg_locks where not granted)")
        await tx.execute(f"lock table {then} in row share mode")
    assert await seeding == more


async def test_seeding_waits_for_a_read_outside_of_transactions(database: Database) -> None:
    """Such a read passes by the gate and takes its tables one after the other."""
    async with database.reading(None) as tx:
        reader = await tx.connection()
        more = await reader.fetchval("select count(*) + 50 from bookings")
        async with reader.transaction():
            await reader.execute("lock table public.items in row share mode")
            seeding = asyncio.create_task(past.generate(database, more))
            await _until(database, "select exists (select from pg_locks where not granted)")
            await reader.execute("lock table public.bookings in row share mode")
    assert await seeding == more


async def test_two_who_seed_at_once_make_it_once(database: Database) -> None:
    async with database.owner() as tx:
        more = await tx.fetchval("select count(*) + 50 from bookings")
    both = [past.generate(database, more) for _ in range(2)]
    assert await asyncio.gather(*both) == [more, more]


async def _until(database: Database, holds: str) -> None:
    async with asyncio.timeout(20), database.reading(None) as tx:
        while not await tx.fetchval(holds):
            pass


@pytest.mark.parametrize("many", [bulk.MANY, 100])
async def test_generated_bookings_are_as_if_they_had_been_made(
    database: Database, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """Whichever way tables are filled: accounts, prices, stops, things, money, and the record."""
    monkeypatch.setattr(bulk, "MANY", many)
    kept = await _kept(database)
    async with database.owner() as tx:
        held = await tx.fetchval("select count(*) from bookings")
        before = {what: await tx.fetchval(f"select count(*) from {what}") for what in _AS_MADE}
    await past.generate(database, held + 400)
    await past.generate(database, held + 1_000)
    assert await _kept(database) == kept
    async with database.owner() as tx:
        for what, expected in _AS_MADE.items():
            assert await tx.fetchval(f"select count(*) from {what}") == before[what] + expected
        for what in _NEVER:
            assert await tx.fetchval(f"select count(*) from {what}") == 0, what
        for what in _SOME:
            assert await tx.fetchval(f"select count(*) from {what}") > 0, what


_OURS: Final = f"email like '%{past_queries.ADDRESS}'"
#: With those of guests whose person is gone by now (rule: retention).
_MADE: Final = f"({_OURS} or email is null)"
_OLD: Final = (
    f"b.user_id is null and b.updated_at < now() - interval '{RETENTION.guest_booking_days} days'"
)
#: Of 1,000 bookings.
_AS_MADE: Final = {
    f"users where {_OURS}": 300,
    "auth.users a join users u using (id, email) join auth.identities i on i.user_id = a.id "
    f"where {_OURS}": 300,
    f"bookings where user_id is not null and {_OURS}": 600,
    f"(select distinct user_id from bookings where {_OURS} and user_id is not null) u": 300,
    "bookings b join app.booking_prices p on p.booking_id = b.id and p.valid_from = "
    "app.price_list_on((b.created_at at time zone 'America/Vancouver')::date) "
    f"where {_MADE}": 1_000,
    "audit_log l join bookings b on l.row_id = b.id::text and l.table_name = 'bookings' "
    "and l.action = 'insert' and l.after = to_jsonb(b) - 'needs' and l.at = b.created_at "
    f"where {_MADE}": 1_000,
    "app.cleared_bookings c join bookings b on b.id = c.booking_id "
    f"where c.cleared_at >= b.updated_at and {_MADE}": 1_000,
}
_NEVER: Final = (
    "bookings b join users u on u.id = b.user_id where u.email <> b.email "
    "or u.created_at > b.created_at",
    f"bookings b where {_OLD} and coalesce(b.first_name, b.email, b.phone, b.address) <> ''",
    f"bookings b where status <> 'cancelled' and {_OURS} "
    "and not exists (select from pickups p where p.booking_id = b.id)",
    f"pickups p join bookings b on b.id = p.booking_id where {_OURS} "
    "and (p.user_id is distinct from b.user_id or p.status <> 'completed')",
    f"run_stops s join bookings b on b.id = s.booking_id where {_OURS} "
    "and (s.state <> 'completed' or s.completed_at is null)",
    "run_stops s join bookings b on b.id = s.booking_id join runs r on r.id = s.run_id "
    "where s.user_id is distinct from b.user_id or (r.campus_id, r.date) <> (s.campus_id, s.date) "
    "or s.campus_id <> b.campus_id or s.date <> case s.kind when 'pickup' then b.pickup_date "
    "when 'kit' then b.supply_kit_delivery_date else b.return_delivery_date end",
    "items i join bookings b on b.id = i.booking_id left join labels l on l.code = i.label_code "
    "where l.item_id is distinct from i.id or i.user_id is distinct from b.user_id",
    "(select booking_id, count(*) as items from items group by 1) i join pickups p "
    "using (booking_id) where p.items_counted <> i.items",
    "app.invoice_owed i full join app.open_invoices o on o.invoice_id = i.id "
    "where (o.invoice_id is null) = (i.owed_cents > 0)",
    "invoices i where total_cents <> (select sum(amount_cents) from ledger l "
    "where l.invoice_id = i.id and l.kind <> 'payment')",
)
_SOME: Final = (
    f"bookings b where {_OLD}",
    "run_stops where kind = 'return'",
    "items",
    "item_events",
    "settlements",
)


async def _kept(database: Database) -> list[str]:
    """Every trigger, index and constraint, what is said of them, and what room pages keep."""
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select indexdef as one from pg_indexes where schemaname in ('app', 'auth', 'public') "
            "union all select conrelid::regclass || conname || pg_get_constraintdef(oid) "
            "from pg_constraint where convalidated union all "
            "select tgrelid::regclass || tgname || tgenabled::text from pg_trigger "
            "where not tgisinternal union all "
            "select pg_describe_object(classoid, objoid, objsubid) || description "
            "from pg_description "
            "where classoid in ('pg_constraint'::regclass, 'pg_class'::regclass) "
            "union all select attrelid::regclass || attname || attstattarget "
            "from pg_attribute where attstattarget >= 0 union all "
            "select oid::regclass || array_to_string(reloptions, ' ') from pg_class "
            "where relkind = 'r' and reloptions is not null"
        )
        return sorted(row["one"] for row in rows)


async def test_past_money_adds_up_and_is_made_once(database: Database) -> None:
    """Every month is charged by the plan of the items counted, and nobody is mailed of it."""
    await past.generate(database, 500)
    async with database.owner() as tx:
        assert await past_money.generate(tx) == 0
        assert await tx.fetchval("select count(*) from app.invoice_owed where owed_cents < 0") == 0
        paid = await tx.fetchval("select count(*) from app.invoice_owed where owed_cents = 0")
        whole = await tx.fetchval("select count(*) from public.invoices")
        assert 0.98 * whole < paid <= whole
        billed = await tx.fetch(
            "select p.items_counted as items, i.subtotal_cents, i.period_from, i.period_to, "
            "b.pickup_date, b.return_delivery_date, "
            "row_number() over (partition by b.id order by i.serial) - 1 as number, "
            "count(*) over (partition by b.id) as months "
            "from public.pickups p join public.invoices i using (booking_id) "
            "join public.bookings b on b.id = i.booking_id"
        )
        assert len(billed) > 300
        for row in billed:
            assert row["subtotal_cents"] == plan_for(PRICES, row["items"]).monthly_cents
            picked_up = row["pickup_date"]
            assert row["months"] == season.months(picked_up, row["return_delivery_date"])
            assert row["period_from"] == season.add_months(picked_up, row["number"])
            assert row["period_to"] == season.add_months(picked_up, row["number"] + 1)
        assert await notice_queries.unannounced_invoices(tx, 7, timedelta()) == []
        assert await notice_queries.unannounced_payments(tx) == []


def test_every_campus_has_its_residences_as_data() -> None:
    """Names and addresses, none twice."""
    for campus in published.campuses():
        names = [one.name for one in campus.residences]
        assert len(names) >= 3
        assert len(set(names)) == len(names)
        assert all(len(one.address) > 10 for one in campus.residences)


def test_nothing_is_made_up_outside_the_demo(tmp_path: Path) -> None:
    """Rule: no-made-up-business. The operator's command refuses, and the folder stays empty."""
    data = tmp_path / "data"
    ended = subprocess.run(
        [sys.executable, "-m", "summerstow", "seed", "--bookings", "6"],
        env={**os.environ, "SUMMERSTOW_DATA_DIR": str(data), "SUMMERSTOW_DEMO": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "works in a demo alone" in ended.stderr
    assert not (data / "postgres").exists()
