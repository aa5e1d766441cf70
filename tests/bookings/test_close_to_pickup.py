"""No fee is dodged: from 48 hours before its window a pickup may move, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.platform import clock, windows
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
PICKUP = date(2027, 4, 28)
READ_BACK = {"Prefer": "return=representation"}
At = Callable[[timedelta], None]


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands of bookings."""
    rules = {"bookings": BookingRules(), "slot_availability": SlotRules()}
    return RestClients(database, rules, {one.name: one for one in COMMANDS})


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Let it be this long before the pickup's window begins."""

    def set_clock(notice: timedelta) -> None:
        moment: datetime = windows.starts_at(1, PICKUP, MORNING) - notice
        monkeypatch.setattr(clock, "now", lambda: moment)

    return set_clock


async def _book(rest: RestClients, who: Person, **changes: Any) -> Any:
    body = booking_body(pickup_date=PICKUP.isoformat(), pickup_time=MORNING, **changes)
    return await rest.of(who).post("/bookings", json=body, headers=READ_BACK)


async def _booked(rest: RestClients, who: Person, **changes: Any) -> str:
    answer = await _book(rest, who, **changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()[0]["id"])


async def _cancelling(rest: RestClients, who: Person, booking: str) -> int:
    answer = await rest.of(who).post("/rpc/preview_cancellation", json={"booking_id": booking})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["fee_cents"])


async def _status(rest: RestClients, booking: str) -> str:
    rows = (await rest.of(None, service=True).get(f"/bookings?id=eq.{booking}")).json()
    return str(rows[0]["status"])


@pytest.mark.parametrize(
    "again",
    [
        {"address": "Another place 1"},
        {"pickup_date": None, "pickup_time": None},
        {"pickup_date": "2027-06-01"},
    ],
)
async def test_submitting_again_close_to_the_day_is_refused_and_leads_to_the_date(
    rest: RestClients, database: Database, at: At, again: dict[str, Any]
) -> None:
    """Rule: submit-again."""
    mina = await person(database)
    at(timedelta(hours=60))
    booking = await _booked(rest, mina)
    at(timedelta(hours=47, minutes=59))
    answer = await rest.of(mina).post("/bookings", json=booking_body(**again))
    assert answer.status_code == 409
    refused = answer.json()
    assert "less than 48 hours away" in refused["message"]
    assert "Change its date in My Storage" in refused["message"]
    assert refused["details"] == "close-to-pickup"
    assert await _status(rest, booking) == "pending"
    assert await _cancelling(rest, mina, booking) == 10_000
    rows = (await rest.of(mina).get("/bookings")).json()
    assert [row["id"] for row in rows] == [booking]


async def test_submitting_again_stays_free_until_then_and_where_nobody_came(
    rest: RestClients, database: Database, at: At
) -> None:
    mina = await person(database)
    at(timedelta(hours=60))
    first = await _booked(rest, mina)
    at(timedelta(hours=48))
    second = await _booked(rest, mina)
    assert (await _status(rest, first), await _status(rest, second)) == ("cancelled", "pending")
    at(-timedelta(hours=3))
    answer = await rest.of(mina).post("/bookings", json=booking_body(pickup_date="2027-06-01"))
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    "emptied",
    [{"pickup_date": None, "pickup_time": None}, {"pickup_date": ""}, {"pickup_time": None}],
)
async def test_the_date_cannot_be_cleared_close_to_the_day(
    rest: RestClients, database: Database, at: At, emptied: dict[str, Any]
) -> None:
    """Rule: kept-notice."""
    mina = await person(database)
    at(timedelta(hours=60))
    booking = await _booked(rest, mina)
    at(timedelta(hours=30))
    answer = await rest.of(mina).patch(f"/bookings?id=eq.{booking}", json=emptied)
    assert answer.status_code == 409, answer.text
    assert answer.json()["details"] == "close-to-pickup"
    edited = await rest.of(mina).post(
        "/rpc/edit_booking",
        json={
            "booking_id": booking,
            "changes": dict.fromkeys(emptied, ""),
            "expected_fee_cents": 0,
        },
    )
    assert (edited.status_code, edited.json()["details"]) == (409, "close-to-pickup")
    assert await _cancelling(rest, mina, booking) == 10_000


