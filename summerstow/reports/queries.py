"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.roles import CUSTOMER, TITLES
from summerstow.kit.tables import decoded

from .model import (
    CancelReason,
    CrewFigures,
    FriendCounts,
    OverviewDay,
    OwedAge,
    SourceCount,
    StaffMember,
    StoredCount,
)

# When a booking was cancelled: staff who only set the status leave no moment of their own, so that
# the row's last change stands for it. A booking that its customer sent anew (superseded_by) counts
# once, as the new one (rule: submit-again).

# $1 days, $2 the first moment of each; $3 and $4 the first moment and the end of them all, $5 and
# $6 the first and the last; $7 campus or null, $8 the role of those who sign up.
_DAYS: Final = """
with counted as (
  select ($1::date[])[width_bucket(b.created_at, $2::timestamptz[])] as day, b.campus_id,
    count(*) as made, 0 as cancelled, 0 as pickups, 0 as done, 0 as capacity, 0 as taken,
    0 as sign_ups
  from public.bookings b
  where b.created_at >= $3 and b.created_at < $4
    and b.superseded_by is null and ($7::integer is null or b.campus_id = $7)
  group by 1, 2
  union all
  select ($1::date[])[
      width_bucket(coalesce(b.cancelled_at, b.updated_at), $2::timestamptz[])
    ], b.campus_id, 0, count(*), 0, 0, 0, 0, 0
  from public.bookings b
  where b.status = 'cancelled' and coalesce(b.cancelled_at, b.updated_at) >= $3
    and coalesce(b.cancelled_at, b.updated_at) < $4
    and b.superseded_by is null and ($7::integer is null or b.campus_id = $7)
  group by 1, 2
  union all
  select b.pickup_date, b.campus_id, 0, 0, count(*), 0, 0, 0, 0
  from public.bookings b
  where b.pickup_date between $5 and $6 and b.status <> 'cancelled'
    and ($7::integer is null or b.campus_id = $7)
  group by 1, 2
  union all
  select p.pickup_date, b.campus_id, 0, 0, 0, count(*), 0, 0, 0
  from public.pickups p join public.bookings b on b.id = p.booking_id
  where p.pickup_date between $5 and $6 and p.status = 'completed'
    and ($7::integer is null or b.campus_id = $7)
  group by 1, 2
  union all
  select s.date, s.campus_id, 0, 0, 0, 0, sum(s.capacity), sum(s.capacity - s.available_slots), 0
  from public.slot_availability s
  where s.date between $5 and $6
    and ($7::integer is null or s.campus_id = $7)
  group by 1, 2
  union all
  select ($1::date[])[width_bucket(u.created_at, $2::timestamptz[])], null, 0, 0, 0, 0, 0, 0,
    count(*)
  from public.users u
  where u.role = $8 and u.created_at >= $3 and u.created_at < $4
    and $7::integer is null
  group by 1
)
select day, campus_id, sum(made)::int as made, sum(cancelled)::int as cancelled,
  sum(pickups)::int as pickups, sum(done)::int as done, sum(capacity)::int as capacity,
  sum(taken)::int as taken,
  sum(sign_ups)::int as sign_ups
from counted group by day, campus_id order by day, campus_id nulls last
"""

# $1 and $2: moments between which the bookings were made, $3 the moment as of which, $4 campus.
_STORED: Final = """
select nullif(counted.items, 0) as items, pickup_date, return_delivery_date, valid_from,
  count(*)::int as bookings
from (
  select b.pickup_date, b.return_delivery_date, l.valid_from,
    greatest(sum(p.items_counted), 0)::int as items
  from public.bookings b join app.booking_prices l on l.booking_id = b.id
    left join public.pickups p on p.booking_id = b.id and p.items_counted is not null
      and p.status = 'completed' and coalesce(p.completed_at, p.updated_at) < $3
  where b.created_at >= $1 and b.created_at < $2 and b.created_at < $3 and b.superseded_by is null
    and (b.status <> 'cancelled' or coalesce(b.cancelled_at, b.updated_at) >= $3)
    and ($4::integer is null or b.campus_id = $4)
  group by b.id, l.valid_from
) counted
group by 1, 2, 3, 4
"""

