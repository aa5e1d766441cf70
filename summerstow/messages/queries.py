"""Every statement of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.outbox import outbox
from summerstow.platform.tables import Row, decoded

from .plan import STORAGE_REMINDERS, Addressless, PlannedPickup, StorageEnd, Undecided

#: Every pickup that stands in a line, further ones too: whose, when, and what is before it.
_QUEUED = """
with line as (
  select q.id, q.run_id, q.booking_id, q.pickup_date, p.id as pickup_id,
    coalesce(p.status, 'scheduled') as pickup_status, p.pickup_time as further_time,
    p.created_at as planned_at, p.items_counted,
    row_number() over w - 1 as ahead,
    count(*) filter (where coalesce(p.status, 'scheduled') = 'scheduled')
      over (w rows between unbounded preceding and 1 preceding) as waiting_ahead
  from public.pickup_queue q
  left join public.pickups p on p.pickup_date = q.pickup_date and (
    (q.user_id is not null and p.user_id = q.user_id)
    or (p.user_id is null and p.booking_id = q.booking_id))
  where q.pickup_date between $1 and $2
  window w as (partition by q.campus_id, q.pickup_date, q.run_id
    order by q.queue_position, q.created_at, q.id)
)
select l.booking_id, b.campus_id, l.pickup_date,
  coalesce(l.further_time, b.pickup_time) as pickup_time,
  l.pickup_id, l.pickup_status, l.items_counted, l.ahead, l.waiting_ahead,
  exists (select from public.run_stops o
    where o.run_id = l.run_id and o.state <> 'waiting') as begun,
  case when s.state = 'arrived' then s.arrived_at end as arrived_at, '{}'::text[] as left_behind,
  case when l.further_time is not null then l.planned_at
    else coalesce(c.told_at, b.created_at) end as last_heard_at,
  b.email, b.user_id, b.text_messages is not false as texted,
  case when known then b.first_name end as first_name,
  case when known then b.building_name end as building_name,
  case when known then b.address end as address,
  'pickup_address' = any(b.needs) as lacks_address,
  case when known then b.contact_name end as contact_name,
  case when known then b.contact_email end as contact_email
from line l
join public.bookings b on b.id = l.booking_id and b.status <> 'cancelled'
-- what was typed is for a reader who has shown that the address is theirs
cross join lateral app.may_be_named(b) known
left join app.calendar_entries c on c.booking_id = b.id and c.visit = 'pickup'
join public.run_stops s on s.id = l.id
where l.pickup_status <> 'completed'
  -- many bookings signed out with somebody's address are not many letters to them (bookings.rules)
  -- nor is one reminded of before it is confirmed
  and b.confirm_by is null
  and (b.user_id is not null or c.booking_id is not null
    or exists (select 1 from app.outbox o where o.cause = 'booking-received:' || b.id))
  and ($3::uuid is null or l.booking_id = $3)
order by l.booking_id
"""

_COMPLETED = """
select p.booking_id, b.campus_id, p.pickup_date,
  coalesce(p.pickup_time, b.pickup_time) as pickup_time,
  p.id as pickup_id, p.status as pickup_status, p.items_counted, null as ahead,
  null as waiting_ahead, true as begun, null as arrived_at,
  -- what was scanned tells what was not; a count alone does not
  case when p.items_counted <= (select count(*) from public.items i
      where i.booking_id = p.booking_id and i.state not in ('listed', 'packed', 'refused'))
    then array(select i.number || '. ' || case when known then i.description else i.kind end
      from public.items i where i.booking_id = p.booking_id and i.member_id is null
      and i.state in ('listed', 'packed') order by i.number)
    else '{}' end as left_behind,
  coalesce(p.completed_received_at, p.completed_at) as last_heard_at, b.email,
  b.user_id, b.text_messages is not false as texted,
  case when known then b.first_name end as first_name,
  case when known then b.building_name end as building_name,
  case when known then b.address end as address, false as lacks_address,
  null as contact_name, null as contact_email
from public.pickups p
-- of the few, one by one: a plan that expects many asks of every booking there is
cross join lateral (
  select b.*, app.may_be_named(b) as known from public.bookings b
  where b.id = p.booking_id and b.status <> 'cancelled' offset 0
) b
where p.status = 'completed' and coalesce(p.completed_received_at, p.completed_at) > $1
  -- A phone sends within days: the date is for the index.
  and p.pickup_date >= $1::timestamptz::date - 14
  and ($2::uuid is null or p.booking_id = $2)
