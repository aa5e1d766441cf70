"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction

# The day is locked before its stop, as everywhere.
_LEAVE: Final = """
with held as materialized (
  select s.id, app.take_day(s.campus_id, s.date), b.pickup_date = s.date
      and b.status in ('picked_up', 'delivered', 'completed') as is_picked_up
  from public.run_stops s join public.bookings b on b.id = s.booking_id
  where s.booking_id = $1 and s.queue_id is not null
), completed as (
  update public.run_stops s set state = 'completed', completed_at = now()
  from held h where s.id = h.id and h.is_picked_up
)
delete from public.run_stops s using held h where s.id = h.id and h.is_picked_up is not true
"""
#: $1 stops in the order wanted, $2 whether numbers in the queue stay.
_ARRANGE: Final = """
with moved as (
  select id, (array_agg(position) over (partition by run_id order by position
      rows between unbounded preceding and unbounded following))
    [(row_number() over (partition by run_id order by turn))::int] as slot
  from unnest($1::uuid[]) with ordinality o (id, turn) join public.run_stops s using (id)
), placed as (
  select s.id, s.run_id, s.queue_id, s.queue_position, coalesce(m.slot, s.position) as position
  from public.run_stops s left join moved m using (id)
  where s.run_id = any (array(select distinct run_id from public.run_stops where id = any($1)))
), numbered as (
  select id, position, case when queue_id is null or $2 then queue_position
    else count(queue_id) over (partition by run_id order by position) end as number
  from placed
)
update public.run_stops s
set position = n.position, queue_position = n.number, updated_at = now()
from numbered n
where n.id = s.id and (n.position, n.number) is distinct from (s.position, s.queue_position)
"""


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """A customer's pickup in a day's queue.

    `ahead`: open stops before it. `on_way_since`: when the crew left for it, if it did.
    """

    campus_id: int
    pickup_time: str | None
    ahead: int
    on_way_since: datetime | None


#: A stop, and the one before it; None: it is the first.
Move = tuple[UUID, UUID | None]


class FormerStop(msgspec.Struct, frozen=True):
    """Where a booking's stop was in a run, by its line of the audit log."""

    booking_id: UUID
    kind: str
    date: date
    run_id: UUID
    position: int
    locked: bool
    is_ready: bool


class CurrentOrder(msgspec.Struct, frozen=True):
    """The order of a queue or run now, as a refusal of a stale order names it."""

    order: list[UUID]


async def take_day(tx: Transaction, campus_id: int, day: date) -> None:
    """Let one transaction at a time change a day's queue and runs."""
    await tx.execute("select app.take_day($1, $2)", campus_id, day)


async def join(tx: Transaction, booking_id: UUID) -> None:
    """Put a booking in its day's queue, by window, residence and time of booking."""
    await tx.execute("select app.join_queue($1)", booking_id)


_NOTE_STOPS: Final = """
insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, before)
select $2, $3, 'leave', 'run_stops', s.id, jsonb_build_object('booking_id', s.booking_id,
  'kind', s.kind, 'date', s.date, 'run_id', s.run_id, 'position', s.position,
  'locked', s.locked, 'is_ready', s.is_ready)
from public.run_stops s
where s.booking_id = $1 and s.run_id is not null and s.state = 'waiting'
  and (s.queue_id is not null or $4)
"""


async def note_stops(tx: Transaction, booking_id: UUID, *, all_kinds: bool) -> None:
    """Note in the audit log where a booking's pickup stands, which leaves; or all of its stops."""
    await tx.execute(_NOTE_STOPS, booking_id, tx.actor.user_id, tx.actor.role, all_kinds)


