"""Opening sessions and issuing their tokens (docs/wire/auth.md, "Sessions and tokens")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import msgspec
from starlette.responses import Response

from summerstow.auth import client_origin, events
from summerstow.auth.accounts import accounts, user_queries
from summerstow.auth.accounts.model import Account
from summerstow.auth.client_origin import Device
from summerstow.auth.context import AuthContext
from summerstow.auth.events import SecurityEvent
from summerstow.auth.responses import json
from summerstow.auth.tokens import refresh_tokens
from summerstow.auth.tokens.keys import LIFETIME
from summerstow.kit import clock
from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.observability import log
from summerstow.outbox import outbox

from . import session_queries
from .model import Opening, SessionFacts

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
    opening, event = _opening(context, user_id, method, by, provider)
    facts = await session_queries.open_session(tx, opening)
    event.logged_once_kept(tx)
    if facts.unknown_place:
        await _tell_of_place(context, tx, facts.user, opening)
    email = accounts.proved_email(facts.user)
    if email is not None:
        await welcome(context, tx, user_id, email)
        if _listed(context, email):
            # Its account says so since.
            return await issue(context, tx, opening.session, 0)
    return _issued(context, opening.session, facts, 0)


async def open_plainly(
    context: AuthContext, known: Account, *, by: Device, provider: str, attempts: str
) -> IssuedSession | None:
    """Sign the person of a right password in, in one statement, where nothing more follows from it.

    None: something does, or the account has changed since; nothing was stored. `attempts`: what the
    attempts were counted by, which begin anew.
    """
    if known.email is not None and _listed(context, known.email):
        return None
    opening, event = _opening(context, known.id, "password", by, provider)
    try:
        async with context.database.reading(None) as tx:
            facts = await session_queries.sign_in(
                tx, opening, known, by_phone=provider == "phone", attempts=attempts
            )
            event.logged_once_kept(tx)
    except session_queries.NotPlain:
        return None
    return _issued(context, opening.session, facts, 0)


def _opening(
    context: AuthContext, user_id: UUID, method: str, by: Device, provider: str
) -> tuple[Opening, SecurityEvent]:
    session_id = uuid4()
    event = events.of(
        ANONYMOUS, "signed_in", user_id=user_id, by=by, method=method, session_id=str(session_id)
    )
    opening = Opening(
        session=session_id,
        person=user_id,
        method=method,
        provider=provider,
        user_agent=by.user_agent,
        ip=by.ip,
        program=client_origin.program_of(by.user_agent),
        network=client_origin.network_of(by.ip),
        at=context.now(),
        actor=event.actor_id,
        actor_role=event.actor_role,
        noted=msgspec.Raw(event.details.encode()),
    )
    return opening, event


def _listed(context: AuthContext, email: str) -> bool:
    return email in context.settings.admin_emails


async def welcome(context: AuthContext, tx: ElevatedTransaction, user_id: UUID, email: str) -> None:
    """What a proved address brings: the staff role it is listed for, and its bookings."""
    if _listed(context, email):
        await user_queries.list_as_admin(tx, user_id)
        if await user_queries.make_admin(tx, user_id, context.now()):
            _log.info("made_admin", user_id=str(user_id))
    await context.hooks.confirmed(tx, user_id, email)


async def _tell_of_place(
    context: AuthContext, tx: ElevatedTransaction, user: Account, opening: Opening
) -> None:
    """Tell a person of a sign-in from where they have never been."""
    if not user.email or not user.email_confirmed_at:
        return
    local = clock.campus_time(opening.at)
    await outbox.post(
        tx,
        cause=f"new_sign_in:{opening.session}",
        kind="new_sign_in",
        to=user.email,
        data={
            "program": opening.program,
            "address": opening.ip,
            "when": f"{local:%A, %B} {local.day}, {local:%H:%M}",
            "link": f"{context.settings.site_url}/account",
            "site_url": context.settings.site_url,
        },
    )


async def refresh_plainly(
    context: AuthContext, session_id: UUID, counter: int, *, by: Device, keep: int
) -> IssuedSession | None:
    """The tokens after the `counter`-th refresh token, in one statement, where that is the current
    one of a session that lives. None: it is not, and nothing was stored.

    `keep`: how many moments of spent tokens are remembered.
    """
    try:
        async with context.database.reading(None) as tx:
            facts = await session_queries.refresh(
                tx,
                session_id,
                counter,
                user_agent=by.user_agent,
                ip=by.ip,
                keep=keep,
                now=context.now(),
            )
    except session_queries.NotPlain:
        return None
    return _issued(context, session_id, facts, counter + 1)


async def issue(
    context: AuthContext, tx: Transaction, session_id: UUID, counter: int
) -> IssuedSession:
    """A fresh access token and the `counter`-th refresh token of a session."""
    facts = await session_queries.session_facts(tx, session_id)
    return _issued(context, session_id, facts, counter)


def _issued(
    context: AuthContext, session_id: UUID, facts: SessionFacts, counter: int
) -> IssuedSession:
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
