"""GET /reauthenticate: digits that show once more who is there (contract A4.12)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import ANONYMOUS

from . import events, one_time, sessions, texts, turns
from .answers import json
from .bearer import claims_of, require_second_step, signed_in
from .errors import AuthError, invalid
from .purposes import REAUTHENTICATION, REAUTHENTICATION_TEXT
from .room import Room


async def reauthenticate(room: Room, request: Request) -> Response:
    """Send a nonce for PUT /user to the person's address, else to their number."""
    claims = claims_of(room, request)
    async with room.database.owner(ANONYMOUS) as tx:
        person = await signed_in(room, tx, claims)
        await require_second_step(tx, person)
        user = person.user
        by_mail = user["email"] is not None
        if not by_mail and user["phone"] is None:
            raise invalid("Reauthentication requires the user to have an email or a phone number")
        if by_mail and user["email_confirmed_at"] is None:
            raise AuthError(422, "email_not_confirmed", "Please verify your email first.")
        if not by_mail and user["phone_confirmed_at"] is None:
            raise AuthError(422, "phone_not_confirmed", "Please verify your phone first.")
        await turns.take(room, tx, "reauthentication", str(person.user_id))
        purpose = REAUTHENTICATION if by_mail else REAUTHENTICATION_TEXT
        to = user["email"] if by_mail else user["phone"]
        if not by_mail:
            await texts.take(room, to)
        await one_time.send(room, tx, person.user_id, purpose, to)
        by = sessions.device(request)
        await events.record(tx, "link_sent", user_id=person.user_id, by=by, kind="reauthentication")
    return json({})
