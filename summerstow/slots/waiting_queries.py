"""Every statement about the waiting list, beside joining it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.facts import TimeOfDay
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all

# A place of a window also serves those who wait for any time of its day.
_WAITS: Final = """exists (select from public.slot_availability o where o.id = w.slot_id
  and o.campus_id = s.campus_id and o.date = s.date and (o.id = s.id or o.time_of_day is null))"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One who waits, and the window in which a place is free."""

    id: UUID
    email: str
    link: str
    campus_id: int
    date: date
    time_of_day: TimeOfDay | None


@dataclass(frozen=True, slots=True)
class FreeSlot:
    """A slot with places left for which people wait."""

    id: UUID
    campus_id: int
    date: date
    time_of_day: TimeOfDay | None
    available_slots: int


async def tell_next(tx: Transaction, slot: UUID, now: datetime) -> Waiting | None:
    """Mark the first who waits for a slot as told; None if no one waits or the day is closed."""
    row = await tx.fetchrow(
        "update app.waiting_list w set told_at = $2 from public.slot_availability s "  # noqa: S608
        "where s.id = $1 and w.id = (select w.id from app.waiting_list w "
        "join public.slot_availability s on s.id = $1 "
        f"where w.told_at is null and {_WAITS} order by w.created_at limit 1 "
        "for update of w skip locked) and not exists (select from app.closed_days c "
        "where c.campus_id = s.campus_id and c.date = s.date) "
        "returning w.id, w.email, w.link, s.campus_id, s.date, s.time_of_day",
        slot,
        now,
    )
    return None if row is None else Waiting(**row)


class WaitingForSeason(msgspec.Struct, frozen=True):
    """One who waits for a season to open."""

    id: UUID
    email: str
    link: str


async def tell_of_season(tx: Transaction, now: datetime) -> list[WaitingForSeason]:
    """Mark up to 500 of those who wait for a season as told."""
    rows = await tx.fetch(
        "update app.waiting_list set told_at = $1 where id in (select id from app.waiting_list "
        "where slot_id is null and told_at is null order by created_at limit 500 "
        "for update skip locked) returning id, email, link",
        now,
    )
    return decoded_all(WaitingForSeason, rows)


async def count_of_season(tx: Transaction) -> int:
    """How many wait for a season to open."""
    result: int = await tx.fetchval(
        "select count(*) from app.waiting_list where slot_id is null and told_at is null"
    )
    return result


async def free_slots(tx: Transaction, today: date) -> list[FreeSlot]:
    """Slots from today on with places left for which an address waits that was not told."""
    rows = await tx.fetch(
        "select distinct s.id, s.campus_id, s.date, s.time_of_day, s.available_slots "
        "from app.waiting_list w join public.slot_availability o on o.id = w.slot_id "
        "join public.slot_availability s on s.campus_id = o.campus_id and s.date = o.date "
        "and (o.id = s.id or o.time_of_day is null) "
        "where w.told_at is null and s.available_slots > 0 and s.date >= $1",
        today,
    )
    return [FreeSlot(**row) for row in rows]


async def count_open_offers(tx: Transaction, slot: UUID, since: datetime) -> int:
    """How many were told since then and have not booked the slot."""
    result: int = await tx.fetchval(
        "select count(*) from app.waiting_list w join public.slot_availability s on s.id = $1 "  # noqa: S608
        f"where w.told_at > $2 and {_WAITS} and not exists (select from public.bookings b "
        "where b.slot_id = s.id and (b.user_id = w.user_id or lower(b.email) = lower(w.email)))",
        slot,
        since,
    )
    return result
