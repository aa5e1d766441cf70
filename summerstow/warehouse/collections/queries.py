"""Statements about collections."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.bookings.delivery.collections import CollectionState, StoredCollection
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any

from .model import CollectableItem, OpenCollection

_OPEN: Final = """
select coalesce(json_agg(row_to_json(o) order by o.day, o."window", o.id), '[]') from (
  select c.id, c.booking_id, c.day, c."window",
    coalesce(nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name,
    coalesce(b.contact_phone, b.phone) as phone,
    (select json_agg(json_build_object('number', i.number, 'description', i.description,
        'label_code', i.label_code, 'state', i.state, 'location', l.code) order by l.code, i.number)
      from public.items i left join public.locations l on l.id = i.location_id
      where i.id = any(c.item_ids)) as items
  from app.collections c join public.bookings b on b.id = c.booking_id
  where c.state = 'booked') o
"""


async def add(tx: Transaction, one: StoredCollection) -> None:
    """Store a new collection."""
    await tx.execute(
        'insert into app.collections (id, booking_id, item_ids, day, "window", cents) '
        "values ($1, $2, $3, $4, $5, $6)",
        one.id,
        one.booking_id,
        one.item_ids,
        one.day,
        one.window,
        one.cents,
    )


async def held(tx: Transaction, collection_id: UUID) -> StoredCollection | None:
    """Return a collection, held for the transaction."""
    row = await tx.fetchrow("select * from app.collections where id = $1 for update", collection_id)
    return decoded_if_any(StoredCollection, row)


async def booking_of(tx: Transaction, collection_id: UUID) -> UUID | None:
    """Return the booking of a collection."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from app.collections where id = $1", collection_id
    )
    return result


async def of_booking(tx: Transaction, booking_id: UUID) -> list[StoredCollection]:
    """Return a booking's collections, the latest day first."""
    rows = await tx.fetch(
        "select * from app.collections where booking_id = $1 order by day desc, created_at desc",
        booking_id,
    )
    return decoded_all(StoredCollection, rows)


async def collectable(tx: Transaction, booking_id: UUID) -> list[CollectableItem]:
    """Return its customer's own items in our keeping that are in no open collection."""
    rows = await tx.fetch(
        "select id, number, description, state from public.items i where booking_id = $1 "
        "and member_id is null and state in ('picked_up', 'in_storage', 'pulled') and not exists ("
        "select from app.collections c where c.booking_id = $1 and c.state = 'booked' "
        "and i.id = any(c.item_ids)) order by number",
        booking_id,
    )
    return decoded_all(CollectableItem, rows)


async def states(tx: Transaction, item_ids: list[UUID]) -> list[CollectableItem]:
    """Return these items as they are now."""
    rows = await tx.fetch(
        "select id, number, description, state from public.items where id = any($1) "
        "order by number",
        item_ids,
    )
    return decoded_all(CollectableItem, rows)


async def open_ones(tx: Transaction) -> list[OpenCollection]:
    """Return the booked collections of every campus, the earliest first."""
    return msgspec.json.decode(await tx.fetchval(_OPEN), type=list[OpenCollection])


async def settle(
    tx: Transaction, collection_id: UUID, state: CollectionState, words: str | None, now: datetime
) -> None:
    """Store how a collection ended."""
    await tx.execute(
        "update app.collections set state = $2, words = $3, done_at = $4 where id = $1",
        collection_id,
        state,
        words,
        now,
    )
