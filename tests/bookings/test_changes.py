"""Dates moved by customers and staff, and who may change what."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

import pytest

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.roles import Role
from tests.people import YEAR, RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


async def _booked(rest: RestClients, who: Any, **changes: Any) -> dict[str, Any]:
    answer = await rest.of(who).post("/bookings", json=booking_body(**changes), headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


@pytest.mark.parametrize(
    "changes",
    [
        {"supply_kit_delivery_date": f"{YEAR}-04-20"},
        {"pickup_date": f"{YEAR}-05-02", "pickup_time": "10:00 AM"},
        {"return_delivery_date": f"{YEAR}-09-01"},
    ],
)
async def test_a_customer_moves_her_dates(
    rest: RestClients, database: Database, changes: dict[str, str]
) -> None:
    """Each of the three date cards."""
    mina = await person(database)
    row = await _booked(rest, mina)
    answer = await rest.of(mina).patch(
        f"/bookings?id=eq.{row['id']}", json=changes, headers=READ_BACK
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()[0].items() >= changes.items()


async def test_a_customer_cannot_move_to_the_past(
    rest: RestClients, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Today is the campus's, and open for as long as the window has not begun.

    Rule: no-past-date.
    """
    eight, nine = (
        datetime.combine(clock.today(), time(hour), clock.CAMPUS_ZONE) for hour in (8, 9)
    )
    monkeypatch.setattr(clock, "now", lambda: eight)
    mina = await person(database)
    row = await _booked(rest, mina)
    yesterday = clock.today() - timedelta(days=1)
    for field in ("supply_kit_delivery_date", "pickup_date", "return_delivery_date"):
        answer = await rest.of(mina).patch(
            f"/bookings?id=eq.{row['id']}", json={field: yesterday.isoformat()}
        )
        assert answer.status_code == 400
        assert "cannot be in the past" in answer.json()["message"]
        # Words that PostgreSQL would take for a day do not lead past the rule.
        for word in ("yesterday", "Jan 1, 2020", "2020-1-1", 20200101, [yesterday.isoformat()]):
            answer = await rest.of(mina).patch(f"/bookings?id=eq.{row['id']}", json={field: word})
            assert (answer.status_code, answer.json()["code"]) == (400, "22007"), word
    today = {"pickup_date": clock.today().isoformat()}
    answer = await rest.of(mina).patch(f"/bookings?id=eq.{row['id']}", json=today)
    assert answer.status_code == 204, answer.text
    monkeypatch.setattr(clock, "now", lambda: nine)
    late = await _booked(rest, lea := await person(database))
    answer = await rest.of(lea).patch(f"/bookings?id=eq.{late['id']}", json=today)
    assert (answer.status_code, "9:00 AM - 12:00 PM has begun." in answer.text) == (409, True)


@pytest.mark.parametrize("status", ["picked_up", "delivered", "completed", "cancelled"])
async def test_what_is_on_its_way_is_not_moved_any_more(
    rest: RestClients, database: Database, status: str
) -> None:
    """The row is there to read and not to change."""
    mina = await person(database)
    row = await _booked(rest, mina)
    async with database.owner() as tx:
        await tx.execute("update bookings set status = $2 where id = $1", row["id"], status)
    answer = await rest.of(mina).patch(
        f"/bookings?id=eq.{row['id']}", json={"pickup_date": f"{YEAR}-05-05"}, headers=READ_BACK
    )
    assert (answer.status_code, answer.json()) == (200, [])


@pytest.mark.parametrize(
    ("role", "field", "status"),
    [
        ("customer", "status", 403),
        ("customer", "campus_id", 403),
        ("customer", "user_id", 403),
        ("worker", "pickup_date", 403),
        ("admin", "pickup_date", 204),
        ("admin", "status", 403),
        ("executive", "pickup_date", 204),
        ("executive", "status", 204),
        ("executive", "email", 403),
    ],
)
async def test_who_may_change_what(
    rest: RestClients, database: Database, role: Role, field: str, status: int
) -> None:
    """The row 'bookings' of the permission table."""
    mina = await person(database)
    row = await _booked(rest, mina)
    asks = mina if role == "customer" else await person(database, role)
    value = {"pickup_date": f"{YEAR}-05-03", "status": "confirmed", "campus_id": 2}.get(
        field, row[field]
    )
    answer = await rest.of(asks).patch(f"/bookings?id=eq.{row['id']}", json={field: value})
    assert answer.status_code == status, answer.text


async def test_anothers_booking_is_not_there(rest: RestClients, database: Database) -> None:
    """Neither read nor changed; the answer does not tell that it exists."""
    mina, noor = await person(database), await person(database)
    row = await _booked(rest, mina)
    client = rest.of(noor)
    assert (await client.get(f"/bookings?id=eq.{row['id']}")).json() == []
    answer = await client.patch(
        f"/bookings?id=eq.{row['id']}", json={"pickup_date": f"{YEAR}-05-05"}, headers=READ_BACK
    )
    assert (answer.status_code, answer.json()) == (200, [])


async def test_the_line_goes_by_window_then_residence_then_creation(
    rest: RestClients, database: Database
) -> None:
    """Each booking gets its place; one that moves or is cancelled lets those behind move up.

    Rule: line-order.
    """
    alma = await person(database, "executive")
    day: dict[str, Any] = {"pickup_date": f"{YEAR}-04-26", "campus_id": 3}
    late = await _booked(rest, None, **day, pickup_time="3:00 PM - 6:00 PM")
    vanier = await _booked(rest, None, **day, building_name="Vanier")
    noon = await _booked(rest, None, **day, pickup_time="1:00 PM")
    gage = await _booked(rest, None, **day, building_name="Gage")
    second_gage = await _booked(rest, None, **day, building_name="Gage", pickup_time="11:00 AM")

    async def line() -> list[str]:
        rows = (
            await rest.of(alma).get(
                f"/pickup_queue?pickup_date=eq.{YEAR}-04-26&campus_id=eq.3&order=queue_position"
            )
        ).json()
        assert [row["queue_position"] for row in rows] == list(range(1, len(rows) + 1))
        return [row["booking_id"] for row in rows]

    expected = [one["id"] for one in (gage, second_gage, vanier, noon, late)]
    assert await line() == expected
    await rest.of(alma).patch(f"/bookings?id=eq.{vanier['id']}", json={"status": "cancelled"})
    expected.remove(vanier["id"])
    assert await line() == expected
    await rest.of(alma).patch(
        f"/bookings?id=eq.{gage['id']}", json={"pickup_date": f"{YEAR}-04-27"}
    )
    expected.remove(gage["id"])
    assert await line() == expected
