"""POST /signup (contract A4.1)."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction
from summerstow.mail import outbox

from . import accounts, events, one_time, sessions, turns, validation
from .answers import json
from .devices import Device
from .errors import AuthError, invalid
from .places import address_key
from .purposes import CONFIRMATION, PHONE_CONFIRMATION
from .queries import user_rows
from .redirects import Target
from .room import Room
from .route_limits import ANONYMOUS_SIGN_UP
from .validation import Challenge, Metadata

_log = log.get("auth")


class Body(msgspec.Struct):
    """What a sign-up sends; a captcha's answer is ignored while none is asked for."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None
    channel: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """A sign-up that is well-formed, by one of `email` and `phone`."""

    email: str | None
    phone: str | None
    password_hash: str
    data: Metadata
    challenge: Challenge | None
    target: Target

    @property
    def address(self) -> str:
        """The one that was given."""
        return self.email or self.phone or ""


async def signup(room: Room, request: Request) -> Response:
    """Make an account, or answer as if one were made (A4.1's table)."""
    body = await validation.body_of(request, Body)
    by = sessions.device(request)
    if not body.email and not body.phone:
        return await _anonymous(room, body, by)
    asked = await _checked(room, request, body)
    async with room.database.owner(ANONYMOUS) as tx:
        await user_rows.lock_address(tx, asked.address)
        if not room.settings.autoconfirm:
            await turns.take(room, tx, "signup" if asked.email else "phone", asked.address)
        user = await _known(tx, asked)
        if user is not None and _confirmed_at(user, asked) is not None:
            return await _taken(room, tx, user, asked)
        if room.settings.autoconfirm:
            return await _confirmed(room, tx, user, asked, by)
        if user is None:
            user_id = await _create(room, tx, asked, by, confirmed=False)
            await _send(room, tx, user_id, asked)
        else:
            user_id = user["id"]
            metadata = accounts.signup_metadata(user_id, asked.email, asked.data, phone=asked.phone)
            await _send(room, tx, user_id, asked, user_metadata=accounts.encode(metadata))
        return json(await accounts.user_json(tx, user_id), headers=asked.target.headers)


async def _checked(room: Room, request: Request, body: Body) -> Asked:
    """The checks in the contract's order; the password is hashed whatever the address."""
    if room.settings.disable_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    if not body.password:
        raise invalid("Signup requires a valid password")
    room.passwords.check(body.password)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on signup.")
    if body.phone and body.code_challenge:
        raise invalid("PKCE not supported for phone signups")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    if body.phone and not room.settings.phone:
        raise AuthError(400, "phone_provider_disabled", "Phone signups are disabled")
    email = validation.email_address(body.email) if body.email else None
    phone = validation.phone_number(body.phone) if body.phone else None
    if phone is not None:
        validation.channel(body.channel)
    data = validation.metadata(body.data)
    validation.full_name(data)
    return Asked(
        email=email,
        phone=phone,
        password_hash=await room.passwords.hash(body.password),
        data=data,
        challenge=challenge,
        target=target_of(room, request),
    )


def target_of(room: Room, request: Request) -> Target:
    """Where the link in the mail will lead: `redirect_to`, else the page that asked (A3)."""
    asked = request.headers.get("redirect_to") or request.query_params.get("redirect_to")
    return room.redirects.choose(asked, request.headers.get("referer"))


async def _known(tx: Transaction, asked: Asked) -> asyncpg.Record | None:
    if asked.email is not None:
        return await accounts.known_by_email(tx, asked.email)
    return await user_rows.user_by_phone(tx, asked.address)


def _confirmed_at(user: asyncpg.Record, asked: Asked) -> datetime | None:
    moment: datetime | None = user["email_confirmed_at" if asked.email else "phone_confirmed_at"]
    return moment


async def _create(
    room: Room, tx: Transaction, asked: Asked, by: Device, *, confirmed: bool
) -> UUID:
    user_id = await accounts.create_account(
        tx,
        email=asked.email,
        phone=asked.phone,
        password_hash=asked.password_hash,
        data=asked.data,
        now=room.now(),
        confirmed=confirmed,
        proved=False,
    )
    await events.record(tx, "signed_up", user_id=user_id, by=by, method="password")
    return user_id


async def _send(
    room: Room, tx: Transaction, user_id: UUID, asked: Asked, user_metadata: str | None = None
) -> None:
    """The password counts once this very message is answered: by whoever reads the mailbox."""
    await one_time.send(
        room,
        tx,
        user_id,
        CONFIRMATION if asked.email else PHONE_CONFIRMATION,
        asked.address,
        target=asked.target,
        challenge=asked.challenge,
        password_hash=asked.password_hash,
        user_metadata=user_metadata,
    )


async def _confirmed(
    room: Room, tx: Transaction, user: asyncpg.Record | None, asked: Asked, by: Device
) -> Response:
    """Nothing is to be confirmed: the person is signed in, as a customer without a past."""
    if user is None:
        user_id = await _create(room, tx, asked, by, confirmed=True)
    else:
        user_id = user["id"]
        await user_rows.set_password(tx, user_id, asked.password_hash)
        if asked.email:
            await user_rows.confirm_email(tx, user_id, room.now(), proved=False)
        else:
            await user_rows.confirm_phone(tx, user_id, room.now())
    provider = "email" if asked.email else "phone"
    session = await sessions.open_session(
        room, tx, user_id, method="password", by=by, provider=provider
    )
    return sessions.answer(session)


async def _taken(room: Room, tx: Transaction, user: asyncpg.Record, asked: Asked) -> Response:
    """Nobody learns from the answer that the address has an account; its owner does."""
    _log.info("signup_for_taken_address", user_id=str(user["id"]))
    if room.settings.autoconfirm:
        raise AuthError(422, "user_already_exists", "User already registered")
    now = room.now()
    await turns.rehearse_account(room, tx)
    await turns.rehearse(
        room,
        tx,
        CONFIRMATION if asked.email else PHONE_CONFIRMATION,
        target=asked.target,
        challenge=asked.challenge,
    )
    link = f"{room.settings.site_url}/auth"
    cause = f"signup_taken:{user['id']}:{now.isoformat()}"
    data = {"link": link, "site_url": room.settings.site_url}
    if asked.email is not None:
        await outbox.post(tx, cause=cause, kind="signup_taken", to=asked.email, data=data)
    else:
        to = f"+{asked.phone}"
        await outbox.text(tx, cause=cause, kind="signup_taken_text", to=to, data=data)
    fake = accounts.fake_user(asked.email, asked.data, now, phone=asked.phone)
    return json(fake, headers=asked.target.headers)


async def _anonymous(room: Room, body: Body, by: Device) -> Response:
    if not room.settings.anonymous:
        raise AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    if room.settings.disable_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    data = validation.metadata(body.data)
    await room.limits.take(ANONYMOUS_SIGN_UP, address_key(by.ip))
    async with room.database.owner(ANONYMOUS) as tx:
        user_id = await accounts.create_account(
            tx, email=None, password_hash=None, data=data, now=room.now()
        )
        await events.record(tx, "signed_up", user_id=user_id, by=by, method="anonymous")
        session = await sessions.open_session(room, tx, user_id, method="anonymous", by=by)
    return sessions.answer(session)
