"""`grant_type=refresh_token`: one current token a session, whatever races.

A spent token gives the current one again if it is the current one's parent (its answer was lost) or
was spent within the reuse interval; anything else is a theft, and ends that session alone.

Wire: docs/wire/auth.md, "Token grants".
"""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import client_origin, events, validation
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.client_origin import Device, device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.identity.session_lifetime import ended
from summerstow.platform.auth.sessions.model import StoredSession
from summerstow.platform.auth.tokens import refresh_tokens
from summerstow.platform.auth.tokens.refresh_tokens import RefreshToken
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox
from summerstow.platform.rate_limits import Limit

from . import session_queries, sessions
from .bearer import banned

#: Of one session; twenty refreshes at once are a race between tabs, not an attack.
LIMIT: Final = Limit("refresh", 150, 300, burst=60)
#: How many spent tokens are remembered with their time, for the reuse interval.
REMEMBERED_SPENT: Final = 20


class TokenRefreshBody(msgspec.Struct):
    """The token."""

    refresh_token: str | None = None


async def refresh(context: AuthContext, request: Request) -> Response:
    """The session's next tokens, or its current ones again."""
    body = await validation.body_of(request, TokenRefreshBody)
    try:
        presented = refresh_tokens.read(context.keys, body.refresh_token or "")
    except refresh_tokens.MalformedToken:
        raise invalid("Refresh token is not valid") from None
    if presented is None:
        raise AuthError(
            400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"
        )
    await context.limits.take(LIMIT, str(presented.session_id))
    async with context.database.owner(ANONYMOUS) as tx:
        session = await session_queries.lock_session(tx, presented.session_id)
        if session is None:
            raise AuthError(
                400, "session_not_found", "Invalid Refresh Token: No Valid Session Found"
            )
        counter = await _next(context, tx, session, presented, device(request))
        if counter is not None:
            issued = await sessions.issue(context, tx, session.id, counter)
            return sessions.answer(issued)
        # Raised only after the commit, so that the session's end stands.
        await _end_stolen(context, tx, session, device(request))
    raise AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")


async def _end_stolen(
    context: AuthContext, tx: ElevatedTransaction, session: StoredSession, by: Device
) -> None:
    """End the session of which two people hold tokens, and tell its owner."""
    user_id, session_id = session.user_id, session.id
    sessions.forget(context, tx, await session_queries.delete_session(tx, session_id))
    await events.record(tx, "token_replayed", user_id=user_id, by=by, session_id=str(session_id))
    user = await user_queries.user_by_id(tx, user_id)
    if user is not None and user.email and user.email_confirmed_at:
        await outbox.post(
            tx,
            cause=f"token_replayed:{session_id}",
            kind="token_replayed",
            to=user.email,
            data={
                "program": client_origin.program_of(session.user_agent),
                "link": f"{context.settings.site_url}/auth",
                "site_url": context.settings.site_url,
            },
        )


async def _next(
    context: AuthContext,
    tx: Transaction,
    session: StoredSession,
    presented: RefreshToken,
    by: Device,
) -> int | None:
    """The counter to hand out, the session's row being locked; None for a theft."""
    now, current = context.now(), session.refresh_counter
    user = await user_queries.user_by_id(tx, session.user_id)
    if user is None or banned(context, user):
        raise AuthError(400, "user_banned", "Invalid Refresh Token: User Banned")
    end = ended(session, now)
    if end is not None:
        raise AuthError(400, "session_expired", f"Invalid Refresh Token: Session Expired{end}")
    if presented.counter == current:
        await session_queries.rotate(
            tx,
            session.id,
            user_agent=by.user_agent,
            ip=by.ip,
            keep=REMEMBERED_SPENT,
            now=now,
        )
        return int(current) + 1
    age = current - presented.counter
    if age == 1:
        return int(current)
    spent = session.refresh_spent_at
    if 1 < age <= len(spent):
        since = (now - spent[age - 1]).total_seconds()
        if since <= context.settings.reuse_interval:
            return int(current)
    return None
