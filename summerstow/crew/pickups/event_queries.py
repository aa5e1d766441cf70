"""Every statement about what was recorded at a stop, and about what a person has to decide."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.platform.commands import Subject
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import OFFICE

from .history import Event
from .model import CustodyCase, EventReason, EventToSettle, KeptEvent, NewEvent, Reason

_COLUMNS = tuple(field.name for field in fields(NewEvent))
_GIVEN = {column: f"${place}" for place, column in enumerate(_COLUMNS, 1)}
_NEXT = _GIVEN | {
    "at": f"greatest({_GIVEN['at']}, (select max(at) + interval '1 microsecond' "  # noqa: S608
    f"from public.custody_events where pickup_id = {_GIVEN['pickup_id']}))"
}
_ADD, _ADD_NEXT = (
    f"insert into public.custody_events ({', '.join(_COLUMNS)}) "  # noqa: S608
    f"values ({', '.join(values.values())}) on conflict (id) do nothing returning at"
    for values in (_GIVEN, _NEXT)
)

_EVENT = """
select json_build_object(
  'id', e.id, 'kind', e.kind, 'at', e.at, 'device_at', e.device_at, 'received_at', e.received_at,
  'clock_offset_ms', e.clock_offset_ms, 'items_counted', e.items_counted, 'signed_by', e.signed_by,
  'strokes', e.strokes, 'note', e.note, 'actor_role', e.actor_role, 'actor_name', a.full_name)
from public.custody_events e left join public.users a on a.id = e.actor_id
"""
_CASES = f"""
select coalesce(json_agg(row_to_json(f) order by f.created_at desc), '[]') from (
  select c.id, c.reason, c.state, c.decision, c.words, c.created_at, c.settled_at,
    s.full_name as settled_by, e.day, b.campus_id, b.id as booking_id,
    b.status as booking_status, b.pickup_date, b.pickup_time,
    coalesce(nullif(u.full_name, ''),
      nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name,
    u.customer_id,
    ({_EVENT} where e.id = c.custody_event_id) as event,
    case when p.id is not null then json_build_object(
      'status', p.status, 'items_counted', p.items_counted, 'completed_at', p.completed_at,
      'signed_by', (select signed_by from public.pickup_signatures
        where pickup_id = p.id and at >= p.completed_at order by at desc limit 1)) end as record
  from public.custody_cases c
  join public.custody_events e on e.id = c.custody_event_id
  left join public.pickups p on p.id = e.pickup_id
  left join public.bookings b on b.id = coalesce(e.booking_id, p.booking_id)
  left join public.users u on u.id = coalesce(b.user_id, p.user_id)
  left join public.users s on s.id = c.settled_by
  where c.state = $1 and ($2::uuid is null or e.actor_id = $2)
  order by c.created_at desc limit $3
) f
"""  # noqa: S608 - put together from this file's own text


async def is_stored(tx: Transaction, event_id: UUID) -> bool:
    """Whether an event is here already."""
    found: bool = await tx.fetchval(
        "select exists (select 1 from public.custody_events where id = $1)", event_id
    )
    return found


async def add(tx: Transaction, event: NewEvent) -> bool:
    """Keep an event; False where it is here already."""
    return bool(await tx.fetchval(_ADD, *(getattr(event, column) for column in _COLUMNS)))


async def add_next(tx: Transaction, event: NewEvent) -> Event:
    """Keep a new event of a pickup as its latest: after all others, whatever their clocks said."""
    at = await tx.fetchval(_ADD_NEXT, *(getattr(event, column) for column in _COLUMNS))
    return kept(replace(event, at=at))


def kept(event: NewEvent) -> Event:
    """The event as `of_pickup` reads it from now on."""
    return Event(
        id=event.id,
        kind=event.kind,
        at=event.at,
        received_at=event.received_at,
        seen=event.seen,
        items=event.items_counted,
        signed_by=event.signed_by,
        note=event.note,
        actor_id=event.actor_id,
        office=event.actor_role in OFFICE,
        decides=event.decides,
    )


async def of_pickup(tx: Transaction, pickup_id: UUID) -> list[Event]:
    """The events that make a pickup's record: those that applied, and those accepted since."""
    rows = await tx.fetch(
        "select e.* from public.custody_events e "
        "left join public.custody_cases c on c.custody_event_id = e.id "
        "where e.pickup_id = $1 and (e.applies or c.decision = 'accept')",
        pickup_id,
    )
    return [
        Event(
            id=row["id"],
            kind=row["kind"],
            at=row["at"],
            received_at=row["received_at"],
            seen=row["seen"],
            items=row["items_counted"],
            signed_by=row["signed_by"],
            note=row["note"],
            actor_id=row["actor_id"],
            office=row["actor_role"] in OFFICE,
            decides=row["decides"],
        )
        for row in rows
    ]


async def listed(tx: Transaction, pickup_id: UUID) -> list[KeptEvent]:
    """All that was recorded for a pickup, in the order in which it happened."""
    rows = await tx.fetch(f"{_EVENT} where e.pickup_id = $1 order by e.at, e.id", pickup_id)
    return [msgspec.json.decode(row[0], type=KeptEvent) for row in rows]


async def last_before(
    tx: Transaction, pickup_id: UUID, actor_id: UUID | None, device_at: datetime
) -> datetime | None:
    """When the latest of a person's events happened that their device recorded before a moment."""
    found: datetime | None = await tx.fetchval(
        "select max(at) from public.custody_events "
        "where pickup_id = $1 and actor_id = $2 and device_at < $3",
        pickup_id,
        actor_id,
        device_at,
    )
    return found


async def sign(tx: Transaction, pickup_id: UUID, event_ids: list[UUID], items: int) -> None:
    """Put these events' signatures under the count that stands."""
    await tx.execute(
        "insert into public.pickup_signatures "
        "(id, pickup_id, items_counted, signed_by, strokes, at) "
        "select id, $1, coalesce(items_counted, $3), signed_by, strokes, at "
        "from public.custody_events where id = any($2) on conflict (id) do nothing",
        pickup_id,
        event_ids,
        items,
    )


async def open_case(tx: Transaction, event_id: UUID, reason: Reason) -> None:
    """Let an event wait for a person, once; a case that is open says the reason of now."""
    await tx.execute(
        "insert into public.custody_cases (custody_event_id, reason) values ($1, $2) "
        "on conflict (custody_event_id) do update set reason = excluded.reason "
        "where custody_cases.state = 'open' and custody_cases.reason <> excluded.reason",
        event_id,
        reason,
    )


async def waiting(tx: Transaction, event_ids: list[UUID]) -> list[EventReason]:
    """Those of these events that wait for a person."""
    rows = await tx.fetch(
        "select event_id, reason from public.custody_cases "
        "where custody_event_id = any($1) and state = 'open' "
        "order by created_at, event_id",
        event_ids,
    )
    return [EventReason(row["event_id"], row["reason"]) for row in rows]


async def cases(tx: Transaction, state: str, of: UUID | None, limit: int) -> list[CustodyCase]:
    """Cases, the latest first: of all, or of the events that one person recorded."""
    text = await tx.fetchval(_CASES, state, of, limit)
    return msgspec.json.decode(text, type=list[CustodyCase])


async def case(tx: Transaction, case_id: UUID) -> EventToSettle | None:
    """A case with its event, held for the transaction."""
    row = await tx.fetchrow(
        "select c.state, e.id as event_id, e.pickup_id, e.items_counted "
        "from public.custody_cases c join public.custody_events e "
        "on e.id = c.custody_event_id where c.id = $1 for no key update of c",
        case_id,
    )
    return None if row is None else EventToSettle(**row)


async def settle(
    tx: Transaction, case_id: UUID, decision: str, words: str | None, now: datetime
) -> None:
    """Keep what a person decided."""
    await tx.execute(
        "update public.custody_cases set state = 'settled', decision = $2, words = $3, "
        "settled_by = $4, settled_at = $5 where id = $1",
        case_id,
        decision,
        words,
        tx.actor.user_id,
        now,
    )


async def owner_of_pickup(tx: Transaction, pickup_id: UUID) -> Subject:
    """The booking and the customer of a pickup's record."""
    row = await tx.fetchrow(
        "select booking_id, user_id from public.pickups where id = $1", pickup_id
    )
    return Subject(**row) if row else Subject()
