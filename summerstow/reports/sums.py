"""What the overview counts, written down by a job some time after it happened.

Whoever reads sees everything once, whether the job has been there or not (migrations 0236, 0260,
0385).
"""

from __future__ import annotations

from typing import Final

from summerstow.billing.pricing import season
from summerstow.kit import clock
from summerstow.kit.database.pool import Database
from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.roles import CUSTOMER

#: What is taken at once: some seconds of work at most.
_CHANGES: Final = 100_000
_BOOKINGS: Final = 5_000
_SIGN_UPS: Final = 50_000
_INVOICES: Final = 5_000
_DAYS: Final = 14

# Whoever reads sees each change once: among the changes or in its sum. $1 how many at most.
_ADD_MONEY: Final = """
with taken as (
  delete from app.money_changes where id in (
    select id from app.money_changes order by id limit $1 for update skip locked
  )
  returning day, campus_id, entries, booked_cents, tax_cents, received_cents
)
, added as (
  insert into app.money_of_days as m (day, campus_id, entries, booked_cents, tax_cents,
    received_cents)
  select day, campus_id, sum(entries), sum(booked_cents), sum(tax_cents), sum(received_cents)
  from taken group by 1, 2
  on conflict (day, campus_id, earlier) do update set entries = m.entries + excluded.entries,
    booked_cents = m.booked_cents + excluded.booked_cents,
    tax_cents = m.tax_cents + excluded.tax_cents,
    received_cents = m.received_cents + excluded.received_cents
)
select count(*) from taken
"""

# Bookings that changed after they were written down; others are counted from their own rows.
_BOOKINGS_AGAIN: Final = """
with taken as (
  delete from app.changed_bookings where id in (
    select id from app.changed_bookings order by id limit $1
  )
  returning booking_id
), facts as materialized (
  select f.* from app.booking_facts f
  where f.booking_id in (select booking_id from taken)
    and f.made_at < (select made_at from app.counted_until)
), gone as (
  delete from app.counted_bookings
  where booking_id in (select booking_id from taken)
    and booking_id not in (select booking_id from facts)
)
, added as (
  insert into app.counted_bookings as c select * from facts
  on conflict (booking_id) do update set made_at = excluded.made_at,
    campus_id = excluded.campus_id, cancelled_at = excluded.cancelled_at,
    pickup_date = excluded.pickup_date, return_delivery_date = excluded.return_delivery_date,
    valid_from = excluded.valid_from, items = excluded.items,
    first_counted_at = excluded.first_counted_at, last_counted_at = excluded.last_counted_at,
    how_heard = excluded.how_heard, referred = excluded.referred, reason = excluded.reason,
    fee_cents = excluded.fee_cents
)
select count(*) from taken
"""
_DAYS_AGAIN: Final = """
with taken as (
  delete from app.changed_crew_days where id in (
    select id from app.changed_crew_days order by id limit $1
  )
  returning day
), facts as materialized (
  select f.* from (select distinct day from taken) x
    cross join lateral (select * from app.crew_facts where day = x.day offset 0) f
  where f.day < (select day from app.counted_until)
), gone as (
  delete from app.crew_days c where c.day in (select day from taken)
    and (c.day, c.campus_id) not in (select day, campus_id from facts)
)
, added as (
  insert into app.crew_days as c select * from facts
  on conflict (day, campus_id) do update set done = excluded.done, stops = excluded.stops,
    first_at = excluded.first_at, last_at = excluded.last_at
)
select count(*) from taken
"""

# Since when transactions are under way: none of before is still to come. Asked ahead of what reads
# rows, which then has all of those that ended since. Whose sessions are not shown to us, such as an
# administrator's, are over after a day. Autovacuum is nobody's session and makes no rows; it takes
# minutes for a large table.
_SETTLED: Final = """
select case when bool_or(query = '<insufficient privilege>') then now() - interval '1 day'
  else least(now(), min(xact_start)) - interval '5 seconds' end
from pg_stat_activity where datname = current_database() and usesysid is not null
"""
# $1 how many at most, $2 the moment before which all have come. All that were made at one moment
# are taken together. One that is there already was made earlier before it changed: it is among the
# changes.
_MORE_BOOKINGS: Final = """
with was as (select made_at from app.counted_until), step as (
  select least($2, (
    select b.created_at from public.bookings b where b.created_at > (
      select o.created_at from public.bookings o where o.created_at >= (select made_at from was)
      order by o.created_at offset $1 - 1 limit 1
    ) order by b.created_at limit 1
  )) as made_at
), moved as (
  update app.counted_until set made_at = step.made_at from step
  where step.made_at > counted_until.made_at
), added as (
  insert into app.counted_bookings
  select f.* from app.booking_facts f, was, step
  where f.made_at >= was.made_at and f.made_at < step.made_at
  on conflict do nothing
  returning 1
)
select count(*) from added
"""
_MORE_DAYS: Final = """
with was as (select day from app.counted_until), step as (
  select least((now() at time zone 'UTC')::date - 1,
    (select min(pickup_date) + $1::integer from public.pickups
     where pickup_date >= (select day from was))) as day
), moved as (
  update app.counted_until set day = step.day from step where step.day > counted_until.day
), added as (
  insert into app.crew_days
  select f.* from app.crew_facts f
  where f.day >= (select day from was) and f.day < (select day from step)
  returning 1
)
select count(*) from added
"""