async def restore_stop(tx: Transaction, was: FormerStop) -> None:
    """Put a booking's stop where it was, unless its run is gone or works there already."""
    stop_id = await tx.fetchval(
        "update public.run_stops s set run_id = r.id, locked = $5, is_ready = $6 "
        "from public.runs r where s.booking_id = $1 and s.kind = $2 and s.date = $3 "
        "and s.state = 'waiting' and r.id = $4 and (r.campus_id, r.date) = (s.campus_id, s.date) "
        "returning s.id",
        was.booking_id,
        was.kind,
        was.date,
        was.run_id,
        was.locked,
        was.is_ready,
    )
    if stop_id is None:
        return
    await tx.execute("select app.place_stop($1)", stop_id)
    await tx.execute(
        "select app.move_stop($1, least($3, (select max(position) from public.run_stops "
        "where run_id = $2))) where not exists (select from public.run_stops "
        "where run_id = $2 and position >= $3 and state <> 'waiting')",
        stop_id,
        was.run_id,
        was.position,
    )


async def leave(tx: Transaction, booking_id: UUID) -> None:
    """Take a booking out of its queue; a stop whose booking is picked up is completed."""
    await tx.execute(_LEAVE, booking_id)


async def arrange(tx: Transaction, order: Sequence[UUID], *, keeps_numbers: bool = False) -> None:
    """Let stops of a day follow each other in `order`; the others of each run stay.

    The queue is numbered 1..n again, unless it `keeps_numbers` that staff typed.
    """
    await tx.execute(_ARRANGE, order, keeps_numbers)


async def order_of_day(tx: Transaction, campus_id: int, on: date) -> list[UUID]:
    """Return a day's queue as a screen lists it; numbers of several runs are mixed."""
    result: list[UUID] = await tx.fetchval(
        "select coalesce(array_agg(q.id order by q.queue_position, q.created_at, q.id), '{}') "
        "from public.pickup_queue q "
        "where q.run_id in (select id from public.runs where campus_id = $1 and date = $2)",
        campus_id,
        on,
    )
    return result


async def names_of(tx: Transaction, entries: list[UUID]) -> list[str]:
    """Return the customer's name of each of these queue entries."""
    result: list[str] = await tx.fetchval(
        "select coalesce(array_agg(coalesce(nullif(u.full_name, ''), "
        "nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') "
        "order by o.turn), '{}') "
        "from unnest($1::uuid[]) with ordinality o (id, turn) "
        "join public.pickup_queue q on q.id = o.id "
        "left join public.bookings b on b.id = q.booking_id "
        "left join public.users u on u.id = coalesce(b.user_id, q.user_id)",
        entries,
    )
    return result


async def note_order(
    tx: Transaction, table: str, row_id: str, before: Sequence[Move], after: Sequence[Move]
) -> None:
    """Write to the audit log who put a queue or run in order, and what moved."""
    await tx.execute(
        "insert into public.audit_log "
        "(actor_id, actor_role, action, table_name, row_id, before, after) "
        "values ($1, $2, 'reorder', $3, $4, $5, $6)",
        tx.actor.user_id,
        tx.actor.role,
        table,
        row_id,
        msgspec.json.encode(before).decode(),
        msgspec.json.encode(after).decode(),
    )


async def order_by_number(tx: Transaction, run_id: UUID) -> list[UUID]:
    """Return the queue entries of a run by their numbers; ties in order of creation."""
    result: list[UUID] = await tx.fetchval(
        "select coalesce(array_agg(id order by queue_position, created_at, id), '{}') "
        "from public.pickup_queue where run_id = $1",
        run_id,
    )
    return result


async def planned_day(tx: Transaction, stop_id: UUID) -> date | None:
    """Return the campus-local day on which a stop's pickup, return or kit is planned now."""
    result: date | None = await tx.fetchval(
        "select case s.kind when 'return' then "
        "case when s.part_return_id is null then b.return_delivery_date else s.date end "
        "when 'kit' then b.supply_kit_delivery_date "
        "else case when p.pickup_time is null then b.pickup_date else p.pickup_date end end "
        "from public.run_stops s join public.bookings b on b.id = s.booking_id "
        "left join public.pickups p on p.id = s.pickup_id where s.id = $1",
        stop_id,
    )
    return result


async def move_to_end(tx: Transaction, stop_id: UUID) -> None:
    """Move a stop behind all others of its run."""
    await tx.execute(
        "select app.move_stop(s.id, (select max(o.position) from public.run_stops o "
        "where o.run_id = s.run_id)) from public.run_stops s where s.id = $1",
        stop_id,
    )


