"""A new password: who must reauthenticate for it, and what ends with the old one."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import change_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.one_time import one_time_tokens
from summerstow.platform.auth.sessions import session_queries, sessions
from summerstow.platform.auth.sessions.bearer import SignedIn
from summerstow.platform.auth.sessions.model import StoredSession
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox

#: How long after its sign-in a session may set a password without a nonce.
FRESH: Final = timedelta(hours=24)


async def reauthentication(
    context: AuthContext,
    tx: Transaction,
    user_id: UUID,
    session: StoredSession | None,
    nonce: str | None,
) -> AuthError | None:
    """What an older session is refused for without a good nonce; a wrong guess is counted."""
    if session is not None and context.now() <= session.created_at + FRESH:
        return None
    if not nonce:
        return AuthError(
            400, "reauthentication_needed", "Password update requires reauthentication"
        )
    if await one_time_tokens.by_code(context, tx, user_id, nonce, ["reauthentication"]) is None:
        return AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid")
    return None


async def hashed(context: AuthContext, user: Account, password: str) -> str:
    """The hash of a new password; raises 422 `same_password`."""
    if await context.passwords.verify(user.password_hash, password):
        raise AuthError(
            422, "same_password", "New password should be different from the old password."
        )
    return await context.passwords.hash(password)


async def apply(
    context: AuthContext, tx: ElevatedTransaction, person: SignedIn, password_hash: str, by: Device
) -> None:
    """Set it. Other sessions end, and everything that is pending; the owner gets a mail."""
    user, user_id = person.user, person.user_id
    await user_queries.set_password(tx, user_id, password_hash)
    await change_queries.ask_email(tx, user_id, None)
    await change_queries.ask_phone(tx, user_id, None)
    await user_queries.delete_tokens(tx, user_id)
    session_ids = await session_queries.delete_sessions(tx, user_id, but=person.session_id)
    sessions.forget(context, tx, session_ids)
    await events.record(tx, "password_changed", user_id=user_id, by=by, ended=len(session_ids))
    if user.email is not None and user.email_confirmed_at is not None:
        await outbox.post(
            tx,
            cause=f"password_changed:{user_id}:{context.now().isoformat()}",
            kind="password_changed",
            to=user.email,
            data={
                "link": f"{context.settings.site_url}/auth/forgot",
                "first": user.password_hash is None,
                "ended_change": user.new_email,
                "site_url": context.settings.site_url,
            },
        )
