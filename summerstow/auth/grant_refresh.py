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

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction

from . import refresh_tokens, sessions, validation
from .bearer import banned
from .errors import AuthError, invalid
from .queries import session_rows, user_rows
from .refresh_tokens import Presented
from .room import Room

_log = log.get("auth")

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
        sessions.forget(room, tx, await session_rows.delete_session(tx, session["id"]))
    _log.warning(
        "refresh_token_replayed",
        user_id=str(session["user_id"]),
        session_id=str(session["id"]),
    )
    raise AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")


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
    if session["not_after"] is not None and session["not_after"] <= now:
        raise AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired")
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
