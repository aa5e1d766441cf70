"""Messages about the delivery of a supply kit: the day before, and once it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction

from . import plan, times
from .plan import Message

#: Days around today on which a kit has something to say.
_DAYS: Final = timedelta(days=1)
_KITS: Final = """
select b.id as booking_id, s.date as day, s.state, s.completed_at, b.email, b.user_id,
  b.text_messages is not false as texted, b.created_at as booked_at,
  case when known then b.first_name end as first_name,
  case when known then concat_ws(', ', nullif(b.building_name, ''), nullif(b.address, ''))
    else '' end as residence
from public.run_stops s
join public.bookings b on b.id = s.booking_id and b.supply_kit_delivery_date = s.date
cross join lateral app.may_be_named(b) known
left join app.calendar_entries c on c.booking_id = b.id and c.visit = 'pickup'
where s.kind = 'kit' and s.date between $1 and $2 and b.confirm_by is null
  and b.status in ('pending', 'confirmed', 'in_queue', 'picked_up')
  -- as of pickups: many bookings signed out with one address are not many letters to it
  and (b.user_id is not null or c.booking_id is not null
    or exists (select 1 from app.outbox o where o.cause = 'booking-received:' || b.id))
  and ($3::uuid is null or b.id = $3)
order by b.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedKit:
    """A kit's delivery as its stop stands; `completed_at`: when it was brought."""

    booking_id: UUID
    day: date
    state: str
    completed_at: datetime | None
    email: str
    user_id: UUID | None
    texted: bool
    booked_at: datetime
    first_name: str | None
    residence: str


async def planned_kits(
    tx: Transaction, today: date, booking_id: UUID | None = None
) -> list[PlannedKit]:
    """Return the kits of yesterday, today and tomorrow; of one booking or of all."""
    rows = await tx.fetch(_KITS, today - _DAYS, today + _DAYS, booking_id)
    return [PlannedKit(**row) for row in rows]


def of_kit(one: PlannedKit, now: datetime) -> Iterator[Message]:
    """What the delivery of a kit asks for at this moment (rule: kit-news)."""
    data: dict[str, object] = {"first_name": one.first_name, "residence": one.residence}
    if one.state == "completed":
        since = now - one.completed_at if one.completed_at is not None else plan.NEWS
        if times.UNDO_TIME <= since < plan.NEWS:
            yield Message(f"kit-delivered:{one.booking_id}:{one.day}", "kit_delivered", data)
        return
    evening = times.evening_before(one.day)
    if one.state == "waiting" and evening <= now and one.booked_at < evening:
        today = clock.campus_time(now).date()
        if today <= one.day:
            data |= {
                "day": "today" if today == one.day else "tomorrow",
                "kit_day": clock.spoken_day(one.day),
            }
            yield Message(f"kit-tomorrow:{one.booking_id}:{one.day}", "kit_tomorrow", data)
