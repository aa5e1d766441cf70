"""Every statement of this package."""

from __future__ import annotations

import hashlib
from datetime import date
from uuid import UUID

import msgspec

from summerstow.bookings.model import Booking
from summerstow.bookings.queries import WORDS_FOR_CREW
from summerstow.crew.events.history import StopHistory
from summerstow.crew.queue.queries import move_to_end
from summerstow.friends.bundles.queries import FRIENDS_FOR_CREW
from summerstow.platform.database.transaction import Transaction

from .items import items_at
from .model import DayStops, LastAddress, Pickup, PickupKey

#: Where a booking has not come to its end yet.
CURRENT = ["pending", "confirmed", "in_queue", "picked_up"]

_STOP = f"""
select q.id as queue_id, q.queue_position, q.is_ready, p.id as pickup_id,
  coalesce(p.status, 'scheduled') as pickup_status, p.started_at, p.completed_at, p.items_counted,
  p.completed_received_at, b.id as booking_id, coalesce(b.user_id, q.user_id, p.user_id) as user_id,
  coalesce(nullif(u.full_name, ''),
    nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name,
  u.customer_id, coalesce(p.pickup_time, b.pickup_time) as pickup_time, b.building_name, b.address,
  b.residence_type, coalesce(b.contact_phone, b.phone) as phone, b.contact_name, b.has_flight,
  b.flight_time, {WORDS_FOR_CREW} as additional_comments,
  b.status as booking_status,
  case when p.pickup_time is null then b.pickup_date else p.pickup_date end as pickup_date,
  s.signed_by, {FRIENDS_FOR_CREW} as friends
"""
_SIGNED = """
left join lateral (
  select signed_by from public.pickup_signatures
  where pickup_id = p.id and at >= p.completed_at order by at desc limit 1
) s on true
"""

_DAY = f"""
select json_build_object(
  'waiting', (
    select coalesce(json_agg(row_to_json(w) order by w.queue_position, w.since, w.queue_id), '[]')
    from ({_STOP}, {items_at("b.id", "q.id")} as items, q.created_at as since,
        (select arrived_at from public.run_stops where id = q.id and state = 'arrived')
      from public.pickup_queue q
      left join public.bookings b on b.id = q.booking_id
      left join public.users u on u.id = coalesce(b.user_id, q.user_id)
      left join public.pickups p on p.pickup_date = q.pickup_date and (
        (q.user_id is not null and p.user_id = q.user_id)
        or (p.user_id is null and p.booking_id = q.booking_id))
      {_SIGNED}
      where q.pickup_date = $2 and (q.campus_id = $1 or q.campus_id is null)
    ) w),
  'done', (
    select coalesce(json_agg(row_to_json(d) order by d.completed_at desc nulls last), '[]')
    from ({_STOP}, {items_at("b.id", "d.id")} as items
      from public.pickups p
      join public.bookings b on b.id = p.booking_id and b.campus_id = $1
      left join public.users u on u.id = b.user_id
      left join public.pickup_queue q
        on q.booking_id = p.booking_id and q.pickup_date = p.pickup_date
      left join public.run_stops d
        on d.booking_id = p.booking_id and d.kind = 'pickup' and d.date = p.pickup_date
      {_SIGNED}
      where p.pickup_date = $2 and p.status = 'completed' and q.id is null
    ) d),
  'failed', array(
    select id from public.run_stops
    where campus_id = $1 and date = $2 and kind = 'pickup' and state = 'failed' order by id)
)
"""  # noqa: S608 - put together from this file's own text

_STORE = """
with settled as (
  delete from public.custody_cases c using public.stop_events e
    where e.id = c.event_id and c.about = 'stop' and c.state = 'open' and e.pickup_id = $1
      and e.applies and c.reason in ('other_count', 'other_signature', 'taken_back')
      and e.id <> all($8)
), stored as (
  update public.pickups set status = $2, items_counted = coalesce($3, items_counted),
    started_at = $4, started_received_at = $5, completed_at = $6, completed_received_at = $7
    where id = $1 returning *
)
select row_to_json(stored) from stored
"""
_OF_ACCOUNT = """
insert into public.pickups as p (user_id, booking_id, pickup_date) values ($1, $2, $3)
on conflict on constraint pickups_user_day_key
do update set booking_id = coalesce(p.booking_id, $2) returning row_to_json(p)
"""
_OF_GUEST = """
insert into public.pickups as p (user_id, booking_id, pickup_date) values ($1, $2, $3)
on conflict (booking_id, pickup_date) where user_id is null
do update set booking_id = p.booking_id returning row_to_json(p)
"""


