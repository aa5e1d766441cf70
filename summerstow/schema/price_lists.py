"""Stores the price lists of the files, and never alters one that bookings were made under."""

from __future__ import annotations

from datetime import date
from typing import Any

import asyncpg
import structlog

from summerstow import facts

_log = structlog.get_logger()

_STORE = """
insert into app.price_lists as l (valid_from, pricing, terms)
values ($1, $2::text::jsonb, $3::text::jsonb)
on conflict (valid_from) do update set pricing = excluded.pricing, terms = excluded.terms
where (l.pricing, l.terms) is distinct from (excluded.pricing, excluded.terms)
and not exists (select 1 from app.booking_prices b where b.valid_from = l.valid_from)
"""
_DIFFERS = """
select exists (select 1 from app.price_lists l where valid_from = $1
  and (pricing, terms) is distinct from ($2::text::jsonb, $3::text::jsonb)
  and exists (select 1 from app.booking_prices b where b.valid_from = l.valid_from))
"""


async def store(connection: asyncpg.Connection[Any]) -> None:
    """Store each list that is new or not used yet; where a used one differs, the log says so.

    Bookings of before there were lists are of the first one.
    """
    new = not await connection.fetchval("select exists (select 1 from app.price_lists)")
    for one in facts.price_lists():
        await connection.execute(_STORE, one.valid_from, one.pricing, one.terms)
    # The settings' history begins with them.
    await connection.execute(
        "insert into app.settings_versions (section, document, valid_from, note) "
        "select 'prices', jsonb_build_object('pricing', l.pricing, 'terms', l.terms), "
        "l.valid_from, 'As shipped' from app.price_lists l where not exists (select from "
        "app.settings_versions v where v.section = 'prices' and v.valid_from = l.valid_from)"
    )
    if new:
        await connection.execute(
            "insert into app.booking_prices (booking_id, valid_from) "
            "select id, (select min(valid_from) from app.price_lists) from public.bookings "
            "on conflict do nothing"
        )
    for day in await _altered(connection):
        _log.warning("price list altered after use: the stored one holds", valid_from=str(day))


async def _altered(connection: asyncpg.Connection[Any]) -> list[date]:
    """The lists whose files say something else than what is stored and used, by their days."""
    return [
        one.valid_from
        for one in facts.price_lists()
        if await connection.fetchval(_DIFFERS, one.valid_from, one.pricing, one.terms)
    ]