# What was charged to customers, with its tax and less what was credited or taken back; and what
# came in, on the day on which the bank had it, less what was paid back. What was waived or written
# off is neither. The ledger's triggers keep it (app.money_of). $1 the first and $2 the last day, $3
# campus or null.
_MONEY: Final = """
select day, campus_id, sum(booked_cents)::bigint as booked_cents,
  sum(tax_cents)::bigint as tax_cents, sum(received_cents)::bigint as received_cents
from (
  select day, campus_id, entries, booked_cents, tax_cents, received_cents from app.money_of_days
  union all
  select day, campus_id, entries, booked_cents, tax_cents, received_cents from app.money_changes
) m
where day between $1 and $2 and ($3::integer is null or campus_id = $3)
group by 1, 2 having sum(entries) > 0 order by 1, 2
"""

# Whoever reads sees each change once: among the changes or in its sum. $1 how many at most.
_ADD_UP: Final = """
with taken as (
  delete from app.money_changes where id in (
    select id from app.money_changes order by id limit $1 for update skip locked
  )
  returning day, campus_id, entries, booked_cents, tax_cents, received_cents
)
insert into app.money_of_days as m (day, campus_id, entries, booked_cents, tax_cents,
  received_cents)
select day, campus_id, sum(entries), sum(booked_cents), sum(tax_cents), sum(received_cents)
from taken group by 1, 2
on conflict (day, campus_id, earlier) do update set entries = m.entries + excluded.entries,
  booked_cents = m.booked_cents + excluded.booked_cents,
  tax_cents = m.tax_cents + excluded.tax_cents,
  received_cents = m.received_cents + excluded.received_cents
"""

# How bookings made heard of us, and of these those that came by a friend's referral id, and those
# whose bundle is shared with a friend. The parameters of _STORED.
_BROUGHT: Final = """
select b.how_heard as source, count(*)::int as bookings, count(b.referral_code)::int as referred,
  count(*) filter (where exists (
    select 1 from app.plan_members m where m.booking_id = b.id and m.joined_at < $3
      and (m.left_at is null or m.left_at >= $3)
  ))::int as shared
from public.bookings b
where b.created_at >= $1 and b.created_at < $2 and b.created_at < $3 and b.superseded_by is null
  and (b.status <> 'cancelled' or coalesce(b.cancelled_at, b.updated_at) >= $3)
  and ($4::integer is null or b.campus_id = $4)
group by 1 order by 2 desc, 1
"""

_REASONS: Final = """
select min(nullif(btrim(b.cancellation_note), '')) as reason, count(*)::int as bookings,
  coalesce(sum(b.cancellation_fee_cents), 0)::int as fee_cents
from public.bookings b
where b.status = 'cancelled' and coalesce(b.cancelled_at, b.updated_at) >= $1
  and coalesce(b.cancelled_at, b.updated_at) < least($2::timestamptz, $3::timestamptz)
  and b.superseded_by is null and ($4::integer is null or b.campus_id = $4)
group by lower(nullif(btrim(b.cancellation_note), ''))
order by bookings desc, reason nulls last
"""

# A crew's day goes from its first On Way to its last Complete; a day with one stop and no On Way
# has no length and counts for nothing. $1 first and $2 last day, $3 today, $4 campus or null.
_CREW: Final = """
with days as (
  select p.pickup_date, b.campus_id, count(*) as stops,
    extract(epoch from max(p.completed_at) - min(coalesce(p.started_at, p.completed_at))) / 60
      as minutes
  from public.pickups p join public.bookings b on b.id = p.booking_id
  where p.pickup_date between $1 and $2 and p.status = 'completed' and p.completed_at is not null
    and ($4::integer is null or b.campus_id = $4)
  group by 1, 2
), booked as (
  select count(*) as due, count(*) filter (
    where b.status in ('pending', 'confirmed', 'in_queue')
  ) as missed
  from public.bookings b
  where b.pickup_date between $1 and $2 and b.pickup_date < $3 and b.status <> 'cancelled'
    and ($4::integer is null or b.campus_id = $4)
)
select coalesce((select sum(stops) from days where minutes > 0), 0)::int as stops,
  coalesce((select sum(minutes) from days where minutes > 0), 0)::int as minutes,
  missed::int, due::int from booked
"""

