"""Statements about visits that have a person of their own at the door (rule: the-door)."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

from summerstow.platform.database.transaction import Transaction

from .plan import NamedVisit

#: Pickups and returns to come with a person of their own at the door.
_NAMED_VISITS: Final = """
select b.id as booking_id, v.visit, v.day, v."window", v.address, b.first_name as owner, b.email,
  b.user_id, b.text_messages is not false as texted, b.contact_name, b.contact_email
from public.bookings b
cross join lateral (
  select 'pickup' as visit, b.pickup_date as day, b.pickup_time as "window",
    concat_ws(', ', nullif(b.building_name, ''), nullif(b.address, '')) as address
  where b.status in ('pending', 'confirmed', 'in_queue')
  union all
  select 'return', b.return_delivery_date, b.return_delivery_time,
    coalesce(b.delivery_address, b.address)
  where b.status = 'picked_up'
) v
where b.contact_email is not null and lower(b.contact_email) <> lower(b.email)
  -- for the indexes of pickup and return days
  and (b.status in ('pending', 'confirmed', 'in_queue') and b.pickup_date >= $1
    or b.status = 'picked_up' and b.return_delivery_date >= $1) and v.day >= $1
  and b.confirm_by is null and app.may_be_named(b) and ($2::uuid is null or b.id = $2)
order by b.id
"""


async def named_visits(
    tx: Transaction, today: date, booking_id: UUID | None = None
) -> list[NamedVisit]:
    """Return visits to come, of one booking or of all, with another person at the door."""
    return [NamedVisit(**row) for row in await tx.fetch(_NAMED_VISITS, today, booking_id)]


async def owner_of_told_visit(tx: Transaction, booking_id: str) -> str | None:
    """Return the first name of whose visit its person at the door was told of; None: of none."""
    name: str | None = await tx.fetchval(
        "select coalesce(first_name, '') from public.bookings where id = $1::text::uuid "
        "and exists (select from app.pickup_links l "
        "where l.booking_id = $1::text::uuid and l.purpose = 'visit')",
        booking_id,
    )
    return name
