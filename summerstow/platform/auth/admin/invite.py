"""POST /invite: create an account and mail an invitation; service key only.

Wire: docs/wire/auth.md, "Admin".
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import SERVICE
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, change_queries, user_queries
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.one_time import one_time_tokens
from summerstow.platform.auth.one_time.purposes import INVITATION
from summerstow.platform.auth.responses import json

from .service_key import require_service


class InviteBody(msgspec.Struct):
    """Whom to invite, and what is known of them."""

    email: str | None = None
    data: dict[str, Any] | None = None


async def invite(context: AuthContext, request: Request) -> Response:
    """200 with the account; 422 `email_exists` if the address is already confirmed."""
    await require_service(context, request)
    body = await validation.body_of(request, InviteBody)
    email = validation.email_address(body.email)
    data = validation.metadata(body.data)
    validation.full_name(data)
    target = context.target_of(request)
    async with context.database.owner(SERVICE) as tx:
        await user_queries.lock_address(tx, email)
        user = await user_queries.user_by_email(tx, email)
        if user is not None and user.email_confirmed_at is not None:
            raise AuthError(
                422, "email_exists", "A user with this email address has already been registered"
            )
        user_id = (
            user.id
            if user is not None
            else await accounts.create_account(
                tx, email=email, password_hash=None, data=data, now=context.now()
            )
        )
        metadata = accounts.signup_metadata(user_id, email, data) if data else None
        await one_time_tokens.send(
            context,
            tx,
            user_id,
            INVITATION,
            email,
            target=target,
            user_metadata=accounts.encode(metadata) if metadata else None,
        )
        await change_queries.mark_invited(tx, user_id, context.now())
        await events.record(tx, "invited", user_id=user_id, by=device(request))
        return json(await accounts.user_json(tx, user_id), headers=target.headers)
