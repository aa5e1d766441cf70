"""Every statement that writes or reads the log of stops: each event once for its id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from typing import TypeVar
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError, Unavailable
from summerstow.platform.roles import OFFICE

from .clock import JUST_AFTER, same_clock
from .history import StopEvent
from .model import COLUMNS, NewStopEvent

Found = TypeVar("Found")
#: $2: after all others of its stop, whatever their clocks said.
_AT = """
case when $2 then greatest(at, (select max(e.at) + interval '1 microsecond'
  from public.stop_events e where e.pickup_id = n.pickup_id or e.stop_id = n.stop_id)) else at end
"""
_ADD = f"""
insert into public.stop_events ({", ".join(COLUMNS)})
select {", ".join(_AT if one == "at" else one for one in COLUMNS)}
from jsonb_populate_record(null::public.stop_events, $1::text::jsonb) n
on conflict (id) do nothing returning at
"""  # noqa: S608 - put together from this file's own text
_EVENTS = """
select id, state, at, received_at, seen, items_counted as items, signed_by, note, failure, actor_id,
  actor_role = any($2) as office, decides
from public.stop_events e
where {} = $1 and (applies or exists (select from public.custody_cases c
  where c.event_id = e.id and c.about = 'stop' and c.decision = 'accept'))
"""
_LAST = """
select max(at) filter (where device_at < $4) as before,
  (array_agg(clock_offset_ms order by received_at desc))[1] as offset
from public.stop_events where (pickup_id = $1 or stop_id = $2) and actor_id = $3
"""


async def is_stored(tx: Transaction, event_id: UUID) -> bool:
    """Whether an event is here already."""
    result: bool = await tx.fetchval(
        "select exists (select from public.stop_events where id = $1)", event_id
    )
    return result


async def add(
    tx: Transaction, event: NewStopEvent, *, is_last: bool = False
) -> NewStopEvent | None:
    """Store an event and return it; None if it is here already."""
    at = await tx.fetchval(_ADD, msgspec.json.encode(event).decode(), is_last)
    return None if at is None else msgspec.structs.replace(event, at=at)


async def add_and_apply(
    tx: Transaction, event: NewStopEvent, apply: Callable[[], Awaitable[Found]]
) -> Found | AppError:
    """Store and apply an event by `apply`; if that is refused, store that it does not apply."""
    await tx.execute("savepoint event")
    try:
        result = await apply()
    except Unavailable:
        raise
    except AppError as error:
        await tx.execute("rollback to savepoint event")
        await add(tx, msgspec.structs.replace(event, applies=False))
        return error
    await tx.execute("release savepoint event")
    return result


async def of_pickup(tx: Transaction, pickup_id: UUID) -> list[StopEvent]:
    """The events that make a pickup: those that applied, and those accepted since."""
    rows = await tx.fetch(_EVENTS.format("pickup_id"), pickup_id, list(OFFICE))
    return [StopEvent(**row) for row in rows]


async def of_stop(tx: Transaction, stop_id: UUID) -> list[StopEvent]:
    """The events that make a return or a kit."""
    rows = await tx.fetch(_EVENTS.format("stop_id"), stop_id, list(OFFICE))
    return [StopEvent(**row) for row in rows]


async def put_right(
    tx: Transaction,
    device_at: datetime,
    offset: timedelta,
    now: datetime,
    *,
    pickup_id: UUID | None = None,
    stop_id: UUID | None = None,
    day: date | None = None,
) -> tuple[datetime, timedelta]:
    """Return when a device recorded an event of a stop, and by how much its clock was put right.

    Not in the future nor before `day`, and after what the same person's device recorded before it.
    """
    last = await tx.fetchrow(
        _LAST, pickup_id, stop_id, tx.actor.user_id, clock.near(device_at, now)
    )
    before, known = (None, None) if last is None else last
    offset = same_clock(None if known is None else timedelta(milliseconds=known), offset)
    at = clock.put_right(device_at, offset, now)
    if day is not None:
        at = min(max(at, clock.moment(day)), now)
    return (before + JUST_AFTER if before is not None and before >= at else at), offset
