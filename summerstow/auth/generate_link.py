"""POST /admin/generate_link: what a mail would carry, for whoever holds the service key to send."""

from __future__ import annotations

from typing import Any, Final

import asyncpg
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import SERVICE
from summerstow.kit.database import Transaction

from . import accounts, events, one_time, sessions, spending, validation
from .admin import require_service
from .answers import json
from .errors import AuthError, invalid
from .purposes import (
    CONFIRMATION,
    EMAIL_CHANGE_CURRENT,
    EMAIL_CHANGE_NEW,
    INVITATION,
    MAGIC_LINK,
    RECOVERY,
    Purpose,
)
from .queries import change_rows, user_rows
from .redirects import Target
from .room import Room
from .signup import target_of

_PURPOSES: Final = {
    "signup": CONFIRMATION,
    "invite": INVITATION,
    "magiclink": MAGIC_LINK,
    "recovery": RECOVERY,
    "email_change_current": EMAIL_CHANGE_CURRENT,
    "email_change_new": EMAIL_CHANGE_NEW,
}
#: What is asked for somebody who need not have an account yet.
_MAKES_ACCOUNTS: Final = frozenset({"signup", "invite", "magiclink"})
_FOR_UNCONFIRMED: Final = frozenset({"signup", "invite"})


class Body(msgspec.Struct):
    """The kind of link, and for whom."""

    type: str | None = None
    email: str | None = None
    password: str | None = None
    new_email: str | None = None
    data: dict[str, Any] | None = None
    redirect_to: str | None = None


async def generate(room: Room, request: Request) -> Response:
    """200 with the account and its link, digits and hash; nothing is sent (contract A4.15)."""
    await require_service(room, request)
    body = await validation.body_of(request, Body)
    email, kind = _checked(room, body), body.type or ""
    target = _target(room, request, body)
    password_hash = await room.passwords.hash(body.password) if body.password else None
    async with room.database.owner(SERVICE) as tx:
        await user_rows.lock_address(tx, email)
        user = await user_rows.user_by_email(tx, email)
        if user is None:
            if kind == "magiclink":
                # Somebody new signs up by the same link.
                kind = "signup"
            user = await _made(room, tx, email, kind, body=body, password_hash=password_hash)
        elif kind in _FOR_UNCONFIRMED and user["email_confirmed_at"] is not None:
            raise AuthError(
                422, "email_exists", "A user with this email address has already been registered"
            )
        purpose = _PURPOSES[kind]
        await _prepare(room, tx, user, kind, body)
        proof = await one_time.put(
            room,
            tx,
            user["id"],
            purpose,
            password_hash=password_hash,
            user_metadata=accounts.encode(body.data) if body.data else None,
        )
        by = sessions.device(request)
        await events.record(tx, "link_generated", user_id=user["id"], by=by, kind=kind)
        return json(
            {
                **await accounts.user_json(tx, user["id"]),
                **_shown(room, proof, kind, purpose, target),
            },
            headers=target.headers,
        )


def _shown(
    room: Room, proof: one_time.Proof, kind: str, purpose: Purpose, target: Target
) -> dict[str, str]:
    assert purpose.type is not None
    return {
        "action_link": one_time.mail_link(room, proof.link, purpose.type, target),
        "email_otp": proof.code,
        "hashed_token": proof.link,
        "verification_type": kind,
        "redirect_to": target.url,
    }


def _checked(room: Room, body: Body) -> str:
    """The address, of a body that is well-formed."""
    email = validation.email_address(body.email)
    if body.type not in _PURPOSES:
        raise invalid(f"Invalid email action link type requested: {(body.type or '')[:40]}")
    if body.type == "signup":
        if not body.password:
            raise invalid("Signup requires a valid password")
        room.passwords.check(body.password)
    elif body.type.startswith("email_change"):
        body.new_email = validation.email_address(body.new_email)
    validation.full_name(validation.metadata(body.data))
    # Only a sign-up chooses one.
    body.password = body.password if body.type == "signup" else None
    return email


def _target(room: Room, request: Request, body: Body) -> Target:
    if body.redirect_to and room.redirects.allows(body.redirect_to):
        return Target(body.redirect_to)
    return target_of(room, request)


async def _made(
    room: Room,
    tx: Transaction,
    email: str,
    kind: str,
    *,
    body: Body,
    password_hash: str | None,
) -> asyncpg.Record:
    if kind not in _MAKES_ACCOUNTS:
        raise AuthError(404, "user_not_found", "User with this email not found")
    data = body.data or {}
    user_id = await accounts.create_account(
        tx, email=email, password_hash=password_hash, data=data, now=room.now()
    )
    await user_rows.set_user_metadata(tx, user_id, accounts.encode(data))
    user = await user_rows.user_by_id(tx, user_id)
    assert user is not None
    return user


async def _prepare(
    room: Room, tx: Transaction, user: asyncpg.Record, kind: str, body: Body
) -> None:
    """What the account must say for the link to be of use."""
    if kind == "invite":
        await change_rows.mark_invited(tx, user["id"], room.now())
    if body.new_email and kind.startswith("email_change"):
        await spending.refuse_taken_email(tx, body.new_email)
        # The link for the other mailbox may have been made already.
        if user["new_email"] != body.new_email:
            await change_rows.ask_email(tx, user["id"], body.new_email)
