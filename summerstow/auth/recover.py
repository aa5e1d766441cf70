"""POST /recover: the way back in for whoever forgot the password (contract A4.6)."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS

from . import accounts, events, one_time, sessions, turns, validation
from .answers import json
from .errors import invalid
from .purposes import RECOVERY
from .room import Room
from .signup import target_of


class Body(msgspec.Struct):
    """Whose password it is."""

    email: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def recover(room: Room, request: Request) -> Response:
    """Mail a link and digits; unknown addresses get the same answer after the same work."""
    body = await validation.body_of(request, Body)
    if not body.email:
        raise invalid("Password recovery requires an email")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    email = validation.email_address(body.email)
    target = target_of(room, request)
    async with room.database.owner(ANONYMOUS) as tx:
        await turns.take(room, tx, "recovery", email)
        user = await accounts.known_by_email(tx, email)
        user_id = user["id"] if user is not None else None
        if user_id is None:
            await turns.rehearse(room, tx, RECOVERY, target=target, challenge=challenge)
        else:
            await one_time.send(
                room, tx, user_id, RECOVERY, email, target=target, challenge=challenge
            )
        by = sessions.device(request)
        await events.record(tx, "link_sent", user_id=user_id, by=by, kind="recovery")
    return json({}, headers=target.headers)
