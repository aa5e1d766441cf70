"""Every statement about rivals' quotes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded

from .model import PriceMatch, StoredMatch, WaitingMatch


async def one(tx: Transaction, match_id: UUID) -> StoredMatch | None:
    """A rival's quote, held for the transaction."""
    row = await tx.fetchrow("select * from app.price_matches where id = $1 for update", match_id)
    return decoded(StoredMatch, row) if row is not None else None


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


async def of_user(tx: Transaction, user_id: UUID) -> list[PriceMatch]:
    """Somebody's rival quotes, the latest first."""
    rows = await tx.fetch(
        "select m.*, p.media_type from app.price_matches m "
        "left join app.pictures p on p.id = m.picture_id "
        "where m.user_id = $1 order by m.asked_at desc limit 50",
        user_id,
    )
    return [decoded(PriceMatch, row) for row in rows]


async def open_ones(tx: Transaction, match_id: UUID | None = None) -> list[WaitingMatch]:
    """Those that wait for an answer, or one, with whose they are, the earliest first."""
    rows = await tx.fetch(
        "select m.*, p.media_type, coalesce(nullif(u.full_name, ''), 'Customer') as name, "
        "u.customer_id, u.email, b.pickup_date, b.return_delivery_date as return_date, "
        "coalesce((select sum(k.items_counted) from public.pickups k where k.booking_id = b.id "
        "and k.items_counted is not null), (select count(*) from public.items i "
        "where i.booking_id = b.id))::int as items "
        "from app.price_matches m join public.users u on u.id = m.user_id "
        "join public.bookings b on b.id = m.booking_id "
        "left join app.pictures p on p.id = m.picture_id "
        "where m.answered_at is null and ($1::uuid is null or m.id = $1) "
        "order by m.asked_at limit 100",
        match_id,
    )
    return [decoded(WaitingMatch, row) for row in rows]
