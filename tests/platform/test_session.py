"""What a connection to PostgreSQL asks before it can carry out a statement."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from summerstow.platform.database.connecting import Connector
from summerstow.platform.database.session import Session

#: An array of each kind that requests are made of.
_GIVEN: dict[str, list[object]] = {
    "uuid": [uuid4(), None],
    "json": ['{"says": "\\"yes\\", {no}"}', "[1]", "null", None],
    "jsonb": ['{"a": [1, "é"]}', None],
    "text": ["", "null", 'with "quotes" and {braces}', None],
    "bool": [True, None],
    "bytea": [b"\x00\xff"],
    "smallint": [1],
    "int": [1, -1],
    "bigint": [1 << 40],
    "float8": [0.5],
    "date": [date(2027, 4, 30)],
    "interval": [timedelta(hours=1)],
    "timestamptz": [datetime(2027, 4, 30, 16, tzinfo=UTC)],
}


async def test_types_are_asked_for_once_in_a_process_and_not_by_requests(
    connect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    of_driver = vars(asyncpg.Connection)["_introspect_types"]

    async def noted(*given: Any) -> object:
        asked.append(given)
        return await of_driver(*given)

    monkeypatch.setattr(asyncpg.Connection, "_introspect_types", noted)
    monkeypatch.setattr(Session, "_builtin_types", {})
    for _connection in range(2):
        session = await Connector(connect).connect()
        assert len(asked) == 1
        for kind, given in _GIVEN.items():
            # As it is given back, and as PostgreSQL understands it.
            sent = f"select $1::{kind}[], array(select x::text from unnest($1::{kind}[]) x)"
            found = await session.fetchrow(sent, given)
            assert found is not None
            assert found[0] == given, kind
            assert [one is None for one in found[1]] == [one is None for one in given], kind
        assert len(asked) == 1
        await session.close()


async def test_types_of_a_database_of_its_own_are_asked_for_by_each_connection(
    connect: dict[str, Any],
) -> None:
    """Another database may have another type under the same number."""
    for _connection in range(2):
        session = await Connector(connect).connect()
        await session.execute("begin; create type app.pair as (one int, other uuid[])")
        ids = [uuid4()]
        pair = await session.fetchval("select (7, $1::uuid[])::app.pair", ids)
        assert (pair["one"], pair["other"]) == (7, ids)
        await session.execute("rollback; begin; create type app.pair as (other text)")
        pair = await session.fetchval("select row('x')::app.pair")
        assert pair["other"] == "x"
        await session.execute("rollback")
        await session.close()
    assert {one["ns"] for one in Session._builtin_types.values()} == {"pg_catalog"}
