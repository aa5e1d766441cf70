"""POST /verify with JSON: a code or a link's hash for a session.

Wire: docs/wire/auth.md, "Codes and links".
"""

from __future__ import annotations

from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import client_origin, validation
from summerstow.platform.auth.accounts import change_queries, user_queries
from summerstow.platform.auth.client_origin import Device, device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import one_time_tokens
from summerstow.platform.auth.one_time.model import OneTimeToken
from summerstow.platform.auth.one_time.purposes import KINDS, TEXT_TYPES
from summerstow.platform.auth.one_time.redeem_token import HALF_DONE, Redemption, redeem
from summerstow.platform.auth.rate_limits import limit_queries
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.database.transaction import Transaction

from . import link_replay, verify_link
from .link_replay import LinkResult


class VerifyBody(msgspec.Struct):
    """A type, and either the digits with their address or the link's hash."""

    type: str | None = None
    token: str | None = None
    token_hash: str | None = None
    email: str | None = None
    phone: str | None = None
    redirect_to: str | None = None


async def verify(context: AuthContext, request: Request) -> Response:
    """A session for a proof; the form of the mail link's page is known by its content type."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() == "application/x-www-form-urlencoded":
        return await verify_link.follow(context, request)
    body = await validation.body_of(request, VerifyBody)
    _check(body)
    by, browser = device(request), link_replay.browser_of(request)
    attempts = await _guess(context, body, by) if body.token else None
    async with context.database.owner(ANONYMOUS) as tx:
        token = await _token(context, tx, body)
        if token is not None and attempts is not None:
            await limit_queries.clear_attempts(tx, attempts)
        spent = Redemption.NO_TOKEN if token is None else await redeem(context, tx, token, by)
        if token is not None and spent is Redemption.COMPLETE:
            provider = "phone" if body.type in TEXT_TYPES else "email"
            session = await sessions.open_session(
                context, tx, token.user_id, method="otp", by=by, provider=provider
            )
        else:
            session = None
        if token is not None and spent is not Redemption.NO_TOKEN:
            result = LinkResult(session.session_id if session else None)
            if body.token_hash and browser is not None:
                await link_replay.remember(
                    context, tx, body.token_hash, browser, user_id=token.user_id, result=result
                )
        elif body.token_hash and (
            again := await link_replay.find_result(context, tx, body.token_hash, browser)
        ):
            result, _ = again
            if result.session_id is not None:
                session = await link_replay.session_of(context, tx, result)
            elif result.flow_id is None:
                spent = Redemption.HALF
        if session is not None:
            return sessions.answer(session)
        if spent is Redemption.HALF:
            return json({"msg": HALF_DONE, "code": "200"})
    # Raised after the commit: a wrong guess counts.
    message = (
        "Token has expired or is invalid" if body.token else "Email link is invalid or has expired"
    )
    raise AuthError(403, "otp_expired", message)


def _check(body: VerifyBody) -> None:
    if not body.type:
        raise invalid("Verify requires a verification type")
    if bool(body.token) == bool(body.token_hash):
        raise invalid("Verify requires either a token or a token hash")
    if body.token:
        if bool(body.email) == bool(body.phone):
            raise invalid("Only an email address or phone number should be provided on verify")
    elif body.email or body.phone or body.redirect_to:
        raise invalid("Only the token_hash and type should be provided")
    # Text messages hold no link, and are sent to numbers alone.
    if body.type not in KINDS or (body.type in TEXT_TYPES) != bool(body.phone):
        raise invalid("Invalid email verification type")
    if body.email:
        try:
            body.email = validation.email_address(body.email)
        except AuthError:
            raise AuthError(422, "validation_failed", "Invalid email format") from None
    if body.phone:
        body.phone = validation.phone_number(body.phone)


async def _guess(context: AuthContext, body: VerifyBody, by: Device) -> str:
    """Count an attempt with digits, whatever their message; 429 if too soon.

    Ten wrong attempts end a message, but a new message can be requested every minute.
    """
    network = client_origin.network_of(by.ip)
    tried = await context.limits.attempt(
        body.email or body.phone or "", network, by_phone=not body.email, codes=True
    )
    return tried.key


async def _token(context: AuthContext, tx: Transaction, body: VerifyBody) -> OneTimeToken | None:
    kinds = KINDS[body.type or ""]
    if body.token_hash:
        return await one_time_tokens.by_link(context, tx, body.token_hash, kinds)
    if body.type == "email_change":
        user_id, kinds = await _mailbox(tx, body.email or "")
    else:
        user_id = await _owner_of_address(tx, body)
    if user_id is None:
        return None
    return await one_time_tokens.by_code(context, tx, user_id, body.token or "", kinds)


async def _owner_of_address(tx: Transaction, body: VerifyBody) -> UUID | None:
    """Whose digits these would be."""
    if body.email:
        user = await user_queries.user_by_email(tx, body.email)
    elif body.type == "phone_change":
        user = await change_queries.user_by_new_phone(tx, body.phone or "")
    else:
        user = await user_queries.user_by_phone(tx, body.phone or "")
    return user.id if user is not None else None


async def _mailbox(tx: Transaction, email: str) -> tuple[UUID | None, tuple[str, ...]]:
    """The account of a change of address, and which of the two mailboxes this one is."""
    user = await user_queries.user_by_email(tx, email)
    if user is not None and user.new_email is not None:
        return user.id, ("email_change_current",)
    user = await change_queries.user_by_new_email(tx, email)
    return (user.id if user is not None else None), ("email_change_new",)
