"""POST /signup (docs/wire/auth.md, "Sign-up")."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import Device, address_key, device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import one_time_tokens, send_throttle
from summerstow.platform.auth.one_time.purposes import CONFIRMATION, PHONE_CONFIRMATION
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions import sessions
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.observability import log
from summerstow.platform.outbox import outbox
from summerstow.platform.rate_limits import Limit

from . import registration
from .registration import Registration, RegistrationBody

_log = log.get("auth")

#: In the data of a sign-up by the booking wizard; it is not stored.
BOOKS: Final = "booking_follows"
#: Of one address.
ANONYMOUS_SIGN_UP: Final = Limit("anonymous", 30, 3600)


class SignUpBody(RegistrationBody):
    """What a sign-up sends."""

    password: str | None = None


class SignUpRequest(Registration, frozen=True, kw_only=True):
    """A sign-up that is well-formed.

    `books`: the booking wizard signs up, and its booking follows at once. The mail waits to be part
    of the booking's mail (rule: one-mail-for-a-booking).
    """

    password_hash: str
    books: bool


async def signup(context: AuthContext, request: Request) -> Response:
    """Create an account, or respond as if one were created."""
    body = await validation.body_of(request, SignUpBody)
    by = device(request)
    if not body.email and not body.phone:
        return await _anonymous(context, body, by)
    form = await _check(context, request, body, by)
    async with context.database.owner(ANONYMOUS) as tx:
        await user_queries.lock_address(tx, form.address)
        if not context.settings.autoconfirm:
            await send_throttle.take(context, tx, "signup" if form.email else "phone", form.address)
        user = await registration.find_account(tx, form)
        if user is not None and _confirmed_at(user, form) is not None:
            return await _answer_taken_address(context, tx, user, form)
        if context.settings.autoconfirm:
            return await _create_confirmed(context, tx, user, form)
        if user is None:
            user_id = await _create(context, tx, form, confirmed=False)
            await _send(context, tx, user_id, form)
        else:
            user_id = user.id
            metadata = accounts.signup_metadata(user_id, form.email, form.data, phone=form.phone)
            await _send(context, tx, user_id, form, user_metadata=accounts.encode(metadata))
        return await _pending(context, tx, user_id, form)


async def _check(
    context: AuthContext, request: Request, body: SignUpBody, by: Device
) -> SignUpRequest:
    """The checks in the order of the wire; the password is hashed whatever the address."""
    registration.require_open(context)
    if not body.password:
        raise invalid("Signup requires a valid password")
    context.passwords.check(body.password)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on signup.")
    if body.phone and body.code_challenge:
        raise invalid("PKCE not supported for phone signups")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    if body.phone and not context.settings.phone:
        raise AuthError(400, "phone_provider_disabled", "Phone signups are disabled")
    email = validation.email_address(body.email) if body.email else None
    phone = validation.phone_number(body.phone) if body.phone else None
    if phone is not None:
        validation.channel(body.channel)
    data = dict(validation.metadata(body.data))
    books = data.pop(BOOKS, False) is True
    validation.full_name(data)
    return SignUpRequest(
        email=email,
        phone=phone,
        password_hash=await context.passwords.hash(body.password),
        data=data,
        challenge=challenge,
        target=context.target_of(request),
        by=by,
        books=books and email is not None,
    )


def _confirmed_at(user: Account, form: SignUpRequest) -> datetime | None:
    return user.email_confirmed_at if form.email else user.phone_confirmed_at


async def _create(
    context: AuthContext, tx: ElevatedTransaction, form: SignUpRequest, *, confirmed: bool
) -> UUID:
    return await registration.create(
        context,
        tx,
        form,
        method="password",
        confirmed=confirmed,
        password_hash=form.password_hash,
    )


async def _send(
    context: AuthContext,
    tx: ElevatedTransaction,
    user_id: UUID,
    form: SignUpRequest,
    user_metadata: str | None = None,
) -> None:
    """The password applies once this message is redeemed, by the reader of the mailbox."""
    await one_time_tokens.send(
        context,
        tx,
        user_id,
        CONFIRMATION if form.email else PHONE_CONFIRMATION,
        form.address,
        target=form.target,
        challenge=form.challenge,
        password_hash=form.password_hash,
        user_metadata=user_metadata,
        with_booking=form.books,
    )


async def _create_confirmed(
    context: AuthContext,
    tx: ElevatedTransaction,
    user: Account | None,
    form: SignUpRequest,
) -> Response:
    """Nothing is to be confirmed: the person is signed in, as a customer without a past."""
    if user is None:
        user_id = await _create(context, tx, form, confirmed=True)
    else:
        user_id = user.id
        await user_queries.set_password(tx, user_id, form.password_hash)
        if form.email:
            await user_queries.confirm_email(tx, user_id, context.now(), proved=False)
        else:
            await user_queries.confirm_phone(tx, user_id, context.now())
    provider = "email" if form.email else "phone"
    session = await sessions.open_session(
        context, tx, user_id, method="password", by=form.by, provider=provider
    )
    return sessions.answer(session)


async def _answer_taken_address(
    context: AuthContext, tx: ElevatedTransaction, user: Account, form: SignUpRequest
) -> Response:
    """Respond as to a free address and mail its owner: callers cannot learn who has an account."""
    _log.info("signup_for_taken_address", user_id=str(user.id))
    if context.settings.autoconfirm:
        raise AuthError(422, "user_already_exists", "User already registered")
    now = context.now()
    await send_throttle.rehearse_account(context, tx)
    await send_throttle.rehearse(
        context,
        tx,
        CONFIRMATION if form.email else PHONE_CONFIRMATION,
        target=form.target,
        challenge=form.challenge,
    )
    link = f"{context.settings.site_url}/auth"
    cause = f"signup_taken:{user.id}:{now.isoformat()}"
    data = {"link": link, "site_url": context.settings.site_url}
    if form.email is not None:
        await outbox.post(
            tx,
            cause=cause,
            kind="signup_taken",
            to=form.email,
            data=data,
            with_booking=form.books,
        )
    else:
        to = f"+{form.phone}"
        await outbox.text(tx, cause=cause, kind="signup_taken_text", to=to, data=data)
    if context.settings.reveal_accounts:
        fake = accounts.fake_user(form.email, form.data, now, phone=form.phone)
        return json(fake, headers=form.target.headers)
    return await _pending(context, tx, None, form)


async def _pending(
    context: AuthContext, tx: ElevatedTransaction, user_id: UUID | None, form: SignUpRequest
) -> Response:
    """Return the response to an unconfirmed sign-up; `user_id` None: the address is taken.

    Decoy ids derive from the address, so that repeated calls reveal nothing either.
    """
    provider = "email" if form.email else "phone"
    identities = [] if user_id is None else await user_queries.identities(tx, user_id)
    own = [one.id for one in identities if one.provider == provider]
    decoy = context.keys.keyed_hash(b"pending-user", form.address.encode())
    body = accounts.pending_user(
        user_id or UUID(bytes=decoy[:16], version=4),
        own[0] if own else UUID(bytes=decoy[16:], version=4),
        form.email,
        form.data,
        context.now(),
        phone=form.phone,
    )
    return json(body, headers=form.target.headers)


async def _anonymous(context: AuthContext, body: SignUpBody, by: Device) -> Response:
    if not context.settings.anonymous:
        raise AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    registration.require_open(context)
    data = validation.metadata(body.data)
    await context.limits.take(ANONYMOUS_SIGN_UP, address_key(by.ip))
    async with context.database.owner(ANONYMOUS) as tx:
        user_id = await accounts.create_account(
            tx, email=None, password_hash=None, data=data, now=context.now()
        )
        await events.record(tx, "signed_up", user_id=user_id, by=by, method="anonymous")
        session = await sessions.open_session(context, tx, user_id, method="anonymous", by=by)
    return sessions.answer(session)
