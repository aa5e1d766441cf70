"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

import msgspec

from summerstow.billing.pricing import season
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import decoded_all

from .model import OverviewDay, OverviewTotals
from .ranges import DayRange, utc_offsets

# When a booking was cancelled: staff who only set the status leave no moment of their own, so that
# the row's last change stands for it. A booking that its customer sent anew (superseded_by) counts
# once, as the new one (rule: submit-again).

# Of two ranges at once, with arrays of each's first moment ($1), end ($2), first ($3) and last day
# ($4): no day is in both. $5 moments and $6 how far the campus's clock is behind UTC from each of
# them on; $7 campus or null, $8 the role of those who sign up. Of the days from $9 to before $10
# also how many were neither picked up nor cancelled.
_DAYS: Final = """
with ranges as materialized (
  select * from unnest($1::timestamptz[], $2::timestamptz[], $3::date[], $4::date[])
    one (begins, ends, first, last)
), moments as (
  select created_at as at, campus_id, 1 as made, 0 as cancelled, 0 as sign_ups
  from ranges join public.bookings on created_at >= begins and created_at < ends
  where superseded_by is null
  union all
  select coalesce(cancelled_at, updated_at), campus_id, 0, 1, 0
  from ranges join public.bookings
    on coalesce(cancelled_at, updated_at) >= begins and coalesce(cancelled_at, updated_at) < ends
  where superseded_by is null and status = 'cancelled'
  union all
  select created_at, null, 0, 0, 1
  from ranges join public.users on created_at >= begins and created_at < ends
  where role = $8 and $7::integer is null
), counted as (
  select (at at time zone 'UTC' - ($6::interval[])[width_bucket(at, $5::timestamptz[])])::date
      as day, campus_id, made, cancelled, 0 as pickups, 0 as done, 0 as capacity, 0 as taken,
    sign_ups, 0 as booked_cents, 0 as tax_cents, 0 as received_cents
  from moments
  union all
  select pickup_date, campus_id, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
  from ranges join public.bookings on pickup_date between first and last
  where status <> 'cancelled'
  union all
  select p.pickup_date, b.campus_id, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
  from ranges join public.pickups p on p.pickup_date between first and last
    join public.bookings b on b.id = p.booking_id
  where p.status = 'completed'
  union all
  select date, campus_id, 0, 0, 0, 0, capacity, capacity - available_slots, 0, 0, 0, 0
  from ranges join public.slot_availability on date between first and last
  union all
  select on_day, campus_id, 0, 0, 0, 0, 0, 0, 0, booked_cents, tax_cents, received_cents
  from (
    -- A payment, and what takes it back, counts on the day on which the bank had it.
    select coalesce(l.received_on, l.day) as on_day, b.campus_id,
      coalesce(sum(l.amount_cents) filter (where not l.moved), 0) as booked_cents,
      coalesce(sum(l.amount_cents) filter (where l.kind = 'tax'), 0) as tax_cents,
      coalesce(-sum(l.amount_cents) filter (where l.moved), 0) as received_cents
    from (
      select *, kind = 'refund' or received_on is not null as moved from public.ledger
      where kind not in ('waiver', 'write_off')
    ) l join public.bookings b on b.id = l.booking_id
    group by 1, 2
  ) entry join ranges on on_day between first and last
)
select *, case when pickups > 0 and day >= $9 and day < $10 then (
    select count(*)::int from public.bookings b where b.pickup_date = day
      and b.campus_id = each.campus_id and b.status in ('pending', 'confirmed', 'in_queue')
  ) else 0 end as missed
from (
  select day, campus_id, sum(made)::int as made, sum(cancelled)::int as cancelled,
    sum(pickups)::int as pickups, sum(done)::int as done, sum(capacity)::int as capacity,
    sum(taken)::int as taken, sum(sign_ups)::int as sign_ups,
    sum(booked_cents)::bigint as booked_cents, sum(tax_cents)::bigint as tax_cents,
    sum(received_cents)::bigint as received_cents
  from counted where $7::integer is null or campus_id = $7
  group by day, campus_id
) each
order by day, campus_id nulls last
"""