order by p.booking_id
"""

_ADDRESSLESS = """
select b.id as booking_id, b.pickup_date, b.pickup_time, b.email,
  coalesce(c.told_at, b.created_at) as last_heard_at,
  b.user_id, b.text_messages is not false as texted,
  case when app.may_be_named(b) then b.first_name end as first_name
from public.bookings b
left join app.calendar_entries c on c.booking_id = b.id and c.visit = 'pickup'
where b.needs <> '{}' and 'pickup_address' = any(b.needs) and b.pickup_date between $1 and $2
  and b.confirm_by is null
  and (b.user_id is not null or c.booking_id is not null
    or exists (select 1 from app.outbox o where o.cause = 'booking-received:' || b.id))
  and ($3::uuid is null or b.id = $3)
order by b.id
"""


async def telling(tx: Transaction) -> None:
    """Nobody is erased between the reading of what is due and its writing (own_data)."""
    await tx.execute("select pg_advisory_xact_lock_shared(hashtextextended('telling', 0))")


async def queued_pickups(
    tx: Transaction, first: date, last: date, booking_id: UUID | None = None
) -> list[PlannedPickup]:
    """The pickups of these days that are not done, of one booking or of all."""
    return [PlannedPickup(**row) for row in await tx.fetch(_QUEUED, first, last, booking_id)]


async def completed(
    tx: Transaction, since: datetime, booking_id: UUID | None = None
) -> list[PlannedPickup]:
    """The pickups that were done after a moment, of one booking or of all."""
    return [PlannedPickup(**row) for row in await tx.fetch(_COMPLETED, since, booking_id)]


async def addressless(
    tx: Transaction, first: date, last: date, booking_id: UUID | None = None
) -> list[Addressless]:
    """Bookings of these pickup days that have no pickup address: one, or all."""
    return [Addressless(**row) for row in await tx.fetch(_ADDRESSLESS, first, last, booking_id)]


async def undecided(tx: Transaction, day: date, booking_id: UUID | None = None) -> list[Undecided]:
    """Bookings whose items are stored and whose delivery has no date: one, or all.

    Of all, those that are not reminded for this day's reminder yet: they may be thousands.
    """
    rows = await tx.fetch(
        "select id as booking_id, "
        "case when app.may_be_named(b) then first_name end as first_name, email, "
        "user_id, text_messages is not false as texted "
        "from public.bookings b "
        "where status = 'picked_up' and return_delivery_date is null and pickup_date < $1 "
        "and not exists (select from app.storage_billing s where s.booking_id = b.id "
        "and s.stored_until >= $1) "
        "and (id = $2 or ($2::uuid is null and not exists (select 1 from app.outbox o "
        "where o.cause = 'delivery-undecided:' || b.id || ':' || $3))) order by id",
        day,
        booking_id,
        day.isoformat(),
    )
    return [Undecided(**row) for row in rows]


async def storage_ends(
    tx: Transaction, today: date, booking_id: UUID | None = None
) -> list[StorageEnd]:
    """Bookings whose chosen storage ends soon and whose delivery has no date: one, or all."""
    rows = await tx.fetch(
        "select s.booking_id, s.stored_until as until, b.email, b.user_id, "
        "case when app.may_be_named(b) then b.first_name end as first_name, "
        "b.text_messages is not false as texted from app.storage_billing s "
        "join public.bookings b on b.id = s.booking_id and b.status = 'picked_up' "
        "and b.return_delivery_date is null where s.stored_until between $1 and $2 "
        "and ($3::uuid is null or s.booking_id = $3) order by s.booking_id",
        today,
        today + timedelta(days=max(STORAGE_REMINDERS)),
        booking_id,
    )
    return [StorageEnd(**row) for row in rows]


async def written(tx: Transaction, causes: list[str]) -> set[str]:
    """Which of these causes have their message already."""
    rows = await tx.fetch("select cause from app.outbox where cause = any($1)", causes)
    return {row["cause"] for row in rows}


async def phones(tx: Transaction, user_ids: list[UUID]) -> dict[UUID, str]:
    """The confirmed numbers of these accounts to which text messages may go, as E.164."""
    rows = await tx.fetch(
        "select user_id, phone from app.confirmed_phones where user_id = any($1)", user_ids
    )
    return {row["user_id"]: row["phone"] for row in rows if outbox.may_be_texted(row["phone"])}


class Reach(msgspec.Struct, frozen=True):
    """How a person is told of something: `devices`, and `phone` as E.164, are an account's.

    `is_written`: there is a message for the cause. `is_confirmed`: the booking's customer has shown
    that they read its mails, or staff typed the address.
    """

    is_written: bool
    is_confirmed: bool
    devices: list[UUID]
    phone: str | None


async def find_reach(
    tx: Transaction, cause: str, user_id: UUID | None, booking_id: UUID | None = None
) -> Reach:
    """Return how to tell an account, or the customer of a booking, for this cause."""
    row = await tx.fetchrow(
        "select exists (select from app.outbox where cause = $1) as is_written, "
        "array(select id from public.push_subscriptions where user_id = $2 "
        "order by created_at, id) as devices, "
        "(select phone from app.confirmed_phones where user_id = $2) as phone, "
        "coalesce((select app.may_be_named(b) from public.bookings b where id = $3), false) "
        "as is_confirmed",
        cause,
        user_id,
        booking_id,
    )
    assert row is not None
    return decoded(Reach, row)


async def booking(tx: Transaction, booking_id: UUID) -> Row | None:
    """The whole booking as JSON values."""
    text = await tx.fetchval(
        "select row_to_json(b) from public.bookings b where id = $1", booking_id
    )
    row: Row | None = None if text is None else msgspec.json.decode(text)
    return row


class CalendarEntry(msgspec.Struct, frozen=True):
    """A visit as its customer's calendar last heard of it."""

    sequence: int
    starts_at: datetime
    ends_at: datetime


