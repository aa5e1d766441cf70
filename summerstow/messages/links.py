"""Links of mails that work without signing in: to confirm a pickup, to move or cancel it,
to see a visit.

A link ends with a secret of which only the hash is kept. It works until a moment, such as when the
window that its mail named begins, and opening it changes nothing: programs that look at mail open
its links too.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, datetime, timedelta
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.tables import decoded_if_any

Purpose = Literal["confirm", "move"]
#: Days after a visit on which its link still works.
_AFTER_VISIT: Final = timedelta(days=4)


async def for_mail(tx: ElevatedTransaction, booking_id: UUID, ends_at: datetime) -> dict[str, str]:
    """The addresses of a mail's links, by what they are for; earlier ones stay good."""
    confirm = f"/pickup/{await _token(tx, booking_id, 'confirm', ends_at)}"
    return {"confirm": confirm, **await to_change(tx, booking_id, ends_at)}


async def to_change(tx: ElevatedTransaction, booking_id: UUID, ends_at: datetime) -> dict[str, str]:
    """The addresses under which a pickup is moved and its booking cancelled."""
    move = f"/pickup/{await _token(tx, booking_id, 'move', ends_at)}"
    return {"move": move, "cancel": f"{move}?cancel"}


async def for_door(tx: ElevatedTransaction, booking_id: UUID, day: date) -> str:
    """Return the path of the page on which the person at the door follows a visit of a day."""
    ends_at = clock.moment(day + _AFTER_VISIT)
    return f"/visit/{await _token(tx, booking_id, 'visit', ends_at)}"


async def _token(tx: ElevatedTransaction, booking_id: UUID, purpose: str, ends_at: datetime) -> str:
    token = secrets.token_urlsafe(32)
    await tx.execute(
        "insert into app.pickup_links (token_hash, booking_id, purpose, ends_at) "
        "values ($1, $2, $3, $4)",
        _hash(token),
        booking_id,
        purpose,
        ends_at,
    )
    return token


async def visit_of(tx: Transaction, token: str) -> UUID | None:
    """Return the booking whose visit a link shows; None where it is unknown or over."""
    result: UUID | None = await tx.fetchval(
        "select booking_id from app.pickup_links "
        "where token_hash = $1 and purpose = 'visit' and ends_at > $2",
        _hash(token),
        clock.now(),
    )
    return result


async def end_visit_links(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """Let no earlier person at the door follow a booking's visits."""
    await tx.execute(
        "delete from app.pickup_links where booking_id = $1 and purpose = 'visit'", booking_id
    )


class LinkTarget(msgspec.Struct, frozen=True):
    """The booking of a link in a mail, and what the link is for."""

    booking_id: UUID
    purpose: Purpose


async def pickup_of(tx: Transaction, token: str) -> LinkTarget | None:
    """What a link leads to; None where it is unknown or over."""
    row = await tx.fetchrow(
        "select booking_id, purpose from app.pickup_links "
        "where token_hash = $1 and purpose <> 'visit' and ends_at > $2",
        _hash(token),
        clock.now(),
    )
    return decoded_if_any(LinkTarget, row)


async def forget_ended(tx: ElevatedTransaction) -> None:
    """Remove the links that work no more."""
    await tx.execute("delete from app.pickup_links where ends_at <= $1", clock.now())


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
