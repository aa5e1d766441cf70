"""Accounts that the business makes for its customers."""

from __future__ import annotations

from uuid import UUID

from summerstow.platform import clock
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.database.transaction import ElevatedTransaction


async def create_customer(tx: ElevatedTransaction, email: str, name: str) -> UUID | None:
    """Make a customer's account for a lower-case address; None if it has one.

    The business vouches for the address, as for that of a booking by phone: who reads the mailbox
    gets in, by a new password, and no one else does.
    """
    await user_queries.lock_address(tx, email)
    if await user_queries.user_by_email(tx, email) is not None:
        return None
    return await accounts.create_account(
        tx,
        email=email,
        password_hash=None,
        data={"full_name": name},
        now=clock.now(),
        confirmed=True,
    )
