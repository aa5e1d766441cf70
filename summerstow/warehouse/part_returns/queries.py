"""Statements about part returns."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.bookings.part_returns.model import StoredPartReturn
from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, PERSON_OF_ITEM, PHONE_OF_ITEM
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all, decoded_if_any

from .model import OutgoingPart, ReturnableItem

#: How long a shipment is shown after it was sent, for a word about its arrival.
_SHIPPED: Final = timedelta(days=30)
_OUTGOING: Final = f"""
select coalesce(json_agg(row_to_json(o) order by o.day nulls first, o."window", o.id), '[]') from (
  select c.id, c.booking_id, c.way, c.state, c.day, c."window", c.address, c.cents, c.carrier,
    c.tracking, coalesce(nullif(trim(x.full_name), ''), 'Customer') as full_name, x.phone, x.items
  from app.part_returns c join public.bookings b on b.id = c.booking_id
  cross join lateral (
    select min({PERSON_OF_ITEM}) as full_name, min({PHONE_OF_ITEM}) as phone,
      json_agg(json_build_object('number', i.number, 'description', i.description,
        'label_code', i.label_code, 'state', i.state, 'location', l.code)
        order by l.code, i.number) as items, bool_or(i.state = 'shipped') as is_shipped
    from public.items i left join public.locations l on l.id = i.location_id {FRIEND_OF_ITEM}
    where i.id = any(c.item_ids)) x
  where c.done_at is null or c.way = 'ship' and c.state = 'done' and c.done_at > $1
    and x.is_shipped) o
"""  # noqa: S608 - own text


async def add(tx: Transaction, one: StoredPartReturn) -> None:
    """Store a new part return."""
    await tx.execute(
        "insert into app.part_returns (id, booking_id, member_id, item_ids, way, day, "
        '"window", address, slot_id, cents, state) '
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        one.id,
        one.booking_id,
        one.member_id,
        one.item_ids,
        one.way,
        one.day,
        one.window,
        one.address,
        one.slot_id,
        one.cents,
        one.state,
    )


async def add_stop(
    tx: Transaction, one: StoredPartReturn, campus_id: int, user_id: UUID | None
) -> None:
    """Let the crew of a day bring a part return."""
    stop_id: UUID = await tx.fetchval(
        "insert into public.run_stops (campus_id, date, booking_id, user_id, kind, "
        "\"window\", part_return_id) values ($1, $2, $3, $4, 'return', $5, $6) returning id",
        campus_id,
        one.day,
        one.booking_id,
        user_id,
        one.window,
        one.id,
    )
    await tx.execute("select app.place_stop($1)", stop_id)


async def held(tx: Transaction, part_return_id: UUID) -> StoredPartReturn | None:
    """Return a part return, held for the transaction."""
    row = await tx.fetchrow(
        "select * from app.part_returns where id = $1 for update", part_return_id
    )
    return decoded_if_any(StoredPartReturn, row)


async def booking_of(tx: Transaction, part_return_id: UUID) -> UUID | None:
    """Return the booking of a part return."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from app.part_returns where id = $1", part_return_id
    )
    return result


async def of_person(
    tx: Transaction, booking_id: UUID, member_id: UUID | None
) -> list[StoredPartReturn]:
    """Return a person's part returns, the latest first."""
    rows = await tx.fetch(
        "select * from app.part_returns where booking_id = $1 "
        "and member_id is not distinct from $2::uuid order by day desc nulls first, "
        "created_at desc",
        booking_id,
        member_id,
    )
    return decoded_all(StoredPartReturn, rows)


async def leaving(tx: Transaction, booking_id: UUID) -> int:
    """Count the items of a booking that open part returns take away."""
    result: int = await tx.fetchval(
        "select coalesce(sum(cardinality(item_ids)), 0)::int from app.part_returns "
        "where booking_id = $1 and done_at is null",
        booking_id,
    )
    return result


async def available(
    tx: Transaction, booking_id: UUID, member_id: UUID | None
) -> list[ReturnableItem]:
    """Return a person's items in our keeping that are in no open part return."""
    rows = await tx.fetch(
        "select id, number, description, state from public.items i where booking_id = $1 "
        "and member_id is not distinct from $2::uuid "
        "and state in ('picked_up', 'in_storage', 'pulled') and not exists ("
        "select from app.part_returns c where c.booking_id = $1 and c.done_at is null "
        "and i.id = any(c.item_ids)) order by number",
        booking_id,
        member_id,
    )
    return decoded_all(ReturnableItem, rows)


async def states(tx: Transaction, item_ids: list[UUID]) -> list[ReturnableItem]:
    """Return these items as they are now."""
    rows = await tx.fetch(
        "select id, number, description, state from public.items where id = any($1) "
        "order by number",
        item_ids,
    )
    return decoded_all(ReturnableItem, rows)


async def collections_of_window(tx: Transaction, campus_id: int, day: date, window: str) -> int:
    """Count the collections of a campus's window; nobody else books one until the end."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('collections ' || $1::int || $2::date, 0))",
        campus_id,
        day,
    )
    result: int = await tx.fetchval(
        "select count(*)::int from app.part_returns c "
        "join public.bookings b on b.id = c.booking_id "
        "where c.day = $2 and c.done_at is null and c.way = 'collect' and c.\"window\" = $3 "
        "and b.campus_id = $1",
        campus_id,
        day,
        window,
    )
    return result


async def outgoing(tx: Transaction, now: datetime) -> list[OutgoingPart]:
    """Return the open part returns of every campus, what waits for a quote first."""
    text = await tx.fetchval(_OUTGOING, now - _SHIPPED)
    return msgspec.json.decode(text, type=list[OutgoingPart])


async def quote(tx: Transaction, part_return_id: UUID, cents: int, words: str | None) -> None:
    """Store what a shipment costs, before tax."""
    await tx.execute(
        "update app.part_returns set state = 'quoted', cents = $2, words = $3 where id = $1",
        part_return_id,
        cents,
        words,
    )


async def accept(tx: Transaction, part_return_id: UUID) -> None:
    """Let a quoted shipment be booked."""
    await tx.execute("update app.part_returns set state = 'booked' where id = $1", part_return_id)


async def track(tx: Transaction, part_return_id: UUID, carrier: str, tracking: list[str]) -> None:
    """Store who carries a shipment and the numbers of its parcels."""
    await tx.execute(
        "update app.part_returns set carrier = $2, tracking = $3 where id = $1",
        part_return_id,
        carrier,
        tracking,
    )


async def visit_state(tx: Transaction, part_return_id: UUID) -> str | None:
    """Return the state of the visit that brings a part return, if there is one."""
    result: str | None = await tx.fetchval(
        "select state from public.run_stops where part_return_id = $1", part_return_id
    )
    return result


async def to_come_of_friends(tx: Transaction, booking_id: UUID) -> int:
    """Count the items of friends that come back at a visit or appointment of their own."""
    result: int = await tx.fetchval(
        "select coalesce(sum(cardinality(item_ids)), 0)::int from app.part_returns "
        "where booking_id = $1 and done_at is null and member_id is not null and day is not null",
        booking_id,
    )
    return result


async def is_returned(tx: Transaction, booking_id: UUID) -> bool:
    """Whether the crew completed the return of everything."""
    result: bool = await tx.fetchval(
        "select exists (select from public.run_stops where booking_id = $1 and kind = 'return' "
        "and part_return_id is null and state = 'completed')",
        booking_id,
    )
    return result
