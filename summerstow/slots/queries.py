"""Every statement of this package."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.facts import TimeOfDay
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded


@dataclass(frozen=True, slots=True)
class Slot:
    """The places of a window of a day; `time_of_day` is None where it is the whole day's."""

    date: date
    time_of_day: TimeOfDay | None
    capacity: int
    available_slots: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A place that is kept for an open form."""

    slot_id: UUID
    expires_at: datetime


async def lock(tx: Transaction, slots: list[UUID]) -> None:
    """Hold these slots for the transaction, in one order for everybody, so that none deadlock."""
    await tx.execute(
        "select 1 from public.slot_availability where id = any($1) order by id for no key update",
        slots,
    )


async def find(tx: Transaction, campus_id: int, day: date, part: TimeOfDay) -> UUID | None:
    """The slot that limits this window: its own, else one of the whole day, else none."""
    result: UUID | None = await tx.fetchval(
        "select id from public.slot_availability "
        "where campus_id = $1 and date = $2 and (time_of_day = $3 or time_of_day is null) "
        "order by time_of_day nulls last limit 1",
        campus_id,
        day,
        part,
    )
    return result


class PlaceClaim(msgspec.Struct, frozen=True):
    """A place that was claimed, if a slot limits the window; why not (`closed`, `full`); and the
    slots of which a place is to be given back."""

    slot: UUID | None
    refused: str | None
    freed: list[UUID]


async def claim(
    tx: Transaction,
    campus_id: int | None,
    day: date | None,
    part: TimeOfDay | None,
    *,
    given_up: list[UUID],
    hold: UUID | None,
    now: datetime,
) -> PlaceClaim:
    """Claim a place, for those that are given up and that a hold keeps."""
    row = await tx.fetchrow(
        "select * from app.claim_place($1, $2, $3, $4, $5, $6)",
        campus_id,
        day,
        part,
        given_up,
        hold,
        now,
    )
    assert row is not None
    return decoded(PlaceClaim, row)


async def take(tx: Transaction, slot: UUID, now: datetime) -> bool:
    """Take one place, after forms that took too long gave theirs back; False where none is left."""
    taken: bool = await tx.fetchval("select app.take_place($1, $2)", slot, now)
    return taken


async def give_back(tx: Transaction, slot: UUID) -> None:
    """Give one place back."""
    await tx.execute(
        "update public.slot_availability "
        "set available_slots = least(capacity, available_slots + 1) "
        "where id = $1",
        slot,
    )


#: How many days before and after a day others are offered in its place.
AROUND: Final = (30, 60)


async def nearest_free(
    tx: Transaction,
    campus_id: int,
    day: date,
    days: list[date] | None,
    *,
    parts: list[TimeOfDay],
    limit: int,
) -> list[Slot]:
    """Free slots of the campus by distance in days, later ones first among equals.

    Only of these parts of the day, or of the whole day; of these days, unless they are None.
    """
    rows = await tx.fetch(
        "select date, time_of_day, capacity, available_slots from public.slot_availability s "
        "where campus_id = $1 and available_slots > 0 and not exists ("
        "select from app.closed_days c where c.campus_id = $1 and c.date = s.date) "
        "and date between $2::date - $3::int and $2::date + $4::int "
        "and ($5::date[] is null or date = any($5)) "
        "and (time_of_day is null or time_of_day = any($6)) "
        "order by abs(date - $2::date), date desc, "
        "array_position(array['morning', 'afternoon', 'evening'], time_of_day) limit $7",
        campus_id,
        day,
        *AROUND,
        days,
        parts,
        limit,
    )
    return [Slot(**row) for row in rows]


async def places_held(tx: Transaction, slot: UUID) -> int:
    """How many bookings, deliveries, further pickups and open forms hold a place of this slot."""
    held: int = await tx.fetchval(
        "select (select count(*) from public.bookings where slot_id = $1) "
        "+ (select count(*) from public.bookings where return_slot_id = $1) "
        "+ (select count(*) from public.pickups where slot_id = $1) "
        "+ (select count(*) from app.slot_holds where slot_id = $1)",
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


async def first_day(
    tx: Transaction, campus_id: int, since: date, days: list[date] | None
) -> date | None:
    """The first day from `since` on with a slot at the campus; of `days`, unless they are None."""
    result: date | None = await tx.fetchval(
        "select min(date) from public.slot_availability where campus_id = $1 and date >= $2 "
        "and ($3::date[] is null or date = any($3))",
        campus_id,
        since,
        days,
    )
    return result


async def of_days(tx: Transaction, campus_id: int, first: date, last: date) -> list[Slot]:
    """The slots of a campus from `first` to `last`."""
    rows = await tx.fetch(
        "select date, time_of_day, capacity, available_slots from public.slot_availability "
        "where campus_id = $1 and date between $2 and $3",
        campus_id,
        first,
        last,
    )
    return [Slot(**row) for row in rows]


async def count_of_days(tx: Transaction, campus_id: int, first: date, last: date) -> int:
    """How many slots a campus has from `first` to `last`."""
    result: int = await tx.fetchval(
        "select count(*) from public.slot_availability "
        "where campus_id = $1 and date between $2 and $3",
        campus_id,
        first,
        last,
    )
    return result


async def copy_days(tx: Transaction, campus_id: int, first: date, shift: int) -> int:
    """Make the slots of seven days anew, all places free, `shift` days later; how many are new.

    A slot that exists stays as it is, and so does a day that is offered whole where this one is
    offered in parts, or the other way round: a booking would then claim either of two places.
    """
    count: int = await tx.fetchval(
        "with added as (insert into public.slot_availability "
        "(date, campus_id, capacity, available_slots, time_of_day) "
        "select s.date + $3::int, s.campus_id, s.capacity - s.beyond, s.capacity - s.beyond, "
        "s.time_of_day "
        "from public.slot_availability s "
        "where s.campus_id = $1 and s.date between $2::date and $2::date + 6 and not exists ("
        "select 1 from public.slot_availability t where t.campus_id = $1 "
        "and t.date = s.date + $3::int "
        "and (t.time_of_day is null) <> (s.time_of_day is null)) "
        "on conflict on constraint slot_availability_window_key do nothing returning 1) "
        "select count(*) from added",
        campus_id,
        first,
        shift,
    )
    return count


async def insert_hold(tx: Transaction, slot: UUID, until: datetime) -> UUID:
    """Keep a place that was taken; returns the hold's id."""
    hold_id: UUID = await tx.fetchval(
        "insert into app.slot_holds (slot_id, expires_at, address) values ($1, $2, $3) "
        "returning id",
        slot,
        until,
        tx.actor.address,
    )
    return hold_id


