"""How long the next message to an address waits, alike whether or not an account has the address.

An address is limited for all callers together, each family of calls by itself, so that a refusal
reveals nothing about accounts (docs/wire/auth.md, "Limits").
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Literal
from uuid import UUID, uuid4

from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import TooSoon
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.validation import Challenge
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import CUSTOMER

from . import one_time_tokens, text_limits, token_queries
from .purposes import Purpose

Family = Literal["signup", "recovery", "email_change", "phone", "reauthentication"]


async def take(context: AuthContext, tx: Transaction, family: Family, address: str) -> None:
    """Note a message to this address; raises `TooSoon` within the mail interval of the last one.

    For a number also as `text_limits.take` does.
    """
    interval, by_text = context.settings.mail_interval, family == "phone"
    if interval > 0:
        now = context.now()
        last = await token_queries.take_send_slot(
            tx,
            family,
            _hash(context, address),
            now=now,
            free_before=now - timedelta(seconds=interval),
        )
        if last is not None:
            raise TooSoon(interval - (now - last).total_seconds(), by_text=by_text)
    if by_text:
        await text_limits.take(context, address)


async def forget(context: AuthContext, tx: Transaction, *addresses: str | None) -> None:
    """Lift the wait for addresses whose owner has just proved them."""
    if context.settings.mail_interval:
        for address in addresses:
            if address is not None:
                await token_queries.free_send_slots(tx, _hash(context, address))


@asynccontextmanager
async def rehearsed(tx: Transaction) -> AsyncIterator[None]:
    """Inside, everything is done and then undone: work that takes as long as the real one."""
    await tx.execute("savepoint rehearsal")
    try:
        yield
    finally:
        await tx.execute("rollback to savepoint rehearsal")


async def rehearse(
    context: AuthContext,
    tx: ElevatedTransaction,
    purpose: Purpose,
    *,
    target: Target | None = None,
    challenge: Challenge | None = None,
) -> None:
    """Do the work of sending a message and roll it back, so that both take the same time."""
    async with rehearsed(tx):
        user_id = await _throwaway_account(context, tx)
        to = "15550000000" if purpose.by_text else "nobody@nobody.invalid"
        await one_time_tokens.send(
            context, tx, user_id, purpose, to, target=target, challenge=challenge
        )


async def rehearse_account(context: AuthContext, tx: Transaction) -> None:
    """Do the work of creating an account and roll it back, so that both take the same time."""
    async with rehearsed(tx):
        user_id, now = await _throwaway_account(context, tx), context.now()
        await user_queries.insert_identity(
            tx, user_id, provider="email", subject=str(user_id), data="{}", now=now
        )
        await user_queries.insert_profile(
            tx,
            user_id,
            email=None,
            role=CUSTOMER,
            full_name=None,
            customer_id=accounts.draw_customer_id(),
        )


async def _throwaway_account(context: AuthContext, tx: Transaction) -> UUID:
    user_id = uuid4()
    await user_queries.insert_user(
        tx,
        user_id,
        email=None,
        password_hash=None,
        app_metadata="{}",
        user_metadata="{}",
        is_anonymous=True,
        now=context.now(),
    )
    return user_id


def _hash(context: AuthContext, address: str) -> bytes:
    return context.keys.keyed_hash(b"turn", address.encode())
