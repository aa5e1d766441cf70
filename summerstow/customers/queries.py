"""Every statement of this package."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from summerstow.kit.database import Transaction

_FILE = """
select json_build_object(
  'profile', row_to_json(u),
  'bookings', (
    select coalesce(json_agg(row_to_json(b) order by b.created_at desc), '[]')
    from (
      select b.*, json_build_object('campus', c.campus, 'university', c.university) as campus,
        d.state as kit_state,
        (select coalesce(json_agg(row_to_json(p) order by p.pickup_date desc), '[]')
          from public.pickups p where p.booking_id = b.id) as pickups,
        (select coalesce(json_agg(row_to_json(i) order by i.created_at, i.id), '[]')
          from public.booking_items i where i.booking_id = b.id) as items
      from public.bookings b
      join public.campuses c on c.id = b.campus_id
      left join public.kit_deliveries d on d.booking_id = b.id
      where b.user_id = u.id
    ) b),
  'history', (
    select coalesce(json_agg(row_to_json(h) order by h.id desc), '[]')
    from (
      select a.id, a.at, a.actor_id, a.actor_role, w.full_name as actor_name, a.action,
        a.table_name, a.row_id, a.before, a.after
      from public.audit_log a left join public.users w on w.id = a.actor_id
      where (a.table_name = 'users' and a.row_id = u.id::text)
        or (a.table_name = 'auth.users' and a.row_id = u.id::text
          and a.action not in ('signed_in', 'signed_out'))
        or (a.table_name in ('bookings', 'kit_deliveries')
          and a.row_id in (select id::text from public.bookings where user_id = u.id))
        or (a.table_name = 'pickups'
          and a.row_id in (select id::text from public.pickups where user_id = u.id))
        or (a.table_name = 'invoices' and a.row_id in (
          select i.id::text from public.invoices i join public.bookings b on b.id = i.booking_id
          where b.user_id = u.id and i.member_id is null))
      order by a.id desc limit 200
    ) h)
)
from public.users u where u.id = $1
"""


async def file(tx: Transaction, user_id: UUID) -> dict[str, Any] | None:
    """`{profile, bookings, history}` of an account."""
    text: str | None = await tx.fetchval(_FILE, user_id)
    return None if text is None else msgspec.json.decode(text)


async def note_look(tx: Transaction, user_id: UUID) -> None:
    """Keep in the audit log that this person was looked at, and by whom."""
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id) "
        "values ($1, $2, 'view', 'users', $3)",
        tx.actor.user_id,
        tx.actor.role,
        str(user_id),
    )


async def duplicates(tx: Transaction, ids: list[UUID]) -> list[UUID]:
    """Those of these bookings beside which another current one has the same e-mail address."""
    rows = await tx.fetch(
        "select b.id from public.bookings b where b.id = any($1) "
        "and b.status in ('pending', 'confirmed', 'in_queue') and exists ("
        "select 1 from public.bookings o where o.id <> b.id "
        "and lower(o.email) = lower(b.email) "
        "and o.status in ('pending', 'confirmed', 'in_queue') "
        "and o.created_at between b.created_at - interval '180 days' "
        "and b.created_at + interval '180 days')",
        ids,
    )
    return [row["id"] for row in rows]
