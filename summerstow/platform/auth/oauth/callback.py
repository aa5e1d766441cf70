"""GET and POST /callback: a browser comes back from another provider.

Wire: docs/wire/auth.md, "Other providers".
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Final
from urllib.parse import parse_qsl
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.one_time import flow_queries, one_time_tokens
from summerstow.platform.auth.one_time.model import ProviderFlow
from summerstow.platform.auth.openid import (
    BadIDToken,
    Claims,
    ExchangeRefused,
    OpenID,
    ProviderTokens,
    Unreachable,
)
from summerstow.platform.auth.redirects import Target, with_query, with_session
from summerstow.platform.auth.responses import see_other
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.http.asgi import read_body
from summerstow.platform.observability import log

from . import linking, provider_tokens, providers, redirect_errors, state_cookie
from .authorize import callback_address
from .providers import ProviderIdentity

_log = log.get("auth")

_MAX_ERROR_LENGTH: Final = 500


async def callback(context: AuthContext, request: Request) -> Response:
    """To `redirect_to` with a session, a code or the refusal; to the site without a good state."""
    if request.method == "HEAD":
        return Response(status_code=204)
    parameters = dict(request.query_params)
    if request.method == "POST":
        body = await read_body(request.scope, request.receive)
        parameters |= dict(parse_qsl(body.decode("utf-8", "replace")))
    try:
        flow = await _take(context, request, parameters.get("state", ""))
    except AppError as error:
        _note(error)
        return see_other(with_query(context.settings.site_url, redirect_errors.values(error)))
    return state_cookie.forget(await _answer(context, request, flow, parameters), flow.id)


async def _answer(
    context: AuthContext, request: Request, flow: ProviderFlow, parameters: Mapping[str, str]
) -> Response:
    if parameters.get("error"):
        provider_error = {
            key: parameters.get(key, "")[:_MAX_ERROR_LENGTH]
            for key in ("error", "error_description")
        }
        _log.info("provider_refused", **provider_error)
        return redirect_errors.with_values(
            flow.redirect_to, {key: text for key, text in provider_error.items() if text}
        )
    try:
        return await _arrive(context, request, flow, parameters)
    except AppError as error:
        _note(error)
        return redirect_errors.refused(flow.redirect_to, error)


async def _take(context: AuthContext, request: Request, state: str) -> ProviderFlow:
    """The flow of a state, which is good once; a flow without a challenge is gone with it.

    Such a flow comes back in the browser that left, or its state is none; with a challenge, the
    code is of no use to any other browser.
    """
    if not state:
        raise _bad_callback("OAuth state parameter missing")
    try:
        flow_id = UUID(state)
    except ValueError:
        raise AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid") from None
    async with context.database.owner(ANONYMOUS) as tx:
        flow = await flow_queries.lock_flow(tx, flow_id)
        if flow is None:
            raise AuthError(400, "bad_oauth_state", "OAuth state not found or expired")
        if flow.code_challenge is None and not state_cookie.is_marked(context, request, flow_id):
            raise AuthError(
                400,
                "bad_oauth_state",
                "OAuth state belongs to another browser",
                private="no cookie of this flow",
            )
        if flow.returned_at is not None:
            raise AuthError(400, "flow_state_already_used", "OAuth state was used already")
        if flow.created_at + timedelta(seconds=state_cookie.LIFETIME) < context.now():
            raise AuthError(400, "bad_oauth_state", "OAuth state has expired")
        if flow.code_challenge is None:
            await flow_queries.delete_flow(tx, flow_id)
        else:
            await flow_queries.mark_returned(tx, flow_id, context.now())
        return flow


async def _arrive(
    context: AuthContext, request: Request, flow: ProviderFlow, parameters: Mapping[str, str]
) -> Response:
    code = parameters.get("code", "")
    if not code:
        raise _bad_callback("OAuth callback with missing authorization code missing")
    provider = providers.provider(context, flow.provider)
    # RFC 9207: a provider that names itself must be the one that the flow left for.
    if parameters.get("iss", provider.issuer).rstrip("/") != provider.issuer:
        raise _bad_callback("OAuth callback of another issuer")
    tokens, who = await _exchange(context, provider, flow, code)
    by = device(request)
    async with context.database.owner(ANONYMOUS) as tx:
        if flow.target_user_id is not None and flow.code_challenge is not None:
            # The returning browser may not be the one that began: the code exchange checks it.
            await linking.may_join(tx, who, flow.target_user_id)
            return await _give_code(context, tx, flow, flow.target_user_id, tokens, joins=who)
        outcome = await linking.decide(
            context,
            tx,
            who,
            by=by,
            target=Target(flow.redirect_to),
            join=flow.target_user_id,
            invited=flow.invited_user_id,
        )
        if outcome.refusal is None:
            if flow.code_challenge is not None:
                return await _give_code(context, tx, flow, outcome.user_id, tokens)
            session = await sessions.open_session(
                context, tx, outcome.user_id, method="oauth", by=by, provider=who.provider
            )
    if outcome.refusal is not None:
        # Raised after the commit, so that its changes and the mail about them are stored.
        raise outcome.refusal
    return redirect_errors.redirect(
        with_session(flow.redirect_to, session.body, **provider_tokens.on_the_wire(tokens))
    )


async def _exchange(
    context: AuthContext, provider: OpenID, flow: ProviderFlow, code: str
) -> tuple[ProviderTokens, ProviderIdentity]:
    """The provider's tokens for the code, and the person in them; raises a `server_error`."""
    assert flow.provider_verifier is not None
    try:
        tokens = await provider.exchange(
            code, verifier=flow.provider_verifier, redirect_uri=callback_address(context)
        )
        claims = await provider.claims(
            tokens.id_token, access_token=tokens.access_token, nonce=flow.nonce
        )
        if providers.subject_of(claims) is None or not provider.is_for_us(claims):
            raise BadIDToken("without a subject, or for somebody else")
        claims = await _complete(provider, claims, tokens)
    except Unreachable as error:
        raise _not_exchanged(error.private or "") from None
    except (ExchangeRefused, BadIDToken) as error:
        raise _not_exchanged(str(error)) from None
    return tokens, providers.from_google(claims)


async def _complete(provider: OpenID, claims: Claims, tokens: ProviderTokens) -> Claims:
    """Google names the address in the ID token; other issuers may keep it for their own call."""
    if claims.get("email"):
        return claims
    more = await provider.userinfo(tokens.access_token)
    if more and more.get("sub") != claims["sub"]:
        raise BadIDToken("the userinfo is of somebody else")
    return {**more, **claims}


async def _give_code(
    context: AuthContext,
    tx: Transaction,
    flow: ProviderFlow,
    user_id: UUID,
    tokens: ProviderTokens,
    *,
    joins: ProviderIdentity | None = None,
) -> Response:
    code = secrets.token_urlsafe(32)
    await flow_queries.give_code(
        tx,
        flow.id,
        user_id,
        code_hash=one_time_tokens.link_hash(code),
        sealed_tokens=provider_tokens.seal(provider_tokens.on_the_wire(tokens), code),
        sealed_identity=None if joins is None else provider_tokens.seal(joins, code),
        now=context.now(),
    )
    return redirect_errors.redirect(with_query(flow.redirect_to, {"code": code}))


def _bad_callback(message: str) -> AuthError:
    return AuthError(400, "bad_oauth_callback", message)


def _not_exchanged(why: str) -> AuthError:
    return AuthError(500, "unexpected_failure", "Unable to exchange external code", private=why)


def _note(error: AppError) -> None:
    _log.info("callback_refused", error_code=error.code, why=error.private)
