"""How long the next message to an address waits, told alike whether anybody has the address.

An address is limited whoever asks (contract A1.6; pain-points.md, 8 and 17), each family of calls
by itself, so that a refusal says nothing about accounts.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Literal
from uuid import UUID, uuid4

from summerstow.kit.database import Transaction
from summerstow.kit.roles import CUSTOMER

from . import accounts, one_time, texts
from .errors import TooSoon
from .purposes import Purpose
from .queries import proof_rows, user_rows
from .redirects import Target
from .room import Room
from .validation import Challenge

Family = Literal["signup", "recovery", "email_change", "phone", "reauthentication"]


async def take(room: Room, tx: Transaction, family: Family, address: str) -> None:
    """Take the turn of this address; raises `TooSoon` within the mail interval of the last one.

    For a number also as `texts.take` does.
    """
    interval, by_text = room.settings.mail_interval, family == "phone"
    if interval > 0:
        now = room.now()
        last = await proof_rows.take_turn(
            tx,
            family,
            _hash(room, address),
            now=now,
            free_before=now - timedelta(seconds=interval),
        )
        if last is not None:
            raise TooSoon(interval - (now - last).total_seconds(), by_text=by_text)
    if by_text:
        await texts.take(room, address)


async def forget(room: Room, tx: Transaction, *addresses: str | None) -> None:
    """Whoever has shown that an address is theirs need not wait for its next message."""
    if room.settings.mail_interval:
        for address in addresses:
            if address is not None:
                await proof_rows.forget_turns(tx, _hash(room, address))


@asynccontextmanager
async def rehearsed(tx: Transaction) -> AsyncIterator[None]:
    """Inside, everything is done and then undone: work that takes as long as the real one."""
    await tx.execute("savepoint rehearsal")
    try:
        yield
    finally:
        await tx.execute("rollback to savepoint rehearsal")


async def rehearse(
    room: Room,
    tx: Transaction,
    purpose: Purpose,
    *,
    target: Target | None = None,
    challenge: Challenge | None = None,
) -> None:
    """Send nobody a message, in the time that sending one takes."""
    async with rehearsed(tx):
        nobody = await _nobody(room, tx)
        to = "15550000000" if purpose.by_text else "nobody@nobody.invalid"
        await one_time.send(room, tx, nobody, purpose, to, target=target, challenge=challenge)


async def rehearse_account(room: Room, tx: Transaction) -> None:
    """Make nobody an account, in the time that making one takes."""
    async with rehearsed(tx):
        nobody, now = await _nobody(room, tx), room.now()
        await user_rows.insert_identity(
            tx, nobody, provider="email", subject=str(nobody), data="{}", now=now
        )
        await user_rows.insert_profile(
            tx,
            nobody,
            email=None,
            role=CUSTOMER,
            full_name=None,
            customer_id=accounts.draw_customer_id(),
        )


async def _nobody(room: Room, tx: Transaction) -> UUID:
    nobody = uuid4()
    await user_rows.insert_user(
        tx,
        nobody,
        email=None,
        password_hash=None,
        app_metadata="{}",
        user_metadata="{}",
        is_anonymous=True,
        now=room.now(),
    )
    return nobody


def _hash(room: Room, address: str) -> bytes:
    return room.keys.keyed_hash(b"turn", address.encode())
