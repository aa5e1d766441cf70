"""Cases of the events at stops: opened once, with the reason of now, and settled by a person."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction

from .model import CaseToSettle, CountReason, EventReason, StopReason


async def open_count_case(tx: Transaction, event_id: UUID, reason: CountReason) -> None:
    """Let an event of a pickup's count wait for a decision; an open case says the reason of now."""
    await tx.execute(
        "insert into public.custody_cases (stop_event_id, about, reason) values ($1, 'stop', $2) "
        "on conflict (stop_event_id, about) do update set reason = excluded.reason "
        "where custody_cases.state = 'open' and custody_cases.reason <> excluded.reason",
        event_id,
        reason,
    )


async def open_stop_case(tx: Transaction, event_id: UUID, reason: StopReason) -> None:
    """Let an event of a stop wait for a person to look at it, once."""
    await tx.execute(
        "insert into public.custody_cases (stop_event_id, about, reason) values ($1, 'verb', $2) "
        "on conflict (stop_event_id, about) do nothing",
        event_id,
        reason,
    )


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


async def settle(tx: Transaction, case_id: UUID, decision: str, words: str | None) -> None:
    """Store what a person decided."""
    await tx.execute(
        "update public.custody_cases set state = 'settled', decision = $2, words = $3, "
        "settled_by = $4, settled_at = $5 where id = $1",
        case_id,
        decision,
        words,
        tx.actor.user_id,
        clock.now(),
    )
