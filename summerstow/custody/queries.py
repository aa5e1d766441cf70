"""Every statement about items in our keeping, their labels and events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.kit.database.transaction import ElevatedTransaction, Transaction

from .history import EventKind, ItemEvent, Reason, State


class StoredItem(msgspec.Struct, frozen=True):
    """An item as custody knows it."""

    id: UUID
    booking_id: UUID
    user_id: UUID | None
    number: int
    label_code: str | None
    state: State
    campus_id: int | None


class BookingOfItems(msgspec.Struct, frozen=True):
    """A booking that a label may be bound to."""

    id: UUID
    user_id: UUID | None
    status: str


class KeptItemEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is stored."""

    id: UUID
    item_id: UUID | None
    kind: EventKind
    at: datetime
    received_at: datetime
    clock_offset_ms: int
    label_code: str | None
    booking_id: UUID | None
    stop_id: UUID | None
    location_id: UUID | None
    photo_id: UUID | None
    note: str | None
    heavy: bool | None
    actor_id: UUID | None
    actor_role: str
    blocked: Reason | None


class ItemNow(msgspec.Struct, frozen=True):
    """What an item's history makes of it."""

    id: UUID
    state: State
    damaged: bool
    location_id: UUID | None
    last_event_at: datetime | None
    last_event_words: str | None


async def stored_events(tx: ElevatedTransaction, ids: list[UUID]) -> set[UUID]:
    """Those of these events that are kept already."""
    rows = await tx.fetch("select id from public.item_events where id = any($1)", ids)
    return {row["id"] for row in rows}


async def hold_labels(tx: ElevatedTransaction, codes: list[str]) -> dict[str, UUID | None]:
    """The items that these labels are on, held; a label that is not there is none of ours."""
    rows = await tx.fetch(
        "select code, item_id from public.labels where code = any($1) order by code for update",
        codes,
    )
    return {row["code"]: row["item_id"] for row in rows}


async def hold_items(tx: ElevatedTransaction, ids: Iterable[UUID]) -> dict[UUID, StoredItem]:
    """These items, held."""
    rows = await tx.fetch(
        "select i.id, i.booking_id, i.user_id, i.number, i.label_code, i.state, b.campus_id "
        "from public.items i join public.bookings b on b.id = i.booking_id "
        "where i.id = any($1) order by i.id for update of i",
        list(ids),
    )
    return {row["id"]: StoredItem(*row) for row in rows}


async def bookings(tx: ElevatedTransaction, ids: Iterable[UUID]) -> dict[UUID, BookingOfItems]:
    """These bookings, held so that two phones number their items one after the other."""
    rows = await tx.fetch(
        "select id, user_id, status from public.bookings where id = any($1) "
        "order by id for no key update",
        list(ids),
    )
    return {row["id"]: BookingOfItems(*row) for row in rows}


async def locations(tx: ElevatedTransaction, ids: Iterable[UUID]) -> dict[UUID, int]:
    """The campuses of these shelves."""
    rows = await tx.fetch(
        "select id, campus_id from public.locations where id = any($1)", list(ids)
    )
    return {row["id"]: row["campus_id"] for row in rows}


