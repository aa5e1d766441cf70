"""The settings' commands behind the data API, with two executives."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from summerstow.office.settings.commands import commands
from summerstow.platform import published
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person


@pytest.fixture(autouse=True)
def nothing_held() -> Iterator[None]:
    """What is published is held by the process: the next test begins with what ships."""
    yield
    published.hold([])


@pytest.fixture
def rest(database: Database) -> RestClients:
    return RestClients(database, {}, {one.name: one for one in commands(lambda: None)})


@pytest.fixture
async def ada(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))


@pytest.fixture
async def omar(rest: RestClients, database: Database) -> httpx.AsyncClient:
    return rest.of(await person(database, "executive"))
