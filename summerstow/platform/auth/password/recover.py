"""POST /recover: a link for a lost password (docs/wire/auth.md, "Codes and links")."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import invalid
from summerstow.platform.auth.one_time import one_time_tokens, send_throttle
from summerstow.platform.auth.one_time.purposes import RECOVERY
from summerstow.platform.auth.responses import json


class RecoverBody(msgspec.Struct):
    """Whose password it is."""

    email: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def recover(context: AuthContext, request: Request) -> Response:
    """Mail a link and digits; unknown addresses get the same answer after the same work."""
    body = await validation.body_of(request, RecoverBody)
    if not body.email:
        raise invalid("Password recovery requires an email")
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    email = validation.email_address(body.email)
    target = context.target_of(request)
    async with context.database.owner(ANONYMOUS) as tx:
        await send_throttle.take(context, tx, "recovery", email)
        user = await accounts.known_by_email(tx, email)
        user_id = user.id if user is not None else None
        if user_id is None:
            await send_throttle.rehearse(context, tx, RECOVERY, target=target, challenge=challenge)
        else:
            await one_time_tokens.send(
                context, tx, user_id, RECOVERY, email, target=target, challenge=challenge
            )
        by = device(request)
        await events.record(tx, "link_sent", user_id=user_id, by=by, kind="recovery")
    return json({}, headers=target.headers)
