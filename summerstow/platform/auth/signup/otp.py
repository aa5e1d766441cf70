"""POST /otp: a way in by mail or text message, without a password."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import one_time_tokens, send_throttle
from summerstow.platform.auth.one_time.purposes import CONFIRMATION, MAGIC_LINK, PHONE_CONFIRMATION
from summerstow.platform.auth.responses import json
from summerstow.platform.database.transaction import ElevatedTransaction

from . import registration
from .registration import Registration, RegistrationBody


class OtpBody(RegistrationBody):
    """The address to sign in, and whether to create an account for it."""

    create_user: bool | None = None


class OtpRequest(Registration, frozen=True, kw_only=True):
    """A request for a way in that is well-formed."""

    create: bool


async def otp(context: AuthContext, request: Request) -> Response:
    """Send a link and digits; the response is the same whether or not the account exists."""
    form = _check(context, request, await validation.body_of(request, OtpBody))
    async with context.database.owner(ANONYMOUS) as tx:
        await user_queries.lock_address(tx, form.address)
        await send_throttle.take(context, tx, "recovery" if form.email else "phone", form.address)
        user = await _account(context, tx, form)
        if user is None:
            return await _rehearse(context, tx, form)
        if form.email is not None:
            await _mail(context, tx, user, form.email, form)
        else:
            await one_time_tokens.send(context, tx, user.id, PHONE_CONFIRMATION, form.address)
        kind = "magiclink" if form.email else "sms"
        await events.record(tx, "link_sent", user_id=user.id, by=form.by, kind=kind)
    return json({}, headers=form.target.headers)


def _check(context: AuthContext, request: Request, body: OtpBody) -> OtpRequest:
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided")
    if body.email and body.channel:
        raise invalid("Channel should only be specified with Phone OTP")
    if not body.email and not body.phone:
        raise invalid("One of email or phone must be set")
    if body.phone and not context.settings.phone:
        raise AuthError(400, "phone_provider_disabled", "Unsupported phone provider")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    data = validation.metadata(body.data)
    validation.full_name(data)
    validation.channel(body.channel)
    return OtpRequest(
        email=validation.email_address(body.email) if body.email else None,
        phone=validation.phone_number(body.phone) if body.phone else None,
        create=body.create_user is not False,
        data=data,
        challenge=challenge,
        target=context.target_of(request),
        by=device(request),
    )


async def _mail(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account,
    email: str,
    form: OtpRequest,
) -> None:
    confirmed = user.email_confirmed_at is not None
    metadata = None
    if not confirmed and form.data:
        metadata = accounts.encode(accounts.signup_metadata(user.id, email, form.data))
    await one_time_tokens.send(
        context,
        tx,
        user.id,
        MAGIC_LINK if confirmed else CONFIRMATION,
        email,
        target=form.target,
        challenge=form.challenge,
        user_metadata=metadata,
    )


async def _rehearse(context: AuthContext, tx: ElevatedTransaction, form: OtpRequest) -> Response:
    """Answer for an address of no account as for any other (rule: no-guessing-accounts)."""
    await send_throttle.rehearse_account(context, tx)
    await send_throttle.rehearse(
        context,
        tx,
        MAGIC_LINK if form.email else PHONE_CONFIRMATION,
        target=form.target if form.email else None,
        challenge=form.challenge if form.email else None,
    )
    return json({}, headers=form.target.headers)


async def _account(
    context: AuthContext, tx: ElevatedTransaction, form: OtpRequest
) -> Account | None:
    """Return the account, created without a password if missing; None if it may not be."""
    user = await registration.find_account(tx, form)
    if user is not None:
        await send_throttle.rehearse_account(context, tx)
        return user
    if not form.create or context.settings.disable_signup:
        if not context.settings.reveal_accounts:
            return None
        if not form.create:
            raise AuthError(422, "otp_disabled", "Signups not allowed for otp")
        registration.require_open(context)
    user_id = await registration.create(
        context, tx, form, method="otp", confirmed=context.settings.autoconfirm
    )
    account = await user_queries.user_by_id(tx, user_id)
    assert account is not None
    return account
