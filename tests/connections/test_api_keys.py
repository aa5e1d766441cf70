"""Programs read what their key's scopes name, until its last day (rule: api-keys)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from summerstow.app import COMMANDS, PUBLIC_TABLES, TABLE_RULES
from summerstow.platform import clock
from summerstow.platform.auth.identity.identifier import Identifier, TokenRefused
from summerstow.platform.auth.rate_limits.limits import Limits
from summerstow.platform.auth.rate_limits.rest_rate_limits import RestRateLimits
from summerstow.platform.auth.tokens.keys import load_keys
from summerstow.platform.commands import Command
from summerstow.platform.database.pool import Database
from summerstow.platform.rest.app import RestApp
from summerstow.platform.roles import SCOPES
from tests.auth.conftest import make_settings
from tests.billing.money import Season, season
from tests.people import RestClients, booking_body, person
from tests.permissions.conftest import RunningApp, app

from .conftest import Clock, call

__all__ = ["app", "season"]
_KNOWN: dict[str, Command] = {one.name: one for one in COMMANDS}
#: What each scope opens beside the campuses and their places.
_TABLES = {
    "bookings:read": {"bookings"},
    "customers:read": {"users"},
    "items:read": {"items", "item_events"},
    "visits:read": {"runs", "run_stops", "pickups"},
    "money:read": {"ledger", "invoices", "settlements"},
    "claims:read": {"claims"},
    "payments:write": set[str](),
}
_REST = "/rest/v1"


@dataclass
class Programs:
    """The data API with keys recognised as in the product, and an executive who makes them."""

    app: RestApp
    identifier: Identifier
    database: Database
    executive: httpx.AsyncClient

    async def key(self, *scopes: str, **more: Any) -> tuple[str, str]:
        """The id and the secret of a new key."""
        day = {"last_day": str(clock.today() + timedelta(days=30))} | more
        found = await call(
            self.executive, "create_api_key", name="Sheet", scopes=scopes or SCOPES, **day
        )
        return found["id"], found["secret"]

    async def shown(self, key_id: str) -> dict[str, Any]:
        """A key as executives see it."""
        keys = await call(self.executive, "api_keys")
        return next(one for one in keys if one["id"] == key_id)

    def with_key(self, secret: str) -> httpx.AsyncClient:
        """A client that sends this key."""
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app),
            base_url=f"http://s.test{_REST}",
            headers={"authorization": f"Bearer {secret}"},
        )


Made = Callable[[bool], Programs]


@pytest.fixture
async def made(database: Database, tmp_path: Path) -> Made:
    rest = RestClients(database, TABLE_RULES, _KNOWN)
    executive = rest.of(await person(database, "executive", "Elle Brandt"))
    settings = make_settings(tmp_path)

    def make(limited: bool) -> Programs:
        limits = Limits(database, clock.now, on=limited)
        identifier = Identifier(settings, database, load_keys(settings))
        rates = RestRateLimits(identifier, limits, settings)
        app = RestApp(
            database, rates.identify, TABLE_RULES, _KNOWN, take=rates.take, public=PUBLIC_TABLES
        )
        return Programs(app, identifier, database, executive)

    return make


@pytest.fixture
def programs(made: Made) -> Programs:
    return made(False)


@pytest.mark.parametrize("scope", SCOPES)
async def test_a_scope_opens_its_tables_and_no_others(
    programs: Programs, app: RunningApp, scope: str
) -> None:
    _, secret = await programs.key(scope)
    client = programs.with_key(secret)
    opened = {"campuses", "slot_availability"} | _TABLES[scope]
    every = {"campuses", "slot_availability"}.union(*_TABLES.values())
    # Each of these tables has rows: what is not there cannot be hidden.
    for table in await app.tables():
        answer = await client.get(f"/{table}?limit=1")
        if table in every:
            assert (answer.status_code, answer.json() != []) == (200, table in opened), table
        else:
            assert answer.status_code in (403, 404), table
    if scope == "customers:read":
        assert (await client.get("/users?full_name=eq.Elle Brandt")).json() == []
        assert (await client.get("/users?select=role")).status_code in (400, 403)


async def test_a_key_changes_no_rows_and_calls_few_commands(programs: Programs) -> None:
    _, secret = await programs.key()
    client = programs.with_key(secret)
    assert (await client.patch("/bookings?id=not.is.null", json={"status": "x"})).status_code == 403
    assert (await client.post("/bookings", json=booking_body())).status_code == 403
    assert (await client.delete("/bookings?id=not.is.null")).status_code == 403
    allowed = []
    for name in _KNOWN:
        answer = await client.post(f"/rpc/{name}", json={"?": 1})
        if answer.status_code != 403:
            allowed.append(name)
    assert sorted(allowed) == ["find_invoices", "record_payment"]
    _, reads = await programs.key("bookings:read")
    refused = await programs.with_key(reads).post("/rpc/record_payment", json={})
    assert refused.status_code == 403


async def test_a_key_is_stored_as_a_hash_and_shown_once(programs: Programs) -> None:
    key_id, secret = await programs.key()
    assert secret.startswith("ssk_")
    shown = await programs.shown(key_id)
    assert (shown["ends_with"], shown["state"]) == (secret[-4:], "holds")
    assert shown["created_by"] == "Elle Brandt"
    async with programs.database.owner() as tx:
        stored = await tx.fetchval("select k::text from app.api_keys k where id = $1::uuid", key_id)
        noted = await tx.fetch(
            "select a::text as line from audit_log a where table_name = 'api_keys'"
        )
    everything = stored + "".join(row["line"] for row in noted)
    assert noted
    assert secret not in everything
    assert secret[4:] not in everything


async def test_a_revoked_key_ends_at_once(programs: Programs) -> None:
    key_id, secret = await programs.key("bookings:read")
    client = programs.with_key(secret)
    assert (await client.get("/bookings?limit=1")).status_code == 200
    await call(programs.executive, "revoke_api_key", id=key_id)
    answer = await client.get("/bookings?limit=1")
    assert (answer.status_code, answer.json()["code"]) == (401, "PGRST303")
    wrong = programs.with_key("ssk_wrong")
    assert (await wrong.get("/campuses")).status_code == 401


async def test_a_key_ends_with_its_last_day_and_notes_its_use(
    programs: Programs, moving: Clock
) -> None:
    day = clock.today()
    key_id, secret = await programs.key("bookings:read", last_day=str(day))
    client = programs.with_key(secret)
    shown = await programs.shown(key_id)
    assert (shown["last_used_at"], shown["last_day"]) == (None, str(day))
    moving.at = clock.moment(day + timedelta(days=1)) - timedelta(seconds=1)
    assert (await client.get("/bookings?limit=1")).status_code == 200
    assert (await programs.shown(key_id))["last_used_at"] is not None
    moving.pass_by(seconds=1)
    assert (await client.get("/bookings?limit=1")).status_code == 401
    assert (await programs.shown(key_id))["state"] == "over"


@pytest.mark.parametrize("days", [-1, 367])
async def test_a_key_ends_within_a_year(programs: Programs, days: int) -> None:
    answer = await programs.executive.post(
        "/rpc/create_api_key",
        json={
            "name": "Sheet",
            "scopes": ["bookings:read"],
            "last_day": str(clock.today() + timedelta(days=days)),
        },
    )
    assert answer.status_code == 400


async def test_what_a_key_reads_of_customers_is_in_the_audit_log(programs: Programs) -> None:
    key_id, secret = await programs.key("bookings:read")
    await programs.with_key(secret).get("/bookings?campus_id=eq.1&limit=2")
    async with programs.database.owner() as tx:
        row = await tx.fetchrow(
            "select actor_role, table_name from audit_log where action = 'read' and actor_id = "
            "$1::uuid",
            key_id,
        )
    assert row is not None
    assert tuple(row) == ("key", "bookings")


async def test_a_key_is_limited(made: Made) -> None:
    programs = made(True)
    _, secret = await programs.key("bookings:read")
    client = programs.with_key(secret)
    answers = [await client.get("/campuses?limit=0") for _ in range(140)]
    refused = [one for one in answers if one.status_code == 429]
    assert refused
    assert all(one.headers["retry-after"] for one in refused)
    _, other = await programs.key("bookings:read")
    assert (await programs.with_key(other).get("/campuses?limit=0")).status_code == 200


async def test_a_key_is_told_what_it_may_do(programs: Programs) -> None:
    _, secret = await programs.key("money:read")
    described = (await programs.with_key(secret).get("/")).json()
    assert "/ledger" in described["paths"]
    assert [one for one in described["paths"] if one.startswith("/rpc/")] == ["/rpc/find_invoices"]


@pytest.mark.parametrize("path", ["/files/pictures", "/live/queue", "/files/labels/batch/1.pdf"])
async def test_a_key_is_for_the_data_api_alone(programs: Programs, path: str) -> None:
    _, secret = await programs.key()
    scope = {"path": path, "headers": [(b"authorization", f"Bearer {secret}".encode())]}
    with pytest.raises(TokenRefused):
        await programs.identifier.identify_rest(scope)


async def test_a_key_records_a_payment_once(made: Made, season: Season) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    [invoice] = await season.invoices(booking)
    programs = made(False)
    key_id, secret = await programs.key("payments:write")
    transfer = {
        "reference": invoice["reference"],
        "amount_cents": invoice["total_cents"],
        "received_on": str(clock.today()),
        "bank_reference": "CA-BY-KEY-1",
    }
    for _ in range(2):
        answer = await programs.with_key(secret).post("/rpc/record_payment", json=transfer)
        assert answer.status_code == 200, answer.text
        assert answer.json()["statement"] is None
    _, reads = await programs.key("payments:write", "money:read")
    answer = await programs.with_key(reads).post("/rpc/record_payment", json=transfer)
    assert answer.json()["statement"]["balance_cents"] == 0
    assert (await season.money(booking))["balance_cents"] == 0
    async with season.database.owner() as tx:
        rows = await tx.fetch(
            "select actor_id::text, actor_role from ledger where bank_reference = 'CA-BY-KEY-1'"
        )
    assert [tuple(row) for row in rows] == [(key_id, "key")]
