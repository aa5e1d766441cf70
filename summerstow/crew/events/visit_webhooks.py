"""What webhooks tell of visits (rule: webhooks)."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.webhooks.events import EventKind, VisitEvent, tell

from .history import StopKind, StopState

_EVENTS: Final[dict[tuple[StopKind, StopState], EventKind]] = {
    ("pickup", "completed"): "pickup.completed",
    ("pickup", "failed"): "pickup.failed",
    ("return", "completed"): "return.completed",
    ("return", "failed"): "return.failed",
}


async def tell_visit(
    tx: ElevatedTransaction,
    kind: StopKind,
    state: StopState,
    booking_id: UUID | None,
    *,
    day: date,
    items: int | None = None,
) -> None:
    """Tell that a pickup or return has this state now; other states are no event."""
    event = _EVENTS.get((kind, state))
    if event is not None:
        await tell(tx, event, VisitEvent(booking_id, day, items))
