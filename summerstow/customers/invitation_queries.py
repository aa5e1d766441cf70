"""Every statement about invitations of callers to an account."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.kit.database.transaction import Transaction
from summerstow.kit.tables import decoded_if_any


class Sent(msgspec.Struct, frozen=True):
    """An invitation that was sent: to whom, and until when its link works."""

    email: str
    sent_at: datetime
    ends_at: datetime


class Invited(msgspec.Struct, frozen=True):
    """Whoever may accept: the address that the link was sent to, and their name as booked."""

    email: str
    name: str


async def of_booking(tx: Transaction, booking_id: UUID) -> Sent | None:
    """A booking's invitation; None: none was sent."""
    row = await tx.fetchrow(
        "select email, sent_at, ends_at from app.account_invitations where booking_id = $1",
        booking_id,
    )
    return decoded_if_any(Sent, row)


async def by_token(tx: Transaction, token_hash: bytes, now: datetime) -> Invited | None:
    """Who is invited by a link that works still: the booking stands and is nobody's yet."""
    row = await tx.fetchrow(
        "select i.email, concat_ws(' ', b.first_name, b.last_name) as name "
        "from app.account_invitations i join public.bookings b on b.id = i.booking_id "
        "where i.token_hash = $1 and i.ends_at > $2 and b.user_id is null "
        "and b.status <> 'cancelled' for update of b",
        token_hash,
        now,
    )
    return decoded_if_any(Invited, row)
