"""A real PostgreSQL for the run, and a fresh, migrated database for each test module.

The server is the embedded one in a folder of this run's, unless `TEST_DATABASE_URL` names another
(a connection that may create databases).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import tarfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from drills.mail_server import MailServer, serving
from summerstow import facts
from summerstow.platform.database.pool import Database
from summerstow.platform.postgres import embedded
from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import Settings
from summerstow.schema.migrate import migrate
from summerstow.slots import season
from tests import price_list

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def every_day_sold() -> None:
    """Without a season every day is sold, as in a demo; a test before may have set otherwise."""
    season.open_without_season(True)


@pytest.fixture
def older_tar(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tarfile` as the Python of Debian 12 has it (3.11.2): it knows nothing of filters."""
    for name in ("extract", "extractall"):
        known = getattr(tarfile.TarFile, name)

        def older(
            self: tarfile.TarFile, *given: Any, known: Callable[..., None] = known, **named: Any
        ) -> None:
            if "filter" in named:
                raise TypeError(f"{known.__name__}() got an unexpected keyword argument 'filter'")
            known(self, *given, **named)

        monkeypatch.setattr(tarfile.TarFile, name, older)
    monkeypatch.delattr(tarfile, "data_filter")


def pytest_configure() -> None:
    """Let all tests run under the price list that is theirs, before any of them is read."""
    pytest.MonkeyPatch().setattr(facts, "price_lists", lambda: price_list.FILES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the drills, the longest of all: nobody waits for them at the end."""
    items.sort(key=lambda one: not one.nodeid.startswith("tests/drills/"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """How to connect to the run's server as one who may create databases."""
    url = os.environ.get("TEST_DATABASE_URL")
    if url:
        yield {"dsn": url}
        return
    with embedded.acquire(tmp_path_factory.mktemp("postgres")) as running:
        asyncio.run(_without_the_disk(running.dsn_kwargs))
        yield running.dsn_kwargs


async def _without_the_disk(server: dict[str, Any]) -> None:
    """Let no test wait for the disk: those that kill a server have one of their own."""
    admin = await asyncpg.connect(**server)
    for setting in ("fsync", "full_page_writes"):
        await admin.execute(f"alter system set {setting} = off")
    await admin.execute("select pg_reload_conf()")
    await admin.close()


@pytest.fixture(scope="session")
def template(server: dict[str, Any]) -> str:
    """The name of a migrated, empty database from which the others are made."""
    name = f"summerstow_template_{os.getpid()}"

    async def make() -> None:
        admin = await asyncpg.connect(**server)
        await admin.execute(f'create database "{name}"')
        await admin.close()
        connection = await asyncpg.connect(**(server | {"database": name}))
        await migrate(connection)
        await connection.close()

    asyncio.run(make())
    return name


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def connect(server: dict[str, Any], template: str) -> AsyncIterator[dict[str, Any]]:
    """`asyncpg.connect` arguments of a fresh, migrated database of this module."""
    name = f"summerstow_test_{os.getpid()}_{next(_numbers)}"
    admin = await asyncpg.connect(**server)
    await admin.execute(f'create database "{name}" template "{template}"')
    yield server | {"database": name}
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.close()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def database(connect: dict[str, Any]) -> AsyncIterator[Database]:
    """The module's database behind a pool."""
    one = Database(connect, size=20)
    await one.open()
    yield one
    await one.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Demo settings with a data folder of their own; captured mail, no waiting between mails."""
    return load_settings(
        {
            "SUMMERSTOW_DATA_DIR": str(tmp_path / "data"),
            "SUMMERSTOW_DEMO": "1",
            "SUMMERSTOW_MAIL_INTERVAL": "0",
            "SUMMERSTOW_RATE_LIMITS": "0",
        }
    )


@pytest.fixture
def connect_json(connect: dict[str, Any]) -> str:
    """The same arguments as worker processes read them."""
    return json.dumps(connect)


@pytest.fixture
def mail_server() -> MailServer:
    """The memory of the mail server behind `smtp`."""
    return MailServer()


@pytest_asyncio.fixture(loop_scope="session")
async def smtp(mail_server: MailServer) -> AsyncIterator[str]:
    """A real mail server's address."""
    async with serving(mail_server) as url:
        yield url
