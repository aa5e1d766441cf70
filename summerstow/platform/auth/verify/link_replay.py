"""A link that was used a moment ago, clicked again in the same browser.

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

from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.one_time import token_queries
from summerstow.platform.auth.one_time.one_time_tokens import LIFETIME, link_hash
from summerstow.platform.auth.sessions import session_queries, sessions
from summerstow.platform.auth.sessions.sessions import IssuedSession
from summerstow.platform.database.transaction import Transaction

COOKIE: Final = "summerstow_link"
#: How long a second click counts as the first one's.
WINDOW: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class LinkResult:
    """What a link gave: a session, a flow whose code it is, or neither (half of a change)."""

    session_id: UUID | None = None
    flow_id: UUID | None = None
    session: IssuedSession | None = None


def browser_of(request: Request) -> bytes | None:
    """What is stored of the browser that the page has marked; None for any other."""
    value = request.cookies.get(COOKIE)
    return hashlib.sha256(value.encode()).digest() if value else None


def mark_browser(context: AuthContext, answer: Response) -> None:
    """Let the browser that shows this page be known again."""
    answer.set_cookie(
        COOKIE,
        secrets.token_urlsafe(16),
        max_age=LIFETIME,
        path="/auth/v1/verify",
        httponly=True,
        samesite="lax",
        secure=context.settings.secure_site,
    )


async def remember(
    context: AuthContext,
    tx: Transaction,
    link: str,
    browser: bytes,
    *,
    user_id: UUID,
    result: LinkResult,
) -> None:
    """Keep what a link gave to a browser for a minute."""
    await token_queries.put_used_link(
        tx,
        link_hash(link),
        user_id,
        browser_hash=browser,
        session_id=result.session_id,
        flow_state_id=result.flow_id,
        now=context.now(),
        forget_before=context.now() - WINDOW,
    )


async def find_result(
    context: AuthContext, tx: Transaction, link: str, browser: bytes | None
) -> tuple[LinkResult, UUID] | None:
    """What this link gave to this browser within the last minute, and whose it is; or None."""
    if browser is None:
        return None
    row = await token_queries.used_link(tx, link_hash(link), browser, context.now() - WINDOW)
    if row is None:
        return None
    return LinkResult(row.session_id, row.flow_state_id), row.user_id


async def was_used(context: AuthContext, tx: Transaction, link: str, browser: bytes | None) -> bool:
    """Whether a click of this browser would be answered as its last one."""
    return await find_result(context, tx, link, browser) is not None


async def session_of(context: AuthContext, tx: Transaction, first: LinkResult) -> IssuedSession:
    """The session of the first click as it stands now."""
    row = await session_queries.session(tx, first.session_id) if first.session_id else None
    if row is None:
        raise AuthError(403, "otp_expired", "Email link is invalid or has expired")
    return await sessions.issue(context, tx, row.id, row.refresh_counter)