# $1 today, $2 campus or null.
_OWED: Final = """
select case when i.due_on >= $1 then 'not_due' when i.due_on >= $1::date - 7 then 'week'
    when i.due_on >= $1::date - 30 then 'month' else 'older' end as age,
  count(*)::int as invoices, sum(i.owed_cents)::bigint as owed_cents
from app.open_invoices o join app.invoice_owed i on i.id = o.invoice_id
  join public.bookings b on b.id = i.booking_id
where i.owed_cents > 0 and ($2::integer is null or b.campus_id = $2)
group by 1
"""

# $1 the roles of staff, the first of them first.
_STAFF: Final = """
select u.id, coalesce(nullif(u.full_name, ''), u.email, 'Without a name') as name, u.email, u.role,
  a.last_sign_in_at
from public.users u left join auth.users a on a.id = u.id
where u.role = any($1)
order by array_position($1, u.role), name
"""


async def expect_many_rows(tx: Transaction) -> None:
    """Until its end the transaction plans each statement for its own range, in ample memory.

    A plan that is kept for every range takes twice as long with a year.
    """
    await tx.execute("set local plan_cache_mode = force_custom_plan; set local work_mem = '32MB'")


async def by_day(
    tx: Transaction,
    days: Sequence[date],
    begins: Sequence[datetime],
    end: datetime,
    campus_id: int | None,
) -> list[OverviewDay]:
    """What happened on each of these days, one for a day and campus with anything on it.

    `begins`: the first moment of each day; `end`: of the day after the last. Money is not in it.
    """
    rows = await tx.fetch(
        _DAYS, days, begins, begins[0], end, days[0], days[-1], campus_id, CUSTOMER
    )
    return [OverviewDay(**row) for row in rows]


async def money(
    tx: ElevatedTransaction, first: date, last: date, campus_id: int | None
) -> list[OverviewDay]:
    """The money of each day and campus that has any, and nothing else."""
    return [OverviewDay(**row) for row in await tx.fetch(_MONEY, first, last, campus_id)]


async def add_up(tx: ElevatedTransaction, most: int) -> None:
    """Add up to `most` changes of money to the sums of their days."""
    await tx.execute(_ADD_UP, most)


async def brought(
    tx: ElevatedTransaction, first: datetime, end: datetime, as_of: datetime, campus_id: int | None
) -> tuple[list[SourceCount], FriendCounts]:
    """Bookings made and not cancelled: how they heard of us, most frequent first; by friends."""
    rows = await tx.fetch(_BROUGHT, first, end, as_of, campus_id)
    return [SourceCount(row["source"], row["bookings"]) for row in rows], FriendCounts(
        made=sum(row["bookings"] for row in rows),
        referred=sum(row["referred"] for row in rows),
        shared=sum(row["shared"] for row in rows),
    )


async def stored(
    tx: ElevatedTransaction, first: datetime, end: datetime, as_of: datetime, campus_id: int | None
) -> list[StoredCount]:
    """Bookings made from `first` to before `end` and not cancelled, as they stood at `as_of`."""
    return [
        decoded(StoredCount, row) for row in await tx.fetch(_STORED, first, end, as_of, campus_id)
    ]


async def cancellations(
    tx: Transaction, first: datetime, end: datetime, as_of: datetime, campus_id: int | None
) -> list[CancelReason]:
    """Cancellations from `first` to before `end` by the reason given, the most frequent first."""
    return [CancelReason(**row) for row in await tx.fetch(_REASONS, first, end, as_of, campus_id)]


async def crew(
    tx: Transaction, first: date, last: date, today: date, campus_id: int | None
) -> CrewFigures:
    """The crews' work on these days."""
    found = await tx.fetchrow(_CREW, first, last, today, campus_id)
    assert found is not None
    return decoded(CrewFigures, found)


async def owed(tx: ElevatedTransaction, today: date, campus_id: int | None) -> list[OwedAge]:
    """What is owed today by its age, those that are anything."""
    return [decoded(OwedAge, row) for row in await tx.fetch(_OWED, today, campus_id)]


async def staff(tx: ElevatedTransaction) -> list[StaffMember]:
    """Everybody who works here, by role and name."""
    return [decoded(StaffMember, row) for row in await tx.fetch(_STAFF, list(TITLES)[::-1])]