async def test_clearing_the_date_in_time_is_free(
    rest: RestClients, database: Database, at: At
) -> None:
    mina = await person(database)
    at(timedelta(hours=60))
    booking = await _booked(rest, mina)
    emptied = {"pickup_date": None, "pickup_time": None}
    answer = await rest.of(mina).patch(f"/bookings?id=eq.{booking}", json=emptied)
    assert answer.is_success, answer.text
    assert await _cancelling(rest, mina, booking) == 0


@pytest.mark.parametrize("way", ["book again", "book again without a date", "clear the date"])
async def test_a_late_move_is_not_forgotten(
    rest: RestClients, database: Database, at: At, way: str
) -> None:
    """Moved with less than 48 hours to go, then replaced or emptied: cancelling still costs.

    Rule: kept-notice.
    """
    mina = await person(database)
    at(timedelta(hours=60))
    booking = await _booked(rest, mina)
    at(timedelta(hours=30))
    later = {"pickup_date": (PICKUP + timedelta(days=30)).isoformat()}
    assert (await rest.of(mina).patch(f"/bookings?id=eq.{booking}", json=later)).is_success
    assert await _cancelling(rest, mina, booking) == 10_000
    if way == "clear the date":
        answer = await rest.of(mina).patch(
            f"/bookings?id=eq.{booking}", json={"pickup_date": None, "pickup_time": None}
        )
        assert answer.is_success, answer.text
    else:
        day = {} if way == "book again" else {"pickup_date": None, "pickup_time": None}
        body = booking_body(pickup_date="2027-06-01") | day
        for _ in range(2):
            answer = await rest.of(mina).post("/bookings", json=body, headers=READ_BACK)
            assert answer.status_code == 201, answer.text
        booking = answer.json()[0]["id"]
    assert await _cancelling(rest, mina, booking) == 10_000


async def test_moves_count_on_in_the_booking_that_replaces_another(
    rest: RestClients, database: Database, at: At
) -> None:
    """Five free moves are five, however often the form is sent."""
    mina = await person(database)
    at(timedelta(days=30))
    booking = await _booked(rest, mina)
    for number in range(1, 6):
        day = (PICKUP + timedelta(days=number)).isoformat()
        moved = await rest.of(mina).patch(f"/bookings?id=eq.{booking}", json={"pickup_date": day})
        assert moved.is_success, moved.text
    booking = await _booked(rest, mina)
    rules = await rest.of(mina).post("/rpc/booking_rules", json={"booking_id": booking})
    assert rules.json()["pickup_outcome"] == "request"


async def test_a_free_time_is_named_only_if_the_booking_had_it(
    rest: RestClients, database: Database, at: At
) -> None:
    """Who booked when cancelling cost already never had a moment at which it was free."""
    mina = await person(database)
    at(timedelta(days=10))
    booking = await _booked(rest, mina)
    at(timedelta(hours=30))
    for booked_hours_ahead, was_free in ((240, True), (31, False)):
        made = windows.starts_at(1, PICKUP, MORNING) - timedelta(hours=booked_hours_ahead)
        async with database.owner() as tx:
            await tx.execute(
                "update bookings set created_at = $2 where id = $1", UUID(booking), made
            )
        answer = await rest.of(mina).post("/rpc/preview_cancellation", json={"booking_id": booking})
        words = answer.json()["words"]
        assert words.startswith("$100: it is less than 48 hours until your pickup.")
        assert ("It was free until" in words) is was_free


async def test_a_move_says_until_when_cancelling_stays_free(
    rest: RestClients, database: Database, at: At
) -> None:
    mina = await person(database)
    at(timedelta(hours=53))
    booking = await _booked(rest, mina)
    changes = {"pickup_date": (PICKUP + timedelta(days=1)).isoformat()}
    answer = await rest.of(mina).post(
        "/rpc/preview_edit_booking", json={"booking_id": booking, "changes": changes}
    )
    assert answer.json()["words"][-1] == (
        "Cancelling then stays free until Tuesday, April 27, 2027, 9:00 AM campus time."
    )
