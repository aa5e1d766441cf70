"""The database may belong to an ordinary user: no superuser is needed to set it up or to serve."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from typing import Any, get_args

import asyncpg
import pytest_asyncio

from summerstow.bookings.table import BookingRules
from summerstow.platform import roles
from summerstow.platform.database.pool import Database
from summerstow.schema.migrate import migrate
from tests.people import RestClients, booking_body, person

ROLES = ("guest", *get_args(roles.Role))


@pytest_asyncio.fixture(loop_scope="session")
async def owners_own(server: dict[str, Any], template: str) -> AsyncIterator[dict[str, Any]]:
    """A fresh database of a user who may create roles and nothing more."""
    del template  # made before, so that the roles of the cluster are there to be granted
    name = f"summerstow_shop_{os.getpid()}"
    admin = await asyncpg.connect(**server)
    await admin.execute(f'create role "{name}" login createrole')
    for role in ROLES:
        await admin.execute(f'grant summerstow_{role} to "{name}"')
    await admin.execute(f'create database "{name}" owner "{name}"')
    yield server | {"database": name, "user": name}
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.execute(f'drop role "{name}"')
    await admin.close()


async def test_an_ordinary_owner_sets_it_up_and_serves(owners_own: dict[str, Any]) -> None:
    """Migrations twice, a guest's booking, a customer who sees none of it."""
    connection = await asyncpg.connect(**owners_own)
    assert await migrate(connection)
    assert await migrate(connection) == []
    await connection.close()
    database = Database(owners_own, size=2)
    clients = RestClients(database, {"bookings": BookingRules()})
    made = await clients.of(None).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    assert made.status_code == 201, made.text
    mina = await person(database)
    assert (await clients.of(mina).get("/bookings")).json() == []
    await database.close()
