"""Every statement about the places of many days."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.facts import TimeOfDay
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_all


class WantedPlace(msgspec.Struct, frozen=True):
    """A window that is to have so many places; of the whole day where `time_of_day` is None."""

    campus_id: int
    date: date
    time_of_day: TimeOfDay | None
    places: int


class Place(msgspec.Struct, frozen=True):
    """A slot; `own` are its places without those for no-shows."""

    id: UUID
    campus_id: int
    date: date
    time_of_day: TimeOfDay | None
    own: int
    available_slots: int


async def places(
    tx: ElevatedTransaction, campus_ids: list[int], first: date, last: date, *, lock: bool
) -> list[Place]:
    """The slots of these days; locked until the transaction ends, if that is asked."""
    rows = await tx.fetch(
        "select id, campus_id, date, time_of_day, capacity - beyond as own, available_slots "
        "from public.slot_availability where campus_id = any($1) and date between $2 and $3 "
        "order by id" + (" for no key update" if lock else ""),
        campus_ids,
        first,
        last,
    )
    return decoded_all(Place, rows)


async def closed(
    tx: ElevatedTransaction, campus_ids: list[int], first: date, last: date
) -> set[tuple[int, date]]:
    """The closed days of these campuses."""
    rows = await tx.fetch(
        "select campus_id, date from app.closed_days "
        "where campus_id = any($1) and date between $2 and $3",
        campus_ids,
        first,
        last,
    )
    return {(campus_id, day) for campus_id, day in rows}


async def make(tx: ElevatedTransaction, wanted: list[WantedPlace]) -> list[tuple[UUID, int]]:
    """Make slots, all places free; returns each with its places."""
    rows = await tx.fetch(
        "insert into public.slot_availability "
        "(campus_id, date, time_of_day, capacity, available_slots) "
        "select campus_id, date, time_of_day, places, places "
        "from unnest($1::int[], $2::date[], $3::text[], $4::int[]) "
        "as wanted (campus_id, date, time_of_day, places) "
        "on conflict on constraint slot_availability_window_key do nothing "
        "returning id, available_slots",
        [one.campus_id for one in wanted],
        [one.date for one in wanted],
        [one.time_of_day for one in wanted],
        [one.places for one in wanted],
    )
    return [(slot, places) for slot, places in rows]


async def change(
    tx: ElevatedTransaction, changed: list[tuple[Place, int]]
) -> list[tuple[UUID, int]]:
    """Offer so many places more, or fewer; returns each slot with the places that were added."""
    rows = await tx.fetch(
        "update public.slot_availability s set capacity = capacity + c.more, "
        "available_slots = available_slots + c.more "
        "from unnest($1::uuid[], $2::int[]) as c (id, more) where s.id = c.id "
        "returning s.id, greatest(c.more, 0)",
        [place.id for place, _ in changed],
        [more for _, more in changed],
    )
    return [(slot, places) for slot, places in rows]
