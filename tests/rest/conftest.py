"""The data API over a real database, with a small cast; who may what is policies.sql's matter."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest_asyncio

from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError, Conflict, Unavailable
from summerstow.platform.http.asgi import Scope, header
from summerstow.platform.rest.app import RestApp
from summerstow.platform.tables import Row, TableRules

MAYA = UUID("aaaaaaaa-0000-4000-8000-000000000001")
OMAR = UUID("aaaaaaaa-0000-4000-8000-000000000002")
WILL = UUID("aaaaaaaa-0000-4000-8000-000000000003")
ADA = UUID("aaaaaaaa-0000-4000-8000-000000000004")
EVE = UUID("aaaaaaaa-0000-4000-8000-000000000005")
CAST = {
    "anon": ANONYMOUS,
    "maya": Actor("customer", MAYA),
    "omar": Actor("customer", OMAR),
    "worker": Actor("worker", WILL),
    "admin": Actor("admin", ADA),
    "executive": Actor("executive", EVE),
    "service": SERVICE,
}


async def identify(scope: Scope) -> Actor:
    """The cast by name: tokens are the auth package's matter."""
    name = (header(scope, b"authorization") or "Bearer anon").removeprefix("Bearer ")
    if name not in CAST:
        raise AppError("JWT expired", status=401, code="PGRST303")
    address = header(scope, b"x-test-address")
    return replace(CAST[name], address=address) if address else CAST[name]


@dataclass
class Recorded(TableRules):
    """Rules of `bookings` as a package states them: guests get an id, and all is noted down."""

    upsert_allowed: bool = False
    seen: list[tuple[str, Any]] = field(default_factory=list)
    full: bool = True
    broken: bool = False

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        if self.broken:
            raise Unavailable
        if self.full and any(row.get("first_name") == "Nobody" for row in rows):
            raise Conflict("The morning of 30 April is full.")
        if tx.actor.role == "anon":
            rows = [row | {"id": str(uuid4())} for row in rows]
            tx.created(row["id"] for row in rows)
        return rows

    async def inserted(self, tx: Transaction, rows: list[Row]) -> None:
        self.seen.append(("inserted", rows))
        async with tx.elevated() as elevated:
            for row in rows:
                await elevated.execute(
                    "update bookings set cancellation_note = 'noted' where id = $1::text::uuid",
                    row["id"],
                )

    async def check_update(self, tx: Transaction, changes: Row, rows: list[Row]) -> Row:
        self.seen.append(("check_update", rows))
        return changes

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        self.seen.append(("updated", pairs))

    async def deleted(self, tx: Transaction, rows: list[Row]) -> None:
        self.seen.append(("deleted", rows))


class Places(msgspec.Struct):
    campus_id: int
    time_of_day: str = "morning"


async def _places(tx: Transaction, asked: Places) -> object:
    return {"campus_id": asked.campus_id, "time_of_day": asked.time_of_day}


class Nothing(msgspec.Struct):
    pass


async def _count_call(tx: Transaction, asked: Nothing) -> object:
    async with tx.elevated() as elevated:
        return await elevated.fetchval(
            "insert into campuses (id, university, campus, slug, address) select max(id) + 1, "
            "'Called', 'no ' || max(id), 's' || max(id), '-' from campuses returning id"
        )


async def _list(tx: Transaction, asked: Nothing) -> object:
    return [{"id": 1}, {"id": 2}]


class Trip(msgspec.Struct, frozen=True):
    id: int
    name: str | None
    day: date
    at: datetime
    stops: list[int]


async def _trips(tx: Transaction, asked: Nothing) -> list[Trip]:
    return [
        Trip(
            number,
            None if number == 3 else f"Trip {number}",
            date(2027, 4, number),
            datetime(2027, 4, number, 9, tzinfo=UTC),
            [number, 10 * number],
        )
        for number in (1, 2, 3, 10)
    ]


async def _trip(tx: Transaction, asked: Nothing) -> Trip | None:
    return (await _trips(tx, asked))[0]


async def _numbered(value: int) -> list[Trip]:
    return [Trip(value, "Outside", date(2027, 4, 1), datetime(2027, 4, 1, tzinfo=UTC), [])]


async def _void(tx: Transaction, asked: Nothing) -> object:
    return None


SECRET = "a-token-that-opens-something"
opened: list[str] = []


async def _open(tx: Transaction, asked: Nothing) -> object:
    opened.append(SECRET)
    return {"token": SECRET, "number": len(opened)}


async def _as_it_is(tx: Transaction, asked: Nothing) -> object:
    return {"number": len(opened)}


