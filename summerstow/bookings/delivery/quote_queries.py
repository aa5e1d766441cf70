"""Every statement about quotes for deliveries to another city."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

import asyncpg

from summerstow.platform.database.transaction import Transaction

from .model import DeliveryQuote, WaitingQuote


async def booking_of(tx: Transaction, quote_id: UUID) -> UUID | None:
    """The booking that a quote is of."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from public.delivery_quotes where id = $1", quote_id
    )
    return result


async def one(tx: Transaction, quote_id: UUID) -> DeliveryQuote | None:
    """A quote; its booking is held."""
    row = await tx.fetchrow(
        "select * from public.delivery_quotes where id = $1 for update", quote_id
    )
    return None if row is None else _decoded(row)


async def live(tx: Transaction, booking_id: UUID) -> DeliveryQuote | None:
    """The quote of a booking that is asked for, sent or accepted; its booking is held."""
    row = await tx.fetchrow(
        "select * from public.delivery_quotes where booking_id = $1 "
        "and state in ('asked', 'sent', 'accepted') for update",
        booking_id,
    )
    return None if row is None else _decoded(row)


async def latest(tx: Transaction, booking_id: UUID) -> DeliveryQuote | None:
    """The latest quote of a booking, whatever became of it."""
    row = await tx.fetchrow(
        "select * from public.delivery_quotes where booking_id = $1 "
        "order by state in ('asked', 'sent', 'accepted') desc, asked_at desc limit 1",
        booking_id,
    )
    return None if row is None else _decoded(row)


async def ask(
    tx: Transaction, booking_id: UUID, address: str, day: date, now: datetime
) -> DeliveryQuote:
    """Keep that a quote is asked for."""
    row = await tx.fetchrow(
        "insert into public.delivery_quotes (booking_id, address, day, asked_at) "
        "values ($1, $2, $3, $4) returning *",
        booking_id,
        address,
        day,
        now,
    )
    assert row is not None
    return _decoded(row)


async def send(
    tx: Transaction,
    quote_id: UUID,
    *,
    cents: int,
    note: str | None,
    valid_until: date,
    now: datetime,
) -> DeliveryQuote:
    """Store what it costs, until when, and who says so."""
    row = await tx.fetchrow(
        "update public.delivery_quotes set state = 'sent', cents = $2, note = $3, "
        "valid_until = $4, sent_at = $5, sent_by = $6 where id = $1 returning *",
        quote_id,
        cents,
        note,
        valid_until,
        now,
        tx.actor.user_id,
    )
    assert row is not None
    return _decoded(row)


async def decide(
    tx: Transaction, quote_id: UUID, state: str, now: datetime, reason: str | None = None
) -> DeliveryQuote:
    """Store what became of a quote, and by whom."""
    row = await tx.fetchrow(
        "update public.delivery_quotes set state = $2, decided_at = $3, decided_by = $4, "
        "decided_role = $5, reason = $6 where id = $1 returning *",
        quote_id,
        state,
        now,
        tx.actor.user_id,
        tx.actor.role,
        reason,
    )
    assert row is not None
    return _decoded(row)


async def expire(tx: Transaction, today: date, now: datetime) -> None:
    """End the quotes whose last day is over; one that somebody holds now waits for the next run."""
    await tx.execute(
        "update public.delivery_quotes set state = 'expired', decided_at = $2, "
        "decided_role = 'service' where id in (select id from public.delivery_quotes "
        "where state = 'sent' and valid_until < $1 for update skip locked)",
        today,
        now,
    )


async def open_ones(tx: Transaction, limit: int) -> list[WaitingQuote]:
    """Those that wait for a price or for an answer, with whose they are; unpriced ones first."""
    rows = await tx.fetch(
        "select q.*, coalesce(nullif(trim(concat_ws(' ', "
        "coalesce(b.first_name, b.guest_first_name), coalesce(b.last_name, b.guest_last_name))), "
        "''), nullif(u.full_name, ''), 'Customer') as name, u.customer_id, c.campus "
        "from public.delivery_quotes q join public.bookings b on b.id = q.booking_id "
        "join public.campuses c on c.id = b.campus_id "
        "left join public.users u on u.id = b.user_id "
        "where q.state in ('asked', 'sent') order by q.state, q.asked_at limit $1",
        limit,
    )
    return [WaitingQuote(**_fields(WaitingQuote, row)) for row in rows]


def _decoded(row: asyncpg.Record) -> DeliveryQuote:
    return DeliveryQuote(**_fields(DeliveryQuote, row))


def _fields(kind: type[DeliveryQuote], row: asyncpg.Record) -> dict[str, Any]:
    return {name: row[name] for name in kind.__struct_fields__}
