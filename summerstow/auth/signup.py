"""POST /signup (contract A4.1)."""

from __future__ import annotations

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

from . import accounts, one_time, sessions, validation
from .answers import json
from .errors import AuthError, invalid
from .queries import user_rows
from .redirects import Target
from .room import Room
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


class Asked(msgspec.Struct, frozen=True):
    """A sign-up by e-mail that is well-formed."""

    email: str
    password_hash: str
    data: Metadata
    challenge: Challenge | None
    target: Target


async def signup(room: Room, request: Request) -> Response:
    """Make an account, or answer as if one were made (A4.1's table)."""
    body = await validation.body_of(request, Body)
    if not body.email and not body.phone:
        return await _anonymous(room, request, body)
    asked = await _checked(room, request, body)
    by = sessions.device(request)
    async with room.database.owner(ANONYMOUS) as tx:
        await user_rows.lock_address(tx, asked.email)
        user = await user_rows.user_by_email(tx, asked.email)
        if user is not None and user["email_confirmed_at"] is not None:
            return await _taken(room, tx, user, asked)
        if room.settings.autoconfirm:
            if user is None:
                user_id = await _create(room, tx, asked, confirmed=True)
            else:
                user_id = user["id"]
                await user_rows.set_password(tx, user_id, asked.password_hash)
                await user_rows.confirm_email(tx, user_id, room.now())
            session = await sessions.open_session(room, tx, user_id, method="password", by=by)
            return sessions.answer(session)
        if user is None:
            user_id = await _create(room, tx, asked, confirmed=False)
            await _mail(room, tx, user_id, asked)
        else:
            # Whoever reads the mailbox decides whose password counts: the one of the answered mail.
            one_time.wait_for_mail(room, user["confirmation_sent_at"])
            user_id = user["id"]
            metadata = accounts.signup_metadata(user_id, asked.email, asked.data)
            await _mail(
                room,
                tx,
                user_id,
                asked,
                password_hash=asked.password_hash,
                user_metadata=accounts.encode(metadata),
            )
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
    if body.phone:
        raise AuthError(400, "phone_provider_disabled", "Phone signups are disabled")
    email = validation.email_address(body.email)
    data = validation.metadata(body.data)
    validation.full_name(data)
    return Asked(
        email=email,
        password_hash=await room.passwords.hash(body.password),
        data=data,
        challenge=challenge,
        target=target_of(room, request),
    )


def target_of(room: Room, request: Request) -> Target:
    """Where the link in the mail will lead: `redirect_to`, else the page that asked (A3)."""
    asked = request.headers.get("redirect_to") or request.query_params.get("redirect_to")
    return room.redirects.choose(asked, request.headers.get("referer"))


async def _create(room: Room, tx: Transaction, asked: Asked, *, confirmed: bool) -> UUID:
    return await accounts.create_account(
        tx,
        email=asked.email,
        password_hash=asked.password_hash,
        data=asked.data,
        now=room.now(),
        confirmed=confirmed,
    )


async def _mail(
    room: Room,
    tx: Transaction,
    user_id: UUID,
    asked: Asked,
    *,
    password_hash: str | None = None,
    user_metadata: str | None = None,
) -> None:
    await one_time.send_confirmation(
        room,
        tx,
        user_id,
        asked.email,
        target=asked.target,
        challenge=asked.challenge,
        password_hash=password_hash,
        user_metadata=user_metadata,
    )


async def _taken(room: Room, tx: Transaction, user: asyncpg.Record, asked: Asked) -> Response:
    """Nobody learns from the answer that the address has an account; its owner does, by mail."""
    _log.info("signup_for_taken_address", user_id=str(user["id"]))
    if room.settings.autoconfirm:
        raise AuthError(422, "user_already_exists", "User already registered")
    # Asking twice is answered as it is for an address that is not confirmed.
    one_time.wait_for_mail(room, user["signup_notice_sent_at"])
    now = room.now()
    await user_rows.mark_signup_notice(tx, user["id"], now)
    await outbox.post(
        tx,
        cause=f"signup_taken:{user['id']}:{now.isoformat()}",
        kind="signup_taken",
        to=asked.email,
        data={"link": f"{room.settings.site_url}/auth", "site_url": room.settings.site_url},
    )
    return json(accounts.fake_user(asked.email, asked.data, now), headers=asked.target.headers)


async def _anonymous(room: Room, request: Request, body: Body) -> Response:
    if not room.settings.anonymous:
        raise AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    if room.settings.disable_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    data = validation.metadata(body.data)
    async with room.database.owner(ANONYMOUS) as tx:
        user_id = await accounts.create_account(
            tx, email=None, password_hash=None, data=data, now=room.now()
        )
        session = await sessions.open_session(
            room, tx, user_id, method="anonymous", by=sessions.device(request)
        )
    return sessions.answer(session)
