"""GET and PUT /user (contract A4.10)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit import log
from summerstow.kit.actor import ANONYMOUS
from summerstow.kit.database import Transaction

from . import accounts, sessions, validation
from .answers import json
from .bearer import SignedIn, claims_of, signed_in
from .errors import AuthError
from .queries import proof_rows, session_rows, user_rows
from .room import Room

_log = log.get("auth")


class Body(msgspec.Struct):
    """What a person may change of their account."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None
    app_metadata: dict[str, Any] | None = None


async def read(room: Room, request: Request) -> Response:
    """The account behind the token."""
    claims = claims_of(room, request)
    async with room.database.owner(ANONYMOUS) as tx:
        person = await signed_in(room, tx, claims)
        return json(accounts.user_body(person.user, await user_rows.identities(tx, person.user_id)))


async def update(room: Room, request: Request) -> Response:
    """Change metadata and password; a new password signs all other devices out."""
    claims = claims_of(room, request)
    async with room.database.owner(ANONYMOUS) as tx:
        person = await signed_in(room, tx, claims)
    body = await validation.body_of(request, Body)
    _check(room, person, body)
    new_hash = await _new_password(room, person, body.password) if body.password else None
    async with room.database.owner(ANONYMOUS) as tx:
        person = await signed_in(room, tx, claims)
        await user_rows.lock_user(tx, person.user_id)
        if body.data:
            await _merge(tx, person.user_id, body.data)
        if new_hash is not None:
            await user_rows.set_password(tx, person.user_id, new_hash)
            await proof_rows.delete_tokens(tx, person.user_id)
            ended = await session_rows.delete_sessions(tx, person.user_id, but=person.session_id)
            sessions.forget(room, tx, ended)
            _log.info("password_changed", user_id=str(person.user_id), ended=len(ended))
        return json(await accounts.user_json(tx, person.user_id))


def _check(room: Room, person: SignedIn, body: Body) -> None:
    email = validation.email_address(body.email) if body.email else None
    validation.metadata(body.data)
    if body.password:
        room.passwords.check(body.password)
    if body.app_metadata is not None:
        raise AuthError(403, "not_admin", "Updating app_metadata requires admin privileges")
    user = person.user
    if body.password and user["is_anonymous"]:
        raise AuthError(
            422,
            "validation_failed",
            "Updating password of an anonymous user without an email or phone is not allowed",
        )
    if email is not None and email != user["email"]:
        raise AuthError(422, "email_provider_disabled", "Email changes are disabled")
    if body.phone and body.phone.lstrip("+") != user["phone"]:
        raise AuthError(422, "phone_provider_disabled", "Phone changes are disabled")


async def _new_password(room: Room, person: SignedIn, password: str) -> str:
    if await room.passwords.verify(person.user["password_hash"], password):
        raise AuthError(
            422, "same_password", "New password should be different from the old password."
        )
    return await room.passwords.hash(password)


async def _merge(tx: Transaction, user_id: UUID, changes: dict[str, Any]) -> None:
    """Key by key; null removes a key."""
    row = await user_rows.user_by_id(tx, user_id)
    assert row is not None
    merged = accounts.decode(row["user_metadata"]) | changes
    kept = {key: value for key, value in merged.items() if value is not None}
    await user_rows.set_user_metadata(tx, user_id, accounts.encode(validation.metadata(kept)))
