"""A standby answers what it may, with everything that was written before, or the primary does."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from drills.parts import postgres
from drills.parts.postgres import Pair
from summerstow.kit.actor import SERVICE
from summerstow.kit.database.pool import Database
from summerstow.kit.database.standby import Reads
from summerstow.kit.database.transaction import Transaction
from summerstow.kit.observability import metrics
from summerstow.kit.settings.load import load_settings
from summerstow.main import commands
from summerstow.operator.doctor import examine
from summerstow.schema.migrate import migrate
from tests.people import Person, RestClients, booking_body, person


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def pair() -> AsyncIterator[Pair]:
    # PostgreSQL runs as another user where we are root, and pytest's folders are closed to it.
    with tempfile.TemporaryDirectory(prefix="summerstow-standby-") as folder:
        os.chmod(folder, 0o711)  # noqa: PTH101 - a moment
        async with postgres.pair(Path(folder) / "pair") as both:
            connection = await asyncpg.connect(both.primary.url)
            await migrate(connection)
            await connection.close()
            yield both


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def primary(pair: Pair) -> AsyncIterator[Database]:
    one = Database(pair.primary.connect)
    await one.open()
    yield one
    await one.close()


@pytest_asyncio.fixture(loop_scope="session")
async def reads(pair: Pair, primary: Database) -> AsyncIterator[Reads]:
    one = Reads(primary, pair.standby.connect)
    yield one
    await one.close()


async def on_standby(tx: Transaction) -> bool:
    return bool(await tx.fetchval("select pg_is_in_recovery()"))


async def caught_up(pair: Pair) -> None:
    """The standby has everything that was written so far."""
    connection = await asyncpg.connect(pair.primary.url)
    position = await connection.fetchval("select pg_current_wal_flush_lsn()::text")
    await connection.close()
    await _until(pair, f"pg_last_wal_replay_lsn() >= '{position}'::pg_lsn")


async def _until(pair: Pair, holds: str) -> None:
    connection = await asyncpg.connect(pair.standby.url)
    async with asyncio.timeout(30):
        while not await connection.fetchval(f"select {holds}"):
            pass
    await connection.close()


@pytest_asyncio.fixture(loop_scope="session")
async def behind(pair: Pair) -> AsyncIterator[None]:
    """The standby hears everything and shows nothing of it."""
    connection = await asyncpg.connect(pair.standby.url)
    await connection.execute("select pg_wal_replay_pause()")
    await _until(pair, "pg_get_wal_replay_pause_state() = 'paused'")
    yield
    await connection.execute("select pg_wal_replay_resume()")
    await connection.close()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def admin(primary: Database) -> Person:
    return await person(primary, "admin")


async def test_a_standby_that_has_everything_answers(
    pair: Pair, reads: Reads, admin: Person
) -> None:
    await caught_up(pair)
    assert await reads.read(admin.actor, on_standby)


async def test_who_reads_after_an_edit_finds_it_at_every_host(
    primary: Database, reads: Reads, behind: None
) -> None:
    office = RestClients(primary, {}, reads=reads)
    await office.app.open()
    made = await office.of(None, service=True).post(
        "/bookings", json=booking_body(), headers={"prefer": "return=representation"}
    )
    assert made.status_code == 201, made.text
    where = f"/bookings?id=eq.{made.json()[0]['id']}"
    changed = await office.of(None, service=True).patch(where, json={"first_name": "Ines"})
    assert changed.status_code in (200, 204), changed.text
    # Another host of the same database, and somebody else who was told of it.
    other = RestClients(primary, {}, reads=reads)
    await other.app.open()
    for host in (office, other):
        rows = (await host.of(await person(primary, "worker")).get(where)).json()
        assert [row["first_name"] for row in rows] == ["Ines"]


async def test_a_standby_that_was_promoted_beside_its_primary_is_asked_no_more() -> None:
    with tempfile.TemporaryDirectory(prefix="summerstow-standby-") as folder:
        os.chmod(folder, 0o711)  # noqa: PTH101 - a moment
        async with postgres.pair(Path(folder) / "pair") as both:
            primary = Database(both.primary.connect)
            reads = Reads(primary, both.standby.connect)
            try:
                async with primary.owner() as tx:
                    await tx.execute("create role summerstow_service")
                assert await reads.read(SERVICE, on_standby)
                # Somebody's mistake: the primary serves on, without it.
                await both.primary.set(synchronous_standby_names="")
                await both.standby.promote()
                async with primary.owner() as tx:
                    await tx.execute("create table since_then ()")
                found = "select to_regclass('since_then') is not null"
                for _ in range(3):
                    assert await reads.read(SERVICE, lambda tx: tx.fetchval(found))
            finally:
                await reads.close()
                await primary.close()


async def test_what_is_behind_leaves_the_read_to_the_primary(
    primary: Database, reads: Reads, admin: Person, behind: None
) -> None:
    await person(primary)
    assert not await reads.read(admin.actor, on_standby)


async def test_a_stranger_sees_free_places_while_the_primary_is_away(
    pair: Pair, reads: Reads, admin: Person
) -> None:
    await caught_up(pair)
    await reads.read(admin.actor, on_standby)
    away = Database({"dsn": postgres.address("127.0.0.1:1")})
    reads._primary, real = away, reads._primary
    try:
        assert await reads.read(admin.actor, on_standby, old=1.0)
    finally:
        reads._primary = real


async def test_without_its_standby_the_primary_answers(primary: Database, admin: Person) -> None:
    alone = Reads(primary, {"dsn": postgres.address("127.0.0.1:1")})
    assert not await alone.read(admin.actor, on_standby)
    await alone.close()


async def test_a_primary_is_not_taken_for_a_standby(pair: Pair, primary: Database) -> None:
    settings = _settings(pair, read=pair.primary.url)
    said = [one.words for one in await examine(settings, pair.primary.connect) if one.wrong]
    assert any("is no standby" in words for words in said), said


async def test_doctor_says_that_the_standby_follows(pair: Pair, primary: Database) -> None:
    await caught_up(pair)
    settings = _settings(pair, read=pair.standby.url)
    said = [one.words for one in await examine(settings, pair.primary.connect) if not one.wrong]
    assert any(words.endswith("follows the primary.") for words in said), said


async def test_policies_hold_on_a_standby(pair: Pair, primary: Database, reads: Reads) -> None:
    mine, other = await person(primary), await person(primary)
    await caught_up(pair)

    async def people(tx: Transaction) -> tuple[bool, set[Any]]:
        rows = await tx.fetch("select id from public.users")
        return await on_standby(tx), {row["id"] for row in rows}

    assert await reads.read(mine.actor, people) == (True, {mine.id})
    assert await reads.read(other.actor, people) == (True, {other.id})


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("season_overview", {"from": "2027-04-01", "to": "2027-04-30", "campus_id": None}),
        ("staff_list", {}),
        ("items_in_keeping", {}),
        ("find", {"text": "Ines"}),
        ("find_invoices", {}),
        ("places_left", {"campus_id": 1}),
    ],
)
async def test_the_office_asks_a_standby(
    pair: Pair, primary: Database, reads: Reads, name: str, given: dict[str, Any]
) -> None:
    settings = _settings(pair, read=pair.standby.url)
    host = RestClients(primary, {}, commands(settings), reads=reads)
    await host.app.open()
    boss = await person(primary, "executive")
    await caught_up(pair)
    before = _answered()
    answer = await host.of(boss).post(f"/rpc/{name}", json=given)
    assert answer.status_code == 200, answer.text
    assert _answered() == before + 1, "the primary answered"


def _answered() -> float:
    """How many reads standbys have answered in this process."""
    found = re.search(
        r'^db_standby_reads_total\{outcome="answered"\} (\S+)$',
        metrics.exposition().decode(),
        re.MULTILINE,
    )
    return float(found[1]) if found else 0.0


def _settings(pair: Pair, *, read: str) -> Any:
    with tempfile.TemporaryDirectory(prefix="summerstow-settings-") as folder:
        return load_settings(
            {
                "SUMMERSTOW_DATA_DIR": folder,
                "DATABASE_URL": pair.primary.url,
                "DATABASE_READ_URL": read,
                "SMTP_URL": "smtp://127.0.0.1:9",
            }
        )
