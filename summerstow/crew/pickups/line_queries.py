"""Every statement about the order of a day's line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

import msgspec

from summerstow.crew.queue.service import Move
from summerstow.platform.database.transaction import Transaction


async def line(tx: Transaction, campus_id: int, on: date) -> list[UUID]:
    """The day's queue entries as a screen lists them; numbers of several runs are mixed."""
    found: list[UUID] = await tx.fetchval(
        "select coalesce(array_agg(q.id order by q.queue_position, q.created_at, q.id), '{}') "
        "from public.pickup_queue q "
        "where q.run_id in (select id from public.runs where campus_id = $1 and date = $2)",
        campus_id,
        on,
    )
    return found


async def names(tx: Transaction, places: list[UUID]) -> list[str]:
    """Who stands at each of these places in line."""
    found: list[str] = await tx.fetchval(
        "select coalesce(array_agg(coalesce(nullif(u.full_name, ''), "
        "nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') "
        "order by o.turn), '{}') "
        "from unnest($1::uuid[]) with ordinality o (id, turn) "
        "join public.pickup_queue q on q.id = o.id "
        "left join public.bookings b on b.id = q.booking_id "
        "left join public.users u on u.id = coalesce(b.user_id, q.user_id)",
        places,
    )
    return found


async def note_order(
    tx: Transaction, campus_id: int, on: date, before: Sequence[Move], after: Sequence[Move]
) -> None:
    """Keep in the audit log who dragged a line, and what moved; no trigger writes that."""
    await tx.execute(
        "insert into public.audit_log "
        "(actor_id, actor_role, action, table_name, row_id, before, after) "
        "values ($1, $2, 'reorder', 'pickup_queue', $3, $4, $5)",
        tx.actor.user_id,
        tx.actor.role,
        f"{campus_id} {on.isoformat()}",
        msgspec.json.encode(before).decode(),
        msgspec.json.encode(after).decode(),
    )