async def deal(
    tx: Transaction,
    stop_id: UUID,
    run_id: UUID,
) -> None:
    """Put a stop of another run in a run, where a new stop of its window would stand."""
    await tx.execute("update public.run_stops set run_id = $2 where id = $1", stop_id, run_id)
    await tx.execute("select app.place_stop($1)", stop_id)


async def hand_over(tx: Transaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the pickups of these bookings belong to an account."""
    await tx.execute(
        "update public.run_stops set user_id = $2 where booking_id = any($1) and kind = 'pickup'",
        booking_ids,
        user_id,
    )


async def find_position(
    tx: Transaction, day: date, *, user_id: UUID | None = None, booking_id: UUID | None = None
) -> QueuePosition | None:
    """Return the position of a customer, or of a booking, in a day's queue."""
    row = await tx.fetchrow(
        """
        select s.campus_id, b.pickup_time, (
          select count(*) from public.run_stops o
            where o.run_id = s.run_id and o.position < s.position
              and o.state in ('waiting', 'on_way', 'arrived')
        ) as ahead, (
          select coalesce(max(e.at), p.updated_at) from public.pickups p
            left join public.stop_events e on e.pickup_id = p.id and e.state = 'on_way'
            where (p.user_id = s.user_id or p.booking_id = s.booking_id)
              and p.pickup_date = s.date
              and p.status = 'in_progress'
            group by p.id
        ) as on_way_since
          from public.run_stops s left join public.bookings b on b.id = s.booking_id
          where (s.user_id = $1 or s.booking_id = $3) and s.date = $2 and s.queue_id is not null
          order by s.queue_position limit 1
        """,
        user_id,
        day,
        booking_id,
    )
    return None if row is None else QueuePosition(**row)


class WaitingPickup(msgspec.Struct, frozen=True):
    """A pickup that the crew has not left for; `ahead`: open stops of its run before it."""

    booking_id: UUID
    campus_id: int
    pickup_time: str | None
    ahead: int


async def waiting_untold(tx: Transaction, day: date) -> dict[int, list[WaitingPickup]]:
    """Return the pickups of a day that wait and are not told that the crew is late, by campus."""
    rows = await tx.fetch(
        "select s.booking_id, s.campus_id, b.pickup_time, (select count(*) "
        "from public.run_stops o where o.run_id = s.run_id and o.position < s.position "
        "and o.state in ('waiting', 'on_way', 'arrived'))::int as ahead "
        "from public.run_stops s join public.bookings b on b.id = s.booking_id "
        "where s.date = $1 and s.kind = 'pickup' and s.state = 'waiting' "
        "and b.status in ('confirmed', 'in_queue', 'pending') "
        "and b.pickup_date = $1 and b.pickup_time is not null and b.confirm_by is null "
        # Many bookings signed out with one address are not many letters to it.
        "and (b.user_id is not null or exists (select from app.calendar_entries c "
        "where c.booking_id = b.id and c.visit = 'pickup') or exists (select from app.outbox o "
        "where o.cause = 'booking-received:' || b.id)) "
        "and not exists (select from app.outbox o where o.cause = any (array["
        "'crew-late:' || b.id || ':' || s.date, "
        "'crew-late:' || b.id || ':' || s.date || ':door'])) "
        "order by s.campus_id, s.run_id, s.position",
        day,
    )
    found: dict[int, list[WaitingPickup]] = {}
    for row in rows:
        one = WaitingPickup(**row)
        found.setdefault(one.campus_id, []).append(one)
    return found


async def latest_completions(
    tx: Transaction, campus_id: int, day: date, latest: int
) -> list[datetime]:
    """Return when the latest pickups of a day on a campus were completed, in order."""
    rows = await tx.fetch(
        """
        select p.completed_at from public.pickups p
          join public.bookings b on b.id = p.booking_id
          where p.pickup_date = $2 and p.status = 'completed' and b.campus_id = $1
            and p.completed_at is not null
          order by p.completed_at desc limit $3
        """,
        campus_id,
        day,
        latest,
    )
    return [row["completed_at"] for row in reversed(rows)]
