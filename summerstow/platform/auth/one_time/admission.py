"""Sign-in for people who have proved elsewhere that a mailbox is theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from summerstow.platform import clock
from summerstow.platform.auth.accounts import accounts, change_queries, user_queries
from summerstow.platform.auth.tokens.keys import Keys
from summerstow.platform.database.transaction import ElevatedTransaction

from . import one_time_tokens
from .purposes import INVITATION


@dataclass(frozen=True, slots=True)
class Admissions:
    """Makes invitations that are answered at once, without a mail of their own."""

    keys: Keys
    now: Callable[[], datetime] = clock.now

    async def admit(self, tx: ElevatedTransaction, email: str, name: str) -> str | None:
        """Return a token of type `invite` for this address's account, created if missing.

        None if the owner has already proved the account theirs: they sign in. An unconfirmed
        account loses what a stranger may have set (`redeem_token`).
        """
        email = email.lower()
        await user_queries.lock_address(tx, email)
        user = await user_queries.user_by_email(tx, email)
        if user is not None and accounts.proved_email(user) is not None:
            return None
        data = {"full_name": name}
        user_id = (
            user.id
            if user is not None
            else await accounts.create_account(
                tx, email=email, password_hash=None, data=data, now=self.now()
            )
        )
        metadata = accounts.signup_metadata(user_id, email, data)
        proof = await one_time_tokens.put(
            self, tx, user_id, INVITATION, user_metadata=accounts.encode(metadata)
        )
        await change_queries.mark_invited(tx, user_id, self.now())
        return proof.link
