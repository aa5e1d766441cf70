"""A database that is away, closed, read-only or changed its password: 503 at every address."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import httpx
import pytest

from summerstow.app import Application
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Unavailable, is_outage
from summerstow.platform.settings.model import Settings
from tests.people import booking_body

TROUBLES = ("password", "closed", "read-only")


@pytest.mark.parametrize(
    ("sqlstate", "outage"),
    [
        *((code, True) for code in ("08006", "28P01", "28000", "53100", "53300", "53400")),
        *((code, True) for code in ("55000", "55P03", "57P01", "57P03", "25006")),
        *((code, False) for code in ("57014", "25P02", "23505", "42501", "40001", "22P02")),
    ],
)
def test_what_is_an_outage_and_what_a_statements_own_fault(sqlstate: str, outage: bool) -> None:
    assert is_outage(sqlstate) is outage


@asynccontextmanager
async def _trouble(
    kind: str, server: dict[str, Any], template: str
) -> AsyncIterator[dict[str, Any]]:
    """A migrated database in trouble, as the arguments that the product connects with."""
    name = f"summerstow_trouble_{os.getpid()}_{secrets.token_hex(4)}"
    admin = await asyncpg.connect(**server)
    await admin.execute(f'create database "{name}" template "{template}"')
    connect = server | {"database": name}
    if kind == "password":
        await admin.execute(f'create role "{name}" nologin')
        connect["user"] = name
    elif kind == "closed":
        await admin.execute(f'alter database "{name}" with allow_connections false')
    else:
        await admin.execute(f'alter database "{name}" set default_transaction_read_only = on')
    yield connect
    await admin.execute(f'drop database "{name}" with (force)')
    await admin.execute(f'drop role if exists "{name}"')
    await admin.close()


@pytest.mark.parametrize("kind", TROUBLES)
async def test_trouble_of_the_database_is_503_for_everybody_and_says_nothing_of_it(
    kind: str, server: dict[str, Any], template: str, settings: Settings
) -> None:
    """Nobody is refused: not a guest who books, not a customer who signs in, not the office.

    Rule: outage-is-not-a-refusal.
    """
    async with _trouble(kind, server, template) as connect:
        application = Application(settings, connect)
        sign_in = {"email": "mina@example.test", "password": "plum-kettle-94"}
        asked: list[tuple[str, str, Any]] = [
            ("POST", "/rest/v1/bookings", booking_body()),
            ("PATCH", "/rest/v1/campuses?id=eq.1", {"campus": "x"}),
            ("POST", "/auth/v1/signup", sign_in),
            ("POST", "/auth/v1/otp", {"email": sign_in["email"]}),
        ]
        if kind != "read-only":
            asked += [
                ("GET", "/rest/v1/campuses", None),
                ("POST", "/auth/v1/token?grant_type=password", sign_in),
                ("GET", "/healthz", None),
            ]
        service = {"authorization": f"Bearer {settings.service_key}"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=application), base_url=settings.site_url
        ) as client:
            for method, path, body in asked:
                headers = service if method == "PATCH" else {}
                answer = await client.request(method, path, json=body, headers=headers)
                assert answer.status_code == 503, (path, answer.text)
                assert "summerstow_" not in answer.text, answer.text
                if path != "/healthz":
                    assert int(answer.headers["retry-after"]) > 0
        await application.database.close()


async def test_a_connection_to_a_replaced_primary_is_used_no_more(
    server: dict[str, Any], template: str
) -> None:
    """What was read-only a moment ago is asked anew, over a new connection."""
    async with _trouble("read-only", server, template) as connect:
        database = Database(connect, size=2)
        pids: list[int] = []

        async def write() -> None:
            async with database.owner() as tx:
                pids.append(await tx.fetchval("select pg_backend_pid()"))
                await tx.execute("create table if not exists app.written (n integer)")

        with pytest.raises(Unavailable):
            await write()
        admin = await asyncpg.connect(**server)
        await admin.execute(
            f'alter database "{connect["database"]}" reset default_transaction_read_only'
        )
        await admin.close()
        # The pool may have opened one more in between; that one is given up in its turn.
        for _ in range(2):
            with contextlib.suppress(Unavailable):
                await write()
        assert pids[0] not in pids[1:]
        await write()
        await database.close()
