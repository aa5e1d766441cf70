"""What bookings tell this room, in their own transactions. All run elevated."""

from __future__ import annotations

from uuid import UUID

from summerstow.kit.database import Transaction
from summerstow.kit.tables import Row

from . import plan, queries, referral_queries, referrals


async def booking_replaced(tx: Transaction, old: UUID, new: UUID) -> None:
    """A later booking took this one's stead: friends, invitation and referral id go on to it."""
    await queries.hand_over(tx, old, new)
    await referral_queries.hand_over(tx, old, new)


async def check_booking(tx: Transaction, user_id: UUID) -> None:
    """Raise `Conflict` where the account, which is held, may not book beside what it shares."""
    await plan.refuse_booking(tx, user_id)


async def status_changed(tx: Transaction, booking: Row, old: str, new: str) -> None:
    """A booking's status changed: `booking` is its row as it is now."""
    await referrals.status_changed(tx, booking, old, new)
