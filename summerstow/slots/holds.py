"""A place kept for ten minutes while a form is filled in (beyond.md, "Capacity that is true").

A hold takes its place out of `available_slots` like a booking does, so that nobody can oversell it.
Runs elevated.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.kit import clock
from summerstow.kit.database import Transaction
from summerstow.kit.errors import Invalid

from . import queries, rules
from .service import full, give_back, take

LIFE: Final = timedelta(minutes=10)


async def hold(
    tx: Transaction, campus_id: int, day: date, pickup_time: str, instead_of: UUID | None
) -> tuple[UUID | None, datetime | None]:
    """Keep a place in a window; returns the hold's id and its end, (None, None) where no limit is.

    `instead_of`: the hold that the same form had before is given up. Raises `WindowFull`.
    """
    part = rules.time_of_day(pickup_time)
    if part is None:
        raise Invalid("Please choose one of the pickup windows.")
    if instead_of is not None:
        await release(tx, instead_of)
    slot = await queries.find(tx, campus_id, day, part)
    if slot is None:
        return None, None
    if not await take(tx, slot):
        raise await full(tx, campus_id, day, part)
    until = clock.now() + LIFE
    return await queries.insert_hold(tx, slot, until), until


async def release(tx: Transaction, hold_id: UUID) -> None:
    """Give a kept place back; nothing where it is gone already."""
    slot = await queries.delete_hold(tx, hold_id)
    if slot is not None:
        await give_back(tx, slot)


async def expire(tx: Transaction) -> int:
    """Give back the places of all holds that are over; returns how many."""
    return await queries.expire_holds(tx, clock.now())
