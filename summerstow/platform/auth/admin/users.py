"""/admin/users: create, read, change, delete (docs/wire/auth.md, "Admin")."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import SERVICE
from summerstow.platform.auth import events, validation
from summerstow.platform.auth.accounts import accounts, identity_queries, user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.admin import account_fields
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions import session_queries, sessions
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.http.asgi import read_body
from summerstow.platform.roles import CUSTOMER

from . import admin_queries
from .account_fields import AdminUserBody, Fields
from .service_key import require_service, user_of


class Deletion(msgspec.Struct):
    """How much of the account goes."""

    should_soft_delete: bool = False


async def create(context: AuthContext, request: Request) -> Response:
    """200 with the new account; confirmed only where the body says so."""
    await require_service(context, request)
    body = await validation.body_of(request, AdminUserBody)
    if not body.email and not body.phone:
        raise invalid("Cannot create a user without either an email or phone")
    user_id = account_fields.user_id(body.id) if body.id else None
    fields = await account_fields.checked(context, body)
    now = context.now()
    async with context.database.owner(SERVICE) as tx:
        await _must_be_free(tx, fields, None)
        if user_id is not None and await user_queries.user_by_id(tx, user_id) is not None:
            raise AuthError(422, "user_already_exists", "User already registered")
        data = fields.user_metadata or {}
        user_id = await accounts.create_account(
            tx,
            email=fields.email,
            phone=fields.phone,
            password_hash=fields.password_hash,
            data=data,
            now=now,
            role=fields.role or CUSTOMER,
            user_id=user_id,
        )
        # Stored as passed, while sign-up would add to it.
        await user_queries.set_user_metadata(tx, user_id, accounts.encode(data))
        await _merge_app_metadata(tx, user_id, fields.app_metadata)
        await _confirm(context, tx, user_id, body)
        if fields.banned_until is not None and fields.banned_until > now:
            await admin_queries.set_banned_until(tx, user_id, fields.banned_until)
        await events.record(
            tx, "user_created", user_id=user_id, by=device(request), **_audit_details(body)
        )
        return json(await accounts.user_json(tx, user_id))


async def read(context: AuthContext, request: Request) -> Response:
    """200 with the account."""
    await require_service(context, request)
    async with context.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        return json(await accounts.user_json(tx, user.id))


async def update(context: AuthContext, request: Request) -> Response:
    """200 with the account as it is now: everything holds at once, unconfirmed."""
    await require_service(context, request)
    body = await validation.body_of(request, AdminUserBody)
    fields = await account_fields.checked(context, body)
    async with context.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        await _must_be_free(tx, fields, user)
        await _change_addresses(context, tx, user, fields)
        if fields.user_metadata is not None:
            await _merge_user_metadata(tx, user, fields.user_metadata)
        await _merge_app_metadata(tx, user.id, fields.app_metadata)
        await _confirm(context, tx, user.id, body)
        await _change_standing(context, tx, user.id, fields)
        await events.record(
            tx, "user_updated", user_id=user.id, by=device(request), **_audit_details(body)
        )
        return json(await accounts.user_json(tx, user.id))


async def delete(context: AuthContext, request: Request) -> Response:
    """200 `{}`: the account goes, or (`should_soft_delete`) an empty row of it stays."""
    await require_service(context, request)
    raw = await read_body(request.scope, request.receive)
    how = validation.decoded(raw if raw.strip() else b"{}", Deletion)
    async with context.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        session_ids = await session_queries.delete_sessions(tx, user.id)
        sessions.forget(context, tx, [*session_ids, user.id])
        await events.record(
            tx,
            "user_deleted",
            user_id=user.id,
            by=device(request),
            soft=how.should_soft_delete,
        )
        if how.should_soft_delete:
            await admin_queries.erase_user(tx, user.id, context.now())
        else:
            await admin_queries.delete_user(tx, user.id)
    return json({})


async def _must_be_free(tx: Transaction, fields: Fields, user: Account | None) -> None:
    """Raise 422 if another account has the address; lock it until the transaction ends."""
    own = user.id if user is not None else None
    if fields.email is not None:
        await user_queries.lock_address(tx, fields.email)
        holder = await user_queries.user_by_email(tx, fields.email)
        if holder is not None and holder.id != own:
            raise AuthError(
                422,
                "email_exists",
                "A user with this email address has already been registered",
            )
    if fields.phone is not None:
        await user_queries.lock_address(tx, fields.phone)
        holder = await user_queries.user_by_phone(tx, fields.phone)
        if holder is not None and holder.id != own:
            raise AuthError(
                422, "phone_exists", "A user with this phone number has already been registered"
            )


async def _change_addresses(
    context: AuthContext, tx: Transaction, user: Account, fields: Fields
) -> None:
    user_id, now = user.id, context.now()
    data: dict[str, Any] = {"sub": str(user_id)}
    if fields.email is not None and fields.email != user.email:
        await admin_queries.set_email(tx, user_id, fields.email)
        email_data = accounts.encode({**data, "email": fields.email})
        await admin_queries.put_identity(tx, user_id, "email", email_data, now)
        # Links in the old mailbox open nothing any more.
        await user_queries.delete_tokens(tx, user_id)
    if fields.phone is not None and fields.phone != user.phone:
        await admin_queries.set_phone(tx, user_id, fields.phone)
        phone_data = accounts.encode({**data, "phone": fields.phone})
        await admin_queries.put_identity(tx, user_id, "phone", phone_data, now)
    await identity_queries.derive_providers(tx, user_id)


async def _merge_user_metadata(tx: Transaction, user: Account, changes: dict[str, Any]) -> None:
    metadata = validation.metadata(_merge(user.user_metadata, changes))
    await user_queries.set_user_metadata(tx, user.id, accounts.encode(metadata))
    name = validation.full_name(changes)
    if name is not None:
        await user_queries.set_profile_name(tx, user.id, name)


async def _merge_app_metadata(
    tx: Transaction, user_id: UUID, changes: dict[str, Any] | None
) -> None:
    if changes is None:
        return
    user = await user_queries.user_by_id(tx, user_id)
    assert user is not None
    metadata = validation.metadata(_merge(user.app_metadata, changes))
    await admin_queries.set_app_metadata(tx, user_id, accounts.encode(metadata))


def _merge(stored: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Key by key; null removes a key."""
    metadata = accounts.decode(stored) | changes
    return {key: value for key, value in metadata.items() if value is not None}


