"""Statements about how a stop ended: who completed it, why it failed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from summerstow.kit.database.transaction import Transaction

from .model import RecordedFailure


async def completed_by(tx: Transaction, stop_id: UUID) -> UUID | None:
    """Return who completed a stop as it stands."""
    found: UUID | None = await tx.fetchval(
        "select actor_id from public.stop_events where stop_id = $1 and applies "
        "and state = 'completed' order by received_at limit 1",
        stop_id,
    )
    return found


async def last_failure(tx: Transaction, stop_id: UUID) -> RecordedFailure | None:
    """Return what was recorded last about why a stop did not work out."""
    row = await tx.fetchrow(
        "select failure, note, photo_id from public.stop_events where stop_id = $1 and applies "
        "and state = 'failed' order by at desc, received_at desc limit 1",
        stop_id,
    )
    return None if row is None else RecordedFailure(*row)


async def settle_failures(tx: Transaction, stop_id: UUID, now: datetime) -> None:
    """Settle what the office was asked for after failures of a stop that is tried again."""
    await tx.execute(
        "update public.custody_cases c set state = 'settled', decision = 'seen', settled_at = $2, "
        "settled_by = $3, words = 'The stop is tried again.' from public.stop_events e "
        "where e.id = c.event_id and c.about = 'verb' and c.state = 'open' "
        "and c.reason in ('other_date', 'ask_office') and e.stop_id = $1",
        stop_id,
        now,
        tx.actor.user_id,
    )
