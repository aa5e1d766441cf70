"""GET /authorize: leave for another provider (docs/wire/auth.md, "Other providers")."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid4

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import validation
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import flow_queries, one_time_tokens
from summerstow.platform.auth.redirects import Target
from summerstow.platform.observability import log

from . import providers, redirect_errors, state_cookie

_log = log.get("auth")

_SCOPES: Final = ("openid", "email", "profile")
#: What this server says itself in the provider's address, and what is addressed to it alone.
_OURS: Final = frozenset(
    {
        *("client_id", "client_secret", "redirect_uri", "response_type"),
        *("state", "scope", "code_challenge", "code_challenge_method"),
        *("code_verifier", "nonce", "request", "request_uri"),
        *("provider", "scopes", "redirect_to", "invite_token"),
        *("skip_http_redirect", "apikey"),
    }
)
_MAX_NONCE: Final = 255


@dataclass(frozen=True)
class Authorization:
    """The provider's address, and where the browser will return to."""

    url: str
    target: Target
    flow_id: UUID


async def authorize(context: AuthContext, request: Request) -> Response:
    """302 to the provider.

    A browser that cannot leave goes back to `redirect_to`, or to /auth, with the refusal in its
    address: a person has no use for JSON. A program gets the JSON.
    """
    try:
        leaving = await leave(context, request)
    except AuthError as error:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        requested_url = request.query_params.get("redirect_to", "")
        back = (
            requested_url
            if context.redirects.allows(requested_url)
            else f"{context.settings.site_url}/auth"
        )
        _log.info("authorize_refused", error_code=error.code, why=error.private)
        return redirect_errors.refused(back, error)
    answer = redirect_errors.redirect(leaving.url, leaving.target.headers)
    return state_cookie.mark(context, answer, leaving.flow_id)


async def leave(
    context: AuthContext, request: Request, target_user_id: UUID | None = None
) -> Authorization:
    """Remember the flow and make the provider's address.

    `target_user_id`: the account that the identity is to join. Raises 400 `validation_failed`,
    404 `user_not_found` for an unknown invitation, 503 if the provider is unavailable.
    """
    query = request.query_params
    name = query.get("provider", "")
    provider = providers.provider(context, name)
    challenge = validation.pkce(query.get("code_challenge"), query.get("code_challenge_method"))
    nonce = query.get("nonce") or secrets.token_urlsafe(24)
    if len(nonce) > _MAX_NONCE:
        raise invalid(f"nonce cannot be longer than {_MAX_NONCE} characters")
    target = context.target_of(request)
    flow_id, verifier = uuid4(), secrets.token_urlsafe(48)
    url = await provider.authorization_url(
        redirect_uri=callback_address(context),
        scope=" ".join(dict.fromkeys([*_SCOPES, *re.findall(r"[^\s,]+", query.get("scopes", ""))])),
        state=str(flow_id),
        nonce=nonce,
        verifier=verifier,
        more={key: value for key, value in query.items() if key not in _OURS},
    )
    async with context.database.owner(ANONYMOUS) as tx:
        invited_user_id = None
        if query.get("invite_token"):
            token = await one_time_tokens.by_link(
                context, tx, query["invite_token"], ("confirmation",)
            )
            if token is None:
                raise AuthError(404, "user_not_found", "User identified by token not found")
            invited_user_id = token.user_id
        await flow_queries.delete_flows_before(tx, context.now() - one_time_tokens.FLOW_RETENTION)
        await flow_queries.insert_provider_flow(
            tx,
            flow_id,
            provider=name,
            method="oauth",
            redirect_to=target.url,
            nonce=nonce,
            provider_verifier=verifier,
            challenge=challenge.value if challenge else None,
            challenge_method=challenge.method if challenge else None,
            target_user_id=target_user_id,
            invited_user_id=invited_user_id,
            now=context.now(),
        )
    return Authorization(url, target, flow_id)


def callback_address(context: AuthContext) -> str:
    """Where the provider sends browsers back to; it must be registered there."""
    return f"{context.issuer}/callback"
