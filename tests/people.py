"""The people of the tests: made in the database, with a client of /rest/v1 for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

import httpx

from summerstow.app import PUBLIC_TABLES
from summerstow.platform import clock
from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.http.asgi import Scope, header
from summerstow.platform.rest.app import RestApp
from summerstow.platform.roles import Role
from summerstow.platform.tables import TableRules

#: What a device says whose clock is lost: one is the time of an event, the other that of sending.
#: The year of the bookings of a test, whose days must lie ahead.
YEAR = clock.today().year + 1
LOST_CLOCKS = ("0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z")


@dataclass(frozen=True)
class Person:
    """Somebody with an account."""

    id: UUID
    email: str
    role: Role

    @property
    def actor(self) -> Actor:
        """Them as the one who asks."""
        return Actor(self.role, self.id, uuid4())


async def person(database: Database, role: Role = "customer", name: str = "Sam Tester") -> Person:
    """A new account with this role; its address is its own."""
    user_id = uuid4()
    email = f"{role}-{user_id.hex[:8]}@example.test"
    async with database.owner() as tx:
        await tx.execute(
            "insert into auth.users (id, email, email_confirmed_at, created_at, updated_at) "
            "values ($1, $2, now(), now(), now())",
            user_id,
            email,
        )
        await tx.execute(
            "insert into public.users (id, email, role, full_name, customer_id) "
            "values ($1, $2, $3, $4, $5)",
            user_id,
            email,
            role,
            name,
            f"SS-{user_id.hex[:8].upper()}",
        )
    return Person(user_id, email, role)


class RestClients:
    """/rest/v1 as it stands in the product, with who asks decided by the test."""

    def __init__(
        self,
        database: Database,
        rules: Mapping[str, TableRules],
        commands: Mapping[str, Command] | None = None,
    ) -> None:
        self._actors: dict[str, Actor] = {}

        async def identify(scope: Scope) -> Actor:
            return self._actors[header(scope, b"x-test-actor") or ""]

        self.app = RestApp(database, identify, rules, commands or {}, public=PUBLIC_TABLES)

    def of(
        self, who: Person | None, *, service: bool = False, address: str | None = None
    ) -> httpx.AsyncClient:
        """A client that asks as this person; None: signed out, or with the service key.

        `address`: the network address by which visitors are told apart; None: they are not.
        """
        actor = who.actor if who else SERVICE if service else replace(ANONYMOUS, address=address)
        name = uuid4().hex
        self._actors[name] = actor
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app),
            base_url="http://summerstow.test/rest/v1",
            headers={"x-test-actor": name},
        )


def booking_body(**changes: Any) -> dict[str, Any]:
    """What the wizard sends for a plain booking; a fresh address each time."""
    return {
        "campus_id": 1,
        "first_name": "Mina",
        "last_name": "Park",
        "email": f"mina-{uuid4().hex[:8]}@example.test",
        "phone": "+1 604 555 0123",
        "pickup_date": f"{YEAR}-04-28",
        "pickup_time": "9:00 AM - 12:00 PM",
        "delivery_option": "decide_later",
    } | changes
