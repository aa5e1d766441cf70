"""POST /otp: a way in by mail or text message, without a password (contract A4.3)."""

from __future__ import annotations

from typing import Any

import asyncpg
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction

from . import accounts, events, one_time, sessions, turns, validation
from .answers import json
from .devices import Device
from .errors import AuthError, invalid
from .purposes import CONFIRMATION, MAGIC_LINK, PHONE_CONFIRMATION
from .queries import user_rows
from .redirects import Target
from .room import Room
from .signup import target_of
from .validation import Challenge, Metadata


class Body(msgspec.Struct):
    """Who wants in, and whether an account may be made for that."""

    email: str | None = None
    phone: str | None = None
    create_user: bool | None = None
    data: dict[str, Any] | None = None
    channel: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """A request that is well-formed, by one of `email` and `phone`."""

    email: str | None
    phone: str | None
    create: bool
    data: Metadata
    challenge: Challenge | None
    target: Target
    by: Device


async def otp(room: Room, request: Request) -> Response:
    """Send a link and digits; the answer is the same whether an account is there or is made."""
    asked = _checked(room, request, await validation.body_of(request, Body))
    async with room.database.owner(ANONYMOUS) as tx:
        address = asked.email or asked.phone or ""
        await user_rows.lock_address(tx, address)
        await turns.take(room, tx, "recovery" if asked.email else "phone", address)
        if asked.email is not None:
            await _mail(room, tx, asked.email, asked)
        else:
            await _text(room, tx, address, asked)
    return json({}, headers=asked.target.headers)


def _checked(room: Room, request: Request, body: Body) -> Asked:
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided")
    if body.email and body.channel:
        raise invalid("Channel should only be specified with Phone OTP")
    if not body.email and not body.phone:
        raise invalid("One of email or phone must be set")
    if body.phone and not room.settings.phone:
        raise AuthError(400, "phone_provider_disabled", "Unsupported phone provider")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    data = validation.metadata(body.data)
    validation.full_name(data)
    validation.channel(body.channel)
    return Asked(
        email=validation.email_address(body.email) if body.email else None,
        phone=validation.phone_number(body.phone) if body.phone else None,
        create=body.create_user is not False,
        data=data,
        challenge=challenge,
        target=target_of(room, request),
        by=sessions.device(request),
    )


async def _mail(room: Room, tx: Transaction, email: str, asked: Asked) -> None:
    user = await _account(room, tx, await accounts.known_by_email(tx, email), asked)
    confirmed = user["email_confirmed_at"] is not None
    named = None
    if not confirmed and asked.data:
        named = accounts.encode(accounts.signup_metadata(user["id"], email, asked.data))
    await one_time.send(
        room,
        tx,
        user["id"],
        MAGIC_LINK if confirmed else CONFIRMATION,
        email,
        target=asked.target,
        challenge=asked.challenge,
        user_metadata=named,
    )
    await events.record(tx, "link_sent", user_id=user["id"], by=asked.by, kind="magiclink")


async def _text(room: Room, tx: Transaction, phone: str, asked: Asked) -> None:
    user = await _account(room, tx, await user_rows.user_by_phone(tx, phone), asked)
    await one_time.send(room, tx, user["id"], PHONE_CONFIRMATION, phone)
    await events.record(tx, "link_sent", user_id=user["id"], by=asked.by, kind="sms")


async def _account(
    room: Room, tx: Transaction, user: asyncpg.Record | None, asked: Asked
) -> asyncpg.Record:
    """The account, made without a password where there is none."""
    if user is not None:
        await turns.rehearse_account(room, tx)
        return user
    if not asked.create:
        raise AuthError(422, "otp_disabled", "Signups not allowed for otp")
    if room.settings.disable_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    user_id = await accounts.create_account(
        tx,
        email=asked.email,
        phone=asked.phone,
        password_hash=None,
        data=asked.data,
        now=room.now(),
        confirmed=room.settings.autoconfirm,
        proved=False,
    )
    await events.record(tx, "signed_up", user_id=user_id, by=asked.by, method="otp")
    made = await user_rows.user_by_id(tx, user_id)
    assert made is not None
    return made
