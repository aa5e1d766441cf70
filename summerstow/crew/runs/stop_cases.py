"""Verbs at stops that need a person: what was recorded, by whom, and why it did not fit."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec

from summerstow.crew.events.history import FailureKind, NextStep, StopKind, StopState
from summerstow.platform.database.transaction import ElevatedTransaction

_MOST: Final = 200
_OPEN: Final = """
select coalesce(json_agg(row_to_json(o) order by o.received_at), '[]') from (
  select c.id, c.reason, e.state, coalesce(e.kind, s.kind) as kind, e.at, e.received_at,
    e.signed_by, e.strokes, e.by_proxy, e.failure, e.photo_id, e.note, e.next_step,
    e.override_reason, a.full_name as actor_name, e.booking_id, s.state as state_now,
    coalesce(nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''), 'Customer') as full_name
  from public.custody_cases c join public.stop_events e on e.id = c.stop_event_id
  left join public.run_stops s on s.id = e.stop_id
  left join public.bookings b on b.id = e.booking_id
  left join public.users a on a.id = e.actor_id
  where c.about = 'verb' and c.state = 'open' and ($1::uuid is null or e.actor_id = $1)
    and ($3::uuid is null or c.id = $3)
  order by e.received_at limit $2
) o
"""
#: Why a person looks at it.
REASONS: Final = {
    "unscanned": "Completed with items that were not scanned out.",
    "override": "The office completed it without a scan or signature.",
    "unsigned": "Completed without a signature or a code that is right.",
    "gone": "The stop was moved or cancelled.",
    "contradiction": "It does not fit what else was recorded at the stop.",
    "other_date": "It did not work out. Another date is wanted.",
    "ask_office": "It did not work out. The crew asks what comes next.",
    "far": "A crew recorded it at a stop of another day.",
    "missing_items": "Completed with items that are missing or were not taken.",
}


class StopCase(msgspec.Struct, frozen=True, kw_only=True):
    """A verb that a person looks at; moments are ISO 8601. `state_now`: null where it is gone."""

    id: str
    reason: str
    state: StopState
    state_now: StopState | None
    kind: StopKind | None
    at: str
    received_at: str
    signed_by: str | None
    strokes: str | None
    by_proxy: bool
    failure: FailureKind | None
    photo_id: str | None
    note: str | None
    next_step: NextStep | None
    override_reason: str | None
    actor_name: str | None
    booking_id: str | None
    full_name: str


async def waiting(
    tx: ElevatedTransaction, of: UUID | None, case_id: UUID | None = None
) -> list[StopCase]:
    """The open ones of all, or of what one person recorded, or one; the oldest first."""
    found = msgspec.json.decode(await tx.fetchval(_OPEN, of, _MOST, case_id), type=list[StopCase])
    return [msgspec.structs.replace(one, reason=REASONS[one.reason]) for one in found]
