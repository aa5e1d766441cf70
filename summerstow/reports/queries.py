"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from summerstow.kit.database.transaction import ElevatedTransaction
from summerstow.kit.errors import Preparing
from summerstow.kit.roles import CUSTOMER, TITLES
from summerstow.kit.tables import decoded, decoded_all

from . import sums
from .model import OverviewDay, OwedAge, StaffMember, StoodCount
from .ranges import DayRange, offsets

# When a booking was cancelled: staff who only set the status leave no moment of their own, so that
# the row's last change stands for it. A booking that its customer sent anew (superseded_by) counts
# once, as the new one (rule: submit-again).
#
# Bookings are counted by their sums and by what stands beside those (migration 0385).

#: Bookings that are counted from their own rows at most: a million take longer than is allowed.
MOST_BESIDE: Final = 50_000
#: Seconds after which somebody asks again who was told that the sums are being made.
AGAIN: Final = 30

# How many bookings are to be counted from their own rows as yet; null where the job has done all
# that it may. $1 so many at most.
_BESIDE: Final = """
select case when made_at < now() - interval '2 days' then (
  select count(*) from (
    select from public.bookings where created_at >= made_at limit $1
  ) one
) end
from app.counted_until
"""

# Of two ranges at once, with arrays of each's first moment ($1), end ($2), first ($3) and last day
# ($4): no day is in both. $5 moments and $6 how far the campus's clock is behind UTC from each of
# them on; $7 campus or null, $8 the role of those who sign up. Of the days from $9 to before $10
# also how many were neither picked up nor cancelled.
_DAYS: Final = """
with ranges as materialized (
  select * from unnest($1::timestamptz[], $2::timestamptz[], $3::date[], $4::date[])
    one (begins, ends, first, last)
  limit 2
), beside as materialized (
  select sign, made_at, cancelled_at, pickup_date, campus_id from app.bookings_beside_sums
  where made_at >= (select min(begins) from ranges)
    or cancelled_at >= (select min(begins) from ranges)
    or pickup_date >= (select min(first) from ranges)
), booked as (
  select at, campus_id, made, cancelled
  from ranges join app.moment_sums on at >= begins and at < ends
  union all
  select made_at, campus_id, sign, 0
  from ranges join beside on made_at >= begins and made_at < ends
  union all
  select cancelled_at, campus_id, 0, sign
  from ranges join beside on cancelled_at >= begins and cancelled_at < ends
), signed_up as (
  select at, sign_ups from ranges join app.sign_up_sums on at >= begins and at < ends
  union all
  select created_at, 1 from ranges join public.users on created_at >= begins and created_at < ends
  where role = $8 and created_at >= app.signed_up_since()
  union all
  select at, sign_ups from ranges join app.sign_up_changes on at >= begins and at < ends
  where at < app.signed_up_since()
), counted as (
  select (at at time zone 'UTC' - ($6::interval[])[width_bucket(at, $5::timestamptz[])])::date
      as day, campus_id, made, cancelled, 0 as pickups, 0 as done, 0 as capacity, 0 as taken,
    0 as sign_ups, 0 as entries, 0 as booked_cents, 0 as tax_cents, 0 as received_cents
  from (
    select at, campus_id, sum(made)::int as made, sum(cancelled)::int as cancelled
    from booked group by 1, 2
  ) moments
  union all
  select day, campus_id, 0, 0, bookings, 0, 0, 0, 0, 0, 0, 0, 0
  from ranges join app.pickup_sums on day between first and last
  union all
  select pickup_date, campus_id, 0, 0, sign, 0, 0, 0, 0, 0, 0, 0, 0
  from ranges join beside on pickup_date between first and last
  where cancelled_at is null
  union all
  select pickup_date, campus_id, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0
  from ranges join public.bookings on pickup_date between first and last
  where superseded_by is not null and status <> 'cancelled'
  union all
  select day, campus_id, 0, 0, 0, done, 0, 0, 0, 0, 0, 0, 0
  from ranges cross join lateral (
    select day, campus_id, done from app.crew_days_to_count where day between first and last
  ) c
  union all
  select date, campus_id, 0, 0, 0, 0, capacity, capacity - available_slots, 0, 1, 0, 0, 0
  from ranges join public.slot_availability on date between first and last
  union all
  select (at at time zone 'UTC' - ($6::interval[])[width_bucket(at, $5::timestamptz[])])::date,
    null, 0, 0, 0, 0, 0, 0, sign_ups, 0, 0, 0, 0
  from signed_up where $7::integer is null
  union all
  select day, campus_id, 0, 0, 0, 0, 0, 0, 0, entries, booked_cents, tax_cents, received_cents
  from ranges join app.money_of_days on day between first and last
  union all
  select day, campus_id, 0, 0, 0, 0, 0, 0, 0, entries, booked_cents, tax_cents, received_cents
  from ranges join app.money_changes on day between first and last
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
  having (sum(made), sum(cancelled), sum(pickups), sum(done), sum(sign_ups), sum(entries))
    <> (0, 0, 0, 0, 0, 0)
) each
order by day, campus_id nulls last
"""


