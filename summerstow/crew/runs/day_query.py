"""What a crew and the office see of a day: runs, stops, items; and what is to be pulled for it."""

from __future__ import annotations

import hashlib
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow import facts
from summerstow.bookings.queries import WORDS_FOR_CREW
from summerstow.crew.pickups.items import items_at
from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, FRIENDS_FOR_CREW, PERSON_OF_ITEM
from summerstow.messages import times
from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction

from .model import OwnStop, PulledItem, RunCard
from .planning.timetable import with_arrivals
from .proxies import MOST_TRIES
from .queries import ITEMS_OF_STOP

#: Returns go to the delivery address, everything else is at the residence.
_TRIES: Final = (
    "(select count(*)::int from app.proxy_tries t where (t.booking_id, t.kind, t.salt) "
    "= (p.booking_id, p.kind, p.salt))"
)
_ITEMS: Final = items_at(
    "s.booking_id", "s.id", "s.kind", f"(s.kind <> 'return' or {ITEMS_OF_STOP})"
)
_STOP: Final = f"""
select s.id, s.run_id, s.booking_id, s.user_id, s.kind,
  s.position, s.state, s."window", s.locked,
  s.arrived_at, s.completed_at, s.failure, s.queue_id,
  coalesce(nullif(u.full_name, ''),
    nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name,
  u.customer_id, upper(app.booking_code(b.id)) as code,
  case when s.kind = 'return' and coalesce(part.address, b.delivery_address) is not null then null
    else b.building_name end as place,
  case when s.kind = 'return' then coalesce(part.address, b.delivery_address, b.address)
    else b.address end as address,
  case when part.member_id is null then coalesce(b.contact_phone, b.phone)
    else coalesce(friend.contact_phone, (
      select p.phone from app.confirmed_phones p where p.user_id = u.id)) end as phone,
  case when part.member_id is null then b.contact_name else friend.contact_name end
    as contact_name,
  case when part.id is not null then 'Bring only these items. The rest stays in storage.'
    when s.kind = 'pickup' then {WORDS_FOR_CREW} else b.additional_comments end as comments,
  coalesce(b.has_flight, false) as has_flight, b.flight_time,
  s.is_ready, b.status as booking_status,
  (select l.announced_at + make_interval(mins => l.minutes) from app.late_customers l
    where l.stop_id = s.id) as late_until,
  (select e.signed_by from public.stop_events e where e.stop_id = s.id and e.applies
    and e.state = 'completed' order by e.at < s.completed_at, e.received_at limit 1) as signed_by,
  (select json_build_object('name', p.name, 'salt', case when s.date = $3 then p.salt end,
      'code_hash', case when s.date = $3 then p.code_hash end, 'used', p.used_at is not null,
      'tries_left', greatest(0, {MOST_TRIES} - {_TRIES}))
    from app.stop_proxies p where p.booking_id = s.booking_id and p.kind = s.kind) as proxy,
  case when s.kind = 'kit' or part.id is not null then '[]' else {FRIENDS_FOR_CREW} end as friends,
  case s.kind when 'kit' then '[]' else {_ITEMS} end as items,
  case s.kind when 'kit' then coalesce((select json_agg(h order by h.first) from (
    select min(code) as first, max(code) as last from public.labels l
    where l.booking_id = s.booking_id and l.handed_out_at is not null group by l.handed_out_at) h
  ), '[]') else '[]' end as strips
from public.run_stops s
left join public.bookings b on b.id = s.booking_id
left join app.part_returns part on part.id = s.part_return_id
left join app.plan_members friend on friend.id = part.member_id
left join public.users u on u.id = case when part.member_id is null
  then coalesce(b.user_id, s.user_id) else s.user_id end
"""  # noqa: S608 - put together from this package's own text
_DAY: Final = f"""
select coalesce(json_agg(row_to_json(o) order by o.is_default desc, o.created_at, o.id), '[]')
from (
  select r.id, r.name, r.van_items, r.is_default, r.created_at,
    array(select w.user_id from public.run_workers w where w.run_id = r.id order by w.user_id)
      as workers,
    array(select coalesce(nullif(u.full_name, ''), u.email) from public.run_workers w
      join public.users u on u.id = w.user_id where w.run_id = r.id order by w.user_id)
      as worker_names,
    coalesce((select json_agg(row_to_json(c) order by c.position)
      from ({_STOP} where s.run_id = r.id) c), '[]') as stops
  from public.runs r where r.campus_id = $1 and r.date = $2
) o
"""  # noqa: S608 - put together from this file's own text
_PULL: Final = f"""
select coalesce(json_agg(row_to_json(o)), '[]') from (
  select i.id, i.label_code, i.number, i.description, i.heavy, i.state, l.code as location,
    s.id as stop_id, r.name as run_name, s.position,
    coalesce(nullif(u.full_name, ''), nullif(trim({PERSON_OF_ITEM}), ''), 'Customer') as full_name
  from public.run_stops s join public.runs r on r.id = s.run_id
  join public.bookings b on b.id = s.booking_id
  join public.items i on i.booking_id = b.id and {ITEMS_OF_STOP}
  left join public.users u on u.id = b.user_id and i.member_id is null {FRIEND_OF_ITEM}
  left join public.locations l on l.id = i.location_id
  where s.campus_id = $1 and s.date = $2 and s.kind = 'return' and s.state <> 'completed'
    and i.state in ('picked_up', 'in_storage', 'pulled', 'out_for_delivery', 'missing')
  order by l.code nulls last, i.label_code, s.position, i.number
) o
"""  # noqa: S608 - own text
_OWN: Final = f"""
select coalesce(json_agg(row_to_json(o) order by o.date, o.kind), '[]') from (
  select s.id, s.booking_id, s.kind, s.date, s."window", s.state,
    cardinality(r.item_ids) as part_items,
    case when s.date = $2 and $3 and exists (select from public.run_stops b
      where b.run_id = s.run_id and b.state <> 'waiting')
    then (select count(*) from public.run_stops b where b.run_id = s.run_id
      and b.position < s.position and b.state in ('waiting', 'on_way', 'arrived')) end as ahead,
    s.arrived_at, case when s.state = 'arrived' then s.arrived_at + $4 end as waits_until,
    s.failure, e.at as failed_at, e.next_step, f.fee,
    (select l.announced_at + make_interval(mins => l.minutes) from app.late_customers l
      where l.stop_id = s.id) as late_until,
    p.name as proxy_name, p.used_at is not null as proxy_used,
    coalesce(p.used_at is null and {_TRIES} >= {MOST_TRIES}, false) as proxy_locked
  from public.run_stops s
  left join public.bookings b on b.id = s.booking_id
  left join app.stop_proxies p on p.booking_id = s.booking_id and p.kind = s.kind
  left join app.part_returns r on r.id = s.part_return_id and r.done_at is null
  left join lateral (select e.at, e.next_step from public.stop_events e
    where s.state = 'failed' and e.stop_id = s.id and e.applies and e.state = 'failed'
    order by e.at desc limit 1) e on true
  left join lateral (select json_build_object('amount_cents', f.amount_cents,
      'reason', f.reason, 'photo_id', f.photo_id) as fee
    from public.fee_proposals f where s.state = 'failed' and f.stop_id = s.id
      and f.state = 'proposed' limit 1) f on true
  where (s.user_id = $1 or s.booking_id = $5) and s.state <> 'completed' and (s.date >= $2
    -- A visit that failed is the latest news until another day is planned.
    or s.state = 'failed' and b.status in ('confirmed', 'picked_up') and s.date = case
      when s.part_return_id is not null then r.day
      when s.kind = 'pickup' then b.pickup_date
      when s.kind = 'return' then b.return_delivery_date end)
) o
"""  # noqa: S608 - put together from this package's own text


