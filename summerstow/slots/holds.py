"""A place kept for ten minutes while a form is filled in (rule: place-held).

A hold takes its place out of `available_slots` like a booking does, so that it cannot be oversold.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction

from . import bounds, queries, waiting_list
from .service import full, give_back, refuse_closed, refuse_without_places

LIFE: Final = timedelta(minutes=10)


async def hold(
    tx: ElevatedTransaction, campus_id: int, day: date, pickup_time: str, instead_of: UUID | None
) -> tuple[UUID | None, datetime | None]:
    """Keep a place in a window; returns the hold's id and its end, (None, None) where no limit is.

    `instead_of`: the hold that the same form had before. In the same window it goes on as it is,
    while it lasts; elsewhere it is given up once the new place is taken. Raises `WindowFull`.
    """
    windows.check(campus_id, pickup_time)
    part = windows.time_of_day(pickup_time)
    assert part is not None
    slot = await queries.find(tx, campus_id, day, part)
    if instead_of is not None:
        held = await queries.find_hold(tx, instead_of)
        if held is not None and held.slot_id == slot and held.expires_at > clock.now():
            return instead_of, held.expires_at
        if held is not None and held.slot_id == slot:
            # Its time is over: the place is anybody's, and this form asks like everybody.
            await release(tx, instead_of)
        if held is not None and slot is not None:
            await queries.lock(tx, [slot, held.slot_id])
    if slot is None:
        await refuse_closed(tx, campus_id, day, part)
        await refuse_without_places(tx, campus_id, day, part)
        if instead_of is not None:
            await release(tx, instead_of)
        return None, None
    taken = await queries.take(tx, slot, clock.now())
    await refuse_closed(tx, campus_id, day, part)
    if not taken:
        raise await full(tx, campus_id, day, part)
    if instead_of is not None:
        await release(tx, instead_of)
    if not await bounds.may_keep(tx, slot):
        # The form goes on without: the place is taken with the booking.
        await queries.give_back(tx, slot)
        return None, None
    until = clock.now() + LIFE
    return await queries.insert_hold(tx, slot, until), until


async def release(tx: ElevatedTransaction, hold_id: UUID) -> None:
    """Give a kept place back; nothing where it is gone already."""
    slot = await queries.delete_hold(tx, hold_id)
    if slot is not None:
        await give_back(tx, slot)


async def expire(tx: ElevatedTransaction) -> int:
    """Give back the places of all holds that are over, to those who wait; returns how many."""
    freed = await queries.expire_holds(tx, clock.now())
    for slot in freed:
        await waiting_list.tell(tx, slot)
    return len(freed)