EVERYBODY = frozenset({"anon", "customer", "worker", "admin", "executive", "service"})
COMMANDS = {
    one.name: one
    for one in (
        Command("places", Places, _places, EVERYBODY, read_only=True),  # type: ignore[arg-type]
        Command("crowd", Nothing, _list, EVERYBODY, reads_customers=True),  # type: ignore[arg-type]
        Command("call", Nothing, _count_call, frozenset({"worker"})),
        Command("ask_outside", Nothing, _count_call, frozenset({"worker"}), outside=_numbered),
        Command("list", Nothing, _list, EVERYBODY),  # type: ignore[arg-type]
        Command("trips", Nothing, _trips, EVERYBODY, read_only=True),  # type: ignore[arg-type]
        Command("trip", Nothing, _trip, EVERYBODY, read_only=True),  # type: ignore[arg-type]
        Command("void", Nothing, _void, EVERYBODY),  # type: ignore[arg-type]
        Command("link", Nothing, _open, EVERYBODY, repeatable=True),  # type: ignore[arg-type]
        Command("open_once", Nothing, _open, EVERYBODY, again=_as_it_is),  # type: ignore[arg-type]
    )
}


@dataclass
class Rest:
    """The API as somebody asks it."""

    app: RestApp
    rules: Recorded
    database: Database
    client: httpx.AsyncClient

    async def ask(
        self,
        who: str,
        method: str,
        path: str,
        *,
        json: Any = None,
        content: bytes | str | None = None,
        **headers: str,
    ) -> httpx.Response:
        """Ask as one of the cast; header names with `_` for `-`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if json is not None:
            content = msgspec.json.encode(json)
        if content is not None:
            given.setdefault("content-type", "application/json")
        return await self.client.request(
            method,
            f"/rest/v1/{path}",
            content=content,
            headers={"authorization": f"Bearer {who}"} | given,
        )

    async def get(self, who: str, path: str, **headers: str) -> httpx.Response:
        """Read as one of the cast."""
        return await self.ask(who, "GET", path, **headers)


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def rest(database: Database) -> AsyncIterator[Rest]:
    """The API with the cast's data: Maya has two bookings, Omar one, and a guest one."""
    async with database.owner() as tx:
        await tx.execute(
            f"""
            insert into auth.users (id) values
              ('{MAYA}'), ('{OMAR}'), ('{WILL}'), ('{ADA}'), ('{EVE}');
            insert into users (id, email, role, full_name, customer_id) values
              ('{MAYA}', 'maya@example.test', 'customer', 'Maya Chen', 'SS-AAAAA'),
              ('{OMAR}', 'omar@example.test', 'customer', 'Omar "O" D''Arcy, Jr.', 'SS-BBBBB'),
              ('{WILL}', 'will@example.test', 'worker', 'Will', 'SS-CCCCC'),
              ('{ADA}', 'ada@example.test', 'admin', null, 'SS-DDDDD'),
              ('{EVE}', 'eve@example.test', 'executive', 'Eve', 'SS-EEEEE');
            insert into bookings
              (id, user_id, campus_id, first_name, email, pickup_date, status, created_at) values
              ('bbbbbbbb-0000-4000-8000-000000000001', '{MAYA}', 1, 'Maya', 'maya@example.test',
               '2027-04-29', 'cancelled', '2027-01-01'),
              ('bbbbbbbb-0000-4000-8000-000000000002', '{MAYA}', 2, 'Maya', 'maya@example.test',
               '2027-04-30', 'pending', '2027-01-02'),
              ('bbbbbbbb-0000-4000-8000-000000000003', '{OMAR}', 2, 'Omar', 'omar@example.test',
               null, 'pending', '2027-01-03'),
              ('bbbbbbbb-0000-4000-8000-000000000004', null, 3, 'Gus', 'gus@example.test',
               '2027-04-30', 'confirmed', '2027-01-04');
            insert into pickup_queue (user_id, booking_id, campus_id, pickup_date, queue_position)
              values ('{MAYA}', 'bbbbbbbb-0000-4000-8000-000000000002', 2, '2027-04-30', 1),
                     (null, 'bbbbbbbb-0000-4000-8000-000000000004', 3, '2027-04-30', 1);
            """
        )
    rules = Recorded()
    public = ("campuses", "slot_availability", "audit_log")
    app = RestApp(
        database,
        identify,
        {"bookings": rules},
        COMMANDS,
        public=public,
        uneven=("audit_log",),
        hubs=("campuses",),
    )
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://api.test") as client:
        yield Rest(app, rules, database, client)
