"""POST /resend, for the confirmation of a sign-up (contract A4.5)."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS

from . import one_time, validation
from .answers import json
from .errors import invalid
from .queries import proof_rows, user_rows
from .room import Room
from .signup import target_of

_TYPES = ("signup", "email_change", "sms", "phone_change")


class Body(msgspec.Struct):
    """What is to be sent again, and to whom."""

    type: str | None = None
    email: str | None = None
    phone: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def resend(room: Room, request: Request) -> Response:
    """Mail the confirmation anew; unknown and confirmed addresses are answered the same."""
    body = await validation.body_of(request, Body)
    if body.type not in _TYPES:
        raise invalid(f"Missing one of these types: {', '.join(_TYPES)}")
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided.")
    if not body.email and body.type == "signup":
        raise invalid("Type provided requires an email address")
    if not body.phone and body.type in ("sms", "phone_change"):
        raise invalid("Type provided requires a phone number")
    if not body.email and not body.phone:
        raise invalid("Missing email address or phone number")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    target = target_of(room, request)
    if body.type == "signup":
        email = validation.email_address(body.email)
        async with room.database.owner(ANONYMOUS) as tx:
            await user_rows.lock_address(tx, email)
            user = await user_rows.user_by_email(tx, email)
            if user is not None and user["email_confirmed_at"] is None:
                one_time.wait_for_mail(room, user["confirmation_sent_at"])
                before = await proof_rows.token_of(tx, user["id"], "confirmation")
                await one_time.send_confirmation(
                    room,
                    tx,
                    user["id"],
                    email,
                    target=target,
                    challenge=challenge,
                    password_hash=before["password_hash"] if before is not None else None,
                    user_metadata=before["user_metadata"] if before is not None else None,
                )
    return json({}, headers=target.headers)