async def next_entries(
    tx: Transaction,
    booking_id: UUID,
    visits: Sequence[str],
    planned: Mapping[str, tuple[datetime, datetime]],
) -> dict[str, CalendarEntry]:
    """Store entries with their next sequence numbers; the others than `planned` are taken back."""
    rows = await tx.fetch(
        "with planned as ("
        "insert into app.calendar_entries as c (booking_id, visit, starts_at, ends_at, told_at) "
        "select $1, p.visit, p.begins, p.ends, $6 "
        "from unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) p (visit, begins, ends) "
        "on conflict (booking_id, visit) do update set sequence = c.sequence + 1, "
        "starts_at = excluded.starts_at, ends_at = excluded.ends_at, told_at = excluded.told_at "
        "returning visit, sequence, starts_at, ends_at), "
        "cancelled as (update app.calendar_entries set sequence = sequence + 1, told_at = $6 "
        "where booking_id = $1 and visit = any($2) and visit <> all($3) "
        "returning visit, sequence, starts_at, ends_at) "
        "select * from planned union all select * from cancelled",
        booking_id,
        visits,
        list(planned),
        [begins for begins, _ in planned.values()],
        [ends for _, ends in planned.values()],
        clock.now(),
    )
    return {row["visit"]: decoded(CalendarEntry, row) for row in rows}


async def payment_stands(tx: Transaction, payment_id: UUID) -> bool:
    """Whether a payment was not taken back."""
    return bool(
        await tx.fetchval(
            "select not exists (select from public.ledger where cause = 'reversal:' || $1::uuid)",
            payment_id,
        )
    )


async def invoice_stands(tx: Transaction, invoice_id: UUID) -> bool:
    """Whether an invoice is not void."""
    return bool(
        await tx.fetchval(
            "select exists (select from public.invoices where id = $1 and voided_at is null)",
            invoice_id,
        )
    )


async def has_account(tx: Transaction, email: str) -> bool:
    """Whether somebody has shown that they read this address, and has an account with it."""
    return bool(
        await tx.fetchval(
            "select exists (select from auth.users where email = lower($1) "
            "and email_confirmed_at is not null)",
            email,
        )
    )


async def address_of(tx: Transaction, user_id: UUID) -> str | None:
    """The email address of an account."""
    email: str | None = await tx.fetchval("select email from public.users where id = $1", user_id)
    return email