async def day(tx: Transaction, campus_id: int, on: date) -> tuple[str, DayStops]:
    """A name for the state of the day's stops at a campus, and these."""
    text: str = await tx.fetchval(_DAY, campus_id, on)
    version = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
    return version, msgspec.json.decode(text, type=DayStops)


async def owner_of(tx: Transaction, booking_id: UUID) -> tuple[UUID | None] | None:
    """(account,) of a booking: None in it for a guest's; None where there is no such booking."""
    row = await tx.fetchrow("select user_id from public.bookings where id = $1", booking_id)
    return None if row is None else (row["user_id"],)


async def booking_on(tx: Transaction, user_id: UUID, on: date) -> tuple[UUID, int] | None:
    """(id, campus id) of the account's booking that is picked up on this day."""
    row = await tx.fetchrow(
        "select id, campus_id from public.bookings where user_id = $1 and pickup_date = $2 "
        "and status = any($3) order by created_at desc limit 1",
        user_id,
        on,
        CURRENT,
    )
    return None if row is None else (row["id"], row["campus_id"])


async def current_booking(tx: Transaction, user_id: UUID) -> UUID | None:
    """The account's latest booking that has not ended, held for the transaction."""
    result: UUID | None = await tx.fetchval(
        "select id from public.bookings where user_id = $1 and status = any($2) "
        "order by created_at desc limit 1 for no key update",
        user_id,
        CURRENT,
    )
    return result


async def queue_entry(tx: Transaction, queue_id: UUID) -> PickupKey | None:
    """Return whose pickup a queue entry is."""
    row = await tx.fetchrow(
        "select user_id, booking_id, pickup_date from public.pickup_queue where id = $1", queue_id
    )
    return None if row is None else PickupKey(**row)


async def record(tx: Transaction, pickup_id: UUID) -> Pickup | None:
    """A pickup's record, held for the transaction."""
    text = await tx.fetchval(
        "select row_to_json(p) from public.pickups p where id = $1 for no key update", pickup_id
    )
    return None if text is None else _pickup(text)


async def make_record(
    tx: Transaction, user_id: UUID | None, booking_id: UUID | None, on: date
) -> Pickup:
    """The record of a person and day, made where there is none; held for the transaction."""
    statement = _OF_GUEST if user_id is None else _OF_ACCOUNT
    return _pickup(await tx.fetchval(statement, user_id, booking_id, on))


async def give_booking(tx: Transaction, pickup_id: UUID, booking_id: UUID) -> None:
    """Say whose booking a record is that a plain row write made."""
    await tx.execute(
        "update public.pickups set booking_id = $2 where id = $1 and booking_id is null",
        pickup_id,
        booking_id,
    )


async def store(tx: Transaction, pickup_id: UUID, found: StopHistory) -> Pickup:
    """Let a pickup's record say what its events make of it.

    No count takes none away. Of its events just `found.cases` wait for a person; what was settled
    stays settled.
    """
    return _pickup(
        await tx.fetchval(
            _STORE,
            pickup_id,
            found.status,
            found.items,
            found.started.at if found.started else None,
            found.started.received_at if found.started else None,
            found.completed.at if found.completed else None,
            found.completed.received_at if found.completed else None,
            list(found.cases),
        )
    )


async def is_queued(tx: Transaction, booking_id: UUID) -> bool:
    """Whether a pickup of the booking is in a queue."""
    result: bool = await tx.fetchval(
        "select exists (select 1 from public.pickup_queue where booking_id = $1)", booking_id
    )
    return result


async def failed_stop(tx: Transaction, booking_id: UUID, on: date) -> tuple[UUID, int] | None:
    """(id, campus id) of the stop of a pickup that failed on this day."""
    row = await tx.fetchrow(
        "select id, campus_id from public.run_stops "
        "where booking_id = $1 and date = $2 and kind = 'pickup' and state = 'failed'",
        booking_id,
        on,
    )
    return None if row is None else (row["id"], row["campus_id"])


async def reopen(tx: Transaction, stop_id: UUID) -> None:
    """Let a failed pickup wait again."""
    await tx.execute(
        "update public.run_stops set state = 'waiting', failure = null where id = $1", stop_id
    )


