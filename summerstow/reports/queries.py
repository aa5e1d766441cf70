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
  select ($1::date[])[width_bucket(b.made_at, $2::timestamptz[])] as day, b.campus_id,
    count(*) as made, 0 as cancelled, 0 as pickups, 0 as done, 0 as capacity, 0 as taken,
    0 as sign_ups
  from app.bookings_to_count b
  where b.made_at >= $3 and b.made_at < $4 and ($7::integer is null or b.campus_id = $7)
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
  select c.day, c.campus_id, 0, 0, 0, c.done, 0, 0, 0
  from app.crew_days_to_count c
  where c.day between $5 and $6 and ($7::integer is null or c.campus_id = $7)
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
  select pickup_date, return_delivery_date, valid_from, greatest(case
      when last_counted_at < $3 then items
      when first_counted_at < $3 then (
        select sum(p.items_counted)::int from public.pickups p
        where p.booking_id = b.booking_id and p.items_counted is not null
          and p.status = 'completed' and coalesce(p.completed_at, p.updated_at) < $3)
    end, 0) as items
  from app.bookings_to_count b
  where made_at >= $1 and made_at < least($2::timestamptz, $3::timestamptz)
    and (cancelled_at is null or cancelled_at >= $3) and valid_from is not null
    and ($4::integer is null or campus_id = $4)
) counted
group by 1, 2, 3, 4
"""

# What was charged to customers, with its tax and less what was credited or taken back; and what
# came in, on the day on which the bank had it, less what was paid back. What was waived or written
# off is neither. The ledger's triggers keep it (sums.py). $1 the first and $2 the last day, $3
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

# How bookings made heard of us, and of these those that came by a friend's referral id, and those
# whose bundle is shared with a friend. The parameters of _STORED.
_BROUGHT: Final = """
select b.how_heard as source, count(*)::int as bookings,
  count(*) filter (where b.referred)::int as referred, count(m.booking_id)::int as shared
from app.bookings_to_count b left join (
  select distinct booking_id from app.plan_members
  where joined_at < $3 and (left_at is null or left_at >= $3)
) m on m.booking_id = b.booking_id
where b.made_at >= $1 and b.made_at < least($2::timestamptz, $3::timestamptz)
  and (b.cancelled_at is null or b.cancelled_at >= $3)
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
  select c.stops, extract(epoch from c.last_at - c.first_at) / 60 as minutes
  from app.crew_days_to_count c
  where c.day between $1 and $2 and ($4::integer is null or c.campus_id = $4)
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
    tx: ElevatedTransaction,
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
    tx: ElevatedTransaction, first: date, last: date, today: date, campus_id: int | None
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
