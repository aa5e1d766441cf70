"""`grant_type=pkce`: the code of a link and the verifier of the browser that began.

Wire: docs/wire/auth.md, "Token grants".
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from datetime import timedelta
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.client_origin import Device, device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import flow_queries, one_time_tokens
from summerstow.platform.auth.one_time.model import CodeFlow
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.auth.sessions.bearer import banned
from summerstow.platform.database.transaction import ElevatedTransaction

from . import linking, provider_tokens
from .providers import ProviderIdentity

#: Seconds between the click and the exchange (docs/wire/auth.md, "Lifetimes").
LIFETIME: Final = 300


class TokenPkceBody(msgspec.Struct):
    """The code and its proof."""

    auth_code: str | None = None
    code_verifier: str | None = None


async def exchange(context: AuthContext, request: Request) -> Response:
    """A session for a code that is used once; a wrong verifier does not use it up."""
    body = await validation.body_of(request, TokenPkceBody)
    if not body.auth_code or not body.code_verifier:
        raise invalid("invalid request: both auth code and code verifier should be non-empty")
    async with context.database.owner(ANONYMOUS) as tx:
        flow = await flow_queries.lock_flow_by_code(tx, one_time_tokens.link_hash(body.auth_code))
        if flow is None:
            raise AuthError(
                404, "flow_state_not_found", "invalid flow state, no valid flow state found"
            )
        if flow.auth_code_issued_at + timedelta(seconds=LIFETIME) < context.now():
            raise AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired")
        proof = _challenge(body.code_verifier, flow.code_challenge_method)
        if not hmac.compare_digest(proof, flow.code_challenge.encode()):
            raise AuthError(
                400,
                "bad_code_verifier",
                "code challenge does not match previously saved code verifier",
            )
        user = await user_queries.lock_user(tx, flow.user_id)
        if user is None or banned(context, user):
            raise AuthError(403, "user_banned", "User is banned")
        await flow_queries.delete_flow(tx, flow.id)
        by = device(request)
        refusal = await _join(context, tx, flow, body.auth_code, by)
        if refusal is None:
            session = await sessions.open_session(
                context,
                tx,
                user.id,
                method=flow.method,
                by=by,
                provider=flow.provider or "email",
            )
    if refusal is not None:
        # Raised after the commit: the mail that asks for a confirmation stands.
        raise refusal
    if flow.sealed_tokens is not None:
        tokens = provider_tokens.unseal(flow.sealed_tokens, body.auth_code, dict[str, str])
        session.body.update(tokens)
    return sessions.answer(session)


async def _join(
    context: AuthContext, tx: ElevatedTransaction, flow: CodeFlow, code: str, by: Device
) -> AuthError | None:
    """Add the identity that the flow is to link, where there is one."""
    if flow.sealed_identity is None:
        return None
    assert flow.redirect_to is not None
    who = provider_tokens.unseal(flow.sealed_identity, code, ProviderIdentity)
    target = Target(flow.redirect_to)
    outcome = await linking.decide(context, tx, who, by=by, target=target, join=flow.user_id)
    return outcome.refusal


def _challenge(verifier: str, method: str) -> bytes:
    if method == "plain":
        return verifier.encode()
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
