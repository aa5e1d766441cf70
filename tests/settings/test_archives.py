"""Everything that the business keeps as one file (rule: archive)."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from typing import Any
from uuid import UUID

import httpx
import pytest

from summerstow.office.archives import job, tables
from summerstow.office.archives.commands import ArchiveFile, ArchiveLinks, commands
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person

LINKS = ArchiveLinks("a secret")


@pytest.fixture
async def executive(database: Database) -> httpx.AsyncClient:
    rest = RestClients(database, {}, {one.name: one for one in commands(LINKS)})
    return rest.of(await person(database, "executive"))


@pytest.fixture(autouse=True)
async def none_left(database: Database) -> Any:
    yield
    async with database.owner() as tx:
        await tx.execute("delete from app.archives")


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _download(database: Database, path: str) -> httpx.Response:
    transport = httpx.ASGITransport(ArchiveFile(database, LINKS))
    async with httpx.AsyncClient(transport=transport, base_url="http://s.test") as client:
        return await client.get(path)


async def test_an_archive_holds_tables_papers_and_photos(
    executive: httpx.AsyncClient, database: Database
) -> None:
    mina = await person(database)
    async with database.owner() as tx:
        await tx.execute("update users set full_name = '=1+1' where id = $1", mina.id)
        await tx.execute(
            "insert into app.pictures "
            "(id, owner_id, kind, media_type, sha256, content, width, height) "
            "values ($1, $1, 'item', 'image/jpeg', $2, $3, 1, 1)",
            mina.id,
            b"x" * 32,
            b"jpg",
        )
    asked = await _call(executive, "request_archive")
    again = await _call(executive, "request_archive")
    assert (asked["state"], again["id"]) == ("running", asked["id"])
    await job.run(database)
    ready = await _call(executive, "newest_archive")
    assert (ready["state"], ready["steps_done"]) == ("ready", ready["steps_total"])
    link = await _call(executive, "archive_link", archive_id=ready["id"])
    file = await _download(database, link["path"])
    assert (file.status_code, len(file.content)) == (200, ready["bytes"])
    archive = zipfile.ZipFile(io.BytesIO(file.content))
    assert archive.testzip() is None
    people = list(csv.DictReader(io.TextIOWrapper(archive.open("tables/users.csv"), "utf-8")))
    [row] = [one for one in people if one["id"] == str(mina.id)]
    # A spreadsheet computes nothing of it.
    assert row["full_name"] == "'=1+1"
    async with database.owner() as tx:
        invoices = await tx.fetchval("select count(*) from invoices")
        pictures = await tx.fetchval("select count(*) from app.pictures")
    names = archive.namelist()
    assert sum(one.startswith("invoices/") for one in names) == invoices
    assert sum(one.startswith("pictures/") for one in names) == pictures
    assert "public.bookings: A customer's booking." in archive.read("README.txt").decode()


async def test_a_link_ends_and_names_one_archive(
    executive: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _call(executive, "request_archive")
    running = await _call(executive, "newest_archive")
    refused = await executive.post("/rpc/archive_link", json={"archive_id": running["id"]})
    assert refused.status_code == 404
    assert (await _download(database, LINKS.link(UUID(running["id"])))).status_code == 404
    await job.run(database)
    path = LINKS.link(UUID(running["id"]))
    assert (await _download(database, path)).status_code == 200
    assert (await _download(database, f"{path}AAAA")).status_code == 404
    assert (await _download(database, "/archives/")).status_code == 404
    monkeypatch.setattr("time.time", lambda: 10.0**12)
    assert (await _download(database, path)).status_code == 404


async def test_an_archive_that_fails_three_times_is_given_up(
    executive: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later one is asked for as the first was."""
    await _call(executive, "request_archive")

    async def fail(*_: object) -> None:
        raise ValueError("full")

    with monkeypatch.context() as patched:
        patched.setattr(tables, "copy_table", fail)
        for _ in range(3):
            with pytest.raises(ValueError, match="full"):
                await job.run(database)
    failed = await _call(executive, "newest_archive")
    assert (failed["state"], failed["error"]) == ("failed", "The archive could not be made.")
    assert (await _call(executive, "request_archive"))["state"] == "running"
    await job.run(database)
    assert (await _call(executive, "newest_archive"))["state"] == "ready"


async def test_no_secret_is_in_an_archive(database: Database) -> None:
    """Each table is archived with its description, or left out by name."""
    async with database.owner() as tx:
        found = await tables.archived_tables(await tx.connection())
        known = {
            row["name"]
            for row in await tx.fetch(
                "select schemaname || '.' || tablename as name from pg_tables "
                "where schemaname in ('public', 'app')"
            )
        }
    names = {one.name for one in found}
    assert names | tables.LEFT_OUT == known
    assert not names & tables.LEFT_OUT
    assert names <= tables.descriptions().keys()
    secret = re.compile("hash|secret|token|password|salt|nonce|auth|p256dh|endpoint")
    assert [
        f"{one.name}.{column}"
        for one in found
        for column, _ in one.columns
        if secret.search(column)
    ] == []
