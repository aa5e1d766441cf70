"""When the crew will be at a stop, from the day's real pace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.crew.queue import commands, late, queries
from summerstow.crew.queue.pace import expected_at
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, booking_body, person

NINE = datetime(2027, 4, 28, 16, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DOOR = "jo-at-the-door@student.example"


@pytest.mark.parametrize(
    ("done", "ahead", "now", "expected"),
    [
        # Every ten minutes; the next one ten minutes after the last.
        ([10, 20, 30], 0, 31, 40),
        ([10, 20, 30], 3, 31, 70),
        # A stop that takes longer moves all that come after it.
        ([10, 20, 30], 1, 58, 70),
        # One long break is not the pace.
        ([10, 20, 80, 90], 1, 91, 110),
        # Sent all at once by a crew that was without signal: still some minutes for each.
        ([30, 30, 30], 4, 31, 45),
        # At full five minutes, rounded up; never in the past.
        ([10, 21, 32], 0, 33, 45),
        ([10, 20, 30], 0, 77, 80),
        # Not enough has happened, or nothing for long.
        ([10, 20], 3, 31, None),
        ([], 0, 31, None),
        ([10, 20, 30], 2, 151, None),
    ],
)
def test_the_days_pace(done: list[int], ahead: int, now: int, expected: int | None) -> None:
    found = expected_at(
        [NINE + one * MINUTE for one in done], ahead, window_starts=NINE, now=NINE + now * MINUTE
    )
    assert found == (None if expected is None else NINE + expected * MINUTE)


def test_nobody_comes_before_the_window() -> None:
    noon = NINE + timedelta(hours=3)
    done = [NINE + one * MINUTE for one in (10, 20, 30)]
    assert expected_at(done, 1, window_starts=noon, now=done[-1]) == noon


@pytest.fixture
def rest(database: Database) -> RestClients:
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {one.name: one for one in commands.COMMANDS},
    )


async def _stands(rest: RestClients, who: Person, **changes: object) -> str:
    body = booking_body(
        pickup_date=clock.today().isoformat(), pickup_time="9:00 AM - 12:00 PM", **changes
    )
    made = await rest.of(who).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    assert made.status_code == 201, made.text
    booking: str = made.json()[0]["id"]
    return booking


async def _done(database: Database, who: Person, booking: str, at: datetime) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into pickups (user_id, booking_id, pickup_date, status, completed_at) "
            "values ($1, $2::text::uuid, $3, 'completed', $4)",
            who.id,
            booking,
            clock.today(),
            at,
        )
        await queries.leave(tx, UUID(booking))


async def test_ones_own_expected_time(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = NINE + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: moment)
    people = [await person(database) for _ in range(5)]
    bookings = [
        await _stands(rest, one, building_name=f"House {index}", campus_id=1)
        for index, one in enumerate(people)
    ]
    await _stands(rest, await person(database), building_name="A", campus_id=2)
    ask = "/rpc/expected_arrival"
    unknown = (await rest.of(people[4]).get(ask)).json()
    assert (unknown["expected_at"], unknown["words"], unknown["late"]) == (None, None, False)
    for index, minutes in enumerate((20, 32, 44)):
        await _done(database, people[index], bookings[index], NINE + minutes * MINUTE)
    last = (await rest.of(people[4]).get(ask)).json()
    # 10:00 now, twelve minutes a stop, one person ahead.
    assert last["words"] == "Around 10:15 AM campus time, at today's pace."
    assert datetime.fromisoformat(last["expected_at"]) == NINE + 75 * MINUTE
    assert (last["on_way"], last["late"]) == (False, False)
    # On the way there is a time even before the day has a pace, and no promise of a window.
    async with database.owner() as tx:
        await tx.execute(
            "insert into pickups (user_id, booking_id, pickup_date, status, updated_at) "
            "values ($1, $2::text::uuid, $3, 'in_progress', $4)",
            people[4].id,
            bookings[4],
            clock.today(),
            moment,
        )
    coming = (await rest.of(people[4]).get(ask)).json()
    assert (coming["on_way"], coming["words"]) == (True, "Around 10:15 AM campus time.")
    await _done(database, people[3], bookings[3], NINE + 170 * MINUTE)
    moment = NINE + 185 * MINUTE
    late = (await rest.of(people[4]).get(ask)).json()
    assert late["late"]
    assert late["words"] == "Around 12:05 PM campus time. We are running late today, sorry."
    moment = NINE + timedelta(hours=6)
    over = (await rest.of(people[4]).get(ask)).json()
    assert (over["late"], over["expected_at"]) == (True, None)
    assert over["words"] == "They left for you at 10:00 AM campus time."
    assert (await rest.of(None).get(ask)).status_code == 401
    stranger = await person(database)
    assert (await rest.of(stranger).get(ask)).json()["words"] is None


async def test_who_waits_too_long_is_told_once_by_how_much(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: crew-late."""
    moment = NINE + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: moment)
    people = [await person(database) for _ in range(6)]
    bookings = [
        await _stands(
            rest,
            one,
            building_name=f"House {index}",
            campus_id=3,
            email=one.email,
            **({"contact_name": "Jo", "contact_email": DOOR} if index == 5 else {}),
        )
        for index, one in enumerate(people)
    ]
    for index, minutes in enumerate((60, 100, 140)):
        await _done(database, people[index], bookings[index], NINE + minutes * MINUTE)

    async def told() -> dict[str, list[str]]:
        async with database.owner() as tx:
            await late.tell(tx)
            rows = await tx.fetch(
                "select recipient, data->>'late' as late from app.outbox where kind = 'crew_late' "
                "and recipient = any($1) order by id",
                [*(one.email for one in people), DOOR],
            )
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(row["recipient"], []).append(row["late"])
        return found

    # Forty minutes a stop: the first of the three that wait comes at noon, within the window.
    moment = NINE + 141 * MINUTE
    expected = {people[4].email: ["40 minutes"], DOOR: ["1 hour and 20 minutes"]}
    assert await told() == expected
    moment = NINE + 150 * MINUTE
    assert await told() == expected
