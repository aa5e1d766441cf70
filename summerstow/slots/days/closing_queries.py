"""Every statement about days that are closed and places beyond capacity."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction


class ClosedDay(msgspec.Struct, frozen=True):
    """A day that takes no more bookings; `closed_by` is a name, null where that account is gone."""

    date: date
    reason: str
    closed_by: str | None
    closed_at: datetime


class Offered(msgspec.Struct, frozen=True):
    """A slot of a day: `beyond` of its capacity are offered because as many do not show up."""

    id: UUID
    time_of_day: str | None
    capacity: int
    available_slots: int
    beyond: int


class BookedDay(msgspec.Struct, frozen=True):
    """Pickups and returns that are booked at a campus on a day."""

    campus_id: int
    date: date
    pickups: int
    returns: int


async def booked_between(
    tx: ElevatedTransaction, campus_ids: list[int], first: date, last: date
) -> list[BookedDay]:
    """The days of these campuses with pickups or returns that are still to come."""
    rows = await tx.fetch(
        "select campus_id, date, count(*) filter (where is_pickup) as pickups, "
        "count(*) filter (where not is_pickup) as returns from ("
        "select campus_id, pickup_date as date, true as is_pickup from public.bookings "
        "where pickup_date between $2 and $3 and status in ('pending', 'confirmed', 'in_queue') "
        "union all select campus_id, return_delivery_date, false from public.bookings "
        "where return_delivery_date between $2 and $3 "
        "and status in ('pending', 'confirmed', 'in_queue', 'picked_up')) visit "
        "where campus_id = any($1) group by 1, 2 order by 2, 1",
        campus_ids,
        first,
        last,
    )
    return [BookedDay(**row) for row in rows]


async def is_closed(tx: ElevatedTransaction, campus_id: int, day: date) -> bool:
    """Whether a day takes no more bookings."""
    result: bool = await tx.fetchval(
        "select exists (select from app.closed_days where campus_id = $1 and date = $2)",
        campus_id,
        day,
    )
    return result


async def closed_between(
    tx: ElevatedTransaction, campus_id: int, first: date, last: date
) -> set[date]:
    """The closed days of a campus from `first` to `last`."""
    rows = await tx.fetch(
        "select date from app.closed_days where campus_id = $1 and date between $2 and $3",
        campus_id,
        first,
        last,
    )
    return {row["date"] for row in rows}


async def closed_from(tx: ElevatedTransaction, campus_id: int, first: date) -> list[ClosedDay]:
    """The closed days of a campus from `first` on."""
    rows = await tx.fetch(
        "select c.date, c.reason, u.full_name as closed_by, c.closed_at from app.closed_days c "
        "left join public.users u on u.id = c.closed_by "
        "where c.campus_id = $1 and c.date >= $2 order by c.date limit 400",
        campus_id,
        first,
    )
    return [ClosedDay(**dict(row)) for row in rows]


async def close(
    tx: ElevatedTransaction, campus_id: int, day: date, reason: str, who: UUID | None
) -> None:
    """Close a day; one that is closed has this reason from now on."""
    # Bookings that hold a place of the day in an open transaction are waited for.
    await lock_offered(tx, campus_id, day)
    await tx.execute(
        "insert into app.closed_days (campus_id, date, reason, closed_by) values ($1, $2, $3, $4) "
        "on conflict (campus_id, date) do update set reason = excluded.reason",
        campus_id,
        day,
        reason,
        who,
    )


async def reopen(tx: ElevatedTransaction, campus_id: int, day: date) -> bool:
    """Open a day; whether it was closed."""
    gone = await tx.execute(
        "delete from app.closed_days where campus_id = $1 and date = $2", campus_id, day
    )
    return gone == "DELETE 1"


_OFFERED = (
    "select id, time_of_day, capacity, available_slots, beyond from public.slot_availability "
    "where campus_id = $1 and date = $2 order by id"
)


async def offered(tx: Transaction, campus_id: int, day: date) -> list[Offered]:
    """The slots of a day."""
    return [Offered(**dict(row)) for row in await tx.fetch(_OFFERED, campus_id, day)]


async def lock_offered(tx: ElevatedTransaction, campus_id: int, day: date) -> list[Offered]:
    """The slots of a day, held until the transaction ends."""
    rows = await tx.fetch(f"{_OFFERED} for no key update", campus_id, day)
    return [Offered(**dict(row)) for row in rows]


async def offer(tx: ElevatedTransaction, slot: UUID, more: int) -> None:
    """Offer so many places more beyond a slot's own; fewer where negative."""
    await tx.execute(
        "update public.slot_availability set beyond = beyond + $2, capacity = capacity + $2, "
        "available_slots = available_slots + $2 where id = $1",
        slot,
        more,
    )
