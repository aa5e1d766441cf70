"""Every statement of this room."""

from __future__ import annotations

from uuid import UUID

import asyncpg

from summerstow.kit.database import Transaction

from . import rules


async def hold_slot(tx: Transaction, booking_id: UUID, slot_id: UUID | None) -> None:
    """Store which slot's place the booking holds."""
    await tx.execute("update public.bookings set slot_id = $2 where id = $1", booking_id, slot_id)


async def replaceable(tx: Transaction, user_id: UUID, but: UUID) -> list[asyncpg.Record]:
    """Earlier bookings of the account that a new one replaces, held for the transaction."""
    return await tx.fetch(
        "select id, campus_id, pickup_date, slot_id from public.bookings "
        "where user_id = $1 and id <> $2 and status = any($3) order by id for no key update",
        user_id,
        but,
        list(rules.REPLACEABLE),
    )


async def supersede(tx: Transaction, old: UUID, new: UUID, note: str) -> None:
    """Cancel a booking in favour of a later one; its place goes on to that one."""
    await tx.execute(
        "update public.bookings set status = 'cancelled', slot_id = null, superseded_by = $2, "
        "cancellation_note = $3 where id = $1",
        old,
        new,
        note,
    )


async def lock_account(tx: Transaction, user_id: UUID) -> None:
    """Let one booking of an account at a time be made, so that just one stays current."""
    await tx.execute("select 1 from public.users where id = $1 for no key update", user_id)


async def guest_bookings(tx: Transaction, email: str) -> list[UUID]:
    """Bookings made signed out with this address, which no account has yet."""
    rows = await tx.fetch(
        "select id from public.bookings "
        "where user_id is null and lower(guest_email) = lower($1) for no key update",
        email,
    )
    return [row["id"] for row in rows]


async def attach(tx: Transaction, ids: list[UUID], user_id: UUID) -> None:
    """Let bookings belong to an account."""
    await tx.execute("update public.bookings set user_id = $2 where id = any($1)", ids, user_id)
