"""Statements about returns, failed visits, and visits with a person of their own at the door."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.platform.database.transaction import Transaction

from .plan import FailedVisit, NamedVisit, PlannedReturn

#: Pickups and returns to come with a person of their own at the door.
_NAMED_VISITS: Final = """
select b.id as booking_id, v.visit, v.day, v."window", v.address, b.first_name as owner, b.email,
  b.user_id, b.text_messages is not false as texted, b.contact_name, b.contact_email
from public.bookings b
cross join lateral (
  select 'pickup' as visit, b.pickup_date as day, b.pickup_time as "window",
    concat_ws(', ', nullif(b.building_name, ''), nullif(b.address, '')) as address
  where b.status in ('pending', 'confirmed', 'in_queue')
  union all
  select 'return', b.return_delivery_date, b.return_delivery_time,
    coalesce(b.delivery_address, b.address)
  where b.status = 'picked_up'
) v
where b.contact_email is not null and lower(b.contact_email) <> lower(b.email)
  -- for the indexes of pickup and return days
  and (b.status in ('pending', 'confirmed', 'in_queue') and b.pickup_date >= $1
    or b.status = 'picked_up' and b.return_delivery_date >= $1) and v.day >= $1
  and b.confirm_by is null and app.may_be_named(b) and ($2::uuid is null or b.id = $2)
order by b.id
"""


async def named_visits(
    tx: Transaction, today: date, booking_id: UUID | None = None
) -> list[NamedVisit]:
    """Return visits to come, of one booking or of all, with another person at the door."""
    return [NamedVisit(**row) for row in await tx.fetch(_NAMED_VISITS, today, booking_id)]


async def owner_of_told_visit(tx: Transaction, booking_id: str) -> str | None:
    """Return the first name of whose visit its person at the door was told of; None: of none."""
    name: str | None = await tx.fetchval(
        "select coalesce(first_name, '') from public.bookings where id = $1::text::uuid "
        "and exists (select from app.pickup_links l "
        "where l.booking_id = $1::text::uuid and l.purpose = 'visit')",
        booking_id,
    )
    return name


#: Items that came back with the return of everything, or with this part return.
_BROUGHT = """
i.booking_id = b.id and i.state = 'delivered' and case when r.id is null
      then i.member_id is null and not exists (
        select from app.part_returns c where c.booking_id = b.id and c.state = 'done'
          and i.id = any(c.item_ids))
      else i.id = any(r.item_ids) end
"""
#: Returns of these days that stand in a run, and those that were brought lately.
_RETURNS = f"""
select b.id as booking_id, b.campus_id, s.id as stop_id, s.part_return_id, s.date as day,
  s."window", s.state, s.arrived_at,
  (select count(*) from public.run_stops o where o.run_id = s.run_id and o.position < s.position
    and o.state in ('waiting', 'on_way', 'arrived'))::int as ahead,
  exists (select from public.run_stops o where o.run_id = s.run_id and o.state <> 'waiting')
    as begun,
  case when s.state = 'completed' then s.completed_at when r.id is not null then r.created_at
    else greatest(b.created_at, (
    select c.told_at from app.calendar_entries c
    where c.booking_id = b.id and c.visit = 'delivery')) end as last_heard_at,
  case when s.state = 'completed' then array(
    select i.number || '. ' || case when known then i.description else i.kind end
    from public.items i where {_BROUGHT} order by i.number)
    else '{{}}' end as items,
  -- each item has its own time (claims.commands): the first that ends
  case when s.state = 'completed' then (select min(last.at) + make_interval(hours => (
      select (l.terms -> 'insurance' ->> 'claim_hours')::int from app.booking_prices bp
      join app.price_lists l on l.valid_from = bp.valid_from where bp.booking_id = b.id))
    from (select max(e.at) as at from public.items i
      join public.item_events e on e.item_id = i.id and e.kind = 'delivered' and e.blocked is null
      where {_BROUGHT} group by i.id) last) end as claims_until,
  coalesce(f.email, b.email) as email, coalesce(f.id, b.user_id) as user_id,
  r.member_id is not null or b.text_messages is not false as texted,
  case when f.id is not null then split_part(trim(f.full_name), ' ', 1)
    when known then b.first_name end as first_name,
  case when known then coalesce(r.address, b.delivery_address, b.address) end as address,
  case when known and r.member_id is null then b.contact_name end as contact_name,
  case when known and r.member_id is null then b.contact_email end as contact_email
from (
  select * from public.run_stops
  where kind = 'return' and state = 'completed' and completed_at > $3
    and date >= $1::date - 14
  union all
  select * from public.run_stops
  where kind = 'return' and state <> 'completed' and date between $1 and $2
) s
cross join lateral (
  select b.*, app.may_be_named(b) as known from public.bookings b
  where b.id = s.booking_id offset 0
) b
left join app.part_returns r on r.id = s.part_return_id
left join app.plan_members m on m.id = r.member_id
left join public.users f on f.id = m.user_id
where ($4::uuid is null or s.booking_id = $4) and (r.member_id is null or f.id is not null)
  and (s.state = 'completed' and b.status in ('picked_up', 'delivered', 'completed')
    or s.state <> 'completed' and b.status = 'picked_up')
order by b.id
"""  # noqa: S608 - own text


async def returns(
    tx: Transaction, today: date, since: datetime, booking_id: UUID | None = None
) -> list[PlannedReturn]:
    """The returns of the next days, and those brought since a moment; of one booking or of all."""
    rows = await tx.fetch(_RETURNS, today, today + timedelta(days=2), since, booking_id)
    return [PlannedReturn(**row) for row in rows]


#: Visits of the last day that failed, for which no other day is planned yet.
_FAILED_VISITS = """
select b.id as booking_id, e.id as event_id, s.kind, s.date as day, s."window",
  s.failure, s.arrived_at, e.next_step, e.received_at as last_heard_at,
  f.amount_cents as fee_cents, coalesce(u.email, b.email) as email,
  coalesce(u.id, b.user_id) as user_id,
  u.id is not null or b.text_messages is not false as texted,
  case when u.id is not null then split_part(trim(u.full_name), ' ', 1)
    when app.address_confirmed(b) then b.first_name end as first_name
from public.run_stops s
cross join lateral (
  select e.id, e.next_step, e.received_at from public.stop_events e
  where e.stop_id = s.id and e.applies and e.state = 'failed' order by e.at desc limit 1
) e
join public.bookings b on b.id = s.booking_id
left join app.part_returns r on r.id = s.part_return_id
left join public.users u on u.id = s.user_id and r.member_id is not null
left join public.fee_proposals f on f.stop_id = s.id and f.state = 'proposed'
where s.state = 'failed' and s.date >= $1 and e.received_at > $2
  and s.date = case
    when s.part_return_id is not null then case when r.done_at is null then r.day end
    when s.kind = 'pickup' then b.pickup_date when s.kind = 'return' then b.return_delivery_date
    else b.supply_kit_delivery_date end
  and (b.status in ('pending', 'confirmed', 'in_queue') and s.kind <> 'return'
    or b.status = 'picked_up' and s.kind = 'return')
  and ($3::uuid is null or b.id = $3)
order by b.id
"""


async def failed_visits(
    tx: Transaction, today: date, since: datetime, booking_id: UUID | None = None
) -> list[FailedVisit]:
    """Visits that failed after a moment, of one booking or of all."""
    rows = await tx.fetch(_FAILED_VISITS, today - timedelta(days=1), since, booking_id)
    return [FailedVisit(**row) for row in rows]