# Bookings at the end of two ranges ($1 the first moment of being made in each, $2 the moment as
# of which): bookings not cancelled, by what the crew counted; of those of which nothing is known,
# nulls. Of the first range alone by how they heard of us and why they were cancelled. $3 campus or
# null; $4 and $5 the free returns by which months are counted.
_BOOKING_TOTALS: Final = """
with ranges as materialized (
  select nth::int as nth, first, as_of
  from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality one (first, as_of, nth)
), made as materialized (
  select nth, as_of, b.* from ranges
    join app.booking_facts b on b.made_at >= first and b.made_at < as_of
  where $3::integer is null or b.campus_id = $3
), kept as materialized (
  select nth, pickup_date, return_delivery_date, valid_from, how_heard, referred, case
      when pickup_date is null then 0
      when last_counted_at < as_of then items
      when first_counted_at < as_of then (
        select sum(p.items_counted)::int from public.pickups p
        where p.booking_id = made.booking_id and p.items_counted is not null
          and p.status = 'completed' and coalesce(p.completed_at, p.updated_at) < as_of)
    end as items
  from made where cancelled_at is null or cancelled_at >= as_of
), months as materialized (
  -- Many bookings have the same two days.
  select pickup_date, return_delivery_date as back,
    app.storage_months(pickup_date, return_delivery_date, $4, $5) as months
  from kept where items > 0 group by pickup_date, return_delivery_date
)
select 'stored' as what, nth, null as words, items, months, valid_from,
  count(*)::int as bookings, null::int as amount
from (
  select nth, items, months, valid_from
  from kept join months using (pickup_date)
  where valid_from is not null and items > 0 and return_delivery_date is not distinct from back
  union all
  select nth, null, null, null from kept where valid_from is not null and (items > 0) is not true
) counted
group by nth, items, months, valid_from
union all
select 'source', nth, how_heard, null, null, null, count(*)::int,
  (count(*) filter (where referred))::int
from kept where nth = 1 group by nth, how_heard
union all
select 'reason', 1, min(reason), null, null, null, count(*)::int,
  coalesce(sum(fee_cents), 0)::int
from ranges join app.booking_facts on nth = 1 and cancelled_at >= first and cancelled_at < as_of
where $3::integer is null or campus_id = $3
group by lower(reason)
"""

# Of the first range also those whose bundle is shared with a friend; the crew's work of the days
# from $6 to $7; what is owed on $8. A crew's day goes from its first On Way to its last Complete;
# a day with one stop and no On Way has no length and counts for nothing.
_TOTALS: Final = f"""
select json_build_object(
  'bookings', (select coalesce(json_agg(b), '[]') from ({_BOOKING_TOTALS}) b),
  'shared', (
    select count(*) from app.booking_facts
    where booking_id = any(array(select distinct booking_id from app.plan_members
        where joined_at < ($2)[1] and (left_at is null or left_at >= ($2)[1])))
      and made_at >= ($1)[1] and made_at < ($2)[1]
      and (cancelled_at is null or cancelled_at >= ($2)[1])
      and ($3::integer is null or campus_id = $3)),
  'crew', (
    select json_build_object('stops', coalesce(sum(stops), 0)::int,
      'minutes', coalesce(sum(minutes), 0)::int)
    from (
      select count(p.completed_at) as stops, extract(epoch from max(p.completed_at)
          - min(coalesce(p.started_at, p.completed_at)) filter (where p.completed_at is not null)
        ) / 60 as minutes
      from public.pickups p join public.bookings b on b.id = p.booking_id
      where p.status = 'completed' and p.pickup_date between $6 and $7
        and ($3::integer is null or b.campus_id = $3)
      group by p.pickup_date, b.campus_id
    ) days where minutes > 0),
  'owed', (
    select coalesce(json_agg(o), '[]') from (
      select case when due_on >= $8 then 'not_due' when due_on >= $8::date - 7 then 'week'
          when due_on >= $8::date - 30 then 'month' else 'older' end as age,
        count(*)::int as invoices, sum(owed_cents)::bigint as owed_cents
      from app.open_invoices n join app.invoice_owed i on i.id = n.invoice_id
        join public.bookings b on b.id = i.booking_id
      where i.owed_cents > 0 and ($3::integer is null or b.campus_id = $3)
      group by 1) o)
)
"""  # noqa: S608 - put together from this file's own text


async def count_days(
    tx: ElevatedTransaction, ranges: Sequence[DayRange], today: date, campus_id: int | None
) -> tuple[list[OverviewDay], int]:
    """Count what happened on each day and campus of these ranges, which may not overlap.

    Also returns how many pickups of the first range were missed before today.
    """
    rows = await tx.fetch(
        _DAYS,
        *zip(*((*one.moments(), one.first, one.last) for one in ranges), strict=True),
        *utc_offsets(min(one.first for one in ranges), max(one.last for one in ranges)),
        campus_id,
        CUSTOMER,
        ranges[0].first,
        min(today, ranges[0].last + timedelta(days=1)),
    )
    return decoded_all(OverviewDay, rows), sum(row["missed"] for row in rows)


async def sum_totals(
    tx: ElevatedTransaction,
    ranges: Sequence[DayRange],
    days: DayRange,
    today: date,
    campus_id: int | None,
) -> OverviewTotals:
    """Sum bookings at the end of these ranges, the crew's work of `days` and what is owed today."""
    moments = zip(*(one.moments() for one in ranges), strict=True)
    text = await tx.fetchval(
        _TOTALS, *moments, campus_id, *free_return_days(), days.first, days.last, today
    )
    return msgspec.json.decode(text, type=OverviewTotals)


def free_return_days() -> tuple[int, int]:
    """Return the first and last free day of return, as 831 for 31 August."""
    first, last = season.free_return(clock.today().year)
    return first.month * 100 + first.day, last.month * 100 + last.day