async def queued_further_pickup(tx: Transaction, booking_id: UUID) -> Pickup | None:
    """The record of a further pickup that is queued, held for the transaction."""
    text = await tx.fetchval(
        "select row_to_json(p) "
        "from public.pickups p join public.pickup_queue q on q.pickup_id = p.id "
        "where q.booking_id = $1 and p.pickup_time is not null for no key update of p",
        booking_id,
    )
    return None if text is None else _pickup(text)


async def move_record(tx: Transaction, pickup_id: UUID, on: date) -> bool:
    """Give a record another day; False where its customer has another pickup then."""
    return bool(
        await tx.fetchval(
            "update public.pickups p set pickup_date = $2 where id = $1 and not exists ("
            "select 1 from public.pickups o where o.id <> $1 and o.pickup_date = $2 "
            "and (o.user_id = p.user_id or o.booking_id = p.booking_id)) returning true",
            pickup_id,
            on,
        )
    )


async def append(
    tx: Transaction,
    booking_id: UUID,
    *,
    user_id: UUID | None,
    campus_id: int,
    on: date,
    pickup_id: UUID,
) -> UUID:
    """Put a pickup at the end of a day's queue; returns its queue entry's id."""
    queue_id: UUID = await tx.fetchval(
        "insert into public.run_stops as s (user_id, booking_id, campus_id, date, pickup_id) "
        "values ($1, $2, $3, $4, $5) "
        "on conflict (booking_id, kind, date, part_return_id) where booking_id is not null "
        "do update set state = 'waiting', completed_at = null, failure = null, "
        "pickup_id = excluded.pickup_id where s.queue_id is null returning id",
        user_id,
        booking_id,
        campus_id,
        on,
        pickup_id,
    )
    return queue_id


async def move_to_day(tx: Transaction, booking_id: UUID, on: date, pickup_time: str) -> None:
    """Move the open pickup of a booking to another day or window."""
    await tx.execute(
        'update public.run_stops set date = $2, "window" = $3 '
        "where booking_id = $1 and queue_id is not null",
        booking_id,
        on,
        pickup_time,
    )


async def to_the_end(tx: Transaction, booking_id: UUID) -> UUID:
    """Move a booking's queue entry behind all other stops of its run; returns its id."""
    queue_id: UUID = await tx.fetchval(
        "select id from public.pickup_queue where booking_id = $1", booking_id
    )
    await move_to_end(tx, queue_id)
    return queue_id


async def plan_further(
    tx: Transaction, pickup_id: UUID, pickup_time: str, slot_id: UUID | None
) -> None:
    """The window of a further pickup and the place that it holds."""
    await tx.execute(
        "update public.pickups set pickup_time = $2, slot_id = $3 where id = $1",
        pickup_id,
        pickup_time,
        slot_id,
    )


async def profile(tx: Transaction, user_id: UUID) -> tuple[str | None, str] | None:
    """(full name, e-mail) of an account."""
    row = await tx.fetchrow("select full_name, email from public.users where id = $1", user_id)
    return None if row is None else (row["full_name"], row["email"])


async def last_address(tx: Transaction, user_id: UUID) -> LastAddress | None:
    """Where the account was last picked up."""
    row = await tx.fetchrow(
        "select campus_id, residence_type, building_name, address, phone from public.bookings "
        "where user_id = $1 order by created_at desc limit 1",
        user_id,
    )
    return None if row is None else LastAddress(**row)


async def book(
    tx: Transaction,
    user_id: UUID,
    *,
    campus_id: int,
    first_name: str,
    last_name: str,
    email: str,
    address: LastAddress | None,
    on: date,
    pickup_time: str,
) -> Booking:
    """A booking that staff make for an account."""
    text: str = await tx.fetchval(
        "insert into public.bookings as b (user_id, campus_id, first_name, last_name, email, "
        "phone, residence_type, building_name, address, pickup_date, pickup_time, status, "
        "how_heard) "
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'confirmed', 'staff') "
        "returning row_to_json(b)",
        user_id,
        campus_id,
        first_name,
        last_name,
        email,
        address.phone if address else None,
        address.residence_type if address else "on_campus",
        address.building_name if address else None,
        address.address if address else None,
        on,
        pickup_time,
    )
    return Booking.of(msgspec.json.decode(text))


def _pickup(text: str) -> Pickup:
    return msgspec.json.decode(text, type=Pickup)
