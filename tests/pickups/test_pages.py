"""What a pickup day changes lies together: of a million bookings few pages are in memory."""

from __future__ import annotations

from uuid import UUID

import pytest

from summerstow.platform import published
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person

from .conftest import Day

_PAGES = (
    "select id, (ctid::text::point)[0]::int as page from public.bookings "
    "where email like 'near-%@example.test'"
)


@pytest.mark.parametrize("items", [None, 3])
async def test_pickups_and_their_events_follow_each_other_by_their_ids(
    rest: RestClients, database: Database, day: Day, items: int | None
) -> None:
    admin = rest.of(await person(database, "admin"))
    for _ in range(3):
        await day.booked()
    for place in await day.line(admin):
        tap = {"queue_id": place, "status": "completed"} | ({"items": items} if items else {})
        answer = await admin.post("/rpc/set_pickup_status", json=tap)
        assert answer.status_code == 204, answer.text
    async with database.owner() as tx:
        for table, when in (("pickups", "created_at"), ("stop_events", "at")):
            column = "pickup_date" if table == "pickups" else "day"
            rows = await tx.fetch(
                f"select id from public.{table} where {column} = $1 order by {when}", day.on
            )
            ids = [UUID(str(row["id"])) for row in rows]
            assert [one.version for one in ids] == [7] * 3
            assert ids == sorted(ids)


async def test_a_booking_whose_status_changes_stays_on_its_page(
    database: Database, day: Day
) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.bookings (campus_id, first_name, last_name, email, status, "
            "pickup_date, pickup_time, building_name, delivery_option) "
            "select 2, 'Ana', 'Near', 'near-' || n || '@example.test', 'pending', $1, $2, "
            "'House ' || n % 40, 'decide_later' from generate_series(1, 400) n",
            day.on,
            published.known_campus(1).pickup_windows[0].label,
        )
    async with database.owner() as tx:
        before = {row["id"]: row["page"] for row in await tx.fetch(_PAGES)}
    for status in ("confirmed", "in_queue", "picked_up"):
        async with database.owner() as tx:
            await tx.execute(
                "update public.bookings set status = $1 where email ~ '^near-[0-9]*0@'", status
            )
    async with database.owner() as tx:
        after = {row["id"]: row["page"] for row in await tx.fetch(_PAGES)}
        await tx.execute("delete from public.bookings where email like 'near-%@example.test'")
    assert len(set(before.values())) < 40
    assert after == before
