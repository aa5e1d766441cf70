"""`grant_type=password` (contract A4.2)."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS

from . import sessions, validation
from .bearer import banned
from .errors import AuthError, invalid
from .queries import user_rows
from .room import Room

_log = log.get("auth")


class Body(msgspec.Struct):
    """Who, and the password."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None


async def sign_in(room: Room, request: Request) -> Response:
    """A session; unknown, passwordless and wrong take the same time and get the same answer."""
    body = await validation.body_of(request, Body)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on login.")
    if not body.email and not body.phone:
        raise invalid("missing email or phone")
    if body.phone:
        raise AuthError(422, "phone_provider_disabled", "Phone logins are disabled")
    email, password = (body.email or "").lower(), body.password or ""
    known = None
    if "\x00" not in email and len(email) <= 255:
        async with room.database.owner(ANONYMOUS) as tx:
            known = await user_rows.user_by_email(tx, email)
    stored = known["password_hash"] if known is not None else None
    right = await room.passwords.verify(stored, password)
    if known is None or not right:
        _log.info("sign_in_failed", user_id=str(known["id"]) if known is not None else None)
        raise _refused()
    async with room.database.owner(ANONYMOUS) as tx:
        user = await user_rows.lock_user(tx, known["id"])
        if user is None or user["password_hash"] != stored:
            raise _refused()
        if banned(room, user):
            raise AuthError(400, "user_banned", "User is banned")
        if user["email_confirmed_at"] is None:
            raise AuthError(400, "email_not_confirmed", "Email not confirmed")
        session = await sessions.open_session(
            room, tx, user["id"], method="password", by=sessions.device(request)
        )
    weak = room.passwords.weakness(password)
    if weak is not None:
        session.body["weak_password"] = {"message": weak[0], "reasons": weak[1]}
    return sessions.answer(session)


def _refused() -> AuthError:
    return AuthError(400, "invalid_credentials", "Invalid login credentials")
