"""A customer's own rows are found by an index: asking of each row whose it is takes all of them."""

from __future__ import annotations

from uuid import UUID

import pytest

from summerstow.platform.actor import Actor
from summerstow.platform.database.pool import Database

_MAYA = Actor("customer", UUID("aaaaaaaa-0000-4000-8000-000000000001"))


@pytest.mark.parametrize(
    ("table", "index"),
    [
        ("pickup_signatures", "pickup_signatures_pickup_idx"),
        ("date_changes", "date_changes_booking_idx"),
        ("kit_deliveries", "kit_deliveries_pkey"),
        ("item_events", "item_events_item_idx"),
        ("labels", "labels_item_id_key"),
        ("delivery_quotes", "delivery_quotes_booking_idx"),
        ("ledger", "ledger_booking_idx"),
        ("invoices", "invoices_booking_idx"),
        ("settlements", "settlements_credit_idx"),
        ("stop_events", "stop_events_booking_idx"),
        ("fee_proposals", "fee_proposals_booking_idx"),
    ],
)
async def test_own_rows_are_not_looked_for_among_everybodys(
    database: Database, table: str, index: str
) -> None:
    """As PostgreSQL reads them where it may read no table whole, as of a long one."""
    async with database.transaction(_MAYA) as tx:
        await tx.execute("set local enable_seqscan = off")
        rows = await tx.fetch(f"explain select count(*) from {table}")
    plan = [row[0].strip() for row in rows]
    [read] = [number for number, line in enumerate(plan) if f"on {index}" in line or index in line]
    assert plan[read + 1].startswith("Index Cond: "), plan
    assert " = ANY " in plan[read + 1], plan
