"""/admin/users/{id}/factors: list, rename, remove (docs/wire/auth.md, "Admin")."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import SERVICE
from summerstow.platform.auth import validation
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.mfa import factor_queries, factors
from summerstow.platform.auth.responses import json

from .service_key import require_service, user_of


class RenameFactorBody(msgspec.Struct):
    """What may be changed of a factor: its name, and the number of a phone factor."""

    friendly_name: str | None = None
    phone: str | None = None


async def listed(context: AuthContext, request: Request) -> Response:
    """200 with the array of the person's factors."""
    await require_service(context, request)
    async with context.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        return json([accounts.factor_body(one) for one in await user_queries.factors(tx, user.id)])


async def change(context: AuthContext, request: Request) -> Response:
    """200 with the factor as it is now."""
    await require_service(context, request)
    body = await validation.body_of(request, RenameFactorBody)
    async with context.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        factor = await factors.factor_of(tx, user.id, request)
        if body.friendly_name is not None:
            name = factors.friendly_name(body.friendly_name)
            existing = await user_queries.factors(tx, user.id)
            if any(one.friendly_name == name and one.id != factor.id for one in existing):
                raise factors.name_conflict(name)
            await factor_queries.delete_abandoned(tx, user.id, None)
            await factor_queries.rename(tx, factor.id, name)
        if body.phone and factor.factor_type == "phone":
            await factor_queries.set_phone(tx, factor.id, validation.phone_number(body.phone))
        return json(accounts.factor_body(await factors.factor_of(tx, user.id, request)))


async def delete(context: AuthContext, request: Request) -> Response:
    """200 with the factor that was; the sessions that it raised drop to aal1."""
    await require_service(context, request)
    async with context.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        factor = await factors.factor_of(tx, user.id, request)
        await factors.remove(context, tx, user, factor, by=device(request))
        return json(accounts.factor_body(factor))
