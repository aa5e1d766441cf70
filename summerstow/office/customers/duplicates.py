"""Bookings that may have been made twice (rule: possible-duplicate)."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_all

#: E-mail addresses with this similarity differ by a typing error.
_ALIKE: Final = 0.9

# Of two bookings by each sign that an index finds. Addresses that are nearly equal are looked for
# where the part before the @ is the same, or the name.
_PAIRS: Final = """
with current as (
  select b.*, app.name_key(b.first_name) collate "C" as first,
    app.name_key(b.last_name) collate "C" as last
  from public.bookings b
  where b.id = any($1) and b.status in ('pending', 'confirmed', 'in_queue')
), pairs as (
  select b.id, o.id as other, true as certain from current b
    join public.bookings o on lower(o.email) = lower(b.email)
  union all
  select b.id, o.id, true from current b join public.bookings o on o.phone = b.phone
  union all
  select b.id, o.id, o.pickup_date = b.pickup_date from current b
    join public.bookings o on app.name_key(o.first_name) collate "C" = b.first
      and app.name_key(o.last_name) collate "C" = b.last
  union all
  select b.id, o.id, o.pickup_date = b.pickup_date from current b
    join public.bookings o on app.name_key(o.first_name) collate "C" = b.last
      and app.name_key(o.last_name) collate "C" = b.first
  union all
  select b.id, o.id, false from current b
    join public.bookings o on lower(o.email) >= split_part(lower(b.email), '@', 1) || '@'
      and lower(o.email) < split_part(lower(b.email), '@', 1) || 'A'
)
select p.id, b.email, o.email as other_email, coalesce(bool_or(p.certain), false) as certain
from pairs p join public.bookings b on b.id = p.id join public.bookings o on o.id = p.other
where p.other <> p.id and o.status in ('pending', 'confirmed', 'in_queue')
  and o.created_at between b.created_at - interval '180 days' and b.created_at + interval '180 days'
group by p.id, p.other, b.email, o.email
"""


class _Pair(msgspec.Struct, frozen=True):
    """A booking and another one like it; `certain`: by another sign than a similar address."""

    id: UUID
    email: str | None
    other_email: str | None
    certain: bool


async def find_duplicates(tx: Transaction, ids: list[UUID]) -> list[UUID]:
    """Return those of these bookings that another current booking resembles.

    The signs are the same address or phone, the same name on the same day, or nearly the same
    address.
    """
    pairs = decoded_all(_Pair, await tx.fetch(_PAIRS, ids))
    return list({one.id: None for one in pairs if one.certain or _are_alike(one)})


def _are_alike(pair: _Pair) -> bool:
    one, other = (pair.email or "").lower(), (pair.other_email or "").lower()
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE
