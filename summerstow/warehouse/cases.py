"""Events of items that need a person: what was recorded, by whom, and what was done about it."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from summerstow.bookings.model import code
from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, PERSON_OF_ITEM, PHONE_OF_ITEM
from summerstow.platform.database.transaction import ElevatedTransaction

from .history import EventKind, Reason, State
from .scans.late_queries import OWNER, OWNER_COLUMNS
from .words import LabelOwner, reason

_MOST_OPEN: Final = 200
_LATEST_SETTLED: Final = 20
_EVENT: Final = """
e.id, e.kind, e.at, e.received_at, e.clock_offset_ms, e.label_code, l.code as location, e.photo_id,
  e.note, e.heavy, e.reverses, e.actor_id, a.full_name as actor_name
"""
_CASES: Final = f"""
select c.id as case_id, c.reason, c.state as case_state, c.words, c.created_at, c.settled_at,
  d.full_name as settled_by, {_EVENT},
  i.id as item_id, i.number, i.description, i.state as item_state, i.label_code as item_label,
  b.id as booking_id, {PERSON_OF_ITEM} as customer, {PHONE_OF_ITEM} as phone,
  {OWNER_COLUMNS}
from public.custody_cases c join public.item_events e on e.id = c.event_id and c.about = 'item'
  left join public.items i on i.id = e.item_id
  left join public.bookings b on b.id = coalesce(i.booking_id, e.booking_id)
  {FRIEND_OF_ITEM}
  left join public.locations l on l.id = e.location_id
  left join public.users a on a.id = e.actor_id
  left join public.users d on d.id = c.settled_by {OWNER}
where c.state = $1 and ($2::uuid is null or e.actor_id = $2) and ($4::uuid is null or c.id = $4)
order by coalesce(c.settled_at, c.created_at) desc, c.id limit $3
"""  # noqa: S608
_HISTORY: Final = f"""
select {_EVENT}, c.reason, c.state as case_state, {OWNER_COLUMNS}
from public.item_events e left join public.custody_cases c
    on c.event_id = e.id and c.about = 'item' {OWNER}
  left join public.locations l on l.id = e.location_id
  left join public.users a on a.id = e.actor_id
where e.item_id = $1 order by e.at desc, e.received_at desc, e.id desc
"""  # noqa: S608


class RecordedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as staff read it; `needs_person`: why it says nothing of the item, if it waits."""

    id: UUID
    kind: EventKind
    at: datetime
    received_at: datetime
    clock_offset_ms: int
    label_code: str | None
    location: str | None
    photo_id: UUID | None
    note: str | None
    heavy: bool | None
    reverses: UUID | None
    actor_name: str | None
    needs_person: str | None


class ItemCase(msgspec.Struct, frozen=True, kw_only=True):
    """An event that did not fit, and the item that it was about where there is one.

    `customer` and `phone` are of the item's person, else of the booking where it was recorded;
    `owner_name` and `owner_code` of whom the scanned label or item belongs to.
    """

    id: UUID
    reason: str
    words: str | None
    created_at: datetime
    settled_at: datetime | None
    settled_by: str | None
    event: RecordedEvent
    item_id: UUID | None
    number: int | None
    description: str | None
    state: State | None
    item_label: str | None
    booking_id: UUID | None
    customer: str
    code: str | None
    phone: str | None
    owner_name: str | None
    owner_code: str | None


class ItemCases(msgspec.Struct, frozen=True):
    """What waits for a person, and what was decided last."""

    open: list[ItemCase]
    settled: list[ItemCase]


async def needing_a_person(
    tx: ElevatedTransaction, of: UUID | None, case_id: UUID | None = None
) -> ItemCases:
    """The cases of all, or of what one person recorded, or one."""
    waiting = await tx.fetch(_CASES, "open", of, _MOST_OPEN, case_id)
    settled = await tx.fetch(_CASES, "settled", of, _LATEST_SETTLED, case_id)
    return ItemCases([_case(row) for row in waiting], [_case(row) for row in settled])


async def recorded(tx: ElevatedTransaction, item_id: UUID) -> list[RecordedEvent]:
    """Everything that was recorded of an item, the latest first."""
    return [
        _event(row, _reason(row) if row["case_state"] == "open" else None)
        for row in await tx.fetch(_HISTORY, item_id)
    ]


def _case(row: asyncpg.Record) -> ItemCase:
    return ItemCase(
        id=row["case_id"],
        reason=_reason(row),
        words=row["words"],
        created_at=row["created_at"],
        settled_at=row["settled_at"],
        settled_by=row["settled_by"],
        event=_event(row, None),
        item_id=row["item_id"],
        number=row["number"],
        description=row["description"],
        state=row["item_state"],
        item_label=row["item_label"],
        booking_id=row["booking_id"],
        customer=row["customer"] or "",
        code=code(row["booking_id"]) if row["booking_id"] else None,
        phone=row["phone"],
        owner_name=row["owner_name"],
        owner_code=code(row["owner_booking_id"]) if row["owner_booking_id"] else None,
    )


def _event(row: asyncpg.Record, needs_person: str | None) -> RecordedEvent:
    return RecordedEvent(
        id=row["id"],
        kind=row["kind"],
        at=row["at"],
        received_at=row["received_at"],
        clock_offset_ms=row["clock_offset_ms"],
        label_code=row["label_code"],
        location=row["location"],
        photo_id=row["photo_id"],
        note=row["note"],
        heavy=row["heavy"],
        reverses=row["reverses"],
        actor_name=row["actor_name"],
        needs_person=needs_person,
    )


def _reason(row: asyncpg.Record) -> str:
    why: Reason = row["reason"]
    owner = None
    if row["owner_booking_id"] is not None:
        name = row["owner_name"] or "Customer"
        owner = LabelOwner(name, code(row["owner_booking_id"]), row["owner_phone"])
    return reason(why, owner)