async def kept_by(tx: Transaction, address: str, slot: UUID, now: datetime) -> tuple[int, int, int]:
    """How many places this address keeps now, how many it has of this slot, and its capacity.

    Of the slot it also has those of its bookings that nobody has confirmed. Nobody else of the
    address keeps one until the transaction ends.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 7305825))", address)
    row = await tx.fetchrow(
        "select count(*) as kept, count(*) filter (where h.slot_id = $2) + ("
        "select count(*) from app.unconfirmed_bookings w join public.bookings b "
        "on b.id = w.booking_id where w.address = $1 and b.slot_id = $2 "
        "and b.confirm_by is not null) as here, "
        "(select capacity from public.slot_availability where id = $2) as capacity "
        "from app.slot_holds h where h.address = $1 and h.expires_at > $3",
        address,
        slot,
        now,
    )
    assert row is not None
    return row["kept"], row["here"], row["capacity"]


async def waits_of(tx: Transaction, email: str, since: datetime) -> int:
    """How often an address was put on a waiting list since then."""
    result: int = await tx.fetchval(
        "select count(*) from app.waiting_list where lower(email) = lower($1) and created_at > $2",
        email,
        since,
    )
    return result


async def find_hold(tx: Transaction, hold_id: UUID) -> Hold | None:
    """A hold's slot and end, locked; None where it is gone."""
    row = await tx.fetchrow(
        "select slot_id, expires_at from app.slot_holds where id = $1 for update", hold_id
    )
    return None if row is None else Hold(**row)


async def delete_hold(tx: Transaction, hold_id: UUID) -> UUID | None:
    """End a hold; returns the slot whose place it had, None where it is gone."""
    slot: UUID | None = await tx.fetchval(
        "delete from app.slot_holds where id = $1 returning slot_id", hold_id
    )
    return slot


async def expire_holds(tx: Transaction, now: datetime) -> list[UUID]:
    """Give back the places of all holds that are over; returns each one's slot."""
    rows = await tx.fetch(
        "with gone as (delete from app.slot_holds where id in ("
        "select id from app.slot_holds where expires_at < $1 for update skip locked) "
        "returning slot_id), "
        "counted as (select slot_id, count(*)::int as places from gone group by slot_id), "
        "back as (update public.slot_availability s "
        "set available_slots = least(s.capacity, s.available_slots + c.places) "
        "from counted c where s.id = c.slot_id returning s.id, c.places) "
        "select id from back, generate_series(1, places)",
        now,
    )
    return [row["id"] for row in rows]


async def wait(
    tx: Transaction, slot: UUID | None, email: str, user_id: UUID | None, link: str
) -> int:
    """Put a person on a slot's waiting list, once; returns their place in it, from 1.

    None: the list of those who wait for the season to open.
    """
    await tx.execute(
        "insert into app.waiting_list (slot_id, email, user_id, link) values ($1, $2, $3, $4) "
        "on conflict (slot_id, lower(email)) where told_at is null do nothing",
        slot,
        email,
        user_id,
        link,
    )
    place: int = await tx.fetchval(
        "select count(*) from app.waiting_list w "
        "where slot_id is not distinct from $1 and told_at is null and created_at <= ("
        "select created_at from app.waiting_list where slot_id is not distinct from $1 "
        "and lower(email) = lower($2) and told_at is null)",
        slot,
        email,
    )
    return place


async def free(tx: Transaction, slot: UUID) -> int:
    """How many places a slot has left."""
    result: int = await tx.fetchval(
        "select available_slots from public.slot_availability where id = $1", slot
    )
    return result
