"""Every statement of this package."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import Row, columns_of

_CAMPUS: Final = {"type": "string"}
#: A booking with its campus's names, how far its kit is, its pickups and its items.
FiledBooking = Annotated[
    Row,
    columns_of(
        "bookings",
        {
            "campus": {
                "type": "object",
                "properties": {"campus": _CAMPUS, "university": _CAMPUS},
            },
            "kit_state": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "pickups": {"type": "array", "items": {"x-table": "pickups"}},
            "items": {"type": "array", "items": {"x-table": "items"}},
        },
    ),
]


class HistoryLine(msgspec.Struct, frozen=True):
    """A line of the audit log; `before` and `after` hold what changed."""

    id: int
    at: datetime
    actor_id: UUID | None
    actor_role: str
    actor_name: str | None
    action: str
    table_name: str
    row_id: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class CustomerRecord(msgspec.Struct, frozen=True):
    """A customer with their bookings and what happened to them, the newest first of both."""

    profile: Annotated[Row, columns_of("users")]
    bookings: list[FiledBooking]
    history: list[HistoryLine]


_RECORD = """
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
          from public.items i where i.booking_id = b.id) as items
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


async def read_record(tx: Transaction, user_id: UUID) -> CustomerRecord | None:
    """Return an account with its bookings and the latest 200 lines of its history."""
    text: str | None = await tx.fetchval(_RECORD, user_id)
    return None if text is None else msgspec.json.decode(text, type=CustomerRecord)


async def log_look(tx: Transaction, user_id: UUID) -> None:
    """Log that the caller looked at this person."""
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id) "
        "values ($1, $2, 'view', 'users', $3)",
        tx.actor.user_id,
        tx.actor.role,
        str(user_id),
    )
