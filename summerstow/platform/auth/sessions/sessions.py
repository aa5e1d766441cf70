"""Opening sessions and issuing their tokens (docs/wire/auth.md, "Sessions and tokens")."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from starlette.responses import Response

from summerstow.platform import clock
from summerstow.platform.auth import client_origin, events
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.tokens import refresh_tokens
from summerstow.platform.auth.tokens.keys import LIFETIME
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.observability import log
from summerstow.platform.outbox import outbox

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
    """Open a session for an account and do what a sign-in causes."""
    session_id, now = uuid4(), context.now()
    await session_queries.insert_session(
        tx, session_id, user_id, method=method, user_agent=by.user_agent, ip=by.ip, now=now
    )
    user = await session_queries.update_last_sign_in(tx, user_id, provider=provider, now=now)
    await events.record(
        tx, "signed_in", user_id=user_id, by=by, method=method, session_id=str(session_id)
    )
    await _remember_place(context, tx, user, by, session_id=session_id, now=now)
    email = accounts.proved_email(user)
    if email is not None:
        await welcome(context, tx, user_id, email)
    return await issue(context, tx, session_id, 0)


async def _remember_place(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    by: Device,
    *,
    session_id: UUID,
    now: datetime,
) -> None:
    """Store where an account signs in; tell its owner about a place that is new."""
    network = client_origin.network_of(by.ip)
    if network is None:
        return
    program = client_origin.program_of(by.user_agent)
    is_unknown = await session_queries.remember_place(
        tx, user.id, program=program, network=network, now=now
    )
    if not is_unknown or not user.email or not user.email_confirmed_at:
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


def _is_listed_admin(context: AuthContext, email: str) -> bool:
    return email in context.settings.admin_emails


async def welcome(context: AuthContext, tx: ElevatedTransaction, user_id: UUID, email: str) -> None:
    """What a proved address brings: the staff role it is listed for, and its bookings."""
    if _is_listed_admin(context, email):
        await user_queries.list_as_admin(tx, user_id)
        if await user_queries.make_admin(tx, user_id, context.now()):
            _log.info("made_admin", user_id=str(user_id))
    await context.hooks.confirmed(tx, user_id, email)


async def issue(
    context: AuthContext, tx: Transaction, session_id: UUID, counter: int
) -> IssuedSession:
    """A fresh access token and the `counter`-th refresh token of a session."""
    facts = await session_queries.session_facts(tx, session_id)
    user = accounts.user_body(facts.user, facts.identities, facts.factors)
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
        "aal": facts.aal,
        "amr": [
            {"method": one.method, "timestamp": int(one.at.timestamp())} for one in facts.methods
        ],
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
