"""Windows that are over, days that do not fit, and what cancelling costs after a move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups.commands import COMMANDS as CREW_COMMANDS
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
    """/rest/v1 with the commands of bookings and of the crew."""
    known = (*COMMANDS, *CREW_COMMANDS)
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in known},
    )


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Let it be this long before the pickup's window begins."""

    def set_clock(notice: timedelta) -> None:
        moment: datetime = windows.starts_at(1, PICKUP, MORNING) - notice
        monkeypatch.setattr(clock, "now", lambda: moment)

    return set_clock


async def _booked(rest: RestClients, who: Person, **changes: Any) -> str:
    body = booking_body(pickup_date=PICKUP.isoformat(), pickup_time=MORNING, **changes)
    answer = await rest.of(who).post("/bookings", json=body, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    return str(answer.json()[0]["id"])


async def _ask(rest: RestClients, who: Person | None, name: str, **arguments: Any) -> Any:
    return await rest.of(who).post(f"/rpc/{name}", json=arguments)


async def _row(rest: RestClients, booking: str) -> dict[str, Any]:
    row: dict[str, Any] = (
        await rest.of(None, service=True).get(f"/bookings?id=eq.{booking}")
    ).json()[0]
    return row


EVENING = "3:00 PM - 6:00 PM"
AFTERNOON = "12:00 PM - 3:00 PM"


@pytest.fixture
def one_o_clock(monkeypatch: pytest.MonkeyPatch) -> date:
    """It is one in the afternoon on campus: the morning is over, the afternoon has begun."""
    moment = windows.starts_at(1, date(2027, 3, 1), AFTERNOON) + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: moment)
    return date(2027, 3, 1)


@pytest.mark.parametrize("role", ["customer", "admin", "executive"])
async def test_no_pickup_is_moved_into_a_window_that_is_over(
    rest: RestClients, database: Database, one_o_clock: date, role: Any
) -> None:
    """By no way, whoever asks; the nearest window that is not over is named (rule: window-over)."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    who = mina if role == "customer" else await person(database, role)
    today = {"pickup_date": one_o_clock.isoformat(), "pickup_time": MORNING}
    before = await _row(rest, booking)
    given = {"booking_id": booking, "changes": today, "expected_fee_cents": 0, "reason": "Asked"}
    ways = [
        await rest.of(who).patch(f"/bookings?id=eq.{booking}", json=today),
        await _ask(rest, who, "edit_booking", **given),
        await _ask(rest, who, "preview_edit_booking", booking_id=booking, changes=today),
    ]
    if role == "customer":
        ways.append(await _ask(rest, who, "ask_pickup_change", booking_id=booking, **today))
    else:
        moved = {"booking_id": booking, "reason": "customer", **today}
        ways.append(await _ask(rest, who, "change_pickup", **moved))
    for refused in ways:
        assert refused.status_code == 409, refused.text
        assert "is over" in refused.json()["message"]
        assert refused.json()["hint"].startswith(f"Monday, March 1, 2027, {EVENING}")
    assert await _row(rest, booking) == before


async def test_staff_may_still_use_the_window_that_runs(
    rest: RestClients, database: Database, one_o_clock: date
) -> None:
    """Rule: window-over."""
    mina, ada = await person(database), await person(database, "admin")
    booking = await _booked(rest, mina)
    now = {"pickup_date": one_o_clock.isoformat(), "pickup_time": AFTERNOON}
    own = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=now)
    assert own.status_code == 409
    assert "has begun" in own.json()["message"]
    moved = await _ask(rest, ada, "change_pickup", booking_id=booking, reason="customer", **now)
    assert moved.status_code == 200, moved.text


async def test_a_preview_says_what_cancelling_costs_after_the_move(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rule: cancellation-after-move."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(timedelta(hours=64))
    near = {"pickup_date": (PICKUP - timedelta(days=2)).isoformat()}
    close = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=near)
    assert close.json()["cancellation_cents"] == 10_000
    assert any("Cancelling after this move costs $100" in one for one in close.json()["words"])
    later = {"pickup_date": (PICKUP + timedelta(days=2)).isoformat()}
    far = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=later)
    assert far.json()["cancellation_cents"] == 0
    other = {"additional_comments": "Second floor"}
    none = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=other)
    assert none.json()["cancellation_cents"] is None


async def test_days_that_no_longer_fit_are_part_of_the_preview(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rule: dates-that-fit."""
    mina = await person(database)
    kit = (PICKUP - timedelta(days=7)).isoformat()
    booking = await _booked(rest, mina, supply_kit_delivery_date=kit)
    at(timedelta(days=30))
    earlier = {"pickup_date": (PICKUP - timedelta(days=8)).isoformat()}
    seen = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=earlier)
    assert [one["code"] for one in seen.json()["conflicts"]] == ["kit_after_pickup"]


async def test_a_kit_that_has_come_is_no_reason_against_another_pickup(
    rest: RestClients, database: Database, at: At
) -> None:
    mina = await person(database)
    kit = (PICKUP - timedelta(days=7)).isoformat()
    booking = await _booked(rest, mina, supply_kit_delivery_date=kit)
    at(timedelta(days=3))
    later = {"pickup_date": (PICKUP + timedelta(days=2)).isoformat()}
    seen = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=later)
    assert seen.json()["conflicts"] == []
