"""The office cancels and edits a booking on its customer's behalf: with a reason that is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.platform import clock, windows
from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
PICKUP = date(2027, 4, 28)
At = Callable[[timedelta], None]


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands of bookings."""
    return RestClients(database, {"bookings": BookingRules()}, {one.name: one for one in COMMANDS})


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Let it be this long before the pickup's window begins."""

    def set_clock(notice: timedelta) -> None:
        moment: datetime = windows.starts_at(1, PICKUP, MORNING) - notice
        monkeypatch.setattr(clock, "now", lambda: moment)

    return set_clock


async def _booked(rest: RestClients, who: Person | None) -> str:
    body = booking_body(pickup_date=PICKUP.isoformat(), pickup_time=MORNING)
    answer = await rest.of(who).post(
        "/bookings", json=body, headers={"Prefer": "return=representation"}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()[0]["id"])


async def _ask(rest: RestClients, who: Person, name: str, **arguments: Any) -> Any:
    return await rest.of(who).post(f"/rpc/{name}", json=arguments)


async def _log(rest: RestClients, who: Person, booking: str) -> list[dict[str, Any]]:
    lines = await rest.of(who).get(f"/audit_log?row_id=eq.{booking}&action=eq.update&order=id")
    found: list[dict[str, Any]] = lines.json()
    return found


@pytest.mark.parametrize("role", ["admin", "executive"])
@pytest.mark.parametrize("guest", [False, True])
async def test_the_office_cancels_for_the_fee_and_says_why(
    rest: RestClients, database: Database, at: At, role: Any, guest: bool
) -> None:
    """The fee rule holds, is named before, and the reason is with the booking and its history.

    Rule: office-acts-with-reason.
    """
    mina, alma = await person(database), await person(database, role)
    at(timedelta(days=3))
    booking = await _booked(rest, None if guest else mina)
    at(timedelta(hours=20))
    shown = (await _ask(rest, alma, "preview_cancellation", booking_id=booking)).json()
    assert shown["fee_cents"] == 10_000
    asked = {"booking_id": booking, "expected_fee_cents": 10_000}
    for reason in ({}, {"reason": None}, {"reason": "  \n "}):
        refused = await _ask(rest, alma, "cancel_booking", **asked, **reason)
        assert (refused.status_code, refused.json()["code"]) == (400, "23514")
        assert "Please give a reason" in refused.json()["message"]
    done = await _ask(rest, alma, "cancel_booking", **asked, reason="Called us: flight moved")
    assert done.status_code == 200, done.text
    row = done.json()
    assert (row["status"], row["cancellation_fee_cents"]) == ("cancelled", 10_000)
    assert row["cancellation_note"] == "Called us: flight moved"
    line = (await _log(rest, alma, booking))[0]
    assert (line["actor_id"], line["actor_role"]) == (str(alma.id), role)
    assert line["after"]["reason"] == "Called us: flight moved"
    async with database.owner() as tx:
        data = await tx.fetchval(
            "select data from app.outbox where starts_with(cause, $1)",
            f"booking-cancelled:{booking}:",
        )
    assert msgspec.json.decode(data)["reason"] == "Called us: flight moved"


async def test_the_office_edits_with_a_reason_and_customers_need_none(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rule: office-acts-with-reason."""
    mina, alma = await person(database), await person(database, "admin")
    at(timedelta(days=3))
    booking = await _booked(rest, mina)
    at(timedelta(hours=20))
    asked: dict[str, Any] = {
        "booking_id": booking,
        "changes": {"address": "88 Lakeview Drive", "pickup_date": "2027-04-29"},
    }
    shown = (await _ask(rest, alma, "preview_edit_booking", **asked)).json()
    assert (shown["fee_cents"], shown["request"]) == (5_000, False)
    asked["expected_fee_cents"] = 5_000
    assert (await _ask(rest, alma, "edit_booking", **asked)).status_code == 400
    done = await _ask(rest, alma, "edit_booking", **asked, reason="Moved house, called us")
    assert done.status_code == 200, done.text
    assert (done.json()["pickup_date"], done.json()["location_fee_cents"]) == ("2027-04-29", 5_000)
    line = (await _log(rest, alma, booking))[0]
    assert line["after"]["reason"] == "Moved house, called us"
    own = await _ask(
        rest,
        mina,
        "edit_booking",
        booking_id=booking,
        changes={"phone": "+16045550142"},
        expected_fee_cents=0,
    )
    assert own.status_code == 200, own.text
    assert "reason" not in (await _log(rest, alma, booking))[-1]["after"]


async def test_workers_and_a_bare_status_stay_as_they_were(
    rest: RestClients, database: Database
) -> None:
    """Rule: office-acts-with-reason."""
    mina, wren = await person(database), await person(database, "worker")
    alma = await person(database, "admin")
    booking = await _booked(rest, mina)
    reason = {"expected_fee_cents": 0, "reason": "Because"}
    for name, arguments in (
        ("cancel_booking", reason),
        ("edit_booking", reason | {"changes": {"phone": "+16045550142"}}),
    ):
        answer = await _ask(rest, wren, name, booking_id=booking, **arguments)
        assert answer.status_code == 404, answer.text
    bare = await rest.of(alma).patch(f"/bookings?id=eq.{booking}", json={"status": "cancelled"})
    assert bare.status_code == 403


async def test_a_guests_name_changes_where_lists_show_it(
    rest: RestClients, database: Database
) -> None:
    alma = await person(database, "admin")
    booking = await _booked(rest, None)
    done = await _ask(
        rest,
        alma,
        "edit_booking",
        booking_id=booking,
        changes={"first_name": "Minna"},
        expected_fee_cents=0,
        reason="Misspelt",
    )
    assert done.status_code == 200, done.text
    row = done.json()
    assert (row["first_name"], row["guest_first_name"]) == ("Minna", "Minna")
