"""Statements about scans that wait for another event, and scans that are taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from summerstow.bookings.model import code
from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, PERSON_OF_ITEM, PHONE_OF_ITEM
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.warehouse.words import LabelOwner

_ADOPT: Final = """
with scanned as (
  update public.item_events e set item_id = i.id, blocked = case
      when e.stop_id is not null and not exists (select from public.run_stops s
        where s.booking_id = i.booking_id and e.stop_id = s.id) then 'stop' end
    from public.items i
    where e.item_id is null and e.blocked = 'label' and e.label_code = i.label_code
      and i.label_code = any($1)
    returning e.item_id
), reversed as (
  update public.item_events e set item_id = t.item_id, blocked = null
    from public.item_events t
    where e.reverses = t.id and e.blocked = 'scan' and t.item_id is not null and t.id = any($2)
    returning e.item_id
)
select item_id from scanned union select item_id from reversed
"""
#: A label of a roll is free again once no scan that counts names it; one that was printed for its
#: item stays on it.
_FREE: Final = """
with freed as (
  update public.labels l set item_id = null
    where l.item_id = any($1) and l.batch is not null
      and exists (select from public.item_events e where e.item_id = l.item_id
        and e.label_code = l.code)
      and not exists (
        select from public.item_events e where e.item_id = l.item_id and e.label_code = l.code
          and e.blocked is null and not exists (
            select from public.item_events r where r.reverses = e.id and r.blocked is null))
    returning code
)
update public.items i set label_code = null from freed where i.label_code = freed.code
"""
#: Whose the item of an event is, or the item that its label is on.
OWNER: Final = f"""
left join public.labels own_label on own_label.code = e.label_code
left join lateral (
  select b.id, nullif({PERSON_OF_ITEM}, '') as name, {PHONE_OF_ITEM} as phone
  from public.items i join public.bookings b on b.id = i.booking_id {FRIEND_OF_ITEM}
  where i.id = coalesce(e.item_id, own_label.item_id)
) own on true
"""  # noqa: S608 - own text
OWNER_COLUMNS: Final = (
    "own.name as owner_name, own.id as owner_booking_id, own.phone as owner_phone"
)


async def adopt(tx: ElevatedTransaction, codes: list[str], events: list[UUID]) -> set[UUID]:
    """Give waiting scans of these labels, and of these events, their items; returns the items."""
    return {row[0] for row in await tx.fetch(_ADOPT, codes, events)}


async def free_labels(tx: ElevatedTransaction, items: Iterable[UUID]) -> None:
    """Take labels off these items where the scans that bound them were taken back."""
    await tx.execute(_FREE, list(items))


async def campuses_of_items(tx: ElevatedTransaction, items: Iterable[UUID]) -> list[int]:
    """Return the campuses whose bookings these items belong to."""
    rows = await tx.fetch(
        "select distinct b.campus_id from public.items i "
        "join public.bookings b on b.id = i.booking_id where i.id = any($1)",
        list(items),
    )
    return [row[0] for row in rows]


async def photos_of_others(tx: ElevatedTransaction, photos: list[UUID]) -> set[UUID]:
    """Return those of these photos that somebody else than the actor uploaded."""
    rows = await tx.fetch(
        "select id from app.pictures where id = any($1) and owner_id is distinct from $2",
        photos,
        tx.actor.user_id,
    )
    return {row[0] for row in rows}


async def label_owners(tx: ElevatedTransaction, events: Iterable[UUID]) -> dict[UUID, LabelOwner]:
    """Return whose items or labels these events are about."""
    rows = await tx.fetch(
        f"select e.id, {OWNER_COLUMNS} from public.item_events e {OWNER} "  # noqa: S608
        "where e.id = any($1) and own.id is not null",
        list(events),
    )
    return {
        row["id"]: LabelOwner(
            row["owner_name"] or "Customer", code(row["owner_booking_id"]), row["owner_phone"]
        )
        for row in rows
    }


async def last_offset(
    tx: Transaction, items: Sequence[UUID], actor_id: UUID | None
) -> timedelta | None:
    """Return by how much the last event that an actor recorded of these items was corrected."""
    milliseconds = await tx.fetchval(
        "select clock_offset_ms from public.item_events where item_id = any($1) "
        "and actor_id = $2 order by received_at desc limit 1",
        items,
        actor_id,
    )
    return None if milliseconds is None else timedelta(milliseconds=milliseconds)