# Accounts that changed after they were summed. $1 how many at most.
_SIGN_UPS_AGAIN: Final = """
with taken as (
  delete from app.sign_up_changes where id in (
    select id from app.sign_up_changes where at < app.signed_up_since() order by id limit $1
  )
  returning at, sign_ups
), added as (
  insert into app.sign_up_sums as s
  select app.part_of_day(at), sum(sign_ups) from taken group by 1
  on conflict (at) do update set sign_ups = s.sign_ups + excluded.sign_ups
)
select count(*) from taken
"""
# As bookings, $3 the role. What changed of these accounts before is in them.
_MORE_SIGN_UPS: Final = """
with was as (select signed_up_at as at from app.counted_until), step as (
  select least($2, (
    select u.created_at from public.users u where u.role = $3 and u.created_at > (
      select o.created_at from public.users o
      where o.role = $3 and o.created_at >= (select at from was)
      order by o.created_at offset $1 - 1 limit 1
    ) order by u.created_at limit 1
  )) as at
), moved as (
  update app.counted_until set signed_up_at = step.at from step
  where step.at > counted_until.signed_up_at
), gone as (
  delete from app.sign_up_changes c using was, step where c.at >= was.at and c.at < step.at
), added as (
  insert into app.sign_up_sums as s
  select app.part_of_day(u.created_at), count(*) from public.users u, was, step
  where u.role = $3 and u.created_at >= was.at and u.created_at < step.at
  group by 1
  on conflict (at) do update set sign_ups = s.sign_ups + excluded.sign_ups
  returning sign_ups
)
select count(*) from added
"""


# Invoices that opened or changed; who changes one meanwhile holds it. $1 how many at most.
_MORE_OWED: Final = """
with taken as (
  select invoice_id from app.open_invoices where counted_cents is null
  limit $1 for update skip locked
), written as (
  update app.open_invoices o set counted_due_on = i.due_on, counted_campus_id = b.campus_id,
    counted_cents = greatest(i.owed_cents, 0)
  from app.invoice_owed i join public.bookings b on b.id = i.booking_id
  where o.invoice_id in (select invoice_id from taken) and i.id = o.invoice_id
  returning i.due_on, b.campus_id, o.counted_cents as owed_cents
), changed as (
  delete from app.owed_changes where id in (select id from app.owed_changes order by id limit $1)
  returning due_on, campus_id, invoices, owed_cents
), added as (
  insert into app.owed_sums as s
  select due_on, campus_id, sum(invoices), sum(owed_cents)
  from (
    select due_on, campus_id, 1 as invoices, owed_cents from written where owed_cents > 0
    union all
    select due_on, campus_id, invoices, owed_cents from changed
  ) one group by 1, 2
  on conflict (due_on, campus_id) do update set invoices = s.invoices + excluded.invoices,
    owed_cents = s.owed_cents + excluded.owed_cents
)
select (select count(*) from written) + (select count(*) from changed)
"""
_NOTHING_OWED: Final = "delete from app.owed_sums where invoices = 0 and owed_cents = 0"


# The months of storage in the sums are those of these free returns. $1 their first day as 831 for
# 31 August, $2 their last.
_BY_OTHERS: Final = """
update app.counted_by set free_from = $1, free_to = $2
where (free_from, free_to) is distinct from ($1::integer, $2::integer) returning 1
"""
_COUNT_ANEW: Final = """
truncate app.counted_bookings; update app.counted_until set made_at = '-infinity'
"""


def free_return() -> tuple[int, int]:
    """The first and last free day of return, as 831 for 31 August."""
    first, last = season.free_return(clock.today().year)
    return first.month * 100 + first.day, last.month * 100 + last.day


async def add_up(database: Database) -> None:
    """Add up what was entered since, a part at a time; nobody waits for it."""
    while True:
        async with database.owner() as tx:
            if not await add_up_some(tx):
                return


async def add_up_some(
    tx: ElevatedTransaction,
    *,
    changes: int = _CHANGES,
    bookings: int = _BOOKINGS,
    sign_ups: int = _SIGN_UPS,
    invoices: int = _INVOICES,
    days: int = _DAYS,
) -> bool:
    """Add up so many changes, bookings and days at most; False once there is nothing more to do."""
    # One at a time: each begins where the last has ended.
    await tx.execute("select from app.counted_until for update")
    if await tx.fetchval(_BY_OTHERS, *free_return()):
        await tx.execute(_COUNT_ANEW)
    settled = await tx.fetchval(_SETTLED)
    done = 0
    for statement, *most in (
        (_ADD_MONEY, changes),
        (_MORE_OWED, invoices),
        (_SIGN_UPS_AGAIN, sign_ups),
        (_BOOKINGS_AGAIN, bookings),
        (_DAYS_AGAIN, days),
        (_MORE_SIGN_UPS, sign_ups, settled, CUSTOMER),
        (_MORE_BOOKINGS, bookings, settled),
        (_MORE_DAYS, days),
    ):
        done += await tx.fetchval(statement, *most)
    await tx.execute(_NOTHING_OWED)
    return done > 0
