"""Who works here, by the command line (rule: server-decides-role)."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from summerstow.operator import ready, staff
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import completed, render
from summerstow.schema import files
from tests.people import person

SITE = "https://storage.example.ca"


async def _role(database: Database, email: str) -> str | None:
    async with database.owner() as tx:
        found: str | None = await tx.fetchval(
            "select role from public.users where email = $1", email
        )
        return found


async def test_a_new_colleague_and_a_known_one(database: Database) -> None:
    assert await staff.add(database, "Wren@Example.test", "worker", "Wren Okafor")
    assert await _role(database, "wren@example.test") == "worker"
    mina = await person(database)
    async with database.owner() as tx:
        await tx.execute(
            "insert into auth.sessions (id, user_id) values ($1, $2)", uuid4(), mina.id
        )
    assert not await staff.add(database, mina.email, "admin", "Mina Kaya")
    assert await _role(database, mina.email) == "admin"
    async with database.owner() as tx:
        assert (
            await tx.fetchval("select count(*) from auth.sessions where user_id = $1", mina.id) == 0
        )
        noted = await tx.fetchval(
            "select after ->> 'role' from audit_log where row_id = $1 and action = 'user_updated'",
            str(mina.id),
        )
    assert noted == "admin"
    listed = {row.email: row for row in await staff.listed(database)}
    assert listed["wren@example.test"].role == "worker"
    assert listed[mina.email].full_name == "Mina Kaya"
    async with database.owner() as tx:
        mails = await tx.fetch("select recipient, kind, data from app.outbox")
    [(recipient, kind, data)] = mails
    assert (recipient, kind) == ("wren@example.test", "staff_invited")
    assert f"{SITE}/auth/forgot" in render(kind, completed(msgspec.json.decode(data), SITE)).links


async def test_somebody_leaves_but_not_the_last_executive(database: Database) -> None:
    eli = await person(database, "executive")
    with pytest.raises(staff.StaffError, match="last executive"):
        await staff.remove(database, eli.email)
    with pytest.raises(staff.StaffError, match="last executive"):
        await staff.change(database, eli.email, "worker")
    with pytest.raises(staff.StaffError, match="last executive"):
        await staff.add(database, eli.email, "admin", None)
    assert not await staff.add(database, eli.email, "executive", None)
    other = await person(database, "executive")
    await staff.remove(database, eli.email)
    assert await _role(database, eli.email) == "customer"
    with pytest.raises(staff.StaffError, match="does not work here"):
        await staff.remove(database, eli.email)
    with pytest.raises(staff.StaffError, match="Nobody has an account"):
        await staff.change(database, "nobody@example.test", "admin")
    await staff.change(database, other.email, "executive")


async def test_a_database_that_nobody_set_up_is_said_to_be_empty(
    server: dict[str, Any],
    connect: dict[str, Any],
    free_port: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await ready.check(connect)
    with pytest.raises(ready.NotReadyError, match="The database is empty: summerstow migrate"):
        await ready.check(server | {"database": "template1"})
    with pytest.raises(ready.NotReadyError, match=f"127.0.0.1:{free_port} cannot be reached"):
        await ready.check({"host": "127.0.0.1", "port": free_port, "user": "nobody"})
    (tmp_path / "0001_needed.sql").touch()
    monkeypatch.setattr(files, "migrations", lambda: list(tmp_path.iterdir()))
    with pytest.raises(ready.NotReadyError, match="Migrations wait: 0001_needed"):
        await ready.check(connect)
