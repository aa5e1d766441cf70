"""What anybody may know of the places that are left."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.slots import availability, queries
from tests.people import YEAR, RestClients


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the command."""
    return RestClients(database, {}, {"places_left": availability.COMMAND})


async def _slots(database: Database, *rows: tuple[date, int, str | None, int, int]) -> None:
    async with database.owner() as tx:
        await tx.execute("delete from slot_availability")
        for row in rows:
            await tx.execute(
                "insert into slot_availability "
                "(date, campus_id, time_of_day, capacity, available_slots) "
                "values ($1, $2, $3, $4, $5)",
                *row,
            )


async def _ask(rest: RestClients, query: str) -> dict[str, Any]:
    answer = await rest.of(None).get(f"/rpc/places_left?{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _left(found: dict[str, Any]) -> dict[str, list[int | None]]:
    return {
        day["date"]: [window["places_left"] for window in day["windows"]] for day in found["days"]
    }


async def test_places_of_each_window(rest: RestClients, database: Database) -> None:
    """Its own slot, else the whole day's, else no limit; other campuses do not count."""
    day = date(YEAR, 4, 28)
    await _slots(
        database,
        (day, 1, "morning", 5, 2),
        (day, 1, None, 9, 4),
        (day + timedelta(days=1), 1, "evening", 5, 0),
        (day, 2, "morning", 5, 5),
    )
    found = await _ask(rest, f"campus_id=1&from={YEAR}-04-28&to={YEAR}-04-30")
    assert _left(found) == {
        f"{YEAR}-04-28": [2, 4, 4],
        f"{YEAR}-04-29": [None, None, 0],
        f"{YEAR}-04-30": [None, None, None],
    }
    assert found["days"][0]["windows"][0] == {
        "time_of_day": "morning",
        "label": "9:00 AM - 12:00 PM",
        "places_left": 2,
        "capacity": 5,
        "over": False,
    }
    assert found["free_return"] == {"from": f"{YEAR}-08-31", "to": f"{YEAR}-09-03"}


async def test_without_a_range_it_begins_where_the_slots_begin(
    rest: RestClients, database: Database
) -> None:
    """For a week; with today where there are none."""
    day = clock.today() + timedelta(days=40)
    await _slots(database, (day, 3, "morning", 5, 5), (date(2020, 1, 1), 3, "morning", 5, 5))
    found = await _ask(rest, "campus_id=3")
    assert (found["from"], found["to"]) == (str(day), str(day + timedelta(days=6)))
    assert found["has_slots"] is True
    elsewhere = await _ask(rest, "campus_id=2")
    assert (elsewhere["from"], elsewhere["has_slots"]) == (str(clock.today()), False)


async def test_what_is_over_is_not_offered(
    rest: RestClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At noon on campus the morning and the afternoon have begun, and yesterday is left out."""
    noon = datetime.fromisoformat(f"{YEAR}-04-28T12:00:00-07:00")
    monkeypatch.setattr(clock, "now", lambda: noon)
    found = await _ask(rest, f"campus_id=1&from={YEAR}-04-27&to={YEAR}-04-29")
    assert [day["date"] for day in found["days"]] == [f"{YEAR}-04-28", f"{YEAR}-04-29"]
    assert [one["over"] for one in found["days"][0]["windows"]] == [True, True, False]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("campus_id=7", "We do not serve that campus."),
        (
            f"campus_id=1&from={YEAR}-04-28&to={YEAR}-04-27",
            "The last day must not be before the first.",
        ),
        (
            f"campus_id=1&from={YEAR}-04-01&to={YEAR}-06-02",
            "Please ask for at most 62 days at a time.",
        ),
        ("campus_id=1&from=9999-12-31", "The days must be from 2000 to 2100."),
    ],
)
async def test_a_range_that_cannot_be_asked(rest: RestClients, query: str, message: str) -> None:
    answer = await rest.of(None).get(f"/rpc/places_left?{query}")
    assert (answer.status_code, answer.json()["message"]) == (400, message)


async def test_it_reads_the_windows_index_and_never_the_bookings(database: Database) -> None:
    """With 10,000 bookings and five years of slots: no table is read through."""
    async with database.owner() as tx:
        await tx.execute("delete from slot_availability")
        await tx.execute(
            "insert into slot_availability (date, campus_id, time_of_day) "
            "select date '2026-01-01' + day, campus, part from generate_series(0, 1800) day, "
            "generate_series(1, 3) campus, unnest(array['morning', 'afternoon', 'evening']) part"
        )
        await tx.execute(
            "insert into bookings (campus_id, first_name, email, pickup_date) "
            f"select 1 + n % 3, 'Many', 'many@example.test', date '{YEAR}-04-01' + n % 30 "
            "from generate_series(1, 10000) n"
        )
        await tx.execute("analyze slot_availability")
        plans: list[str] = []

        class Explaining:
            async def fetch(self, sql: str, *args: object) -> list[Any]:
                plans.extend(row[0] for row in await tx.fetch(f"explain {sql}", *args))
                return []

            async def fetchval(self, sql: str, *args: object) -> None:
                await self.fetch(sql, *args)

        asked: Any = Explaining()
        await queries.of_days(asked, 1, date(YEAR, 4, 20), date(YEAR, 4, 26))
        await queries.first_day(asked, 1, date(YEAR, 4, 20), None)
    text = "\n".join(plans)
    assert text.count("slot_availability_window_key") >= 2
    assert "Seq Scan" not in text
    assert "bookings" not in text
