"""Every statement about a day's work and the hours of crews."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER, WORKER
from summerstow.platform.tables import decoded_all

from .load import DayStop

_STOPS: Final = """
select s.date, s.run_id::text, s.kind, s.state, s.completed_at,
  case when s.kind = 'return' and coalesce(part.address, b.delivery_address) is not null then null
    else b.building_name end as place,
  case when s.kind = 'return' then coalesce(part.address, b.delivery_address, b.address)
    else b.address end as address,
  case when s.kind = 'kit' then 0 when part.id is not null then cardinality(part.item_ids)
    else greatest(coalesce(b.expected_items, 0),
      (select count(*) from public.items i where i.booking_id = b.id)) end as items
from public.run_stops s left join public.bookings b on b.id = s.booking_id
left join app.part_returns part on part.id = s.part_return_id
where s.campus_id = $1 and s.date = any($2) and s.run_id is not null
order by s.run_id, s.position
"""
#: The hours of a run: from the first to the last event that its crew recorded on its day.
_HOURS: Final = """
with days as (
  select * from unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) d (day, starts, ends)
), worked as (
  select r.id, r.campus_id, r.date, r.name, min(e.at) as first_at, max(e.at) as last_at,
    array_agg(distinct e.actor_id) as actors
  from days d join public.runs r on r.date = d.day
  join public.run_stops s on s.run_id = r.id
  join public.stop_events e on e.stop_id = s.id and e.applies and e.at >= d.starts and e.at < d.ends
  where ($4::integer is null or r.campus_id = $4) and e.actor_id is not null
    and (e.actor_role = $5 or exists (select from public.run_workers m
      where m.run_id = r.id and m.user_id = e.actor_id))
  group by r.id
)
select w.date as day, w.campus_id, w.id as run_id, w.name as run_name, u.id as user_id,
  coalesce(nullif(u.full_name, ''), u.email, 'Without a name') as name, w.first_at, w.last_at,
  (select count(*) from public.run_stops s where s.run_id = w.id and s.state = 'completed') as done,
  (select count(*) from public.run_stops s where s.run_id = w.id and s.state = 'failed') as failed
from worked w join public.users u on u.role <> $7 and (u.id = any(w.actors) or exists (
  select from public.run_workers m where m.run_id = w.id and m.user_id = u.id))
where $6::uuid is null or u.id = $6
order by w.date, w.campus_id, w.name, w.id, name, u.id
"""


class CrewHours(msgspec.Struct, frozen=True, kw_only=True):
    """A person's hours in a run: from the first to the last event of its crew.

    `done`, `failed`: the stops of the whole run.
    """

    day: date
    campus_id: int
    run_id: UUID
    run_name: str
    user_id: UUID
    name: str
    first_at: datetime
    last_at: datetime
    done: int
    failed: int


async def stops(tx: Transaction, campus_id: int, days: Sequence[date]) -> list[DayStop]:
    """The stops of a campus on these days, in the order of their runs."""
    return decoded_all(DayStop, await tx.fetch(_STOPS, campus_id, days))


async def has_crew(tx: Transaction, campus_id: int) -> bool:
    """Whether anybody is named as crew at a campus."""
    found: bool = await tx.fetchval(
        "select exists (select from public.users u "
        "left join app.staff_terms t on t.user_id = u.id where u.role = $1 "
        "and (coalesce(t.campus_ids, '{}') = '{}' or $2 = any(t.campus_ids)))",
        WORKER,
        campus_id,
    )
    return found


async def hours(
    tx: Transaction, days: Sequence[date], campus_id: int | None, user_id: UUID | None
) -> list[CrewHours]:
    """Who worked on these campus-local days, and how long; of one person, or of all."""
    rows = await tx.fetch(
        _HOURS,
        days,
        [clock.moment(one) for one in days],
        [clock.moment(one + timedelta(days=1)) for one in days],
        campus_id,
        WORKER,
        user_id,
        CUSTOMER,
    )
    return decoded_all(CrewHours, rows)
