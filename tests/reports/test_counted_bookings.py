"""What is written down of bookings and stops for the overview, against the rows themselves."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from summerstow.kit import clock
from summerstow.kit.actor import Actor
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.reports import overview, queries, sums
from summerstow.reports.commands import COMMANDS
from summerstow.reports.model import SeasonOverviewResult
from summerstow.reports.ranges import DayRange
from summerstow.seed import past
from tests.people import RestClients, person

_FROM_ROWS = """
select b.id as booking_id, b.created_at as made_at, b.campus_id,
  case when b.status = 'cancelled' then coalesce(b.cancelled_at, b.updated_at) end as cancelled_at,
  b.pickup_date, b.return_delivery_date, l.valid_from, sum(p.items_counted)::int as items,
  min(coalesce(p.completed_at, p.updated_at)) as first_counted_at,
  max(coalesce(p.completed_at, p.updated_at)) as last_counted_at, b.how_heard,
  b.referral_code is not null as referred
from public.bookings b join app.booking_prices l on l.booking_id = b.id
  left join public.pickups p on p.booking_id = b.id and p.items_counted is not null
    and p.status = 'completed'
where b.superseded_by is null group by b.id, l.valid_from order by 1
"""
_CREWS_FROM_ROWS = """
select p.pickup_date as day, b.campus_id, count(*)::int as done,
  count(p.completed_at)::int as stops,
  min(coalesce(p.started_at, p.completed_at)) filter (where p.completed_at is not null) as first_at,
  max(p.completed_at) as last_at
from public.pickups p join public.bookings b on b.id = p.booking_id
where p.status = 'completed' group by 1, 2 order by 1, 2
"""


async def _agree(tx: ElevatedTransaction) -> None:
    """Read by whoever counts, everything is there once, as it is."""
    kept = await tx.fetch("select * from app.bookings_to_count order by booking_id")
    assert kept == await tx.fetch(_FROM_ROWS)
    kept = await tx.fetch("select * from app.crew_days_to_count order by day, campus_id")
    assert kept == await tx.fetch(_CREWS_FROM_ROWS)


async def _booked(tx: ElevatedTransaction, dice: random.Random) -> UUID:
    """A booking made in the last twenty days, or just now."""
    booking_id = uuid4()
    made = datetime.now(UTC) - timedelta(hours=dice.choice([0, 0, 30, 100, 480]))
    await tx.execute(
        "insert into public.bookings (id, campus_id, email, created_at, pickup_date) "
        "values ($1, $2, 'a@example.test', case when $3 > now() - interval '1 hour' then now() "
        "else $3 end, $4)",
        booking_id,
        dice.randint(1, 3),
        made,
        _day(dice),
    )
    return booking_id


def _day(dice: random.Random) -> date:
    return clock.today() - timedelta(days=dice.randint(0, 20))


async def _change(tx: ElevatedTransaction, dice: random.Random, bookings: list[UUID]) -> None:
    """Whatever may happen to a booking or to its pickup."""
    one, other = dice.choice(bookings), dice.choice(bookings)
    now = datetime.now(UTC)
    what = dice.randrange(9)
    if what == 0:
        bookings.append(await _booked(tx, dice))
    elif what == 1:
        await tx.execute(
            "update public.bookings set status = $2, cancelled_at = $3 where id = $1",
            one,
            *dice.choice([("cancelled", now), ("cancelled", None), ("confirmed", None)]),
        )
    elif what == 2:
        await tx.execute(
            "update public.bookings set superseded_by = $2 where id = $1",
            one,
            dice.choice([other, None]),
        )
    elif what == 3:
        await tx.execute(
            "update public.bookings set campus_id = $2, pickup_date = $3, how_heard = $4, "
            "return_delivery_date = $3::date + 90, referral_code = $5 where id = $1",
            one,
            dice.randint(1, 3),
            _day(dice),
            dice.choice(["website", "friend"]),
            dice.choice(["SS-A7F3K", None]),
        )
    elif what in (4, 5, 6):
        await tx.execute(
            "insert into public.pickups (booking_id, pickup_date, status, items_counted, "
            "started_at, completed_at) values ($1, $2, $3, $4, $5, $6) "
            "on conflict (booking_id, pickup_date) where user_id is null do update set "
            "status = excluded.status, items_counted = excluded.items_counted",
            one,
            _day(dice),
            dice.choice(["completed", "completed", "in_progress"]),
            dice.choice([3, 5, None]),
            dice.choice([now - timedelta(hours=1), None]),
            dice.choice([now - timedelta(days=dice.randint(0, 15)), None]),
        )
    elif what == 7:
        await tx.execute("delete from public.pickups where booking_id = $1", one)
    else:
        # A part of it: the rest stays to be counted from its rows.
        await sums.add_up_some(tx, bookings=dice.randint(1, 4), days=dice.randint(1, 4), changes=10)


async def test_every_booking_and_stop_counts_once_whatever_happens(database: Database) -> None:
    dice = random.Random(260)
    async with database.owner() as tx:
        bookings = [await _booked(tx, dice) for _ in range(8)]
    for number in range(150):
        async with database.owner() as tx:
            await _change(tx, dice, bookings)
            await _agree(tx)
        if number % 50 == 49:
            await sums.add_up(database)
            async with database.owner() as tx:
                await _agree(tx)
                assert await tx.fetchval("select count(*) from app.changed_bookings") == 0
                assert await tx.fetchval("select count(*) from app.counted_bookings") > 0
                assert await tx.fetchval("select count(*) from app.crew_days") > 0


async def _overview(database: Database, executive: UUID, first: date) -> SeasonOverviewResult:
    days = DayRange(first, first + timedelta(days=364))
    async with database.transaction(Actor("executive", executive)) as tx:
        return await overview.overview(tx, days, clock.today(), None)


async def test_an_overview_says_the_same_before_and_after_it_was_added_up(
    database: Database,
) -> None:
    async with database.owner() as tx:
        held = await tx.fetchval("select count(*) from public.bookings")
    await past.generate(database, held + 800)
    ranges = [clock.today() - timedelta(days=days) for days in (364, 600, 900)]
    before = [await _overview(database, uuid4(), first) for first in ranges]
    assert before[0].figures.made > 0
    assert before[0].figures.done > 0
    await sums.add_up(database)
    async with database.owner() as tx:
        await _agree(tx)
        assert await tx.fetchval("select count(*) from app.counted_bookings") >= 800
    assert [await _overview(database, uuid4(), first) for first in ranges] == before


async def test_of_many_bookings_without_sums_the_overview_is_being_prepared(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.owner() as tx:
        dice = random.Random(510)
        await tx.execute("truncate app.counted_bookings")
        await tx.execute("update app.counted_until set made_at = '-infinity'")
        for _ in range(3):
            await _booked(tx, dice)
        held = await tx.fetchval("select count(*) from public.bookings")
    monkeypatch.setattr(queries, "MOST_BESIDE", held - 1)
    client = RestClients(database, {}, {one.name: one for one in COMMANDS}).of(
        await person(database, "executive")
    )
    days = {"from": str(clock.today()), "to": str(clock.today())}
    answer = await client.post("/rpc/season_overview", json=days)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == str(queries.AGAIN)
    assert answer.json()["code"] == "PT503"
    assert "being added up" in answer.json()["message"]
    await sums.add_up(database)
    answer = await client.post("/rpc/season_overview", json=days)
    assert answer.status_code == 200, answer.text


_VACUUMING = "select exists (select from pg_stat_progress_vacuum where relid = 'large'::regclass)"
_SUMMED = "select count(*) from app.counted_bookings where booking_id = $1"
_MAKE = (
    "insert into public.bookings (campus_id, first_name, last_name, email, delivery_option) "
    "values (1, 'Ana', 'Lee', 'ana@example.test', 'decide_later') returning id"
)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody can add one before is summed without a delay."""
    settled = sums._SETTLED.replace("interval '5 seconds'", "interval '0 seconds'")
    assert settled != sums._SETTLED
    monkeypatch.setattr(sums, "_SETTLED", settled)


