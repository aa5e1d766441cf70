"""What stands between the product and its database: a pooler, a silent host, several hosts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from summerstow.platform.actor import ANONYMOUS, Actor
from summerstow.platform.database import connecting
from summerstow.platform.database.connecting import NotConnectedError
from summerstow.platform.database.pool import Database
from summerstow.platform.database.session import Mode, Session
from summerstow.platform.errors import Unavailable
from summerstow.platform.live.lines import Lines

from .lending_pooler import lending
from .silent_proxy import proxy

_WHO = "select current_user || ' ' || coalesce(app.user_id()::text, '-')"


@pytest.fixture
def sockets(server: dict[str, Any]) -> dict[str, Any]:
    """The run's own server, which is reached over a folder of sockets."""
    if "dsn" in server:
        pytest.skip("needs the run's own server")
    return server


async def test_behind_a_pooler_everybody_reads_as_who_they_are(
    sockets: dict[str, Any], connect: dict[str, Any]
) -> None:
    """Twenty people over three connections that are lent for a transaction each."""
    people = [Actor("customer", uuid4()) for _ in range(20)]
    async with lending(connect, 3) as through:
        database = Database(through, size=10)

        async def reads(actor: Actor) -> None:
            for _ in range(10):
                async with database.reading(actor) as tx:
                    seen = await tx.fetchval(_WHO)
                    assert await tx.fetchval("select $1::int", 7) == 7
                assert seen == f"summerstow_customer {actor.user_id}"

        async def works() -> None:
            for _ in range(20):
                async with database.owner() as tx:
                    assert await tx.fetchval("select current_user = session_user")
                async with database.reading(None) as tx:
                    assert await tx.fetchval("select current_user = session_user")
                async with database.transaction(ANONYMOUS) as tx:
                    assert await tx.fetchval("select current_user") == "summerstow_anon"

        await asyncio.gather(*map(reads, people), works(), works())
        await database.close()


async def test_a_pooler_is_noticed_and_nothing_listens_behind_it(
    sockets: dict[str, Any], connect: dict[str, Any]
) -> None:
    async with lending(connect, 2) as through:
        session = await _connected(through)
        assert session.mode is Mode.POOLED
        await session.close()
        lines = Lines(through)
        with pytest.raises(Unavailable):
            async with lines.follow():
                pass
        await lines.close()
    session = await _connected(connect)
    assert session.mode is Mode.DIRECT
    await session.close()


async def _connected(to: dict[str, Any]) -> Session:
    return await connecting.connect(to)


async def test_a_host_that_falls_silent_is_left_for_the_other(
    sockets: dict[str, Any], connect: dict[str, Any]
) -> None:
    """Whichever is named first; what was under way ends as an outage, and not with a timeout."""
    path = str(Path(connect["host"]) / f".s.PGSQL.{connect['port']}")
    async with proxy(path) as one, proxy(path) as two:
        for first, second in ((one, two), (two, one)):
            name = f"{connect['user']}@{first.host},{second.host}/{connect['database']}"
            database = Database({"dsn": f"postgresql://{name}"}, size=4)
            async with database.owner() as tx:
                await tx.fetchval("select 1")
            first.fall_silent()
            with pytest.raises(Unavailable):
                async with asyncio.timeout(60):
                    await database.ping()
            async with asyncio.timeout(60):
                await database.ping()
            assert second.taken
            await database.close()
            first.speak()


async def test_a_start_finds_the_host_that_speaks(
    sockets: dict[str, Any], connect: dict[str, Any]
) -> None:
    path = str(Path(connect["host"]) / f".s.PGSQL.{connect['port']}")
    async with proxy(path) as silent, proxy(path) as speaking:
        silent.fall_silent()
        for hosts in (
            f"{silent.host},{speaking.host}",
            f"{speaking.host},{silent.host}",
            f"127.0.0.1:1,{silent.host},{speaking.host}",
        ):
            session = await _connected(
                {"dsn": f"postgresql://{connect['user']}@{hosts}/{connect['database']}"}
            )
            assert str(session.host) == speaking.host
            await session.close()
        with pytest.raises(NotConnectedError, match="does not answer within"):
            await _connected({"dsn": f"postgresql://mina:plum@{silent.host}/storage"})
