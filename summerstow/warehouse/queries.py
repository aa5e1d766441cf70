"""Every statement about items in our keeping, their labels and events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from summerstow.platform.commands import Subject
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction

from .history import EventKind, ItemEvent, Reason, State


class StoredItem(msgspec.Struct, frozen=True):
    """An item as custody knows it; `pickup_days` are its booking's."""

    id: UUID
    booking_id: UUID
    user_id: UUID | None
    label_code: str | None
    campus_id: int | None
    number: int
    kind: str
    state: State
    pickup_days: list[date]
    booking_status: str | None = None
    member_id: UUID | None = None


class BookingOfItems(msgspec.Struct, frozen=True):
    """A booking that a label may be bound to, and the days of its pickups.

    `friends`: the accounts of friends who share its bundle, by their shares.
    """

    id: UUID
    user_id: UUID | None
    status: str
    campus_id: int | None
    pickup_days: list[date]
    friends: dict[UUID, UUID | None] = {}


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
    reverses: UUID | None


class ItemNow(msgspec.Struct, frozen=True):
    """What an item's history makes of it."""

    id: UUID
    state: State
    damaged: bool
    location_id: UUID | None
    last_event_at: datetime | None
    last_event_words: str | None


class HeldLabel(msgspec.Struct, frozen=True):
    """A label, the item that it is on, and the booking that it was made for or handed out to."""

    code: str
    item_id: UUID | None
    booking_id: UUID | None


class CampusOfShelf(msgspec.Struct, frozen=True):
    """A shelf's campus."""

    id: UUID
    campus_id: int


class BookingOfStop(msgspec.Struct, frozen=True):
    """The booking of a stop, by the stop's id.

    `closed_at`: when a pickup was completed, where the actor did not complete it.
    """

    id: UUID
    booking_id: UUID
    date: date
    closed_at: datetime | None


class KnownScan(msgspec.Struct, frozen=True):
    """An event that is stored, and its item if it has one."""

    id: UUID
    item_id: UUID | None


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What events may name: by the ids and codes in them."""

    events: list[UUID]
    bookings: list[UUID]
    codes: list[str]
    items: list[UUID]
    locations: list[UUID]
    stops: list[UUID]
    scans: list[UUID]


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What there is of it; bookings, labels and items are held. `known`: events kept already.

    `items` has those that are named, and those of the bookings that wait for a label.
    `has_waiting`: stored events wait for one of these labels or events.
    """

    known: set[UUID]
    bookings: list[BookingOfItems]
    labels: list[HeldLabel]
    items: list[StoredItem]
    locations: list[CampusOfShelf]
    stops: list[BookingOfStop]
    scans: list[KnownScan]
    has_waiting: bool


_PICKUP_DAYS: Final = (
    "array(select s.date from public.run_stops s where s.booking_id = b.id and s.kind = 'pickup') "
    "as pickup_days"
)
#: Bookings first, then labels, then items, each in their order: two phones wait, and never for each
#: other. Bookings are held so that two phones number their items one after the other.
_HOLD: Final = f"""
with b as materialized (
  select id, user_id, status, campus_id, {_PICKUP_DAYS}, (
    select coalesce(json_object_agg(m.id, m.user_id), '{{}}') from app.plan_members m
    where m.booking_id = b.id and m.left_at is null) as friends
  from public.bookings b where id = any($2) order by id for no key update
), l as materialized (
  select code, item_id, booking_id from public.labels where code = any($3) order by code for update
), i as materialized (
  select i.id, i.booking_id, i.member_id, i.user_id, i.label_code, b.campus_id, i.number, i.kind,
    i.state,
    b.status as booking_status, {_PICKUP_DAYS}
  from public.items i join public.bookings b on b.id = i.booking_id
  where i.id = any($4 || array(select item_id from l)
      || array(select item_id from public.item_events where id = any($7)))
    or i.booking_id = any($2) and i.label_code is null and i.state in ('listed', 'packed')
  order by i.id for update of i
), s as (
  select s.id, s.booking_id, s.date, case when s.kind = 'pickup'
      and not exists (select from public.pickups p join public.stop_events e
        on e.pickup_id = p.id where p.booking_id = s.booking_id and p.pickup_date = s.date
        and e.state = 'completed' and e.actor_id = $8) then s.completed_at end as closed_at
  from public.run_stops s
  where s.id = any($6) and s.booking_id is not null
)
select json_build_object(
  'bookings', (select coalesce(json_agg(b), '[]') from b),
  'labels', (select coalesce(json_agg(l), '[]') from l),
  'items', (select coalesce(json_agg(i), '[]') from i),
  'known', (select coalesce(json_agg(id), '[]') from public.item_events where id = any($1)),
  'locations', (select coalesce(json_agg(o), '[]') from (
    select id, campus_id from public.locations where id = any($5)) o),
  'scans', (select coalesce(json_agg(json_build_object('id', id, 'item_id', item_id)), '[]')
    from public.item_events where id = any($7)),
  'has_waiting', exists (select from public.item_events
      where item_id is null and blocked = 'label' and label_code = any($3))
    or exists (select from public.item_events where reverses = any($1) and item_id is null),
  'stops', (select coalesce(json_agg(o), '[]') from (
    select id, booking_id, date, closed_at from s) o))
"""  # noqa: S608 - put together from this file's own text


