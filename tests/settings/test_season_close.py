"""What is left at the end of a season (rule: season-close)."""

from __future__ import annotations

from datetime import timedelta

import httpx

from summerstow.office.settings.season_close import COMMANDS
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person


async def _left(client: httpx.AsyncClient) -> dict[str, int]:
    answer = await client.post("/rpc/season_close", json={})
    assert answer.status_code == 200, answer.text
    return {one["what"]: one["count"] for one in answer.json()}


async def test_what_is_in_storage_or_was_never_collected_is_counted(database: Database) -> None:
    rest = RestClients(database, {}, {one.name: one for one in COMMANDS})
    executive = rest.of(await person(database, "executive"))
    before = await _left(executive)
    assert list(before) == [
        *("not_returned", "not_collected", "overdue", "unused_credit", "cases", "claims")
    ]
    body = booking_body(campus_id=1)
    today = clock.today()
    rows = (("picked_up", -9), ("confirmed", -1), ("confirmed", 1), ("cancelled", -1))
    async with database.owner() as tx:
        for status, days in rows:
            await tx.execute(
                "insert into bookings (campus_id, first_name, email, pickup_date, status) "
                "values (1, $1, $2, $3, $4)",
                body["first_name"],
                body["email"],
                today + timedelta(days=days),
                status,
            )
    after = await _left(executive)
    assert after["not_returned"] == before["not_returned"] + 1
    assert after["not_collected"] == before["not_collected"] + 1
    assert after["claims"] == before["claims"]
    admin = rest.of(await person(database, "admin"))
    assert (await admin.post("/rpc/season_close", json={})).status_code == 403