def _as_of(table: str, columns: str) -> str:
    """Rows of sums by two moments: made since a range's first, and what came of it by its last.

    Whole months, and the parts of days at the edges.
    """
    months = {"made": "made >= month_from", "at": "at < month"}
    parts = {"made": "made >= first and made < month_from", "at": "at >= month and at < as_of"}
    return " union all ".join(
        f"select nth, {columns} from ranges join {table} "  # noqa: S608
        f"on level = {level} and {made} and {at}"
        for level, made, at in (
            (0, parts["made"], parts["at"]),
            (1, months["made"], parts["at"]),
            (2, parts["made"], months["at"]),
            (3, months["made"], months["at"]),
        )
    )


# What stood at the end of two ranges ($1 the first moment of being made in each, $2 the moment as
# of which): bookings not cancelled, by what the crew counted; of those of which nothing is known,
# nulls. Of the first range alone by how they heard of us and why they were cancelled. $3 campus or
# null; $4 and $5 the free returns by which months are counted.
_STOOD: Final = f"""
with known as materialized (
  select coalesce(free_from = $4 and free_to = $5, false) as same from app.counted_by
), ranges as materialized (
  select nth::int as nth, first, as_of, app.part_month_from(first) as month_from,
    app.part_month(as_of) as month
  from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality one (first, as_of, nth)
  limit 2
), beside as materialized (
  select * from app.bookings_beside_sums
  where made_at >= (select min(first) from ranges)
    or cancelled_at >= (select min(first) from ranges)
), made as materialized (
  select nth, campus_id, how_heard, referred, priced, bookings
  from ranges join app.made_month_sums on made >= month_from and made < month
  union all
  select nth, campus_id, how_heard, referred, priced, bookings
  from ranges join app.made_sums on made >= first and made < least(month_from, as_of)
  union all
  select nth, campus_id, how_heard, referred, priced, bookings
  from ranges join app.made_sums on made >= greatest(month, month_from) and made < as_of
  union all
  {_as_of("app.ended_sums", "campus_id, how_heard, referred, priced, -bookings")}
), summed as materialized (
  select * from (
    {_as_of("app.item_sums", "campus_id, items, months, valid_from, bookings")}
  ) one where (select same from known)
), stood as materialized (
  select nth, as_of, b.* from ranges join beside b on made_at >= first and made_at < as_of
  where cancelled_at is null or cancelled_at >= as_of
), shown as (
  select nth, sign, campus_id, pickup_date, return_delivery_date, valid_from, case
      when pickup_date is null then 0
      when last_counted_at < as_of then items
      when first_counted_at < as_of and sign = 1 then (
        select sum(p.items_counted)::int from public.pickups p
        where p.booking_id = b.booking_id and p.items_counted is not null
          and p.status = 'completed' and coalesce(p.completed_at, p.updated_at) < as_of)
    end as items
  from (
    select nth, as_of, sign, booking_id, campus_id, pickup_date, return_delivery_date, valid_from,
      items, first_counted_at, last_counted_at
    from stood where (select same from known)
    union all
    select nth, as_of, 1, booking_id, campus_id, pickup_date, return_delivery_date, valid_from,
      items, first_counted_at, last_counted_at
    from ranges join app.bookings_to_count on made_at >= first and made_at < as_of
    where not (select same from known) and (cancelled_at is null or cancelled_at >= as_of)
  ) b
  where valid_from is not null
)
select 'stored' as what, nth, null as words, items, months, valid_from,
  sum(bookings)::int as bookings, null::int as amount
from (
  select nth, campus_id, items, months, valid_from, bookings from summed
  union all
  select nth, campus_id, null, null, null, -bookings from summed
  union all
  select nth, campus_id, null, null, null, bookings from made
  where priced and (select same from known)
  union all
  select nth, campus_id, items, app.storage_months(pickup_date, return_delivery_date, $4, $5),
    valid_from, sign
  from shown where items > 0
  union all
  select nth, campus_id, null, null, null, sign from shown where (items > 0) is not true
) counted
where $3::integer is null or campus_id = $3
group by nth, items, months, valid_from having sum(bookings) <> 0
union all
select 'heard', nth, how_heard, null, null, null, sum(bookings)::int,
  coalesce(sum(bookings) filter (where referred), 0)::int
from (
  select nth, campus_id, how_heard, referred, bookings from made
  union all
  select nth, campus_id, how_heard, referred, sign from stood
) b
where nth = 1 and ($3::integer is null or campus_id = $3)
group by nth, how_heard having sum(bookings) <> 0
union all
select 'reason', 1, min(reason), null, null, null, sum(bookings)::int, sum(fee_cents)::int
from (
  select nullif(reason, '') as reason, sum(bookings) as bookings, sum(fee_cents) as fee_cents
  from (
    select campus_id, reason, bookings, fee_cents
    from ranges join app.reason_sums on nth = 1 and at >= first and at < as_of
    union all
    select campus_id, coalesce(reason, ''), sign, sign * coalesce(fee_cents, 0)
    from ranges join beside on nth = 1 and cancelled_at >= first and cancelled_at < as_of
  ) told
  where $3::integer is null or campus_id = $3
  group by 1 having sum(bookings) <> 0
) as_written
group by lower(reason)
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

# A crew's day goes from its first On Way to its last Complete; a day with one stop and no On Way
# has no length and counts for nothing. $1 first and $2 last day, $3 campus or null.
_CREW: Final = """
select coalesce(sum(stops), 0)::int as stops, coalesce(sum(minutes), 0)::int as minutes
from (
  select stops, extract(epoch from last_at - first_at) / 60 as minutes
  from app.crew_days_to_count
  where day between $1 and $2 and ($3::integer is null or campus_id = $3)
) days where minutes > 0
"""

# What is due is summed by its day; beside that what opened or changed since. $1 today, $2 campus or
# null.
_OWED: Final = """
select case when due_on >= $1 then 'not_due' when due_on >= $1::date - 7 then 'week'
    when due_on >= $1::date - 30 then 'month' else 'older' end as age,
  sum(invoices)::int as invoices, sum(owed_cents)::bigint as owed_cents
