"""What the job of messages reads, however many bookings there are."""

from __future__ import annotations

from datetime import timedelta

from summerstow.demo import past
from summerstow.messages import queries
from summerstow.platform import clock
from summerstow.platform.database.pool import Database


async def test_pickups_that_just_ended_are_found_without_reading_all_bookings(
    database: Database,
) -> None:
    await past.generate(database, 3_000)
    async with database.owner() as tx:
        await tx.execute("analyze")
        rows = await tx.fetch(
            f"explain {queries._COMPLETED}", clock.now() - timedelta(minutes=10), None
        )
    plan = "\n".join(row[0] for row in rows)
    assert "pickups_day_idx" in plan
    assert "Seq Scan on bookings" not in plan
