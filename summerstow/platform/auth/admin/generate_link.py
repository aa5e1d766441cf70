"""POST /admin/generate_link: create a mail's link for a service key holder to send."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import SERVICE
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, change_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.one_time import one_time_tokens, redeem_token
from summerstow.platform.auth.one_time.purposes import (
    CONFIRMATION,
    EMAIL_CHANGE_CURRENT,
    EMAIL_CHANGE_NEW,
    INVITATION,
    MAGIC_LINK,
    RECOVERY,
    Purpose,
)
from summerstow.platform.auth.redirects import Target
from summerstow.platform.auth.responses import json
from summerstow.platform.database.transaction import Transaction

from .service_key import require_service

_PURPOSES: Final = {
    "signup": CONFIRMATION,
    "invite": INVITATION,
    "magiclink": MAGIC_LINK,
    "recovery": RECOVERY,
    "email_change_current": EMAIL_CHANGE_CURRENT,
    "email_change_new": EMAIL_CHANGE_NEW,
}
#: The kinds of link for which no account need exist yet.
_MAKES_ACCOUNTS: Final = frozenset({"signup", "invite", "magiclink"})
_FOR_UNCONFIRMED: Final = frozenset({"signup", "invite"})


class GenerateLinkBody(msgspec.Struct):
    """The kind of link, and for whom."""

    type: str | None = None
    email: str | None = None
    password: str | None = None
    new_email: str | None = None
    data: dict[str, Any] | None = None
    redirect_to: str | None = None


async def generate(context: AuthContext, request: Request) -> Response:
    """200 with the account and its link, digits and hash; nothing is sent."""
    await require_service(context, request)
    body = await validation.body_of(request, GenerateLinkBody)
    email, kind = _check(context, body), body.type or ""
    target = _target(context, request, body)
    password_hash = await context.passwords.hash(body.password) if body.password else None
    async with context.database.owner(SERVICE) as tx:
        await user_queries.lock_address(tx, email)
        user = await user_queries.user_by_email(tx, email)
        if user is None:
            if kind == "magiclink":
                # A new customer signs up by the same link.
                kind = "signup"
            user = await _create_account(
                context, tx, email, kind, body=body, password_hash=password_hash
            )
        elif kind in _FOR_UNCONFIRMED and user.email_confirmed_at is not None:
            raise AuthError(
                422, "email_exists", "A user with this email address has already been registered"
            )
        purpose = _PURPOSES[kind]
        await _prepare(context, tx, user, kind, body)
        proof = await one_time_tokens.put(
            context,
            tx,
            user.id,
            purpose,
            password_hash=password_hash,
            user_metadata=accounts.encode(body.data) if body.data else None,
        )
        by = device(request)
        await events.record(tx, "link_generated", user_id=user.id, by=by, kind=kind)
        return json(
            {
                **await accounts.user_json(tx, user.id),
                **_link_json(context, proof, kind, purpose, target),
            },
            headers=target.headers,
        )


def _link_json(
    context: AuthContext,
    proof: one_time_tokens.NewToken,
    kind: str,
    purpose: Purpose,
    target: Target,
) -> dict[str, str]:
    assert purpose.type is not None
    return {
        "action_link": one_time_tokens.mail_link(context, proof.link, purpose.type, target),
        "email_otp": proof.code,
        "hashed_token": proof.link,
        "verification_type": kind,
        "redirect_to": target.url,
    }


def _check(context: AuthContext, body: GenerateLinkBody) -> str:
    """The address, of a body that is well-formed."""
    email = validation.email_address(body.email)
    if body.type not in _PURPOSES:
        raise invalid(f"Invalid email action link type requested: {(body.type or '')[:40]}")
    if body.type == "signup":
        if not body.password:
            raise invalid("Signup requires a valid password")
        context.passwords.check(body.password)
    elif body.type.startswith("email_change"):
        body.new_email = validation.email_address(body.new_email)
    validation.full_name(validation.metadata(body.data))
    # Only a sign-up chooses one.
    body.password = body.password if body.type == "signup" else None
    return email


def _target(context: AuthContext, request: Request, body: GenerateLinkBody) -> Target:
    if body.redirect_to and context.redirects.allows(body.redirect_to):
        return Target(body.redirect_to)
    return context.target_of(request)


async def _create_account(
    context: AuthContext,
    tx: Transaction,
    email: str,
    kind: str,
    *,
    body: GenerateLinkBody,
    password_hash: str | None,
) -> Account:
    if kind not in _MAKES_ACCOUNTS:
        raise AuthError(404, "user_not_found", "User with this email not found")
    data = body.data or {}
    user_id = await accounts.create_account(
        tx, email=email, password_hash=password_hash, data=data, now=context.now()
    )
    await user_queries.set_user_metadata(tx, user_id, accounts.encode(data))
    user = await user_queries.user_by_id(tx, user_id)
    assert user is not None
    return user


async def _prepare(
    context: AuthContext, tx: Transaction, user: Account, kind: str, body: GenerateLinkBody
) -> None:
    """What the account must say for the link to be of use."""
    if kind == "invite":
        await change_queries.mark_invited(tx, user.id, context.now())
    if body.new_email and kind.startswith("email_change"):
        await redeem_token.refuse_taken_email(tx, body.new_email)
        # The link for the other mailbox may already exist.
        if user.new_email != body.new_email:
            await change_queries.ask_email(tx, user.id, body.new_email)
