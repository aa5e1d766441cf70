"""Statements about what was recorded of pickups, as people read it, and its signatures."""

from __future__ import annotations

from uuid import UUID

import msgspec

from summerstow.platform.commands import Subject
from summerstow.platform.database.transaction import Transaction

from .model import CustodyCase, KeptEvent

_EVENT = """
select json_build_object(
  'id', e.id, 'kind', case e.state when 'arrived' then 'on_way' when 'failed' then 'waiting'
    else e.state end, 'at', e.at, 'device_at', e.device_at, 'received_at', e.received_at,
  'clock_offset_ms', e.clock_offset_ms, 'items_counted', e.items_counted, 'signed_by', e.signed_by,
  'strokes', e.strokes, 'note', e.note, 'actor_role', e.actor_role, 'actor_name', a.full_name)
from public.stop_events e left join public.users a on a.id = e.actor_id
"""
_CASES = f"""
select coalesce(json_agg(row_to_json(f) order by f.created_at desc), '[]') from (
  select c.id, c.reason, c.state, c.decision, c.words, c.created_at, c.settled_at,
    s.full_name as settled_by, e.day, b.campus_id, b.id as booking_id,
    b.status as booking_status, b.pickup_date, b.pickup_time,
    coalesce(nullif(u.full_name, ''),
      nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name,
    u.customer_id,
    ({_EVENT} where e.id = c.stop_event_id) as event,
    case when p.id is not null then json_build_object(
      'status', p.status, 'items_counted', p.items_counted, 'completed_at', p.completed_at,
      'signed_by', (select signed_by from public.pickup_signatures
        where pickup_id = p.id and at >= p.completed_at order by at desc limit 1)) end as record
  from public.custody_cases c
  join public.stop_events e on e.id = c.stop_event_id
  left join public.pickups p on p.id = e.pickup_id
  left join public.bookings b on b.id = coalesce(e.booking_id, p.booking_id)
  left join public.users u on u.id = coalesce(b.user_id, p.user_id)
  left join public.users s on s.id = c.settled_by
  where c.about = 'stop' and c.state = $1 and ($2::uuid is null or e.actor_id = $2)
    and ($4::uuid is null or c.id = $4)
  order by c.created_at desc limit $3
) f
"""  # noqa: S608 - put together from this file's own text
#: What changed no status of the pickup (at the door after On Way) is the history of its stop alone.
_RECORDED = f"""
{_EVENT} where e.pickup_id = $1 and case e.state when 'arrived' then e.seen = 'scheduled'
  when 'failed' then e.seen = 'in_progress' else true end
order by e.at, e.id
"""


async def recorded(tx: Transaction, pickup_id: UUID) -> list[KeptEvent]:
    """All that was recorded for a pickup, in the order in which it happened."""
    rows = await tx.fetch(_RECORDED, pickup_id)
    return [msgspec.json.decode(row[0], type=KeptEvent) for row in rows]


async def sign(tx: Transaction, pickup_id: UUID, event_ids: list[UUID], items: int) -> None:
    """Put these events' signatures under the count that stands."""
    await tx.execute(
        "insert into public.pickup_signatures "
        "(id, pickup_id, items_counted, signed_by, strokes, at) "
        "select id, $1, coalesce(items_counted, $3), signed_by, strokes, at "
        "from public.stop_events where id = any($2) on conflict (id) do nothing",
        pickup_id,
        event_ids,
        items,
    )


async def cases(
    tx: Transaction, state: str, of: UUID | None, limit: int, case_id: UUID | None
) -> list[CustodyCase]:
    """Cases, the latest first: of all, or of the events that one person recorded, or one."""
    text = await tx.fetchval(_CASES, state, of, limit, case_id)
    return msgspec.json.decode(text, type=list[CustodyCase])


async def owner_of_pickup(tx: Transaction, pickup_id: UUID) -> Subject:
    """The booking and the customer of a pickup's record."""
    row = await tx.fetchrow(
        "select booking_id, user_id from public.pickups where id = $1", pickup_id
    )
    return Subject(**row) if row else Subject()
