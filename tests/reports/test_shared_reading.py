"""Executives who look at one season within seconds share one reading of it."""

from __future__ import annotations

from typing import Any

from summerstow.office.overview.commands import COMMANDS, RECENT
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person


async def test_executives_who_look_at_the_same_time_share_one_reading(database: Database) -> None:
    rest = RestClients(database, {}, {one.name: one for one in COMMANDS})
    first, second = [rest.of(await person(database, "executive")) for _ in range(2)]
    days = {"from": "2020-03-01", "to": "2020-03-31"}

    async def overview(client: Any, **more: Any) -> dict[str, Any]:
        answer = await client.post("/rpc/season_overview", json=days | more)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    before = await overview(first)
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.bookings (campus_id, email, created_at) "
            "values (1, 'a@example.test', '2020-03-05T18:00:00+00:00')"
        )
    assert await overview(second) == before
    assert await overview(second, campus_id=1) != before
    RECENT.clear()
    assert await overview(second) != before