async def stops(tx: ElevatedTransaction, ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """The bookings of these stops, by the stop's id or its place in line."""
    rows = await tx.fetch(
        "select one.id, s.booking_id from unnest($1::uuid[]) one (id) "
        "join public.run_stops s on s.id = one.id or s.queue_id = one.id "
        "where s.booking_id is not null",
        list(ids),
    )
    return {row["id"]: row["booking_id"] for row in rows}


async def add_item(
    tx: ElevatedTransaction, item_id: UUID, booking_id: UUID, kind: str, description: str
) -> None:
    """An item that the crew adds to a booking; its number is the booking's next."""
    await tx.execute(
        "insert into public.items (id, booking_id, kind, description, boxed) "
        "values ($1, $2, $3, $4, $3 = 'box')",
        item_id,
        booking_id,
        kind,
        description,
    )


async def bind(tx: ElevatedTransaction, bound: dict[str, UUID]) -> None:
    """Put labels on items."""
    codes, items = list(bound), list(bound.values())
    await tx.execute(
        "update public.labels l set item_id = n.item_id "
        "from unnest($1::text[], $2::uuid[]) n (code, item_id) where l.code = n.code",
        codes,
        items,
    )
    await tx.execute(
        "update public.items i set label_code = n.code "
        "from unnest($1::text[], $2::uuid[]) n (code, item_id) where i.id = n.item_id",
        codes,
        items,
    )


async def add_events(tx: ElevatedTransaction, events: list[KeptItemEvent]) -> set[UUID]:
    """Keep events; returns those that were not kept before."""
    rows = await tx.fetch(
        "insert into public.item_events (id, item_id, kind, at, received_at, clock_offset_ms, "
        "label_code, booking_id, stop_id, location_id, photo_id, note, heavy, actor_id, "
        "actor_role, blocked) select id, item_id, kind, at, received_at, clock_offset_ms, "
        "label_code, booking_id, stop_id, location_id, photo_id, note, heavy, "
        "actor_id, actor_role, blocked "
        "from jsonb_populate_recordset(null::public.item_events, $1::text::jsonb) "
        "on conflict (id) do nothing returning id",
        msgspec.json.encode(events).decode(),
    )
    return {row["id"] for row in rows}


async def histories(
    tx: ElevatedTransaction, item_ids: Iterable[UUID]
) -> dict[UUID, list[ItemEvent]]:
    """Every event of these items."""
    rows = await tx.fetch(
        "select item_id, id, kind, at, received_at, location_id, blocked "
        "from public.item_events where item_id = any($1)",
        list(item_ids),
    )
    found: dict[UUID, list[ItemEvent]] = {}
    for row in rows:
        found.setdefault(row["item_id"], []).append(
            ItemEvent(
                id=row["id"],
                kind=row["kind"],
                at=row["at"],
                received_at=row["received_at"],
                location_id=row["location_id"],
                blocked=row["blocked"],
            )
        )
    return found


async def store_items(tx: ElevatedTransaction, items: list[ItemNow]) -> None:
    """Let items be what their histories say."""
    await tx.execute(
        "update public.items i set state = n.state, damaged = n.damaged, "
        "location_id = n.location_id, last_event_at = n.last_event_at, "
        "last_event_words = n.last_event_words "
        "from jsonb_populate_recordset(null::public.items, $1::text::jsonb) n where i.id = n.id",
        msgspec.json.encode(items).decode(),
    )


async def weigh(tx: ElevatedTransaction, items: Iterable[UUID | None]) -> None:
    """Items are as heavy as was recorded of them last."""
    await tx.execute(
        "update public.items i set heavy = n.heavy from ("
        "select distinct on (e.item_id) e.item_id, e.heavy from public.item_events e "
        "where e.item_id = any($1) and e.heavy is not null and e.blocked is null "
        "order by e.item_id, e.at desc, e.received_at desc, e.id desc) n "
        "where i.id = n.item_id and i.heavy <> n.heavy",
        [one for one in items if one is not None],
    )


async def keep_cases(
    tx: ElevatedTransaction, cases: dict[UUID, Reason], items: Iterable[UUID], now: datetime
) -> None:
    """Open cases for these events; those of the items' other events have explained themselves."""
    await tx.execute(
        "insert into public.custody_cases (event_id, about, reason) "
        "select n.id, 'item', n.reason from unnest($1::uuid[], $2::text[]) n (id, reason) "
        "on conflict (event_id) do nothing",
        list(cases),
        list(cases.values()),
    )
    await tx.execute(
        "update public.custody_cases c set state = 'settled', decision = 'seen', settled_at = $3, "
        "words = 'What was missing arrived later.' from public.item_events e "
        "where e.id = c.event_id and c.state = 'open' and c.about = 'item' "
        "and e.item_id = any($1) and not e.id = any($2)",
        list(items),
        list(cases),
        now,
    )


async def campuses_of(tx: ElevatedTransaction, item_ids: Iterable[UUID]) -> set[int]:
    """The campuses at which these items were booked."""
    rows = await tx.fetch(
        "select distinct b.campus_id from public.items i join public.bookings b "
        "on b.id = i.booking_id where i.id = any($1) and b.campus_id is not null",
        list(item_ids),
    )
    return {row["campus_id"] for row in rows}


async def tell(tx: Transaction, campus_ids: Iterable[int], day: str) -> None:
    """Pages that follow a campus's day read anew."""
    await tx.execute(
        "select pg_notify('summerstow_line', concat(c, ' ', $2::text)) from unnest($1::int[]) c",
        list(campus_ids),
        day,
    )