from (
  select due_on, campus_id, invoices, owed_cents from app.owed_sums
  union all
  select due_on, campus_id, invoices, owed_cents from app.owed_changes
  union all
  select i.due_on, b.campus_id, 1, i.owed_cents
  from app.open_invoices o join app.invoice_owed i on i.id = o.invoice_id
    join public.bookings b on b.id = i.booking_id
  where o.counted_cents is null and i.owed_cents > 0
) open
where $2::integer is null or campus_id = $2
group by 1 having sum(invoices) <> 0
"""

# $1 the roles of staff, the first of them first.
_STAFF: Final = """
select u.id, coalesce(nullif(u.full_name, ''), u.email, 'Without a name') as name, u.email, u.role,
  a.last_sign_in_at
from public.users u left join auth.users a on a.id = u.id
where u.role = any($1)
order by array_position($1, u.role),
  app.name_key(coalesce(nullif(u.full_name, ''), u.email)) collate "C", u.id
"""


async def keep_plans(tx: ElevatedTransaction) -> None:
    """Let the statements keep their plans, once all that is to be counted is in sums.

    Until then one that is made for its own range reads what is not yet summed best; raises
    `Preparing` where that is more than anybody is let wait for.
    """
    beside = await tx.fetchval(_BESIDE, MOST_BESIDE + 1)
    if beside is None:
        tx.keep_plans()
    elif beside <= MOST_BESIDE:
        await tx.execute("set local plan_cache_mode = force_custom_plan")
    else:
        raise Preparing(
            "Its figures are being added up again, which takes a few minutes after an upgrade.",
            AGAIN,
        )


async def by_day(
    tx: ElevatedTransaction, ranges: Sequence[DayRange], today: date, campus_id: int | None
) -> tuple[list[OverviewDay], int]:
    """What happened on each day of these ranges, one for a day and campus with anything on it.

    No day may be in two of them. Of the first also how many were missed before today.
    """
    rows = await tx.fetch(
        _DAYS,
        *zip(*((*one.moments(), one.first, one.last) for one in ranges), strict=True),
        *offsets(min(one.first for one in ranges), max(one.last for one in ranges)),
        campus_id,
        CUSTOMER,
        ranges[0].first,
        min(today, ranges[0].last + timedelta(days=1)),
    )
    return decoded_all(OverviewDay, rows), sum(row["missed"] for row in rows)


async def stood(
    tx: ElevatedTransaction, ranges: Sequence[DayRange], campus_id: int | None
) -> list[StoodCount]:
    """What stood at the end of these ranges; of the first also what it came of."""
    moments = zip(*(one.moments() for one in ranges), strict=True)
    rows = await tx.fetch(_STOOD, *moments, campus_id, *sums.free_return())
    return [StoodCount(**row) for row in rows]


async def shared(tx: ElevatedTransaction, days: DayRange, campus_id: int | None) -> int:
    """Bookings made and not cancelled at the end of these days, whose bundle was shared then."""
    count: int = await tx.fetchval(_SHARED, *days.moments(), campus_id)
    return count


async def crew(tx: ElevatedTransaction, days: DayRange, campus_id: int | None) -> tuple[int, int]:
    """Stops completed, and minutes from each day's first to its last."""
    found = await tx.fetchrow(_CREW, days.first, days.last, campus_id)
    assert found is not None
    return found["stops"], found["minutes"]


async def owed(tx: ElevatedTransaction, today: date, campus_id: int | None) -> list[OwedAge]:
    """What is owed today by its age, those that are anything."""
    return [decoded(OwedAge, row) for row in await tx.fetch(_OWED, today, campus_id)]


async def staff(tx: ElevatedTransaction) -> list[StaffMember]:
    """Everybody who works here, by role and name."""
    return [decoded(StaffMember, row) for row in await tx.fetch(_STAFF, list(TITLES)[::-1])]
