"""A backup is proven by restoring it."""

from __future__ import annotations

import asyncio
import io
import stat
import tarfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg
import msgspec
import pytest
from typer.testing import CliRunner

from summerstow.cli import app
from summerstow.operator.backup import BackupError, Card, backup, restore
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person
from tests.platform.lending_pooler import lending


@pytest.fixture
async def elsewhere(server: dict[str, Any]) -> Any:
    """An empty database of its own."""
    admin = await asyncpg.connect(**server)
    name = 'summerstow restore\'s "target"'
    quoted = '"' + name.replace('"', '""') + '"'
    await admin.execute(f"drop database if exists {quoted} with (force)")
    await admin.execute(f"create database {quoted}")
    yield server | {"database": name}
    await admin.execute(f"drop database {quoted} with (force)")
    await admin.close()


async def _all(connect: dict[str, Any], sql: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(**connect)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


@pytest.mark.usefixtures("older_tar")
async def test_what_was_there_is_there_again(
    database: Database, connect: dict[str, Any], elsewhere: dict[str, Any], tmp_path: Path
) -> None:
    mina = await person(database)
    rest = RestClients(database, {})
    made = await rest.of(mina).post("/bookings", json=booking_body(user_id=str(mina.id)))
    assert made.status_code == 201, made.text
    secrets = tmp_path / "data" / "secrets"
    secrets.mkdir(parents=True)
    (secrets / "factor-key").write_text("only here")
    file = tmp_path / "season.backup"

    card = await backup(connect, tmp_path / "data", file)
    assert (card.bookings, stat.S_IMODE(file.stat().st_mode)) == (1, 0o600)
    with pytest.raises(BackupError, match="never writes over"):
        await backup(connect, tmp_path / "data", file)

    (tmp_path / "new" / "secrets").mkdir(parents=True)
    (tmp_path / "new" / "secrets" / "factor-key").write_text("another")
    await restore(elsewhere, tmp_path / "new", file, replace=False)
    for sql in (
        "select id, user_id, email, status, created_at from public.bookings",
        "select id, email, created_at from auth.users",
        "select count(*) from public.audit_log",
        "select name from public.schema_migration order by name",
    ):
        assert await _all(elsewhere, sql) == await _all(connect, sql)
    assert (tmp_path / "new" / "secrets" / "factor-key").read_text() == "only here"
    kept = tmp_path / "new" / "secrets.before-restore" / "factor-key"
    assert kept.read_text() == "another"

    # Row policies and grants hold there as they do here.
    restored = Database(elsewhere, size=2)
    await restored.open()
    try:
        there = RestClients(restored, {})
        own = await there.of(mina).get("/bookings?select=user_id")
        assert own.json() == [{"user_id": str(mina.id)}]
        stranger = await person(restored)
        assert (await there.of(stranger).get("/bookings")).json() == []
        assert (await there.of(None).get("/bookings")).status_code == 401
    finally:
        await restored.close()

    with pytest.raises(BackupError, match="--replace"):
        await restore(elsewhere, tmp_path / "new", file, replace=False)
    await restore(elsewhere, tmp_path / "new", file, replace=True)
    assert len(await _all(elsewhere, "select id from auth.users")) == 1
    # What guests booked is as much.
    await _all(elsewhere, "delete from auth.users")
    with pytest.raises(BackupError, match="--replace"):
        await restore(elsewhere, tmp_path / "new", file, replace=False)


async def test_what_was_restored_is_counted_and_not_read_from_the_file(
    connect: dict[str, Any], elsewhere: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "season.backup"
    card = await backup(connect, tmp_path / "data", file)
    forged = _with_card(file, msgspec.structs.replace(card, bookings=4711, accounts=4711))
    restored = await restore(elsewhere, tmp_path / "new", forged, replace=True)
    assert (restored.bookings, restored.accounts) == (card.bookings, card.accounts)
    assert restored.made_at == card.made_at


async def test_a_backup_from_before_the_first_release_is_refused_and_changes_nothing(
    connect: dict[str, Any], elsewhere: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "season.backup"
    card = await backup(connect, tmp_path / "data", file)
    await restore(elsewhere, tmp_path / "new", file, replace=True)
    old = _with_card(file, msgspec.structs.replace(card, baseline="of other tables"))
    users = "select id from auth.users order by id"
    before = await _all(elsewhere, users)
    with pytest.raises(BackupError, match="before the first release"):
        await restore(elsewhere, tmp_path / "new", old, replace=True)
    assert await _all(elsewhere, users) == before


def _with_card(file: Path, card: Card) -> Path:
    """The backup with another card."""
    forged = file.with_name("forged.backup")
    with tarfile.open(file) as source, tarfile.open(forged, "w:gz") as target:
        for member in source:
            content = source.extractfile(member)
            assert content is not None
            text = msgspec.json.encode(card)
            data = text if member.name.endswith(".json") else content.read()
            member.size = len(data)
            target.addfile(member, io.BytesIO(data))
    return forged


async def test_a_serving_product_and_a_wrong_file_are_refused(
    database: Database, connect: dict[str, Any], tmp_path: Path
) -> None:
    await database.ping()
    file = tmp_path / "busy.backup"
    await backup(connect, tmp_path, file)
    with pytest.raises(BackupError, match="stop it first"):
        await restore(connect, tmp_path, file, replace=True)
    wrong = tmp_path / "holiday.jpg"
    wrong.write_bytes(b"not a backup")
    with pytest.raises(BackupError, match="is not a backup"):
        await restore(connect, tmp_path, wrong, replace=True)


async def test_a_backup_comes_back_over_the_database_of_a_much_newer_program(
    connect: dict[str, Any], elsewhere: dict[str, Any], tmp_path: Path
) -> None:
    """The way back from an upgrade; nothing is written over unasked."""
    file = tmp_path / "before.backup"
    await backup(connect, tmp_path / "data", file)
    await restore(elsewhere, tmp_path / "new", file, replace=True)
    newer = (
        "insert into schema_migration (name) values ('9999_much_newer.sql')",
        "update app.installation set value = '99' where name = 'schema_version'",
        "create table app.of_the_newer ()",
    )
    connection = await asyncpg.connect(**elsewhere)
    for one in newer:
        await connection.execute(one)
    await connection.close()
    with pytest.raises(BackupError, match="newer than this program"):
        await restore(elsewhere, tmp_path / "new", file, replace=False)
    await restore(elsewhere, tmp_path / "new", file, replace=True)
    for sql in (
        "select name from public.schema_migration order by name",
        "select to_regclass('app.of_the_newer')::text",
    ):
        assert await _all(elsewhere, sql) == await _all(connect, sql)


async def test_a_backup_goes_past_a_pooler(
    database: Database, connect: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await person(database)
    name, user = connect["database"], connect["user"]
    monkeypatch.setenv("SUMMERSTOW_DATA_DIR", str(tmp_path / "data"))
    async with lending(connect, 3) as pooled:
        address = f"postgresql://{user}@127.0.0.1:{pooled['port']}/{name}"
        monkeypatch.setenv("DATABASE_URL", address)
        refused = await _told(["backup", str(tmp_path / "refused.tar")])
        assert refused.exit_code == 1
        assert "DATABASE_DIRECT_URL" in refused.stderr
        place = f"host={quote(str(connect['host']))}&port={connect['port']}"
        monkeypatch.setenv("DATABASE_DIRECT_URL", f"postgresql://{user}@/{name}?{place}")
        written = await _told(["backup", str(tmp_path / "written.tar")])
    assert written.exit_code == 0, written.output
    assert (tmp_path / "written.tar").exists()


async def _told(arguments: list[str]) -> Any:
    return await asyncio.to_thread(CliRunner().invoke, app, arguments)
