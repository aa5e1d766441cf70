"""Every statement about price lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction


async def on(tx: Transaction, day: date) -> tuple[date, str]:
    """(valid_from, digest) of the list that holds on a day."""
    row = await tx.fetchrow(
        "select valid_from, digest from app.price_lists where valid_from = app.price_list_on($1)",
        day,
    )
    assert row is not None
    return row["valid_from"], row["digest"]


async def of_bookings(tx: Transaction, bookings: Sequence[UUID]) -> list[tuple[UUID, date, str]]:
    """(booking, valid_from, digest) of each booking."""
    rows = await tx.fetch(
        "select booking_id, valid_from, digest from app.booking_prices where booking_id = any($1)",
        bookings,
    )
    return [(row["booking_id"], row["valid_from"], row["digest"]) for row in rows]


async def every(tx: Transaction) -> list[tuple[date, str]]:
    """(valid_from, digest) of each list, the earliest first."""
    rows = await tx.fetch("select valid_from, digest from app.price_lists order by valid_from")
    return [(row["valid_from"], row["digest"]) for row in rows]


async def content(tx: Transaction, day: date) -> tuple[str, str]:
    """(pricing, terms) of a list, as text."""
    row = await tx.fetchrow(
        "select pricing::text as pricing, terms::text as terms from app.price_lists "
        "where valid_from = $1",
        day,
    )
    assert row is not None
    return row["pricing"], row["terms"]


async def store(tx: ElevatedTransaction, day: date, pricing: str, terms: str) -> bool:
    """Store a list; False where bookings were made under the one of that day."""
    found = await tx.fetchval(
        "insert into app.price_lists as l (valid_from, pricing, terms) "
        "values ($1, $2::text::jsonb, $3::text::jsonb) on conflict (valid_from) do update "
        "set pricing = excluded.pricing, terms = excluded.terms where not exists "
        "(select from app.booking_prices b where b.valid_from = l.valid_from) returning valid_from",
        day,
        pricing,
        terms,
    )
    return found is not None


async def remove(tx: ElevatedTransaction, day: date) -> None:
    """Delete a list that no booking was made under."""
    await tx.execute("delete from app.price_lists where valid_from = $1", day)
