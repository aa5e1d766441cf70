"""Every statement about rivals' quotes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import asyncpg

from summerstow.kit.database import Transaction


async def one(tx: Transaction, match_id: UUID) -> asyncpg.Record | None:
    """A rival's quote, held for the transaction."""
    return await tx.fetchrow("select * from app.price_matches where id = $1 for update", match_id)


async def insert(
    tx: Transaction,
    *,
    match_id: UUID,
    booking_id: UUID,
    user_id: UUID,
    rival: str,
    quoted_cents: int,
    quote: str,
    now: datetime,
) -> bool:
    """Store a rival's quote; false where this id stands, or another one waits for its answer."""
    tag = await tx.execute(
        "insert into app.price_matches (id, booking_id, user_id, rival, quoted_cents, quote, "
        "asked_at) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        match_id,
        booking_id,
        user_id,
        rival,
        quoted_cents,
        quote,
        now,
    )
    return tag.endswith(" 1")


async def add_picture(tx: Transaction, match_id: UUID, picture_id: UUID) -> None:
    """The quote as a file."""
    await tx.execute(
        "update app.price_matches set picture_id = $2 where id = $1", match_id, picture_id
    )


async def answer(
    tx: Transaction, match_id: UUID, credit_cents: int, words: str, now: datetime
) -> None:
    """Store what was decided."""
    await tx.execute(
        "update app.price_matches set credit_cents = $2, answer = $3, answered_at = $4 "
        "where id = $1",
        match_id,
        credit_cents,
        words,
        now,
    )


async def of_user(tx: Transaction, user_id: UUID) -> list[asyncpg.Record]:
    """Somebody's rival quotes, the latest first."""
    return await tx.fetch(
        "select m.*, p.media_type from app.price_matches m "
        "left join app.pictures p on p.id = m.picture_id "
        "where m.user_id = $1 order by m.asked_at desc limit 50",
        user_id,
    )


async def open_ones(tx: Transaction) -> list[asyncpg.Record]:
    """Those that wait for an answer with whose they are, the earliest first."""
    return await tx.fetch(
        "select m.*, p.media_type, coalesce(nullif(u.full_name, ''), 'Customer') as name, "
        "u.customer_id, u.email "
        "from app.price_matches m join public.users u on u.id = m.user_id "
        "left join app.pictures p on p.id = m.picture_id "
        "where m.answered_at is null order by m.asked_at limit 100"
    )
