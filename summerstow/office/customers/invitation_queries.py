"""Every statement about invitations of callers to an account."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any


class SentInvitation(msgspec.Struct, frozen=True):
    """An invitation that was sent: to whom, and until when its link works."""

    email: str
    sent_at: datetime
    ends_at: datetime


class Invitee(msgspec.Struct, frozen=True):
    """The person who may accept: the link's address, and the name in the booking."""

    email: str
    name: str


async def find_invitation(tx: Transaction, booking_id: UUID) -> SentInvitation | None:
    """Return a booking's invitation, if one was sent."""
    row = await tx.fetchrow(
        "select email, sent_at, ends_at from app.account_invitations where booking_id = $1",
        booking_id,
    )
    return decoded_if_any(SentInvitation, row)


async def find_invitee(tx: Transaction, token_hash: bytes, now: datetime) -> Invitee | None:
    """Return the invitee of a valid link to a booking without an account, and lock the booking."""
    row = await tx.fetchrow(
        "select i.email, concat_ws(' ', b.first_name, b.last_name) as name "
        "from app.account_invitations i join public.bookings b on b.id = i.booking_id "
        "where i.token_hash = $1 and i.ends_at > $2 and b.user_id is null "
        "and b.status <> 'cancelled' for update of b",
        token_hash,
        now,
    )
    return decoded_if_any(Invitee, row)