@pytest.mark.usefixtures("at_once")
async def test_a_booking_is_summed_once_nobody_can_add_one_of_before(database: Database) -> None:
    """It has the moment at which its transaction began, however late that ends."""
    async with database.owner() as slow:
        await slow.execute("select 1")
        async with database.owner() as tx:
            quick_one = await tx.fetchval(_MAKE)
        await sums.add_up(database)
        async with database.owner() as tx:
            assert await tx.fetchval(_SUMMED, quick_one) == 0
        slow_one = await slow.fetchval(_MAKE)
    await sums.add_up(database)
    async with database.owner() as tx:
        assert await tx.fetchval(_SUMMED, quick_one) == 1
        assert await tx.fetchval(_SUMMED, slow_one) == 1
        assert await tx.fetchval("select count(*) from app.changed_bookings") == 0


@pytest.mark.usefixtures("at_once")
async def test_bookings_are_summed_while_autovacuum_is_busy_with_a_table(
    database: Database, connect: dict[str, Any]
) -> None:
    other = await asyncpg.connect(**connect)
    await other.execute(
        "create table large with (autovacuum_vacuum_threshold = 0, "
        "autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_limit = 1, "
        "autovacuum_vacuum_cost_delay = 100) as select generate_series(1, 100000) as n"
    )
    await other.execute("select pg_stat_force_next_flush()")
    await other.execute("delete from large")
    await other.execute("alter system set autovacuum_naptime = 1")
    try:
        await other.execute("select pg_reload_conf()")
        async with asyncio.timeout(60):
            while not await other.fetchval(_VACUUMING):
                pass
        async with database.owner() as tx:
            booking_id = await tx.fetchval(_MAKE)
        await sums.add_up(database)
        async with database.owner() as tx:
            assert await tx.fetchval(_SUMMED, booking_id) == 1
        assert await other.fetchval(_VACUUMING)
    finally:
        await other.execute("alter system reset autovacuum_naptime")
        await other.execute("select pg_reload_conf()")
        await other.execute("drop table large")
        await other.close()
