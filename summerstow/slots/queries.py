"""Every statement of this room."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import asyncpg

from summerstow.kit.database import Transaction
from summerstow.kit.facts import TimeOfDay


async def lock(tx: Transaction, slots: list[UUID]) -> None:
    """Hold these slots for the transaction, in one order for everybody, so that none deadlock."""
    await tx.execute(
        "select 1 from public.slot_availability where id = any($1) order by id for no key update",
        slots,
    )


async def find(tx: Transaction, campus_id: int, day: date, part: TimeOfDay) -> UUID | None:
    """The slot that limits this window: its own, else one of the whole day, else none."""
    found: UUID | None = await tx.fetchval(
        "select id from public.slot_availability "
        "where campus_id = $1 and date = $2 and (time_of_day = $3 or time_of_day is null) "
        "order by time_of_day nulls last limit 1",
        campus_id,
        day,
        part,
    )
    return found


async def take(tx: Transaction, slot: UUID) -> bool:
    """Take one place; False where none is left."""
    return (
        await tx.execute(
            "update public.slot_availability set available_slots = available_slots - 1 "
            "where id = $1 and available_slots > 0",
            slot,
        )
        == "UPDATE 1"
    )


async def give_back(tx: Transaction, slot: UUID) -> None:
    """Give one place back."""
    await tx.execute(
        "update public.slot_availability "
        "set available_slots = least(capacity, available_slots + 1) "
        "where id = $1",
        slot,
    )


async def nearest_free(
    tx: Transaction, campus_id: int, day: date, limit: int
) -> list[asyncpg.Record]:
    """Free slots of the campus by distance in days, later ones first among equals."""
    return await tx.fetch(
        "select date, time_of_day, available_slots from public.slot_availability "
        "where campus_id = $1 and available_slots > 0 "
        "and date between $2::date - 30 and $2::date + 60 "
        "order by abs(date - $2::date), date desc, "
        "array_position(array['morning', 'afternoon', 'evening'], time_of_day) limit $3",
        campus_id,
        day,
        limit,
    )


async def places_held(tx: Transaction, slot: UUID) -> int:
    """How many bookings and further pickups hold a place of this slot."""
    held: int = await tx.fetchval(
        "select (select count(*) from public.bookings where slot_id = $1) "
        "+ (select count(*) from public.pickups where slot_id = $1)",
        slot,
    )
    return held


async def widen_if_full(tx: Transaction, slot: UUID) -> None:
    """One place more, if none is left."""
    await tx.execute(
        "update public.slot_availability set capacity = capacity + 1, "
        "available_slots = available_slots + 1 where id = $1 and available_slots = 0",
        slot,
    )


async def first_day(tx: Transaction, campus_id: int, since: date) -> date | None:
    """The first day from `since` on that has a slot at the campus."""
    found: date | None = await tx.fetchval(
        "select min(date) from public.slot_availability where campus_id = $1 and date >= $2",
        campus_id,
        since,
    )
    return found


async def of_days(
    tx: Transaction, campus_id: int, first: date, last: date
) -> list[asyncpg.Record]:
    """The slots of a campus from `first` to `last`; `time_of_day` is null for a whole day."""
    return await tx.fetch(
        "select date, time_of_day, capacity, available_slots from public.slot_availability "
        "where campus_id = $1 and date between $2 and $3",
        campus_id,
        first,
        last,
    )
