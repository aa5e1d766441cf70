"""Messages about a shared pickup to friends of its owner (rule: friends-told)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.text import short_name

from . import plan, service, times
from .plan import Message

#: Days after a pickup's day on which its end may still become known.
_KNOWN_LATE: Final = timedelta(days=7)
_FRIENDS: Final = """
select m.id as member_id, m.room, b.id as booking_id, b.campus_id, b.pickup_date, b.pickup_time,
  p.id as pickup_id, coalesce(p.at, m.told_at) as last_heard_at,
  u.id as user_id, u.full_name, u.email, b.first_name as owner_first, b.last_name as owner_last,
  concat_ws(', ', nullif(b.building_name, ''), nullif(b.address, '')) as residence
from public.bookings b
join app.plan_members m on m.booking_id = b.id and m.left_at is null
join public.users u on u.id = m.user_id
left join lateral (
  select p.id, coalesce(p.completed_received_at, p.completed_at) as at from public.pickups p
  where p.booking_id = b.id and p.status = 'completed'
    -- the date is for the index
    and p.pickup_date between $1 and $2 order by at desc limit 1
) p on true
where b.pickup_date between $1 and $2 and b.confirm_by is null
  and (b.status in ('pending', 'confirmed', 'in_queue') and p.id is null
    or b.status = 'picked_up' and p.at > $3)
  and ($4::uuid is null or b.id = $4)
order by m.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleFriend:
    """A friend and the pickup that they share; `pickup_id`: it is over, since `last_heard_at`.

    Before that, `last_heard_at` is when the friend last heard of this day, window and place.
    """

    member_id: UUID
    room: str | None
    booking_id: UUID
    campus_id: int
    pickup_date: date
    pickup_time: str | None
    pickup_id: UUID | None
    last_heard_at: datetime
    user_id: UUID
    full_name: str | None
    email: str
    owner_first: str | None
    owner_last: str | None
    residence: str


async def bundle_friends(
    tx: Transaction, now: datetime, booking_id: UUID | None = None
) -> list[BundleFriend]:
    """Return the friends of pickups of the next days, and of those that are just over."""
    today = clock.campus_time(now).date()
    rows = await tx.fetch(
        _FRIENDS, today - _KNOWN_LATE, today + timedelta(days=2), now - plan.NEWS, booking_id
    )
    return [BundleFriend(**row) for row in rows]


async def shares(tx: Transaction, member_id: UUID) -> bool:
    """Whether a friend still shares the bundle."""
    result: bool = await tx.fetchval(
        "select exists (select from app.plan_members where id = $1 and left_at is null)", member_id
    )
    return result


def of_friend(one: BundleFriend, now: datetime) -> Iterator[Message]:
    """What a shared pickup asks for at this moment: two days and the evening before, and after."""
    if one.pickup_id is not None:
        if now < one.last_heard_at + plan.NEWS:
            yield _message(one, "bundle_picked_up", str(one.pickup_id))
        return
    starts = windows.starts_at(one.campus_id, one.pickup_date, one.pickup_time)
    if now >= starts:
        return
    first, second = times.two_days_before(one.pickup_date), times.evening_before(one.pickup_date)
    when = f"{starts:%Y%m%dT%H%M}"
    if first <= now < second and one.last_heard_at < first:
        yield _message(one, "bundle_in_two_days", when)
    if second <= now and one.last_heard_at < second:
        today = clock.campus_time(now).date() == one.pickup_date
        yield _message(one, "bundle_tomorrow", when, day="today" if today else "tomorrow")


def _message(one: BundleFriend, kind: str, occasion: str, **more: object) -> Message:
    return Message(
        f"{kind.replace('_', '-')}:{one.member_id}:{occasion}",
        kind,
        {
            "first_name": service.greeting(one.full_name),
            "owner": short_name(one.owner_first, one.owner_last),
            "pickup": times.spoken(one.pickup_date, one.pickup_time),
            "residence": one.residence,
            "room": one.room,
            **more,
        },
    )
