"""POST /invite: an account for somebody, who is told by mail (contract A4.15); service key only."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import SERVICE

from . import accounts, events, one_time, sessions, validation
from .admin import require_service
from .answers import json
from .errors import AuthError
from .purposes import INVITATION
from .queries import change_rows, user_rows
from .room import Room
from .signup import target_of


class Body(msgspec.Struct):
    """Whom to invite, and what is known of them."""

    email: str | None = None
    data: dict[str, Any] | None = None


async def invite(room: Room, request: Request) -> Response:
    """200 with the account; somebody whose address is confirmed is 422 `email_exists`."""
    await require_service(room, request)
    body = await validation.body_of(request, Body)
    email = validation.email_address(body.email)
    data = validation.metadata(body.data)
    validation.full_name(data)
    target = target_of(room, request)
    async with room.database.owner(SERVICE) as tx:
        await user_rows.lock_address(tx, email)
        user = await user_rows.user_by_email(tx, email)
        if user is not None and user["email_confirmed_at"] is not None:
            raise AuthError(
                422, "email_exists", "A user with this email address has already been registered"
            )
        user_id = (
            user["id"]
            if user is not None
            else await accounts.create_account(
                tx, email=email, password_hash=None, data=data, now=room.now()
            )
        )
        metadata = accounts.signup_metadata(user_id, email, data) if data else None
        await one_time.send(
            room,
            tx,
            user_id,
            INVITATION,
            email,
            target=target,
            user_metadata=accounts.encode(metadata) if metadata else None,
        )
        await change_rows.mark_invited(tx, user_id, room.now())
        await events.record(tx, "invited", user_id=user_id, by=sessions.device(request))
        return json(await accounts.user_json(tx, user_id), headers=target.headers)
