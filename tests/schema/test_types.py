"""The web's types are those of the schema."""

from __future__ import annotations

from typing import Any

import asyncpg

from summerstow.cli import ROOT
from summerstow.schema.types import typescript


async def test_the_types_of_the_web_are_up_to_date(connect: dict[str, Any]) -> None:
    """After a migration: `python -m summerstow types`."""
    connection = await asyncpg.connect(**connect)
    assert (ROOT / "web/api/database.types.ts").read_text() == await typescript(connection)
    await connection.close()
