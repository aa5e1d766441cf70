"""`grant_type=refresh_token` (contract A4.2): one current token a session, whatever races.

A spent token gives the current one again if it is the current one's parent (its answer was lost) or
was spent within the reuse interval; anything else is a theft, and ends that session alone.
"""

from __future__ import annotations

from typing import Final

import asyncpg
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction
from summerstow.mail import outbox

from . import events, places, refresh_tokens, sessions, validation
from .bearer import banned
from .errors import AuthError, invalid
from .queries import session_rows, user_rows
from .refresh_tokens import Presented
from .room import Room
from .route_limits import REFRESH
from .session_life import ended

#: How many spent tokens are remembered with their time, for the reuse interval.
REMEMBERED_SPENT: Final = 20


class Body(msgspec.Struct):
    """The token."""

    refresh_token: str | None = None


async def refresh(room: Room, request: Request) -> Response:
    """The session's next tokens, or its current ones again."""
    body = await validation.body_of(request, Body)
    try:
        presented = refresh_tokens.read(room.keys, body.refresh_token or "")
    except refresh_tokens.MalformedToken:
        raise invalid("Refresh token is not valid") from None
    if presented is None:
        raise AuthError(
            400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"
        )
    await room.limits.take(REFRESH, str(presented.session_id))
    async with room.database.owner(ANONYMOUS) as tx:
        session = await session_rows.lock_session(tx, presented.session_id)
        if session is None:
            raise AuthError(
                400, "session_not_found", "Invalid Refresh Token: No Valid Session Found"
            )
        counter = await _next(room, tx, session, presented, sessions.device(request))
        if counter is not None:
            issued = await sessions.issue(room, tx, session["user_id"], session["id"], counter)
            return sessions.answer(issued)
        # Raised only after the commit, so that the session's end stands.
        await _end_stolen(room, tx, session, sessions.device(request))
    raise AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")


async def _end_stolen(
    room: Room, tx: Transaction, session: asyncpg.Record, by: sessions.Device
) -> None:
    """End the session of which two people hold tokens, and tell its owner (pain-points.md, 1)."""
    user_id, session_id = session["user_id"], session["id"]
    sessions.forget(room, tx, await session_rows.delete_session(tx, session_id))
    await events.record(tx, "token_replayed", user_id=user_id, by=by, session_id=str(session_id))
    user = await user_rows.user_by_id(tx, user_id)
    if user is not None and user["email"] and user["email_confirmed_at"]:
        await outbox.post(
            tx,
            cause=f"token_replayed:{session_id}",
            kind="token_replayed",
            to=user["email"],
            data={
                "program": places.program_of(session["user_agent"]),
                "link": f"{room.settings.site_url}/auth",
                "site_url": room.settings.site_url,
            },
        )


async def _next(
    room: Room,
    tx: Transaction,
    session: asyncpg.Record,
    presented: Presented,
    by: sessions.Device,
) -> int | None:
    """The counter to hand out, the session's row being locked; None for a theft."""
    now, current = room.now(), session["refresh_counter"]
    user = await user_rows.user_by_id(tx, session["user_id"])
    if user is None or banned(room, user):
        raise AuthError(400, "user_banned", "Invalid Refresh Token: User Banned")
    end = ended(session, now)
    if end is not None:
        raise AuthError(400, "session_expired", f"Invalid Refresh Token: Session Expired{end}")
    if presented.counter == current:
        await session_rows.rotate(
            tx,
            session["id"],
            user_agent=by.user_agent,
            ip=by.ip,
            keep=REMEMBERED_SPENT,
            now=now,
        )
        return int(current) + 1
    age = current - presented.counter
    if age == 1:
        return int(current)
    spent = session["refresh_spent_at"]
    if 1 < age <= len(spent):
        since = (now - spent[age - 1]).total_seconds()
        if since <= room.settings.reuse_interval:
            return int(current)
    return None
