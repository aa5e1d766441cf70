"""`grant_type=id_token`: an app that signed its person in at Google itself.

Wire: docs/wire/auth.md, "Token grants".
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import validation
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, OAuthStyleError, invalid
from summerstow.platform.auth.openid import GOOGLE, BadIDToken, Claims, OpenID
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.auth.sessions.bearer import claims_of, require_second_step, signed_in
from summerstow.platform.observability import log

from . import linking, providers

_log = log.get("auth")

_MISFIT: Final = "Passed nonce and nonce in id_token should either both exist or not."


class TokenIdTokenBody(msgspec.Struct):
    """The token, and what it is checked against."""

    id_token: str | None = None
    provider: str | None = None
    client_id: str | None = None
    issuer: str | None = None
    access_token: str | None = None
    nonce: str | None = None
    link_identity: bool | None = None


async def sign_in(context: AuthContext, request: Request) -> Response:
    """A session for an ID token; with `link_identity`, of the signed-in person who gains it."""
    body = await validation.body_of(request, TokenIdTokenBody)
    if not body.id_token:
        raise OAuthStyleError("invalid request", "id_token required")
    if not body.provider and not (body.client_id and body.issuer):
        raise OAuthStyleError("invalid request", "provider or client_id and issuer required")
    join = await _person(context, request) if body.link_identity else None
    provider = _provider(context, body)
    who = providers.from_google(await _claims(provider, body, body.id_token))
    by = device(request)
    async with context.database.owner(ANONYMOUS) as tx:
        outcome = await linking.decide(
            context, tx, who, by=by, target=context.target_of(request), join=join
        )
        if outcome.refusal is None:
            session = await sessions.open_session(
                context, tx, outcome.user_id, method="oauth", by=by, provider=who.provider
            )
            return sessions.answer(session)
    # Raised after the commit, so that its changes and the mail about them are stored.
    raise outcome.refusal


async def _person(context: AuthContext, request: Request) -> UUID:
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        person = await signed_in(context, tx, claims)
        if not context.settings.manual_linking:
            raise AuthError(404, "manual_linking_disabled", "Manual linking is disabled")
        await require_second_step(tx, person)
    return person.user_id


def _provider(context: AuthContext, body: TokenIdTokenBody) -> OpenID:
    google = context.google
    issuer = (body.issuer or "").rstrip("/")
    if body.provider != "google" and issuer not in (GOOGLE, google.issuer):
        raise invalid(f'Custom OIDC provider "{(body.provider or "")[:50]}" not allowed')
    if not google.enabled:
        raise AuthError(
            400, "provider_disabled", f'Provider (issuer "{google.issuer}") is not enabled'
        )
    return google


async def _claims(provider: OpenID, body: TokenIdTokenBody, id_token: str) -> Claims:
    """The claims of a token that is for us; raises the refusals in the order of the wire."""
    try:
        claims = await provider.claims(id_token, access_token=body.access_token)
    except BadIDToken as error:
        raise OAuthStyleError("invalid request", "Bad ID token", private=str(error)) from None
    if providers.subject_of(claims) is None:
        raise OAuthStyleError("invalid request", "Missing sub claim in id_token")
    if not provider.is_for_us(claims):
        audiences = claims.get("aud")
        audience = " ".join(
            str(one) for one in (audiences if isinstance(audiences, list) else [audiences])
        )
        raise OAuthStyleError(
            "invalid request", f"Unacceptable audience in id_token: [{audience[:200]}]"
        )
    claimed = claims.get("nonce")
    if bool(body.nonce) != bool(claimed):
        raise OAuthStyleError("invalid request", _MISFIT)
    if body.nonce:
        digest = hashlib.sha256(body.nonce.encode()).hexdigest()
        if not hmac.compare_digest(digest.encode(), str(claimed).encode()):
            raise OAuthStyleError("invalid nonce", "Nonces mismatch")
    return claims
