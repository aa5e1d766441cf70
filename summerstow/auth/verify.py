"""POST /verify with JSON: a code or a link's hash for a session (contract A4.4)."""

from __future__ import annotations

from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction

from . import one_time, sessions, validation, verify_link
from .errors import AuthError, invalid
from .queries import user_rows
from .room import Room

_NOT_YET = frozenset({"email_change", "sms", "phone_change"})


class Body(msgspec.Struct):
    """A type, and either the digits with their address or the link's hash."""

    type: str | None = None
    token: str | None = None
    token_hash: str | None = None
    email: str | None = None
    phone: str | None = None
    redirect_to: str | None = None


async def verify(room: Room, request: Request) -> Response:
    """A session for a proof; the form of the mail link's page is told by its content type."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() == "application/x-www-form-urlencoded":
        return await verify_link.follow(room, request)
    body = await validation.body_of(request, Body)
    _check(body)
    async with room.database.owner(ANONYMOUS) as tx:
        user_id = await _spend(room, tx, body)
        if user_id is not None:
            session = await sessions.open_session(
                room, tx, user_id, method="otp", by=sessions.device(request)
            )
            return sessions.answer(session)
    # Raised after the commit: a wrong guess counts.
    message = (
        "Token has expired or is invalid" if body.token else "Email link is invalid or has expired"
    )
    raise AuthError(403, "otp_expired", message)


def _check(body: Body) -> None:
    if not body.type:
        raise invalid("Verify requires a verification type")
    if bool(body.token) == bool(body.token_hash):
        raise invalid("Verify requires either a token or a token hash")
    if body.token:
        if bool(body.email) == bool(body.phone):
            raise invalid("Only an email address or phone number should be provided on verify")
    elif body.email or body.phone or body.redirect_to:
        raise invalid("Only the token_hash and type should be provided")
    if body.type not in one_time.KINDS and body.type not in _NOT_YET:
        raise invalid("Invalid email verification type")
    if body.email:
        try:
            body.email = validation.email_address(body.email)
        except AuthError:
            raise AuthError(422, "validation_failed", "Invalid email format") from None


async def _spend(room: Room, tx: Transaction, body: Body) -> UUID | None:
    kinds = one_time.KINDS.get(body.type or "", ())
    if body.token_hash:
        token = await one_time.by_link(room, tx, body.token_hash, kinds)
    else:
        user = await user_rows.user_by_email(tx, body.email) if body.email else None
        if user is None:
            return None
        token = await one_time.by_code(room, tx, user["id"], body.token or "", kinds)
    if token is None or not await one_time.spend(room, tx, token):
        return None
    user_id: UUID = token["user_id"]
    return user_id
