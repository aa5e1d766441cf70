"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.roles import CUSTOMER, TITLES
from summerstow.kit.tables import decoded

from . import sums
from .model import (
    CancelReason,
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
#
# Bookings are counted by their sums and by what stands beside those (migration 0385).

# $1 days, $2 the first moment of each; $3 and $4 the first moment and the end of them all, $5 and
# $6 the first and the last; $7 campus or null, $8 the role of those who sign up.
_DAYS: Final = """
with booked as (
  select made as at, campus_id, bookings as made, 0 as cancelled from app.made_sums
  where made >= $3 and made < $4
  union all
  select made_at, campus_id, sign, 0 from app.bookings_beside_sums
  where made_at >= $3 and made_at < $4
  union all
  select at, campus_id, 0, bookings from app.reason_sums where at >= $3 and at < $4
  union all
  select cancelled_at, campus_id, 0, sign from app.bookings_beside_sums
  where cancelled_at >= $3 and cancelled_at < $4
), counted as (
  select ($1::date[])[width_bucket(at, $2::timestamptz[])] as day, campus_id, made, cancelled,
    0 as pickups, 0 as done, null::bigint as capacity, 0::bigint as taken, 0::bigint as sign_ups
  from (
    select at, campus_id, sum(made) as made, sum(cancelled) as cancelled from booked group by 1, 2
  ) moments
  union all
  select day, campus_id, 0, 0, bookings, 0, null, 0, 0 from app.pickup_sums
  where day between $5 and $6
  union all
  select pickup_date, campus_id, 0, 0, sign, 0, null, 0, 0 from app.bookings_beside_sums
  where pickup_date between $5 and $6 and cancelled_at is null
  union all
  select pickup_date, campus_id, 0, 0, 1, 0, null, 0, 0 from public.bookings
  where pickup_date between $5 and $6 and superseded_by is not null and status <> 'cancelled'
  union all
  select c.day, c.campus_id, 0, 0, 0, c.done, null, 0, 0
  from app.crew_days_to_count c
  where c.day between $5 and $6
  union all
  select s.date, s.campus_id, 0, 0, 0, 0, sum(s.capacity), sum(s.capacity - s.available_slots), 0
  from public.slot_availability s
  where s.date between $5 and $6
  group by 1, 2
  union all
  select ($1::date[])[width_bucket(u.created_at, $2::timestamptz[])], null, 0, 0, 0, 0, null, 0,
    count(*)
  from public.users u
  where u.role = $8 and u.created_at >= $3 and u.created_at < $4
    and $7::integer is null
  group by 1
)
select day, campus_id, sum(made)::int as made, sum(cancelled)::int as cancelled,
  sum(pickups)::int as pickups, sum(done)::int as done, coalesce(sum(capacity), 0)::int as capacity,
  sum(taken)::int as taken,
  sum(sign_ups)::int as sign_ups
from counted where $7::integer is null or campus_id = $7
group by day, campus_id
having (sum(made), sum(cancelled), sum(pickups), sum(done), count(capacity),
  sum(sign_ups)) <> (0, 0, 0, 0, 0, 0)
order by day, campus_id nulls last
"""


def _between(table: str, columns: str) -> str:
    """Rows of sums by two moments: made from $1 on, and what became of it before $2.

    Whole months, and the parts of days at the edges.
    """
    months = {
        "made": "made >= app.part_month_from($1)",
        "at": "at < app.part_month($2)",
    }
    parts = {
        "made": "made >= $1 and made < app.part_month_from($1)",
        "at": "at >= app.part_month($2) and at < $2",
    }
    return " union all ".join(
        f"select {columns} from {table} where level = {level} and {made} and {at}"  # noqa: S608
        for level, made, at in (
            (0, parts["made"], parts["at"]),
            (1, months["made"], parts["at"]),
            (2, parts["made"], months["at"]),
            (3, months["made"], months["at"]),
        )
    )


_ENDED: Final = _between(
    "app.ended_sums", "campus_id, how_heard, referred, priced, -bookings as bookings"
)

# $1 the first moment of being made and $2 the moment as of which, $3 campus or null; $4 and $5 the
# free returns by which months are counted. Those of which nothing is known have nulls.
_STORED: Final = f"""
with known as materialized (
  select coalesce(free_from = $4 and free_to = $5, false) as same from app.counted_by
), summed as materialized (
  select campus_id, items, months, valid_from, bookings from (
    {_between("app.item_sums", "campus_id, items, months, valid_from, bookings")}
  ) one where (select same from known)
), priced as (
  select campus_id, bookings from app.made_sums where priced and made >= $1 and made < $2
  union all
  select campus_id, bookings from ({_ENDED}) ended where priced
  union all
  select campus_id, -bookings from summed
), beside as (
  select sign, booking_id, made_at, campus_id, cancelled_at, pickup_date, return_delivery_date,
    valid_from, items, first_counted_at, last_counted_at
  from app.bookings_beside_sums
  where made_at >= $1 and made_at < $2 and (select same from known)
  union all
  select 1, booking_id, made_at, campus_id, cancelled_at, pickup_date, return_delivery_date,
    valid_from, items, first_counted_at, last_counted_at
  from app.bookings_to_count
  where made_at >= $1 and made_at < $2 and not (select same from known)
), shown as (
  select sign, campus_id, pickup_date, return_delivery_date, valid_from, case
      when pickup_date is null then 0
      when last_counted_at < $2 then items
      when first_counted_at < $2 and sign = 1 then (
        select sum(p.items_counted)::int from public.pickups p
        where p.booking_id = b.booking_id and p.items_counted is not null
          and p.status = 'completed' and coalesce(p.completed_at, p.updated_at) < $2)
    end as items
  from beside b
  where valid_from is not null and (cancelled_at is null or cancelled_at >= $2)
)
select items, months, valid_from, sum(bookings)::int as bookings from (
  select campus_id, items, months, valid_from, bookings from summed
  union all
  select campus_id, null, null, null, bookings from priced where (select same from known)
  union all
  select campus_id, items, app.storage_months(pickup_date, return_delivery_date, $4, $5),
    valid_from, sign
  from shown where items > 0
  union all
  select campus_id, null, null, null, sign from shown where (items > 0) is not true
) counted
where $3::integer is null or campus_id = $3
group by 1, 2, 3 having sum(bookings) <> 0
"""  # noqa: S608

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

# How bookings made heard of us, and of these those that came by a friend's referral id. $1 to $3 as
# above.
_BROUGHT: Final = f"""
select how_heard as source, sum(bookings)::int as bookings,
  coalesce(sum(bookings) filter (where referred), 0)::int as referred
from (
  select campus_id, how_heard, referred, bookings from app.made_sums
  where made >= $1 and made < $2
  union all
  select campus_id, how_heard, referred, bookings from ({_ENDED}) ended
  union all
  select campus_id, how_heard, referred, sign from app.bookings_beside_sums
  where made_at >= $1 and made_at < $2 and (cancelled_at is null or cancelled_at >= $2)
) b
where $3::integer is null or campus_id = $3
group by 1 having sum(bookings) <> 0 order by 2 desc, 1
"""  # noqa: S608

# Of the same those whose bundle is shared with a friend.
_SHARED: Final = """
select count(*)::int from app.bookings_to_count
where booking_id = any(array(
    select distinct booking_id from app.plan_members
    where joined_at < $2 and (left_at is null or left_at >= $2)))
  and made_at >= $1 and made_at < $2 and (cancelled_at is null or cancelled_at >= $2)
  and ($3::integer is null or campus_id = $3)
"""

# $1 the first moment of being cancelled, $2 the end, $3 campus.
_REASONS: Final = """
select min(reason) as reason, sum(bookings)::int as bookings, sum(fee_cents)::int as fee_cents
from (
  select nullif(reason, '') as reason, sum(bookings) as bookings, sum(fee_cents) as fee_cents
  from (
    select campus_id, reason, bookings, fee_cents from app.reason_sums where at >= $1 and at < $2
    union all
    select campus_id, coalesce(reason, ''), sign, sign * coalesce(fee_cents, 0)
    from app.bookings_beside_sums where cancelled_at >= $1 and cancelled_at < $2
  ) told
  where $3::integer is null or campus_id = $3
  group by 1 having sum(bookings) <> 0
) as_written
group by lower(reason)
order by bookings desc, reason nulls last
"""

# A crew's day goes from its first On Way to its last Complete; a day with one stop and no On Way
# has no length and counts for nothing. $1 first and $2 last day, $3 today, $4 campus or null.
_CREW: Final = """
with days as (
  select c.stops, extract(epoch from c.last_at - c.first_at) / 60 as minutes
  from app.crew_days_to_count c
  where c.day between $1 and $2 and ($4::integer is null or c.campus_id = $4)
)
select coalesce((select sum(stops) from days where minutes > 0), 0)::int as stops,
  coalesce((select sum(minutes) from days where minutes > 0), 0)::int as minutes, (
    select count(*) from generate_series($1::date, least($2::date, $3::date - 1), '1 day') day
      cross join public.campuses c
      join public.bookings b on b.pickup_date = day::date and b.campus_id = c.id
        and b.status in ('pending', 'confirmed', 'in_queue')
    where $4::integer is null or c.id = $4
  )::int as missed
"""

# $1 today, $2 campus or null.
_OWED: Final = """
with open as materialized (
  select i.booking_id, i.due_on, i.owed_cents
  from app.open_invoices o join app.invoice_owed i on i.id = o.invoice_id
)
select case when due_on >= $1 then 'not_due' when due_on >= $1::date - 7 then 'week'
    when due_on >= $1::date - 30 then 'month' else 'older' end as age,
  count(*)::int as invoices, sum(owed_cents)::bigint as owed_cents
from open
where owed_cents > 0 and ($2::integer is null
  or (select b.campus_id from public.bookings b where b.id = booking_id) = $2)
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


async def know_the_range(tx: Transaction) -> None:
    """Until its end the transaction plans each statement for its own range.

    A plan that is kept for every range takes some days of pickups for fewer than what was booked
    since yesterday, and reads a year of them.
    """
    await tx.execute("set local plan_cache_mode = force_custom_plan")


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
    tx: ElevatedTransaction, first: datetime, as_of: datetime, campus_id: int | None
) -> tuple[list[SourceCount], FriendCounts]:
    """Bookings made and not cancelled: how they heard of us, most frequent first; by friends."""
    rows = await tx.fetch(_BROUGHT, first, as_of, campus_id)
    return [SourceCount(row["source"], row["bookings"]) for row in rows], FriendCounts(
        made=sum(row["bookings"] for row in rows),
        referred=sum(row["referred"] for row in rows),
        shared=await tx.fetchval(_SHARED, first, as_of, campus_id),
    )


async def stored(
    tx: ElevatedTransaction, first: datetime, as_of: datetime, campus_id: int | None
) -> list[StoredCount]:
    """Bookings made from `first` to before `as_of` and not cancelled, as they stood then."""
    rows = await tx.fetch(_STORED, first, as_of, campus_id, *sums.free_return())
    return [decoded(StoredCount, row) for row in rows]


async def cancellations(
    tx: ElevatedTransaction, first: datetime, end: datetime, campus_id: int | None
) -> list[CancelReason]:
    """Cancellations from `first` to before `end` by the reason given, the most frequent first."""
    return [CancelReason(**row) for row in await tx.fetch(_REASONS, first, end, campus_id)]


async def crew(
    tx: ElevatedTransaction, first: date, last: date, today: date, campus_id: int | None
) -> tuple[int, int, int]:
    """Stops completed, minutes from each day's first to its last, and how many were missed."""
    found = await tx.fetchrow(_CREW, first, last, today, campus_id)
    assert found is not None
    return found["stops"], found["minutes"], found["missed"]


async def owed(tx: ElevatedTransaction, today: date, campus_id: int | None) -> list[OwedAge]:
    """What is owed today by its age, those that are anything."""
    return [decoded(OwedAge, row) for row in await tx.fetch(_OWED, today, campus_id)]


async def staff(tx: ElevatedTransaction) -> list[StaffMember]:
    """Everybody who works here, by role and name."""
    return [decoded(StaffMember, row) for row in await tx.fetch(_STAFF, list(TITLES)[::-1])]