async def hold(tx: ElevatedTransaction, named: Named) -> Held:
    """What events are about, in one statement: a scan is as short as its trips are few."""
    text = await tx.fetchval(
        _HOLD,
        named.events,
        named.bookings,
        named.codes,
        named.items,
        named.locations,
        named.stops,
        named.scans,
        tx.actor.user_id,
    )
    held = msgspec.json.decode(text, type=Held)
    seen = {one.id for one in held.items}
    if all(one.item_id is None or one.item_id in seen for one in held.labels):
        return held
    # Another phone bound one of the labels while this statement waited for it.
    return await hold(tx, named)


async def add_item(tx: ElevatedTransaction, item: StoredItem, description: str) -> None:
    """An item that the crew adds to a booking; its number is the booking's next."""
    await tx.execute(
        "insert into public.items (id, booking_id, member_id, kind, description, boxed) "
        "values ($1, $2, $3, $4, $5, $4 = 'box')",
        item.id,
        item.booking_id,
        item.member_id,
        item.kind,
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


#: With the events that were there: what a statement adds, it does not see.
#: A scan that says nothing more than an earlier one of its item at its stop is not kept again.
_ADD: Final = """
with sent as materialized (
  select * from jsonb_populate_recordset(null::public.item_events, $1::text::jsonb)
), known as materialized (
  select id, item_id, kind, stop_id, at, received_at, reverses from sent where blocked is null
  union all
  select id, item_id, kind, stop_id, at, received_at, reverses from public.item_events
    where item_id = any($2) and blocked is null
), added as (
  insert into public.item_events (id, item_id, kind, at, received_at, clock_offset_ms,
    label_code, booking_id, stop_id, location_id, photo_id, note, heavy, actor_id, actor_role,
    blocked, reverses)
  select id, item_id, kind, at, received_at, clock_offset_ms, label_code, booking_id, stop_id,
    location_id, photo_id, note, heavy, actor_id, actor_role, blocked, reverses
  from sent s
  where not (stop_id is not null and blocked is null and kind in ('picked_up', 'delivered')
    and num_nonnulls(photo_id, note, heavy) = 0
    and not exists (select from sent r where r.reverses = s.id) and exists (
      select from known k where (k.item_id, k.kind, k.stop_id) = (s.item_id, s.kind, s.stop_id)
        and k.id <> s.id and (k.at, k.received_at) <= (s.at, s.received_at)
        and not exists (select from known r where r.reverses = k.id and r.at <= s.at)))
  on conflict (id) do nothing
  returning item_id, id, kind, at, received_at, location_id, blocked, reverses, stop_id
)
select true as stored, added.* from added
union all
select false, item_id, id, kind, at, received_at, location_id, blocked, reverses, stop_id
from public.item_events where item_id = any($2)
"""


async def add_events(
    tx: ElevatedTransaction, events: list[KeptItemEvent]
) -> tuple[set[UUID], dict[UUID, list[ItemEvent]]]:
    """Keep events; returns those that were not kept before, and all events of their items."""
    items = {one.item_id for one in events if one.item_id is not None}
    rows = await tx.fetch(_ADD, msgspec.json.encode(events).decode(), list(items))
    stored = {row["id"] for row in rows if row["stored"]}
    return stored, _histories(items, rows)


async def histories(tx: ElevatedTransaction, items: Iterable[UUID]) -> dict[UUID, list[ItemEvent]]:
    """Return all events of these items."""
    ids = list(items)
    rows = await tx.fetch(
        "select item_id, id, kind, at, received_at, location_id, blocked, reverses, stop_id "
        "from public.item_events where item_id = any($1)",
        ids,
    )
    return _histories(ids, rows)


def _histories(
    items: Iterable[UUID], rows: Iterable[asyncpg.Record]
) -> dict[UUID, list[ItemEvent]]:
    found: dict[UUID, list[ItemEvent]] = {one: [] for one in items}
    for row in rows:
        if row["item_id"] is not None:
            found[row["item_id"]].append(
                ItemEvent(
                    id=row["id"],
                    kind=row["kind"],
                    at=row["at"],
                    received_at=row["received_at"],
                    location_id=row["location_id"],
                    blocked=row["blocked"],
                    reverses=row["reverses"],
                    stop_id=row["stop_id"],
                )
            )
    return found


async def campuses_of_shelves(tx: ElevatedTransaction, ids: Iterable[UUID]) -> dict[UUID, int]:
    """The campuses of these shelves."""
    rows = await tx.fetch(
        "select id, campus_id from public.locations where id = any($1)", list(ids)
    )
    return {row["id"]: row["campus_id"] for row in rows}


#: Cases of the items' other events have explained themselves; pages that follow the day read anew.
_STORE: Final = """
with stored as (
  update public.items i set state = n.state, damaged = n.damaged, location_id = n.location_id,
    last_event_at = n.last_event_at, last_event_words = n.last_event_words
  from jsonb_populate_recordset(null::public.items, $1::text::jsonb) n where i.id = n.id
), settled as (
  update public.custody_cases c set state = 'settled', decision = 'seen', settled_at = $4,
    words = case c.reason when 'missing' then 'It was found.'
      else 'What explains it arrived later.' end
  from public.item_events e where e.id = c.event_id and c.about = 'item' and c.state = 'open'
    and e.item_id = any($2) and not e.id = any($3)
)
select pg_notify('summerstow_line', concat(c, ' ', $6::text)) from unnest($5::int[]) c
"""


async def store_items(
    tx: ElevatedTransaction,
    items: list[ItemNow],
    cases: Iterable[UUID],
    now: datetime,
    *,
    campus_ids: Iterable[int],
    day: str,
) -> None:
    """Let items be what their histories say, settle cases but these, tell the campuses' pages."""
    await tx.execute(
        _STORE,
        msgspec.json.encode(items).decode(),
        [one.id for one in items],
        list(cases),
        now,
        list(campus_ids),
        day,
    )


async def weigh(tx: ElevatedTransaction, items: Iterable[UUID]) -> None:
    """Items are as heavy as was recorded of them last."""
    await tx.execute(
        "update public.items i set heavy = n.heavy from ("
        "select distinct on (e.item_id) e.item_id, e.heavy from public.item_events e "
        "where e.item_id = any($1) and e.heavy is not null and e.blocked is null "
        "and not exists (select from public.item_events r where r.reverses = e.id) "
        "order by e.item_id, e.at desc, e.received_at desc, e.id desc) n "
        "where i.id = n.item_id and i.heavy <> n.heavy",
        list(items),
    )


async def owner_of_item(tx: Transaction, item_id: UUID) -> Subject:
    """The booking and the customer of an item."""
    row = await tx.fetchrow("select booking_id, user_id from public.items where id = $1", item_id)
    return Subject(**row) if row else Subject()
