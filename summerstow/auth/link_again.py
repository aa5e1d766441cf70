"""A link that was used a moment ago, clicked again in the same browser (pain-points.md, 3).

The page behind a link marks its browser with a cookie; within a minute a second click there gets
what the first one got. Anywhere else the link is used up.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.database import Transaction

from . import sessions
from .errors import AuthError
from .one_time import LIFETIME, link_hash
from .queries import proof_rows, session_rows
from .room import Room
from .sessions import Issued

COOKIE: Final = "summerstow_link"
#: How long a second click counts as the first one's.
WINDOW: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Given:
    """What a link gave: a session, a flow whose code it is, or neither (half of a change)."""

    session_id: UUID | None = None
    flow_id: UUID | None = None
    session: Issued | None = None


def browser_of(request: Request) -> bytes | None:
    """What is stored of the browser that the page has marked; None for any other."""
    value = request.cookies.get(COOKIE)
    return hashlib.sha256(value.encode()).digest() if value else None


def mark_browser(room: Room, answer: Response) -> None:
    """Let the browser that shows this page be known again."""
    answer.set_cookie(
        COOKIE,
        secrets.token_urlsafe(16),
        max_age=LIFETIME,
        path="/auth/v1/verify",
        httponly=True,
        samesite="lax",
        secure=room.settings.secure_site,
    )


async def remember(
    room: Room, tx: Transaction, link: str, browser: bytes, *, user_id: UUID, given: Given
) -> None:
    """Keep what a link gave to a browser for a minute."""
    await proof_rows.put_used_link(
        tx,
        link_hash(link),
        user_id,
        browser_hash=browser,
        session_id=given.session_id,
        flow_state_id=given.flow_id,
        now=room.now(),
        forget_before=room.now() - WINDOW,
    )


async def given(
    room: Room, tx: Transaction, link: str, browser: bytes | None
) -> tuple[Given, UUID] | None:
    """What this link gave to this browser within the last minute, and whose it is; or None."""
    if browser is None:
        return None
    row = await proof_rows.used_link(tx, link_hash(link), browser, room.now() - WINDOW)
    if row is None:
        return None
    return Given(row["session_id"], row["flow_state_id"]), row["user_id"]


async def was_used(room: Room, tx: Transaction, link: str, browser: bytes | None) -> bool:
    """Whether a click of this browser would be answered as its last one."""
    return await given(room, tx, link, browser) is not None


async def session_of(room: Room, tx: Transaction, first: Given, user_id: UUID) -> Issued:
    """The session of the first click as it stands now."""
    row = await session_rows.session(tx, first.session_id) if first.session_id else None
    if row is None:
        raise AuthError(403, "otp_expired", "Email link is invalid or has expired")
    return await sessions.issue(room, tx, user_id, row["id"], row["refresh_counter"])
