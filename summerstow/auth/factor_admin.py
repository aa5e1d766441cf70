"""/admin/users/{id}/factors: list, rename, remove; for the service key (contract A4.15)."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from summerstow.kit.actor import SERVICE

from . import accounts, factors, validation
from .admin import require_service, user_of
from .answers import json
from .devices import device
from .queries import factor_rows
from .room import Room


class Body(msgspec.Struct):
    """What may be changed of a factor: its name, and the number of a phone factor."""

    friendly_name: str | None = None
    phone: str | None = None


async def listed(room: Room, request: Request) -> Response:
    """200 with the array of the person's factors."""
    await require_service(room, request)
    async with room.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        return json(
            [accounts.factor_body(one) for one in await factor_rows.factors(tx, user["id"])]
        )


async def change(room: Room, request: Request) -> Response:
    """200 with the factor as it is now."""
    await require_service(room, request)
    body = await validation.body_of(request, Body)
    async with room.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        factor = await factors.factor_of(tx, user["id"], request)
        if body.friendly_name is not None:
            name = factors.friendly_name(body.friendly_name)
            held = await factor_rows.factors(tx, user["id"])
            if any(one["friendly_name"] == name and one["id"] != factor["id"] for one in held):
                raise factors.name_conflict(name)
            await factor_rows.delete_abandoned(tx, user["id"], None)
            await factor_rows.rename(tx, factor["id"], name)
        if body.phone and factor["factor_type"] == "phone":
            await factor_rows.set_phone(tx, factor["id"], validation.phone_number(body.phone))
        return json(accounts.factor_body(await factors.factor_of(tx, user["id"], request)))


async def delete(room: Room, request: Request) -> Response:
    """200 with the factor that was; the sessions that it raised drop to aal1."""
    await require_service(room, request)
    async with room.database.owner(SERVICE) as tx:
        user = await user_of(tx, request)
        factor = await factors.factor_of(tx, user["id"], request)
        await factors.remove(room, tx, user, factor, by=device(request))
        return json(accounts.factor_body(factor))
