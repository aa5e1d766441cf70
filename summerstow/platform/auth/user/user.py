"""GET and PUT /user (docs/wire/auth.md, "Changing an account")."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.one_time.redeem_token import refuse_taken_email, refuse_taken_phone
from summerstow.platform.auth.password import password_change
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions import session_queries
from summerstow.platform.auth.sessions.bearer import SignedIn, claims_of, signed_in
from summerstow.platform.auth.validation import Challenge, Metadata
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import STAFF

from . import email_change, phone_change


class UpdateUserBody(msgspec.Struct):
    """What a person may change of their account."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    nonce: str | None = None
    data: dict[str, Any] | None = None
    app_metadata: dict[str, Any] | None = None
    channel: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class Change(msgspec.Struct, frozen=True):
    """A change that is well-formed; None: left as it is."""

    email: str | None
    phone: str | None
    password: str | None
    data: Metadata
    challenge: Challenge | None


async def read(context: AuthContext, request: Request) -> Response:
    """The account behind the token."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        person = await signed_in(context, tx, claims)
        identities = await user_queries.identities(tx, person.user_id)
        factors = await user_queries.factors(tx, person.user_id)
        return json(accounts.user_body(person.user, identities, factors))


async def update(context: AuthContext, request: Request) -> Response:
    """Change metadata and password at once; address and number once they are confirmed."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        person = await signed_in(context, tx, claims)
        role = await session_queries.role_of(tx, person.user_id)
    body = await validation.body_of(request, UpdateUserBody)
    change = _check(context, body, staff=role in STAFF)
    target, by = context.target_of(request), device(request)
    async with context.database.owner(ANONYMOUS) as tx:
        refusal = await _refusal(context, tx, person, change, body.nonce)
    if refusal is not None:
        # Raised after the commit: a wrong guess at the nonce counts.
        raise refusal
    new_hash = None
    if change.password is not None:
        new_hash = await password_change.hashed(context, person.user, change.password)
    async with context.database.owner(ANONYMOUS) as tx:
        await user_queries.lock_user(tx, person.user_id)
        person = await signed_in(context, tx, claims)
        if change.data:
            await _merge(tx, person.user_id, change.data)
            await events.record(tx, "user_updated", user_id=person.user_id, by=by)
        if new_hash is not None:
            await password_change.apply(context, tx, person, new_hash, by)
        if change.email is not None:
            await email_change.ask(
                context,
                tx,
                person.user,
                change.email,
                target=target,
                challenge=change.challenge,
                by=by,
            )
        if change.phone is not None:
            await phone_change.ask(context, tx, person.user, change.phone, by)
        return json(await accounts.user_json(tx, person.user_id), headers=target.headers)


def _check(context: AuthContext, body: UpdateUserBody, *, staff: bool) -> Change:
    """Check formats and strength; `staff`: the account is a staff member's."""
    email = validation.email_address(body.email) if body.email else None
    phone = validation.phone_number(body.phone) if body.phone else None
    if phone is not None:
        validation.channel(body.channel)
    challenge = validation.pkce(body.code_challenge, body.code_challenge_method)
    data = validation.metadata(body.data)
    if body.password:
        context.passwords.check(body.password, staff=staff)
    if body.app_metadata is not None:
        raise AuthError(403, "not_admin", "Updating app_metadata requires admin privileges")
    return Change(email, phone, body.password or None, data, challenge)


async def _refusal(
    context: AuthContext, tx: Transaction, person: SignedIn, change: Change, nonce: str | None
) -> AuthError | None:
    """Why this person may not make this change now, in the order of the wire."""
    user = person.user
    session = None
    if person.session_id is not None:
        session = await session_queries.session(tx, person.session_id)
    if await session_queries.lacks_second_step(tx, person.user_id, person.session_id):
        return AuthError(
            401,
            "insufficient_aal",
            "AAL2 session is required to update email or password when MFA is enabled.",
        )
    if (
        user.is_anonymous
        and change.password is not None
        and change.email is None
        and change.phone is None
    ):
        return AuthError(
            422,
            "validation_failed",
            "Updating password of an anonymous user without an email or phone is not allowed",
        )
    if change.email is not None and change.email != user.email:
        await refuse_taken_email(tx, change.email)
    if change.phone is not None and change.phone != user.phone:
        if not context.settings.phone:
            return AuthError(422, "phone_provider_disabled", "Phone changes are disabled")
        await refuse_taken_phone(tx, change.phone)
    if change.password is not None:
        return await password_change.reauthentication(context, tx, person.user_id, session, nonce)
    return None


async def _merge(tx: Transaction, user_id: UUID, changes: dict[str, Any]) -> None:
    """Key by key; null removes a key."""
    row = await user_queries.user_by_id(tx, user_id)
    assert row is not None
    changed_metadata = accounts.decode(row.user_metadata) | changes
    metadata = {key: value for key, value in changed_metadata.items() if value is not None}
    await user_queries.set_user_metadata(
        tx, user_id, accounts.encode(validation.metadata(metadata))
    )
