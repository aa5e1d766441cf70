"""Opening sessions and issuing their tokens (docs/wire/auth.md, "Sessions and tokens")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from starlette.responses import Response

from summerstow.auth import client_origin, events
from summerstow.auth.accounts import accounts, user_queries
from summerstow.auth.accounts.model import Account
from summerstow.auth.client_origin import Device
from summerstow.auth.context import AuthContext
from summerstow.auth.responses import json
from summerstow.auth.tokens import refresh_tokens
from summerstow.auth.tokens.keys import LIFETIME
from summerstow.kit import clock
from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.observability import log
from summerstow.outbox import outbox

from . import session_queries

_log = log.get("auth")


@dataclass(frozen=True, slots=True)
class IssuedSession:
    """A session's tokens: `body` is the Session of the wire."""

    session_id: UUID
    body: dict[str, Any]


async def open_session(
    context: AuthContext,
    tx: ElevatedTransaction,
    user_id: UUID,
    *,
    method: str,
    by: Device,
    provider: str = "email",
) -> IssuedSession:
    """Sign a person in: a new session, with what follows from it."""
    now = context.now()
    session_id = uuid4()
    await session_queries.insert_session(
        tx, session_id, user_id, method=method, user_agent=by.user_agent, ip=by.ip, now=now
    )
    user = await user_queries.mark_signed_in(tx, user_id, provider, now)
    if email := accounts.proved_email(user):
        await welcome(context, tx, user_id, email)
    await _notice_place(context, tx, user, session_id, by)
    await events.record(
        tx, "signed_in", user_id=user_id, by=by, method=method, session_id=str(session_id)
    )
    return await issue(context, tx, user_id, session_id, 0)


async def welcome(context: AuthContext, tx: ElevatedTransaction, user_id: UUID, email: str) -> None:
    """What a proved address brings: the staff role it is listed for, and its bookings."""
    if email in context.settings.admin_emails:
        await user_queries.list_as_admin(tx, user_id)
        if await user_queries.make_admin(tx, user_id, context.now()):
            _log.info("made_admin", user_id=str(user_id))
    await context.hooks.confirmed(tx, user_id, email)


async def _notice_place(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    session_id: UUID,
    by: Device,
) -> None:
    """Tell a person of a sign-in from where they have never been; of the very first one never."""
    network = client_origin.network_of(by.ip)
    if network is None:
        return
    now, program = context.now(), client_origin.program_of(by.user_agent)
    unknown = await session_queries.remember_place(
        tx, user.id, program=program, network=network, now=now
    )
    if not unknown or not user.email or not user.email_confirmed_at:
        return
    local = clock.campus_time(now)
    await outbox.post(
        tx,
        cause=f"new_sign_in:{session_id}",
        kind="new_sign_in",
        to=user.email,
        data={
            "program": program,
            "address": by.ip,
            "when": f"{local:%A, %B} {local.day}, {local:%H:%M}",
            "link": f"{context.settings.site_url}/account",
            "site_url": context.settings.site_url,
        },
    )


async def issue(
    context: AuthContext, tx: Transaction, user_id: UUID, session_id: UUID, counter: int
) -> IssuedSession:
    """A fresh access token and the `counter`-th refresh token of a session."""
    user = await accounts.user_json(tx, user_id)
    methods = await session_queries.session_methods(tx, session_id)
    row = await session_queries.session(tx, session_id)
    assert row is not None
    issued = int(context.now().timestamp())
    claims = {
        "iss": context.issuer,
        "sub": user["id"],
        "aud": "authenticated",
        "exp": issued + LIFETIME,
        "iat": issued,
        "email": user["email"],
        "phone": user["phone"],
        "app_metadata": user["app_metadata"],
        "user_metadata": user["user_metadata"],
        "role": "authenticated",
        "aal": row.aal,
        "amr": [{"method": one.method, "timestamp": int(one.at.timestamp())} for one in methods],
        "session_id": str(session_id),
        "is_anonymous": user["is_anonymous"],
    }
    body = {
        "access_token": context.tokens.sign(claims),
        "token_type": "bearer",
        "expires_in": LIFETIME,
        "expires_at": issued + LIFETIME,
        "refresh_token": refresh_tokens.make(context.keys, session_id, counter),
        "user": user,
    }
    return IssuedSession(session_id, body)


def answer(session: IssuedSession) -> Response:
    """The 200 of a sign-in, with the informational headers."""
    return json(
        session.body,
        headers={
            "sb-auth-user-id": session.body["user"]["id"],
            "sb-auth-session-id": str(session.session_id),
        },
    )


def forget(context: AuthContext, tx: Transaction, session_ids: list[UUID]) -> None:
    """Once their end is committed, let /rest/v1 of this process know of it at once."""
    tx.after_commit(partial(context.identifier.forget, tuple(session_ids)))
