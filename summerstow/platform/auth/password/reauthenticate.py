"""GET /reauthenticate: digits that prove once more who is signed in."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import one_time_tokens, send_throttle, text_limits
from summerstow.platform.auth.one_time.purposes import REAUTHENTICATION, REAUTHENTICATION_TEXT
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions.bearer import claims_of, require_second_step, signed_in


async def reauthenticate(context: AuthContext, request: Request) -> Response:
    """Send a nonce for PUT /user to the person's address, else to their number."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        person = await signed_in(context, tx, claims)
        await require_second_step(tx, person)
        user = person.user
        by_mail, to = user.email is not None, user.email or user.phone
        if to is None:
            raise invalid("Reauthentication requires the user to have an email or a phone number")
        if by_mail and user.email_confirmed_at is None:
            raise AuthError(422, "email_not_confirmed", "Please verify your email first.")
        if not by_mail and user.phone_confirmed_at is None:
            raise AuthError(422, "phone_not_confirmed", "Please verify your phone first.")
        await send_throttle.take(context, tx, "reauthentication", str(person.user_id))
        purpose = REAUTHENTICATION if by_mail else REAUTHENTICATION_TEXT
        if not by_mail:
            await text_limits.take(context, to)
        await one_time_tokens.send(context, tx, person.user_id, purpose, to)
        by = device(request)
        await events.record(tx, "link_sent", user_id=person.user_id, by=by, kind="reauthentication")
    return json({})
