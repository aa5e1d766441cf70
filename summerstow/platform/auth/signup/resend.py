"""POST /resend: a confirmation once more."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import change_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import one_time_tokens, send_throttle, token_queries
from summerstow.platform.auth.one_time.purposes import (
    CONFIRMATION,
    EMAIL_CHANGE_NEW,
    PHONE_CHANGE,
    PHONE_CONFIRMATION,
    Purpose,
)
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.user import email_change
from summerstow.platform.auth.validation import Challenge
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.phones import may_be_texted

_TYPES = ("signup", "email_change", "sms", "phone_change")


class ResendBody(msgspec.Struct):
    """What is to be sent again, and to whom."""

    type: str | None = None
    email: str | None = None
    phone: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def resend(context: AuthContext, request: Request) -> Response:
    """Send it anew; where nothing is pending, the answer and the work are the same."""
    body = await validation.body_of(request, ResendBody)
    if body.type not in _TYPES:
        raise invalid(f"Missing one of these types: {', '.join(_TYPES)}")
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided.")
    by_mail = body.type in ("signup", "email_change")
    if by_mail and not body.email and body.phone:
        raise invalid("Type provided requires an email address")
    if not by_mail and not body.phone and body.email:
        raise invalid("Type provided requires a phone number")
    if not body.email and not body.phone:
        raise invalid("Missing email address or phone number")
    if not by_mail and not context.settings.phone:
        raise AuthError(400, "phone_provider_disabled", "Unsupported phone provider")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    target = context.target_of(request)
    async with context.database.owner(ANONYMOUS) as tx:
        if by_mail:
            await _by_mail(context, tx, body, target, challenge)
        else:
            await _by_text(context, tx, body)
    return json({}, headers=target.headers)


async def _by_mail(
    context: AuthContext,
    tx: ElevatedTransaction,
    body: ResendBody,
    target: Target,
    challenge: Challenge | None,
) -> None:
    email = validation.email_address(body.email)
    await user_queries.lock_address(tx, email)
    user = await user_queries.user_by_email(tx, email)
    if body.type == "signup":
        await send_throttle.take(context, tx, "signup", email)
        if user is not None and user.email_confirmed_at is None:
            await _again(
                context, tx, user, CONFIRMATION, to=email, target=target, challenge=challenge
            )
        else:
            await send_throttle.rehearse(
                context, tx, CONFIRMATION, target=target, challenge=challenge
            )
        return
    await send_throttle.take(context, tx, "email_change", email)
    # People know their account by its address, and the one they wait at by the new one.
    if user is None or user.new_email is None:
        user = await change_queries.user_by_new_email(tx, email)
    if user is not None:
        await email_change.send(context, tx, user, target=target, challenge=challenge)
    else:
        await send_throttle.rehearse(
            context, tx, EMAIL_CHANGE_NEW, target=target, challenge=challenge
        )


async def _by_text(context: AuthContext, tx: ElevatedTransaction, body: ResendBody) -> None:
    phone = validation.phone_number(body.phone)
    if not may_be_texted(phone, context.settings.sms_countries):
        # Nothing can be pending there, and a refusal would differ from any other unknown number.
        return
    await user_queries.lock_address(tx, phone)
    await send_throttle.take(context, tx, "phone", phone)
    user = await user_queries.user_by_phone(tx, phone)
    if body.type == "sms":
        if user is not None and user.phone_confirmed_at is None:
            await _again(context, tx, user, PHONE_CONFIRMATION, to=phone)
            return
    else:
        if user is None or user.new_phone is None:
            user = await change_queries.user_by_new_phone(tx, phone)
        if user is not None and user.new_phone is not None:
            await one_time_tokens.send(context, tx, user.id, PHONE_CHANGE, user.new_phone)
            return
    await send_throttle.rehearse(context, tx, PHONE_CONFIRMATION)


async def _again(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    purpose: Purpose,
    *,
    to: str,
    target: Target | None = None,
    challenge: Challenge | None = None,
) -> None:
    """Replace the previous message; its effects carry over."""
    before = await token_queries.token_of(tx, user.id, purpose.kind)
    await one_time_tokens.send(
        context,
        tx,
        user.id,
        purpose,
        to,
        target=target,
        challenge=challenge,
        password_hash=before.password_hash if before is not None else None,
        user_metadata=before.user_metadata if before is not None else None,
    )