async def day(tx: Transaction, campus_id: int, on: date) -> tuple[str, list[RunCard]]:
    """A name for the state of a campus's runs of a day, and these; the default one first."""
    text: str = await tx.fetchval(_DAY, campus_id, on, clock.today())
    now = clock.now()
    runs = [
        with_arrivals(campus_id, on, one, now)
        for one in msgspec.json.decode(text, type=list[RunCard])
    ]
    return hashlib.blake2b(msgspec.json.encode(runs), digest_size=12).hexdigest(), runs


async def pull(tx: Transaction, campus_id: int, on: date) -> list[PulledItem]:
    """What goes out on a day, by shelf; what stands on none comes last."""
    return msgspec.json.decode(await tx.fetchval(_PULL, campus_id, on), type=list[PulledItem])


async def own(
    tx: Transaction, now: datetime, *, user_id: UUID | None = None, booking_id: UUID | None = None
) -> list[OwnStop]:
    """The stops of a customer, or of a booking, from today on that are not completed, and earlier
    failed visits."""
    text = await tx.fetchval(
        _OWN,
        user_id,
        clock.campus_time(now).date(),
        times.quiet_until(now) is None,
        timedelta(minutes=facts.booking().door_wait_minutes),
        booking_id,
    )
    return msgspec.json.decode(text, type=list[OwnStop])