async def _confirm(
    context: AuthContext, tx: Transaction, user_id: UUID, body: AdminUserBody
) -> None:
    if body.email_confirm:
        await user_queries.confirm_email(tx, user_id, context.now())
    if body.phone_confirm:
        await user_queries.confirm_phone(tx, user_id, context.now())


async def _change_standing(
    context: AuthContext, tx: Transaction, user_id: UUID, fields: Fields
) -> None:
    """Role, ban and password, and the sessions that end with them."""
    now = context.now()
    touched_ids: list[UUID] = [user_id]
    if fields.role is not None:
        await admin_queries.set_role(tx, user_id, fields.role)
        touched_ids += [one.id for one in await session_queries.sessions_of(tx, user_id)]
    if fields.banned_until is not None:
        banned = fields.banned_until > now
        await admin_queries.set_banned_until(tx, user_id, fields.banned_until if banned else None)
        if banned:
            # Sessions stay, so that clients learn of the ban rather than of a lost session.
            touched_ids += await session_queries.end_sessions_at(tx, user_id, now)
    if fields.password_hash is not None:
        await user_queries.set_password(tx, user_id, fields.password_hash)
        await user_queries.delete_tokens(tx, user_id)
        touched_ids += await session_queries.delete_sessions(tx, user_id)
    sessions.forget(context, tx, touched_ids)


def _audit_details(body: AdminUserBody) -> dict[str, str | bool]:
    """The audit entry's details: the names of changed fields, the role and the ban."""
    fields = [name for name in body.__struct_fields__ if getattr(body, name) is not None]
    details: dict[str, str | bool] = {"fields": " ".join(fields)}
    for name in ("role", "ban_duration"):
        if getattr(body, name):
            details[name] = getattr(body, name)
    return details
