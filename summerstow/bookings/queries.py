"""Every statement of this room."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from summerstow.kit.actor import Actor
from summerstow.kit.database import Transaction
from summerstow.kit.tables import Row

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


async def locked(tx: Transaction, booking_id: UUID) -> Row | None:
    """The whole booking as JSON values, held for the transaction."""
    return _row(
        await tx.fetchval(
            "select row_to_json(b) from public.bookings b where id = $1 for no key update",
            booking_id,
        )
    )


async def set_status(tx: Transaction, booking_id: UUID, status: str) -> Row:
    """Store a status; returns the whole booking as it is now."""
    return _stored(
        await tx.fetchval(
            "update public.bookings b set status = $2 where id = $1 returning row_to_json(b)",
            booking_id,
            status,
        )
    )


async def set_pickup(tx: Transaction, booking_id: UUID, day: date, pickup_time: str) -> Row:
    """Store another pickup day and window; returns the whole booking as it is now."""
    return _stored(
        await tx.fetchval(
            "update public.bookings b set pickup_date = $2, pickup_time = $3 where id = $1 "
            "returning row_to_json(b)",
            booking_id,
            day,
            pickup_time,
        )
    )


async def note_change(
    tx: Transaction,
    old: Row,
    new: Row,
    *,
    field: str,
    reason: str,
    note: str | None,
    actor: Actor,
) -> UUID:
    """Keep why a date was changed; returns the id of the note."""
    change_id: UUID = await tx.fetchval(
        "insert into public.date_changes (booking_id, actor_id, actor_role, field, was_date, "
        "was_time, is_date, is_time, reason, note) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id",
        UUID(new["id"]),
        actor.user_id,
        actor.role,
        field,
        _day(old[field]),
        old["pickup_time"] if field == "pickup_date" else None,
        _day(new[field]),
        new["pickup_time"] if field == "pickup_date" else None,
        reason,
        note,
    )
    return change_id


def _row(text: str | None) -> Row | None:
    return None if text is None else _stored(text)


def _stored(text: str) -> Row:
    row: dict[str, Any] = msgspec.json.decode(text)
    return row


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
