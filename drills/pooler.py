"""PgBouncer between the product and its database: nobody ever reads another person's rows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from uuid import uuid4

import asyncpg
import httpx

from drills import product
from drills.bookers import Bookers, check_stored, offer_places
from drills.parts import postgres
from drills.parts.pgbouncer import PoolMode, pgbouncer
from drills.product import ANON_KEY, SERVICE_KEY
from drills.verdict import Scale, Verdict

_PASSWORD = "a password of a drilled customer"  # noqa: S105 - it guards nothing
_SERVICE = {"apikey": SERVICE_KEY, "authorization": f"Bearer {SERVICE_KEY}"}
#: How many connections PgBouncer has to the server: few where they are lent for a transaction;
#: where for a session, as many as the product keeps open.
_SIZES: dict[PoolMode, int] = {"transaction": 5, "session": 40}


@dataclass(frozen=True)
class Customer:
    """Somebody signed in."""

    user_id: str
    token: str


async def run(scale: Scale) -> Verdict:
    """Customers who read their own rows at once, in both modes, while guests book."""
    verdict = Verdict()
    for mode, size in _SIZES.items():
        folder = scale.folder / mode
        folder.mkdir(mode=0o711)
        async with (
            postgres.server(folder / "server") as server,
            pgbouncer(folder / "pooler", server, mode, size=size) as pooler,
        ):
            verdict.count({f"{mode} mode": pooler.version})
            copy = product.prepare(folder / "product", DATABASE_URL=pooler.url)
            with product.ending(copy):
                copy.start()
                await copy.healthy()
                verdict.include(mode, await _behind(scale, copy, server))
    return verdict


async def _behind(scale: Scale, copy: product.Copy, server: postgres.Server) -> Verdict:
    verdict = Verdict()
    await offer_places(copy.url)
    reads = 2_000 if scale.short else 30_000
    async with httpx.AsyncClient(base_url=copy.url, timeout=30) as client:
        people = [await _customer(client) for _ in range(12)]
        bookers = Bookers([copy.url], people=2, seed=scale.seed)
        async with bookers.booking(verdict):
            await bookers.booked(1)
            found = await asyncio.gather(
                *(_read_own(client, one, reads // len(people)) for one in people)
            )
    foreign, answered, other = (sum(figures) for figures in zip(*found, strict=True))
    verdict.count({"reads answered": answered, "foreign rows": foreign, "other answers": other})
    verdict.must(answered > 0, "nobody could read")
    verdict.must(foreign == 0, f"{foreign} rows of other people")
    verdict.must(other == 0, f"{other} reads were not answered with 200")
    connection = await asyncpg.connect(server.url)
    try:
        await check_stored(verdict, bookers, connection)
    finally:
        await connection.close()
    return verdict


async def _customer(client: httpx.AsyncClient) -> Customer:
    """A confirmed customer with a booking."""
    email = f"reader.{uuid4().hex}@example.test"
    made = await client.post(
        "/auth/v1/admin/users",
        headers=_SERVICE,
        json={"email": email, "password": _PASSWORD, "email_confirm": True},
    )
    made.raise_for_status()
    session = await client.post(
        "/auth/v1/token?grant_type=password",
        headers={"apikey": ANON_KEY},
        json={"email": email, "password": _PASSWORD},
    )
    session.raise_for_status()
    one = Customer(session.json()["user"]["id"], session.json()["access_token"])
    booked = await client.post(
        "/rest/v1/bookings",
        headers=_headers(one),
        json={"campus_id": 1, "first_name": "Robin", "last_name": "Marsh", "email": email},
    )
    booked.raise_for_status()
    return one


async def _read_own(client: httpx.AsyncClient, one: Customer, times: int) -> tuple[int, int, int]:
    """(rows of other people, right answers, other answers) of this many reads of everything."""
    foreign = answered = other = 0
    for number in range(times):
        table, column = (("bookings", "user_id"), ("users", "id"))[number % 2]
        answer = await client.get(f"/rest/v1/{table}?select={column}", headers=_headers(one))
        if answer.status_code != 200:
            other += 1
            continue
        rows = answer.json()
        answered += 1
        foreign += sum(row[column] != one.user_id for row in rows)
        other += not rows
    return foreign, answered, other


def _headers(one: Customer) -> dict[str, str]:
    return {"apikey": ANON_KEY, "authorization": f"Bearer {one.token}"}
