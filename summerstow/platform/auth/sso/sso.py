"""Single sign-on by SAML 2.0 (docs/wire/auth.md, "Single sign-on")."""

from __future__ import annotations

import asyncio
import secrets
from datetime import timedelta
from typing import Final
from urllib.parse import parse_qs
from uuid import UUID, uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import accounts
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.oauth import linking, redirect_errors, state_cookie
from summerstow.platform.auth.oauth.providers import ProviderIdentity
from summerstow.platform.auth.one_time import flow_queries, one_time_tokens
from summerstow.platform.auth.one_time.model import ProviderFlow
from summerstow.platform.auth.redirects import Target, with_query, with_session
from summerstow.platform.auth.responses import json, see_other
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.auth.sso.model import SsoProvider
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.http.asgi import read_body
from summerstow.platform.observability import log

from . import saml, sso_queries

_log = log.get("auth")

METHOD: Final = "sso/saml"
#: Seconds to come back from the identity provider (docs/wire/auth.md, "Lifetimes").
LIFETIME: Final = 300
_MAX_SUBJECT: Final = 255


class SsoBody(msgspec.Struct):
    """Whose single sign-on, and where it leads."""

    provider_id: str | None = None
    domain: str | None = None
    redirect_to: str | None = None
    skip_http_redirect: bool | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


def require_saml(context: AuthContext) -> None:
    """Raise 404 `saml_provider_disabled` unless SUMMERSTOW_SAML is on."""
    if not context.settings.saml:
        raise AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled")


async def start(context: AuthContext, request: Request) -> Response:
    """The identity provider's address as `{url}`, or 303 to it."""
    require_saml(context)
    body = await validation.body_of(request, SsoBody)
    if body.provider_id and body.domain:
        raise invalid("Only one of provider_id or domain supported")
    if not body.provider_id and not body.domain:
        raise invalid("A provider_id or domain needs to be provided")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    target = context.redirects.choose(body.redirect_to, request.headers.get("referer"))
    flow_id = uuid4()
    async with context.database.owner(ANONYMOUS) as tx:
        provider = await _requested_provider(tx, body)
        url, request_id = saml.leave(context.issuer, provider.metadata_xml, str(flow_id))
        await flow_queries.delete_flows_before(tx, context.now() - one_time_tokens.FLOW_RETENTION)
        await flow_queries.insert_provider_flow(
            tx,
            flow_id,
            provider=f"sso:{provider.id}",
            method=METHOD,
            redirect_to=target.url,
            nonce=request_id,
            provider_verifier=None,
            challenge=challenge.value if challenge else None,
            challenge_method=challenge.method if challenge else None,
            target_user_id=None,
            invited_user_id=None,
            now=context.now(),
        )
    answer = json({"url": url}, headers=target.headers)
    if not body.skip_http_redirect:
        answer = see_other(url)
    return state_cookie.mark(context, answer, flow_id, state_cookie.SAML_PATH)


async def metadata(context: AuthContext, request: Request) -> Response:
    """Return the metadata by which an identity provider recognizes this service."""
    require_saml(context)
    headers = {"cache-control": "public, max-age=600"}
    if request.query_params.get("download") == "true":
        headers["content-disposition"] = 'attachment; filename="metadata.xml"'
    return Response(
        saml.service_metadata(context.issuer), headers=headers, media_type="application/xml"
    )


async def consume(context: AuthContext, request: Request) -> Response:
    """The assertion endpoint: to `redirect_to` with a session, a code or the refusal."""
    require_saml(context)
    raw = await read_body(request.scope, request.receive)
    form = parse_qs(raw.decode("utf-8", "replace"))
    response = form.get("SAMLResponse", [""])[0]
    try:
        flow = await _take(context, request, form.get("RelayState", [""])[0])
    except AppError as error:
        _log.info("saml_refused", error_code=error.code)
        return see_other(with_query(context.settings.site_url, redirect_errors.values(error)))
    try:
        return await _arrive(context, request, flow, response)
    except AppError as error:
        _log.info("saml_refused", error_code=error.code, why=error.private)
        return redirect_errors.refused(flow.redirect_to, error)


