"""A migration that takes long is done beside everybody's work, and finished whatever ends it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from summerstow.schema import files
from summerstow.schema.migrate import migrate

_VALID = "select indisvalid from pg_index where indexrelid = to_regclass('public.people_idx')"


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A migration that builds an index of a large table, and one that follows it."""
    (tmp_path / "9001_people.concurrently.sql").write_text(
        "-- Found by name from now on.\n"
        "create index concurrently if not exists people_idx\n"
        "  on public.bookings (last_name, first_name);\n"
        "alter table public.bookings validate constraint people;\n"
    )
    (tmp_path / "9002_after.sql").write_text(
        "create table public.after_people as select to_regclass('public.people_idx') as found;\n"
    )
    new = sorted(tmp_path.iterdir())
    monkeypatch.setattr(files, "migrations", lambda: new)
    return [one.name for one in new]


async def test_an_index_is_built_while_people_book_and_again_where_it_was_ended(
    connect: dict[str, Any], scripts: list[str]
) -> None:
    starting, writer, other = [await asyncpg.connect(**connect) for _ in range(3)]
    await other.execute(
        "alter table public.bookings add constraint people check (last_name <> '-') not valid"
    )
    begun = writer.transaction()
    await begun.start()
    await writer.execute("lock table public.bookings in row exclusive mode")
    migrating = asyncio.create_task(migrate(starting))
    # It waits for whoever wrote before it began; nobody waits for it.
    while await other.fetchval(_VALID) is None:
        assert not migrating.done(), migrating.result()
    await other.execute("update public.bookings set phone = phone")
    await other.execute("select pg_cancel_backend($1)", starting.get_server_pid())
    await begun.commit()
    assert await migrating == scripts
    assert await other.fetchval(_VALID) is True
    # What follows found it, and the policies were applied after all of it.
    assert await other.fetchval("select found is not null from public.after_people")
    seal = "select value from app.installation where name = 'schema_repeatable'"
    assert await other.fetchval(seal) == files.repeatable_hash()
    assert await migrate(starting) == []
    for one in (starting, writer, other):
        await one.close()
