"""What is known of a person is found by indexes: among all there is it would take seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from summerstow.platform.database.pool import Database
from summerstow.privacy import erase_queries, queries

#: Tables that grow with the business.
_LONG = {"audit_log", "bookings", "invoices", "items", "ledger", "pickups", "run_stops"}


def _read_whole(plan: dict[str, Any], parent: str = "") -> Iterator[str]:
    """The long tables that a plan reads from their beginning to their end."""
    kind = plan["Node Type"]
    by_key = kind == "Bitmap Heap Scan" or "Index Cond" in plan or parent == "Limit"
    if plan.get("Relation Name") in _LONG and not by_key:
        yield f"{kind} on {plan['Relation Name']}"
    for part in plan.get("Plans", ()):
        yield from _read_whole(part, kind)


STATEMENTS = queries.SECTIONS | {"owed and credit": erase_queries.MONEY}


@pytest.mark.parametrize("section", STATEMENTS)
async def test_no_part_reads_everybodys(database: Database, section: str) -> None:
    """As PostgreSQL reads them where it may read no table whole, as of a long one."""
    person = UUID("aaaaaaaa-0000-4000-8000-000000000001")
    async with database.owner() as tx:
        await tx.execute("set local enable_seqscan = off")
        text = await tx.fetchval(f"explain (format json) {STATEMENTS[section]}", person)
    assert list(_read_whole(json.loads(text)[0]["Plan"])) == []