async def _requested_provider(tx: Transaction, body: SsoBody) -> SsoProvider:
    if body.domain:
        provider = await sso_queries.provider_of_domain(tx, body.domain.strip().lower())
        missing = "No SSO provider assigned for this domain"
    else:
        missing = "No such SSO provider"
        try:
            provider = await sso_queries.provider(tx, UUID(body.provider_id or ""))
        except ValueError:
            provider = None
    if provider is None:
        raise AuthError(404, "sso_provider_not_found", missing)
    if provider.disabled:
        raise AuthError(422, "sso_provider_disabled", "SSO provider is disabled")
    return provider


async def _take(context: AuthContext, request: Request, relay_state: str) -> ProviderFlow:
    """The flow of a RelayState, which is good once, in the browser that left with it.

    A flow with a PKCE challenge is tied to it by its verifier.
    """
    try:
        flow_id = UUID(relay_state)
    except ValueError:
        raise invalid("SAML RelayState is not a valid UUID") from None
    async with context.database.owner(ANONYMOUS) as tx:
        flow = await flow_queries.lock_flow(tx, flow_id)
        foreign = (
            flow is not None
            and flow.code_challenge is None
            and not state_cookie.is_marked(context, request, flow_id)
        )
        if flow is None or flow.method != METHOD or flow.returned_at is not None or foreign:
            raise AuthError(
                404,
                "saml_relay_state_not_found",
                "SAML RelayState does not exist, try logging in again",
            )
        if flow.created_at + timedelta(seconds=LIFETIME) < context.now():
            raise AuthError(
                422, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again"
            )
        await flow_queries.mark_returned(tx, flow_id, context.now())
        return flow


async def _arrive(
    context: AuthContext, request: Request, flow: ProviderFlow, response: str
) -> Response:
    provider_id = UUID(flow.provider.removeprefix("sso:"))
    async with context.database.owner(ANONYMOUS) as tx:
        provider = await sso_queries.provider(tx, provider_id)
        domains = {one.domain for one in await sso_queries.domains(tx, provider_id)}
    if provider is None or provider.disabled:
        raise AuthError(404, "sso_provider_not_found", "No such SSO provider")
    try:
        assertion = await asyncio.to_thread(
            saml.read,
            context.issuer,
            provider.metadata_xml,
            response,
            request_id=flow.nonce,
            mapping=accounts.decode(provider.attribute_mapping),
        )
    except saml.BadAssertion as error:
        raise AuthError(
            400, "validation_failed", "SAML Assertion is not valid", private=str(error)
        ) from None
    who = _identity_of(provider, assertion, domains)
    by = device(request)
    async with context.database.owner(ANONYMOUS) as tx:
        if not await sso_queries.take_assertion(
            tx, provider_id, assertion.id, expires_at=assertion.expires_at, now=context.now()
        ):
            raise AuthError(400, "validation_failed", "SAML Assertion was used already")
        outcome = await linking.decide(context, tx, who, by=by, target=Target(flow.redirect_to))
        if outcome.refusal is None:
            if flow.code_challenge is not None:
                code = secrets.token_urlsafe(32)
                await flow_queries.give_code(
                    tx,
                    flow.id,
                    outcome.user_id,
                    code_hash=one_time_tokens.link_hash(code),
                    sealed_tokens=None,
                    now=context.now(),
                )
                return see_other(with_query(flow.redirect_to, {"code": code}))
            session = await sessions.open_session(
                context, tx, outcome.user_id, method=METHOD, by=by, provider=who.provider
            )
    if outcome.refusal is not None:
        raise outcome.refusal
    return see_other(with_session(flow.redirect_to, session.body))


def _identity_of(
    provider: SsoProvider, assertion: saml.Assertion, domains: set[str]
) -> ProviderIdentity:
    """The person; an organisation vouches for the addresses of its own domains alone."""
    try:
        email = validation.email_address(assertion.email)
    except AuthError:
        email = None
    verified = email is not None and email.rpartition("@")[2] in domains
    data = {
        **assertion.claims,
        "iss": provider.entity_id,
        "sub": assertion.subject,
        "provider_id": assertion.subject,
        "email": email,
        "email_verified": verified,
        "phone_verified": False,
    }
    claims_data = {key: value for key, value in data.items() if value is not None}
    return ProviderIdentity(f"sso:{provider.id}", assertion.subject, email, verified, claims_data)
