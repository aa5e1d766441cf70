"""Every statement about the last change of a booking and what it caused.

The rows that a change wrote have its transaction's id in `xmin`, until another one writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.crew.queue.queries import FormerStop
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import Role
from summerstow.platform.tables import Row, decoded_all, decoded_if_any


class _Line(msgspec.Struct, frozen=True):
    """A line of the audit log that a booking's last change wrote; `before` and `after` are JSON."""

    transaction: str
    actor_id: UUID | None
    actor_role: Role
    actor_name: str | None
    age_seconds: float
    by_crew: bool
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LastChange:
    """The last change of a booking, by its lines of the audit log.

    `transaction`: its id. `before` and `after`: the columns that changed, as JSON values.
    `age_seconds`: since it began. `by_crew`: work at a stop caused it.
    """

    transaction: str
    actor_id: UUID | None
    actor_role: Role
    actor_name: str | None
    age_seconds: float
    by_crew: bool
    before: Row
    after: Row


_LAST_CHANGE: Final = """
select b.xmin::text as transaction, a.actor_id, a.actor_role, u.full_name as actor_name,
  extract(epoch from clock_timestamp() - b.updated_at)::float8 as age_seconds,
  exists (select from public.stop_events e where e.booking_id = b.id and e.xmin = b.xmin)
    or exists (select from public.pickups p where p.booking_id = b.id and p.xmin = b.xmin)
    as by_crew,
  a.before::text, a.after::text
from public.bookings b
join public.audit_log a on a.table_name = 'bookings' and a.row_id = b.id::text
  and a.action = 'update' and a.xmin = b.xmin
left join public.users u on u.id = a.actor_id
where b.id = $1 order by a.id
"""


async def last_change(tx: ElevatedTransaction, booking_id: UUID) -> LastChange | None:
    """Return the last change of a booking; None if it is as it was made."""
    lines = decoded_all(_Line, await tx.fetch(_LAST_CHANGE, booking_id))
    if not lines:
        return None
    before: Row = {}
    after: Row = {}
    for line in lines:
        before = msgspec.json.decode(line.before) | before
        after |= msgspec.json.decode(line.after)
    first = lines[0]
    return LastChange(
        transaction=first.transaction,
        actor_id=first.actor_id,
        actor_role=first.actor_role,
        actor_name=first.actor_name,
        age_seconds=first.age_seconds,
        by_crew=first.by_crew,
        before=before,
        after=after,
    )


async def ended_part_returns(tx: ElevatedTransaction, booking_id: UUID, transaction: str) -> bool:
    """Whether a change cancelled a part return of the booking's items."""
    found: bool = await tx.fetchval(
        "select exists (select from app.part_returns "
        "where booking_id = $1 and state = 'cancelled' and xmin::text = $2)",
        booking_id,
        transaction,
    )
    return found


async def has_visit_failed(
    tx: ElevatedTransaction, booking_id: UUID, days: dict[str, date]
) -> bool:
    """Whether the crew's visit of one of these kinds failed on its day."""
    found: bool = await tx.fetchval(
        "select exists (select from public.run_stops s "
        "join unnest($2::text[], $3::date[]) d (kind, day) on d.kind = s.kind and d.day = s.date "
        "where s.booking_id = $1 and s.part_return_id is null and s.state = 'failed')",
        booking_id,
        list(days),
        list(days.values()),
    )
    return found


async def former_stops(
    tx: ElevatedTransaction, booking_id: UUID, transaction: str
) -> list[FormerStop]:
    """Return where the stops were that left their runs by a change, in their order."""
    rows = await tx.fetch(
        "select before::text from public.audit_log where before ->> 'booking_id' = $1::uuid::text "
        "and table_name = 'run_stops' and action = 'leave' and xmin::text = $2 order by id",
        booking_id,
        transaction,
    )
    return [msgspec.json.decode(row["before"], type=FormerStop) for row in rows]


async def place_stops(tx: ElevatedTransaction) -> None:
    """Let the booking's return and kit have their stops now, not at the end of the transaction."""
    await tx.execute("set constraints public.bookings_stops immediate")
    await tx.execute("set constraints public.bookings_stops deferred")


async def restore_requests(
    tx: ElevatedTransaction, booking_id: UUID, transaction: str, changed_at: datetime
) -> None:
    """Withdraw the notes of moved dates that a change made, and open the requests it answered."""
    await tx.execute(
        "update public.date_changes "
        "set state = case when at = $3 then 'withdrawn' else 'asked' end "
        "where booking_id = $1 and xmin::text = $2 and state in ('done', 'withdrawn')",
        booking_id,
        transaction,
        changed_at,
    )


class WithdrawnQuote(msgspec.Struct, frozen=True):
    """A quote that a change withdrew; `was` is JSON of the columns that this changed."""

    id: UUID
    cents: int | None
    was_accepted: bool
    was: str


async def withdrawn_quote(
    tx: ElevatedTransaction, booking_id: UUID, transaction: str
) -> WithdrawnQuote | None:
    """Return the quote for a delivery that a change withdrew, if there was one."""
    row = await tx.fetchrow(
        "select q.id, q.cents, a.before ->> 'state' = 'accepted' as was_accepted, "
        "a.before::text as was from public.delivery_quotes q "
        "join public.audit_log a on a.table_name = 'delivery_quotes' and a.row_id = q.id::text "
        "and a.xmin = q.xmin and a.action = 'update' "
        "where q.booking_id = $1 and q.state = 'withdrawn' and q.xmin::text = $2",
        booking_id,
        transaction,
    )
    return decoded_if_any(WithdrawnQuote, row)


async def restore_quote(tx: ElevatedTransaction, booking_id: UUID, quote: WithdrawnQuote) -> None:
    """Let a quote stand as it was, in place of the one that the undo asked for."""
    await tx.execute(
        "delete from public.delivery_quotes where booking_id = $1 and state = 'asked'", booking_id
    )
    await tx.execute(
        "update public.delivery_quotes t set state = p.state, decided_at = p.decided_at, "
        "decided_by = p.decided_by, decided_role = p.decided_role, reason = p.reason "
        "from public.delivery_quotes q "
        "cross join lateral jsonb_populate_record(q, $2::text::jsonb) p "
        "where q.id = $1 and t.id = q.id",
        quote.id,
        quote.was,
    )
