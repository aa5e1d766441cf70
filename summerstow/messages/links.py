"""Links of mails that let a pickup be confirmed or moved without signing in, each for one of both.

A link ends with a secret of which only the hash is kept. It works until the window that its mail
named begins, and opening it changes nothing: programs that look at mail open its links too.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.tables import decoded_if_any

Purpose = Literal["confirm", "move"]


async def for_mail(tx: ElevatedTransaction, booking_id: UUID, ends_at: datetime) -> dict[str, str]:
    """The addresses of a mail's two links, by what they are for; earlier ones stay good."""
    made: dict[str, str] = {}
    purposes: tuple[Purpose, ...] = ("confirm", "move")
    for purpose in purposes:
        token = secrets.token_urlsafe(32)
        await tx.execute(
            "insert into app.pickup_links (token_hash, booking_id, purpose, ends_at) "
            "values ($1, $2, $3, $4)",
            _hash(token),
            booking_id,
            purpose,
            ends_at,
        )
        made[purpose] = f"/pickup/{token}"
    return made


class LinkTarget(msgspec.Struct, frozen=True):
    """The booking of a link in a mail, and what the link is for."""

    booking_id: UUID
    purpose: Purpose


async def pickup_of(tx: Transaction, token: str) -> LinkTarget | None:
    """What a link leads to; None where it is unknown or over."""
    row = await tx.fetchrow(
        "select booking_id, purpose from app.pickup_links where token_hash = $1 and ends_at > $2",
        _hash(token),
        clock.now(),
    )
    return decoded_if_any(LinkTarget, row)


async def forget_ended(tx: ElevatedTransaction) -> None:
    """Remove the links that work no more."""
    await tx.execute("delete from app.pickup_links where ends_at <= $1", clock.now())


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
