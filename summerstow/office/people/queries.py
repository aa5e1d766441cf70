"""The statements that find who may be one person, and that keep people apart."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.tables import decoded_all

# Pairs by each sign that an index finds: the mailbox with and without a tag, the digits of the
# phone, the folded name in either order, and the words of an address that names a room or street.
_PAIRS: Final = """
with current as (
  select b.id, b.user_id, b.created_at, app.name_key(b.first_name) collate "C" as first,
    app.name_key(b.last_name) collate "C" as last,
    split_part(split_part(lower(b.email), '@', 1), '+', 1) as mailbox,
    replace(btrim(regexp_replace(app.phone_words(b.phone), '¤\\d+', '')), ' ', ' | ')::tsquery
      as digits,
    case when btrim(b.address) <> '' then replace(
      btrim(app.search_text(concat_ws(' ', b.building_name, b.address))), ' ', ' & ')::tsquery
      end as place
  from public.bookings b
  where b.id = any($1) and b.status in ('pending', 'confirmed', 'in_queue')
), pairs as (
  select b.id, o.id as other from current b
    join public.bookings o on lower(o.email) >= b.mailbox || '@'
      and lower(o.email) < b.mailbox || 'A' where b.mailbox <> ''
  union
  select b.id, o.id from current b
    join public.bookings o on lower(o.email) >= b.mailbox || '+'
      and lower(o.email) < b.mailbox || ',' where b.mailbox <> ''
  union
  select b.id, o.id from current b
    join public.bookings o on app.booking_words(o.id, o.first_name, o.last_name, o.email, o.phone,
      o.building_name, o.address) @@ b.digits
  union
  select b.id, o.id from current b
    join public.bookings o on app.booking_words(o.id, o.first_name, o.last_name, o.email, o.phone,
      o.building_name, o.address) @@ b.place
  union
  select b.id, o.id from current b
    join public.bookings o on app.name_key(o.first_name) collate "C" = b.first
      and app.name_key(o.last_name) collate "C" = b.last
  union
  select b.id, o.id from current b
    join public.bookings o on app.name_key(o.first_name) collate "C" = b.last
      and app.name_key(o.last_name) collate "C" = b.first
)
select p.id, p.other, exists (
  select from app.different_people d
    join public.bookings x on x.id = d.booking_id join public.bookings y on y.id = d.other_id
    where (x.id = b.id or x.user_id = b.user_id) and (y.id = o.id or y.user_id = o.user_id)
) as apart
from pairs p join current b on b.id = p.id join public.bookings o on o.id = p.other
where p.other <> p.id and o.status in ('pending', 'confirmed', 'in_queue')
  and o.created_at between b.created_at - interval '180 days' and b.created_at + interval '180 days'
order by p.id, o.created_at, o.id
"""

_CANDIDATES: Final = """
select b.id, b.user_id, app.name_key(b.first_name) as first, app.name_key(b.last_name) as last,
  nullif(concat_ws(' ', b.first_name, b.last_name), '') as name,
  coalesce(nullif(split_part(b.contact_name, ' ', 1), ''), b.first_name) as child,
  b.email, b.phone, b.campus_id, b.status, b.pickup_date, b.pickup_time,
  case when btrim(b.address) <> ''
    then app.name_key(concat_ws(' ', b.building_name, b.address)) end as address,
  app.name_key(b.payer_name) as payer, b.payer_email, u.customer_id
from public.bookings b left join public.users u on u.id = b.user_id
where b.id = any($1) order by b.created_at, b.id
"""


class Pair(msgspec.Struct, frozen=True):
    """A booking and another one like it; `apart`: the office told the two people apart."""

    id: UUID
    other: UUID
    apart: bool


class Candidate(msgspec.Struct, frozen=True):
    """A booking as far as it tells whose it is; names and places are folded.

    `child`: the first name of the person at the door.
    """

    id: UUID
    user_id: UUID | None
    customer_id: str | None
    first: str | None
    last: str | None
    name: str | None
    child: str | None
    email: str | None
    phone: str | None
    campus_id: int
    status: str
    pickup_date: date | None
    pickup_time: str | None
    address: str | None
    payer: str | None
    payer_email: str | None


async def find_pairs(tx: Transaction, ids: list[UUID]) -> list[Pair]:
    """Return the current bookings that may resemble these."""
    return decoded_all(Pair, await tx.fetch(_PAIRS, ids))


async def read_candidates(tx: Transaction, ids: list[UUID]) -> list[Candidate]:
    """Return these bookings, the earliest first."""
    return decoded_all(Candidate, await tx.fetch(_CANDIDATES, ids))


async def tell_apart(tx: ElevatedTransaction, ids: list[UUID]) -> None:
    """Store that each two of these bookings are two people's."""
    await tx.execute(
        "insert into app.different_people (booking_id, other_id, decided_by) "
        "select one, other, $2 from unnest($1::uuid[]) one, unnest($1::uuid[]) other "
        "where one <> other on conflict do nothing",
        ids,
        tx.actor.user_id,
    )


async def log_decision(tx: ElevatedTransaction, ids: list[UUID]) -> None:
    """Write into the history of each of these bookings that they are different people's."""
    await tx.execute(
        "insert into public.audit_log (actor_id, actor_role, action, table_name, row_id, after) "
        "select $2, $3, 'tell_apart', 'bookings', one::text, jsonb_build_object("
        "'others', array_remove($1::uuid[], one)) from unnest($1::uuid[]) one",
        ids,
        tx.actor.user_id,
        tx.actor.role,
    )
