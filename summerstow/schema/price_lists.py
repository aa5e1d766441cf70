"""Stores the price lists that ship, as the first versions of the prices."""

from __future__ import annotations

from typing import Any

import asyncpg

from summerstow import facts


async def store(connection: asyncpg.Connection[Any]) -> None:
    """Store the shipped lists, unless there are lists already: the owner publishes later ones.

    Bookings that were made before there were lists are of the first one.
    """
    if await connection.fetchval("select exists (select 1 from app.price_lists)"):
        return
    await connection.executemany(
        "insert into app.price_lists (valid_from, pricing, terms) "
        "values ($1, $2::text::jsonb, $3::text::jsonb)",
        [(one.valid_from, one.pricing, one.terms) for one in facts.price_lists()],
    )
    await connection.execute(
        "insert into app.settings_versions (section, document, valid_from, note) "
        "select 'prices', jsonb_build_object('pricing', pricing, 'terms', terms), "
        "valid_from, 'As shipped' from app.price_lists"
    )
    await connection.execute(
        "insert into app.booking_prices (booking_id, valid_from, digest) "
        "select id, valid_from, digest from public.bookings, "
        "(select valid_from, digest from app.price_lists order by valid_from limit 1) earliest "
        "on conflict do nothing"
    )
