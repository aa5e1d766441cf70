"""Cases: events of stops and items that a person must decide about. Opened and settled here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction

from .model import About, CaseToSettle, EventReason

#: A case of a pickup's count or of an item says the reason of now, another one its first.
_OPEN: Final = """
insert into public.custody_cases (item_event_id, stop_event_id, about, reason)
select case when $1 = 'item' then n.id end, case when $1 <> 'item' then n.id end, $1, n.reason
from unnest($2::uuid[], $3::text[]) n (id, reason)
on conflict (event_id, about) do update set reason = excluded.reason
where custody_cases.state = 'open' and custody_cases.about <> 'verb'
  and custody_cases.reason <> excluded.reason
"""
_SETTLE: Final = """
update public.custody_cases set state = 'settled', decision = $2, words = $3, settled_by = $4,
  settled_at = $5 where state = 'open' and (id = $1 or event_id = any($6) and about = 'item')
"""


async def open_cases(tx: Transaction, about: About, cases: Mapping[UUID, str]) -> None:
    """Let events wait for a person, each once, by their reasons."""
    await tx.execute(_OPEN, about, list(cases), list(cases.values()))


async def waiting(tx: Transaction, event_ids: list[UUID]) -> list[EventReason]:
    """Those of these events of a pickup's count that wait for a decision."""
    rows = await tx.fetch(
        "select stop_event_id, reason from public.custody_cases "
        "where stop_event_id = any($1) and about = 'stop' and state = 'open' "
        "order by created_at, stop_event_id",
        event_ids,
    )
    return [EventReason(*row) for row in rows]


async def find(tx: Transaction, case_id: UUID) -> CaseToSettle | None:
    """A case with its event, held for the transaction."""
    row = await tx.fetchrow(
        "select c.about, c.state, c.event_id, e.pickup_id, e.items_counted "
        "from public.custody_cases c left join public.stop_events e on e.id = c.stop_event_id "
        "where c.id = $1 for no key update of c",
        case_id,
    )
    return None if row is None else CaseToSettle(*row)


async def settle(
    tx: Transaction,
    decision: str,
    words: str | None,
    *,
    case_id: UUID | None = None,
    item_events: Collection[UUID] = (),
) -> None:
    """Settle an open case, or those of these events of items."""
    await tx.execute(
        _SETTLE, case_id, decision, words, tx.actor.user_id, clock.now(), list(item_events)
    )
