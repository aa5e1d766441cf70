"""Where mails lead whose readers have no account: never to a sign-in (rule: guest-links)."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.platform import clock, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import Row

from . import links, queries

#: How long the link of an invitation works.
LIFETIME: Final = timedelta(days=14)
#: A page that asks for a sign-in.
_DASHBOARD: Final = "/customer-dashboard"
_AHEAD: Final = ("pending", "confirmed")


async def for_booking(
    tx: ElevatedTransaction, booking: Row, link: str, purpose: links.Purpose = "confirm"
) -> str:
    """The link of a mail about a booking; `link` itself where it asks for no sign-in, or where the
    reader has an account.

    A guest's pickup ahead opens without one; afterwards the link is an invitation.
    """
    email = booking["email"]
    if (
        not link.startswith(_DASHBOARD)
        or booking["user_id"]
        or not email
        or await queries.has_account(tx, email)
    ):
        return link
    if booking["status"] == "cancelled":
        return "/book"
    booking_id = UUID(booking["id"])
    begins = pickup_ahead(booking)
    if begins is not None:
        made = await links.for_mail(tx, booking_id, begins)
        return made[purpose]
    return await invitation(tx, booking_id, email)


def pickup_ahead(booking: Row) -> datetime | None:
    """When the pickup that may still be moved begins, in UTC; None where there is none."""
    day, window = booking["pickup_date"], booking["pickup_time"]
    if booking["status"] not in _AHEAD or not day or not window:
        return None
    begins = windows.starts_at(booking["campus_id"], date.fromisoformat(day), window)
    return begins if begins > clock.now() else None


async def for_booking_id(tx: ElevatedTransaction, booking_id: UUID, link: str) -> str:
    """The same by the booking's id."""
    booking = await queries.booking(tx, booking_id)
    return link if booking is None else await for_booking(tx, booking, link)


async def invitation(tx: ElevatedTransaction, booking_id: UUID, email: str) -> str:
    """A new invitation for a booking's address; the one before works no more."""
    token, now = secrets.token_urlsafe(32), clock.now()
    await _forget_ended_invitations(tx, now)
    await _store_invitation(
        tx, booking_id, token_hash(token), email, sent_at=now, ends_at=now + LIFETIME
    )
    return f"/auth/invitation/{token}"


async def _store_invitation(
    tx: ElevatedTransaction,
    booking_id: UUID,
    hashed: bytes,
    email: str,
    *,
    sent_at: datetime,
    ends_at: datetime,
) -> None:
    await tx.execute(
        "insert into app.account_invitations values ($1, $2, $3, $4, $5) "
        "on conflict (booking_id) do update set token_hash = $2, email = $3, sent_at = $4, "
        "ends_at = $5",
        booking_id,
        hashed,
        email,
        sent_at,
        ends_at,
    )


async def _forget_ended_invitations(tx: ElevatedTransaction, now: datetime) -> None:
    await tx.execute(
        "delete from app.account_invitations where ends_at < $1", now - timedelta(days=180)
    )


def token_hash(token: str) -> bytes:
    """What is kept of an invitation's token."""
    return hashlib.sha256(token.encode()).digest()
