"""Every statement of this package; what they call stands in `schema/functions/queue.sql`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.kit.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in a day's line, how many stand `ahead`, and when the crew left for it, if it did."""

    campus_id: int
    pickup_time: str | None
    ahead: int
    on_way_since: datetime | None


class StandingOrder(msgspec.Struct, frozen=True):
    """The ids of a line or a run as they stand now, as a refusal of a stale order names them."""

    order: list[UUID]


async def take_day(tx: Transaction, campus_id: int, day: date) -> None:
    """Let one transaction at a time change this line."""
    await tx.execute("select app.take_day($1, $2)", campus_id, day)


async def join(
    tx: Transaction, booking_id: UUID, times: Sequence[str], windows: Sequence[int]
) -> None:
    """Put a booking in its day's line behind all that come before it.

    The line goes by window, residence, creation; `windows` gives each of `times` its window's rank.
    """
    await tx.execute("select app.join_line($1, $2, $3)", booking_id, times, windows)


async def leave(tx: Transaction, booking_id: UUID) -> None:
    """Take a booking out of its line, if it stands in one."""
    await tx.execute("select app.leave_line($1)", booking_id)


async def move_stops(
    tx: Transaction, moved: list[tuple[UUID, UUID | None]], *, in_line: bool
) -> None:
    """Move stops one after the other, each behind the one beside it or, with none, before all."""
    await tx.execute(
        "select app.move_stops($1, $2, $3)",
        [one for one, _ in moved],
        [behind for _, behind in moved],
        in_line,
    )


async def hand_over(tx: Transaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the places of these bookings belong to an account."""
    await tx.execute(
        "update public.pickup_queue set user_id = $2 where booking_id = any($1)",
        booking_ids,
        user_id,
    )


async def stand(tx: Transaction, user_id: UUID, day: date) -> Standing | None:
    """Where somebody stands in a line."""
    row = await tx.fetchrow(
        """
        select q.campus_id, b.pickup_time, (
          select count(*) from public.run_stops o join public.run_stops s on s.queue_id = q.id
            where o.run_id = s.run_id and o.place < s.place
              and o.state in ('waiting', 'on_way', 'arrived')
        ) as ahead, (
          select coalesce(max(e.at), p.updated_at) from public.pickups p
            left join public.custody_events e on e.pickup_id = p.id and e.kind = 'on_way'
            where p.user_id = q.user_id and p.pickup_date = q.pickup_date
              and p.status = 'in_progress'
            group by p.id
        ) as on_way_since
          from public.pickup_queue q left join public.bookings b on b.id = q.booking_id
          where q.user_id = $1 and q.pickup_date = $2
          order by q.place limit 1
        """,
        user_id,
        day,
    )
    return None if row is None else Standing(**row)


async def done(tx: Transaction, campus_id: int, day: date, latest: int) -> list[datetime]:
    """When the latest pickups of a day on a campus were done, in order."""
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
