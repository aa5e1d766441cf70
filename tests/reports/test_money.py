"""The overview's money by day and campus, against the ledger's entries."""

from __future__ import annotations

import random
from datetime import date, timedelta
from uuid import UUID, uuid4

from summerstow.demo import past
from summerstow.office.overview import queries
from summerstow.office.overview.ranges import DayRange
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction

FIRST, LAST = date(2011, 3, 1), date(2011, 3, 8)

_BY_ENTRIES = """
select case when l.kind = 'payment' then l.received_on else l.day end as day, b.campus_id,
  coalesce(sum(amount_cents) filter (where kind not in ('payment', 'refund')), 0) as booked,
  coalesce(sum(amount_cents) filter (where kind = 'tax'), 0) as tax,
  coalesce(-sum(amount_cents) filter (where kind in ('payment', 'refund')), 0) as received
from public.ledger l join public.bookings b on b.id = l.booking_id
where kind not in ('waiver', 'write_off')
  and case when l.kind = 'payment' then l.received_on else l.day end between $1 and $2
group by 1, 2 order by 1, 2
"""
_ENTER = """
insert into public.ledger (booking_id, day, kind, code, event, words, term, unit_cents,
  amount_cents, cause, bank_reference, received_on, actor_role)
select $1, $2::date, kind, 'storage', 'Event', 'Words', '', cents, cents, gen_random_uuid()::text,
  case kind when 'payment' then gen_random_uuid()::text end,
  case kind when 'payment' then $2::date - 1 end, 'service'
from unnest($3::text[], $4::int[]) one (kind, cents)
"""
_KINDS = {
    "charge": 1,
    "tax": 1,
    "refund": 1,
    "correction": -1,
    "discount": -1,
    "credit": -1,
    "payment": -1,
    "waiver": -1,
    "write_off": -1,
}


async def _booked(tx: ElevatedTransaction, campus_id: int) -> UUID:
    booking_id = uuid4()
    await tx.execute(
        "insert into public.bookings (id, campus_id, email) values ($1, $2, 'a@example.test')",
        booking_id,
        campus_id,
    )
    return booking_id


async def _agree(tx: ElevatedTransaction, first: date = FIRST, last: date = LAST) -> None:
    found, _ = await queries.count_days(tx, [DayRange(first, last)], last, None)
    kept = {
        (one.day, one.campus_id): (one.booked_cents, one.tax_cents, one.received_cents)
        for one in found
    }
    for day, campus_id, *cents in await tx.fetch(_BY_ENTRIES, first, last):
        assert kept.pop((day, campus_id)) == tuple(cents)
    # Days with something else alone.
    assert {(0, 0, 0)} >= set(kept.values())


async def test_days_come_to_what_their_entries_say_whatever_happens(database: Database) -> None:
    dice = random.Random(236)
    async with database.owner() as tx:
        bookings = [await _booked(tx, campus) for campus in (1, 1, 2, 3)]
    for _ in range(40):
        async with database.owner() as tx:
            what = dice.random()
            if what < 0.7:
                kinds = dice.choices(list(_KINDS), k=dice.randint(1, 4))
                await tx.execute(
                    _ENTER,
                    dice.choice(bookings),
                    FIRST + timedelta(days=dice.randint(0, 8)),
                    kinds,
                    [_KINDS[kind] * dice.randint(1, 20_000) for kind in kinds],
                )
            else:
                await tx.execute(
                    "update public.bookings set campus_id = $2 where id = $1",
                    dice.choice(bookings),
                    dice.randint(1, 3),
                )
            await _agree(tx)


async def test_generated_seasons_bring_their_money(database: Database) -> None:
    async with database.owner() as tx:
        held = await tx.fetchval("select count(*) from public.bookings")
    await past.generate(database, held + 300)
    async with database.owner() as tx:
        assert await tx.fetchval("select count(*) from public.ledger where kind = 'payment'") > 100
        await _agree(tx, date(2001, 1, 1), date(2099, 1, 1))
