"""One transaction as its actor: who it is, what it may, and what an outage looks like."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from summerstow.platform.actor import ANONYMOUS, SERVICE, Actor
from summerstow.platform.database import pool
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable
from summerstow.platform.roles import Role


@pytest.mark.parametrize("role", ["anon", "customer", "worker", "admin", "executive", "service"])
async def test_statements_run_as_the_actors_role_and_nothing_stays(
    database: Database, role: Role
) -> None:
    """Role and claims end with the transaction."""
    user_id = None if role in ("anon", "service") else uuid4()
    async with database.transaction(Actor(role, user_id)) as tx:
        assert await tx.fetchval("select current_user") == f"summerstow_{role}"
        assert await tx.fetchval("select app.user_id()") == user_id
        async with tx.elevated() as elevated:
            assert await elevated.fetchval("select current_user = session_user")
        assert await tx.fetchval("select current_user") == f"summerstow_{role}"
    async with database.owner() as tx:
        assert await tx.fetchval("select current_user = session_user")
        assert await tx.fetchval("select app.user_id()") is None


async def test_a_failure_undoes_everything_and_runs_no_effect(database: Database) -> None:
    """What was not committed never happened."""
    effects: list[str] = []

    async def write_and_fail() -> None:
        async with database.owner() as tx:
            await tx.execute("insert into app.outbox (cause, kind, recipient) values ('c','k','r')")
            tx.after_commit(lambda: effects.append("sent"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await write_and_fail()
    async with database.owner() as tx:
        assert await tx.fetchval("select count(*) from app.outbox") == 0
        tx.after_commit(lambda: effects.append("stands"))
    assert effects == ["stands"]


async def test_elevation_ends_with_its_block_when_a_rule_refuses(database: Database) -> None:
    """Somebody who catches the refusal goes on as the actor, not as the owner."""
    async with database.transaction(ANONYMOUS) as tx:
        with pytest.raises(RuntimeError):
            async with tx.elevated():
                raise RuntimeError
        assert await tx.fetchval("select current_user") == "summerstow_anon"


async def test_no_role_reaches_accounts_or_the_outbox(database: Database) -> None:
    """Schemas `auth` and `app` are the server's own."""
    for actor in (ANONYMOUS, SERVICE, Actor("executive", uuid4())):
        for table in ("auth.users", "app.outbox", "app.idempotency"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with database.transaction(actor) as tx:
                    await tx.fetch(f"select * from {table}")


async def test_a_database_that_is_away_is_unavailable() -> None:
    """A refused connection is an outage, not a fault of the request."""
    away = Database({"host": "127.0.0.1", "port": 9, "user": "x", "database": "x"})
    with pytest.raises(Unavailable):
        await away.ping()


async def test_a_read_is_its_askers_own_whoever_used_the_connection_before(
    connect: dict[str, Any],
) -> None:
    """Role and claims of a read end with it."""
    one = Database(connect, size=1)
    mina, noor = Actor("customer", uuid4()), Actor("customer", uuid4())
    who = "select current_user || ' ' || coalesce(app.user_id()::text, '-')"
    for actor in (mina, mina, noor, None, ANONYMOUS, noor, SERVICE, None, mina):
        async with one.reading(actor) as tx:
            seen = await tx.fetchval(who)
        role = f"summerstow_{actor.role}" if actor else connect.get("user", "postgres")
        assert seen == f"{role} {(actor and actor.user_id) or '-'}"
        async with one.transaction(noor) as tx:
            assert await tx.fetchval(who) == f"summerstow_customer {noor.user_id}"
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with one.reading(mina) as tx:
                await tx.fetchval("select 1 / 0")
        async with one.owner() as tx:
            assert await tx.fetchval("select current_user = session_user")
    await one.close()


async def test_a_rush_waits_while_connections_come_back(connect: dict[str, Any]) -> None:
    """However many ask at once; a caller is refused when no connection comes back in time."""
    one = Database(connect, size=1, acquire_timeout=3)
    await one.open()

    async def ask() -> int:
        async with one.owner() as tx:
            found: int = await tx.fetchval("select 1 from pg_sleep(0.02)")
        return found

    assert await asyncio.gather(*(ask() for _ in range(60))) == [1] * 60
    async with one.owner() as tx:
        await tx.execute("select 1")
        with pytest.raises(Unavailable):
            await ask()
    assert await ask() == 1
    await one.close()


async def test_nobody_waits_for_ever_for_a_connection(connect: dict[str, Any]) -> None:
    one = Database(connect, size=1, acquire_timeout=0.1)
    held = asyncio.Event()

    async def hold() -> None:
        async with one.owner() as tx:
            await tx.execute("select 1")
            held.set()
            await asyncio.Event().wait()

    holder = asyncio.create_task(hold())
    await held.wait()
    with pytest.raises(Unavailable):
        await one.ping()
    holder.cancel()
    await asyncio.gather(holder, return_exceptions=True)
    await one.close()


async def test_the_watch_over_connections_survives_an_error(
    connect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    again = asyncio.Event()

    async def fails(_: Database) -> None:
        looks.append(1)
        if len(looks) > 1:
            again.set()
        raise OSError("no more files")

    monkeypatch.setattr(pool, "_LOOK_EVERY", 0.01)
    monkeypatch.setattr(Database, "_end_silent", fails)
    database = Database(connect, size=1)
    await database.open()
    await asyncio.wait_for(again.wait(), 15)
    await database.close()
