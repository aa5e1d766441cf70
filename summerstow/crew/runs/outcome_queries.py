"""Statements about how a stop ended: who completed it, why it failed."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform.database.transaction import Transaction

from .model import RecordedFailure


async def completed_by(tx: Transaction, stop_id: UUID) -> UUID | None:
    """Return who completed a stop as it stands."""
    result: UUID | None = await tx.fetchval(
        "select actor_id from public.stop_events where stop_id = $1 and applies "
        "and state = 'completed' order by received_at limit 1",
        stop_id,
    )
    return result


async def last_failure(tx: Transaction, stop_id: UUID) -> RecordedFailure | None:
    """Return when and why a stop did not work out, as it was recorded last."""
    row = await tx.fetchrow(
        "select at, failure, note, photo_id from public.stop_events where stop_id = $1 and applies "
        "and state = 'failed' order by at desc, received_at desc limit 1",
        stop_id,
    )
    return None if row is None else RecordedFailure(*row)
