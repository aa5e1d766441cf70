"""Every statement of this room; what they call stands in `schema/migrations/0003_line.sql`."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from summerstow.kit.database import Transaction


async def take_day(tx: Transaction, campus_id: int, day: date) -> None:
    """Let one transaction at a time change this line."""
    await tx.execute("select app.take_day($1, $2)", campus_id, day)


async def join(tx: Transaction, booking_id: UUID, times: list[str], windows: list[int]) -> None:
    """Put a booking in its day's line behind all that come before it; those behind move back.

    The line goes by window, residence, creation; `windows` gives each of `times` its window's rank.
    """
    await tx.execute("select app.join_line($1, $2, $3)", booking_id, times, windows)


async def leave(tx: Transaction, booking_id: UUID) -> None:
    """Take a booking out of its line, if it stands in one; all behind it move up one."""
    await tx.execute("select app.leave_line($1)", booking_id)


async def hand_over(tx: Transaction, booking_ids: list[UUID], user_id: UUID) -> None:
    """Let the places of these bookings belong to an account."""
    await tx.execute(
        "update public.pickup_queue set user_id = $2 where booking_id = any($1)",
        booking_ids,
        user_id,
    )
