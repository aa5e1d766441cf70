"""Every statement of this room."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from summerstow.kit.database import Transaction


async def lock_day(tx: Transaction, campus_id: int, day: date) -> None:
    """Let one transaction at a time change this line."""
    await tx.execute("select pg_advisory_xact_lock($1, $2)", campus_id, day.toordinal())


async def join(tx: Transaction, booking_id: UUID, times: list[str], windows: list[int]) -> None:
    """Put a booking in its day's line behind all that come before it; those behind move back.

    The line goes by window, residence, creation; `windows` gives each of `times` its window's rank.
    """
    await tx.execute(
        """
        with mine as (
          select b.id, b.user_id, b.campus_id, b.pickup_date, b.created_at,
            (coalesce(($3::int[])[array_position($2::text[], b.pickup_time)], 1000),
             lower(coalesce(b.building_name, '~')), b.created_at, b.id) as rank
          from public.bookings b where b.id = $1
        ), place as (
          select coalesce(max(q.queue_position), 0) + 1 as position
          from mine m
          join public.pickup_queue q on q.campus_id = m.campus_id and q.pickup_date = m.pickup_date
          join public.bookings b on b.id = q.booking_id
          where (coalesce(($3::int[])[array_position($2::text[], b.pickup_time)], 1000),
                 lower(coalesce(b.building_name, '~')), b.created_at, b.id) < m.rank
        ), moved as (
          update public.pickup_queue q set queue_position = q.queue_position + 1
          from mine m, place p
          where q.campus_id = m.campus_id and q.pickup_date = m.pickup_date
            and q.queue_position >= p.position and q.booking_id is distinct from m.id
        )
        insert into public.pickup_queue
          (user_id, booking_id, campus_id, pickup_date, queue_position)
        select m.user_id, m.id, m.campus_id, m.pickup_date, p.position from mine m, place p
        """,
        booking_id,
        times,
        windows,
    )


async def leave(tx: Transaction, booking_id: UUID) -> None:
    """Take a booking out of its line; all behind it move up one."""
    await tx.execute(
        """
        with gone as (
          delete from public.pickup_queue where booking_id = $1
          returning campus_id, pickup_date, queue_position
        )
        update public.pickup_queue q set queue_position = q.queue_position - 1
        from gone g
        where q.campus_id = g.campus_id and q.pickup_date = g.pickup_date
          and q.queue_position > g.queue_position and q.booking_id is distinct from $1
        """,
        booking_id,
    )


async def hand_over(tx: Transaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the places of these bookings belong to an account."""
    await tx.execute(
        "update public.pickup_queue set user_id = $2 where booking_id = any($1)",
        booking_ids,
        user_id,
    )
