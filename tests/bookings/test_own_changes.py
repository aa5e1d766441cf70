"""Cancel, change of a date, Edit Booking: each rule to the cent and the minute."""

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
from tests.people import YEAR, Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
PICKUP = date(YEAR, 4, 28)
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


@pytest.mark.parametrize(
    ("notice", "fee"),
    [
        (timedelta(days=60), 0),
        (timedelta(hours=48), 0),
        (timedelta(hours=47, minutes=59), 10_000),
        (timedelta(minutes=1), 10_000),
        (timedelta(hours=-1), 10_000),
    ],
)
async def test_cancelling_costs_what_was_shown(
    rest: RestClients, database: Database, at: At, notice: timedelta, fee: int
) -> None:
    """Rule: fee-shown-first."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(notice)
    shown = (await _ask(rest, mina, "preview_cancellation", booking_id=booking)).json()
    assert shown["fee_cents"] == fee
    assert shown["free_until"] == f"{clock.spoken_day(date(YEAR, 4, 26))}, 9:00 AM campus time"
    wrong = await _ask(
        rest, mina, "cancel_booking", booking_id=booking, expected_fee_cents=10_000 - fee
    )
    assert (wrong.status_code, wrong.json()["details"]) == (409, {"fee_cents": fee})
    assert (await _row(rest, booking))["status"] == "pending"
    for _ in range(2):
        done = await _ask(rest, mina, "cancel_booking", booking_id=booking, expected_fee_cents=fee)
        assert done.status_code == 200, done.text
    row = await _row(rest, booking)
    assert (row["status"], row["cancellation_fee_cents"]) == ("cancelled", fee)
    async with database.owner() as tx:
        mails = await tx.fetchval(
            "select count(*) from app.outbox where starts_with(cause, $1)",
            f"booking-cancelled:{booking}:",
        )
        in_line = await tx.fetchval(
            "select count(*) from pickup_queue where booking_id::text = $1", booking
        )
    assert (mails, in_line) == (1, 0)


async def test_cancelling_is_free_where_we_moved_it_and_not_after_on_way(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rules: cancellation-fee, cancel-until."""
    mina, wren = await person(database), await person(database, "worker")
    booking = await _booked(rest, mina)
    at(timedelta(hours=30))
    moved = await _ask(
        rest,
        wren,
        "change_pickup",
        booking_id=booking,
        pickup_date=PICKUP.isoformat(),
        pickup_time="12:00 PM - 3:00 PM",
        reason="crew",
    )
    assert moved.status_code == 200, moved.text
    shown = (await _ask(rest, mina, "preview_cancellation", booking_id=booking)).json()
    assert (shown["fee_cents"], shown["free_until"]) == (0, None)
    on_way = (await _ask(rest, wren, "pickup_day", campus_id=1, day=PICKUP.isoformat())).json()[
        "waiting"
    ]
    stop = next(one for one in on_way if one["booking_id"] == booking)
    await _ask(rest, wren, "set_pickup_status", queue_id=stop["queue_id"], status="in_progress")
    late = await _ask(rest, mina, "preview_cancellation", booking_id=booking)
    assert late.status_code == 409
    assert "on the way" in late.json()["message"]


@pytest.mark.parametrize(
    ("since", "fee"), [(timedelta(hours=2, minutes=59), 10_000), (timedelta(hours=3), 0)]
)
async def test_cancelling_is_free_where_nobody_came(
    rest: RestClients, database: Database, at: At, since: timedelta, fee: int
) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(-since)
    shown = (await _ask(rest, mina, "preview_cancellation", booking_id=booking)).json()
    assert (shown["fee_cents"], "did not come" in shown["words"]) == (fee, fee == 0)
    done = await _ask(rest, mina, "cancel_booking", booking_id=booking, expected_fee_cents=fee)
    assert done.status_code == 200, done.text


async def test_nobody_elses_booking(rest: RestClients, database: Database) -> None:
    mina, noor = await person(database), await person(database)
    booking = await _booked(rest, mina)
    for who in (noor, await person(database, "worker")):
        answer = await _ask(rest, who, "cancel_booking", booking_id=booking, expected_fee_cents=0)
        assert answer.status_code == 404
    assert (
        await _ask(rest, None, "cancel_booking", booking_id=booking, expected_fee_cents=0)
    ).status_code == 401
    office = await person(database, "admin")
    asked = {"booking_id": booking, "expected_fee_cents": 0}
    assert (await _ask(rest, office, "cancel_booking", **asked)).status_code == 400
    done = await _ask(rest, office, "cancel_booking", **asked, reason="Asked us on the phone")
    assert done.status_code == 200


async def _move(rest: RestClients, who: Person, booking: str, day: date) -> Any:
    return await rest.of(who).patch(
        f"/bookings?id=eq.{booking}", json={"pickup_date": day.isoformat()}, headers=READ_BACK
    )


async def test_five_free_moves_and_the_sixth_is_for_staff(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rule: pickup-change."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(timedelta(hours=48))
    for number in range(1, 6):
        moved = await _move(rest, mina, booking, PICKUP + timedelta(days=number))
        assert moved.status_code == 200, moved.text
    sixth = await _move(rest, mina, booking, PICKUP + timedelta(days=6))
    assert sixth.status_code == 409
    assert "our staff must confirm it" in sixth.json()["message"]
    # Another hour of the same window is a preference, and no move.
    hour = await rest.of(mina).patch(f"/bookings?id=eq.{booking}", json={"pickup_time": "10:00 AM"})
    assert hour.status_code == 204, hour.text
    shown = (await _ask(rest, mina, "preview_cancellation", booking_id=booking)).json()
    assert shown["fee_cents"] == 0


async def test_one_late_move_and_cancelling_after_it_costs(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rule: pickup-change."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(timedelta(hours=47, minutes=59))
    later = PICKUP + timedelta(days=30)
    assert (await _move(rest, mina, booking, later)).status_code == 200
    shown = (await _ask(rest, mina, "preview_cancellation", booking_id=booking)).json()
    assert shown["fee_cents"] == 10_000


async def test_under_a_day_it_is_a_request_that_staff_answer(
    rest: RestClients, database: Database, at: At
) -> None:
    """Rule: pickup-change."""
    mina, wren = await person(database), await person(database, "worker")
    booking = await _booked(rest, mina)
    at(timedelta(hours=23, minutes=59))
    later = PICKUP + timedelta(days=3)
    refused = await _move(rest, mina, booking, later)
    assert refused.status_code == 409
    assert "ask_pickup_change" in refused.json()["hint"]
    wish = {"booking_id": booking, "pickup_date": later.isoformat(), "pickup_time": MORNING}
    first = (await _ask(rest, mina, "ask_pickup_change", **wish)).json()["change_id"]
    again = (await _ask(rest, mina, "ask_pickup_change", **wish)).json()["change_id"]
    assert again == first
    wish["pickup_date"] = (later + timedelta(days=1)).isoformat()
    second = (await _ask(rest, mina, "ask_pickup_change", **wish)).json()["change_id"]
    assert (await _row(rest, booking))["pickup_date"] == PICKUP.isoformat()
    gone = await _ask(rest, wren, "answer_pickup_change", change_id=first, accept=True)
    assert gone.status_code == 409
    done = await _ask(rest, wren, "answer_pickup_change", change_id=second, accept=True)
    assert done.status_code == 200, done.text
    assert (await _row(rest, booking))["pickup_date"] == wish["pickup_date"]
    third = (
        await _ask(rest, mina, "ask_pickup_change", **wish | {"pickup_time": "3:00 PM"})
    ).json()
    await _ask(rest, wren, "answer_pickup_change", change_id=third["change_id"], accept=False)
    fourth = await _ask(rest, mina, "ask_pickup_change", **wish | {"pickup_time": "4:00 PM"})
    assert fourth.status_code == 200
    for _ in range(2):
        back = await _ask(rest, mina, "withdraw_pickup_change", booking_id=booking)
        assert back.status_code == 204
    states = (await rest.of(mina).get("/date_changes?select=state&order=at")).json()
    assert [one["state"] for one in states] == [
        "withdrawn",
        "done",
        "done",
        "refused",
        "withdrawn",
    ]


@pytest.mark.parametrize(
    ("field", "days", "said"),
    [
        ("supply_kit_delivery_date", -59, "2 days to bring a supply kit"),
        ("supply_kit_delivery_date", 0, "at least a day before your pickup"),
        ("return_delivery_date", 0, "must be after your pickup"),
        ("return_delivery_date", -59, "48 hours to get your things out"),
    ],
)
async def test_kit_and_return_need_their_time(
    rest: RestClients, database: Database, at: At, field: str, days: int, said: str
) -> None:
    """Rules: kit-date, return-notice."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(timedelta(days=60))
    day = PICKUP + timedelta(days=days)
    refused = await rest.of(mina).patch(f"/bookings?id=eq.{booking}", json={field: day.isoformat()})
    assert refused.status_code == 400
    assert said in refused.json()["message"]


@pytest.mark.parametrize(
    ("notice", "fee"), [(timedelta(hours=24), 0), (timedelta(hours=23, minutes=59), 5_000)]
)
async def test_another_place_with_little_notice_costs(
    rest: RestClients, database: Database, at: At, notice: timedelta, fee: int
) -> None:
    """Rule: location-change-fee."""
    mina = await person(database)
    booking = await _booked(rest, mina, building_name="Walter Gage")
    at(notice)
    changes = {"building_name": "Totem Park", "additional_comments": "Buzz 12"}
    shown = await _ask(rest, mina, "preview_edit_booking", booking_id=booking, changes=changes)
    assert shown.json()["fee_cents"] == fee
    edited = await _ask(
        rest, mina, "edit_booking", booking_id=booking, changes=changes, expected_fee_cents=fee
    )
    assert edited.status_code == 200, edited.text
    row = await _row(rest, booking)
    assert (row["building_name"], row["location_fee_cents"]) == ("Totem Park", fee)
    # The same once more changes nothing and costs nothing.
    again = await _ask(
        rest, mina, "edit_booking", booking_id=booking, changes=changes, expected_fee_cents=fee
    )
    assert again.status_code == 200
    assert (await _row(rest, booking))["location_fee_cents"] == fee


@pytest.mark.parametrize(
    ("status", "changes", "allowed"),
    [
        ("confirmed", {"campus_id": 2}, True),
        ("in_queue", {"phone": "+16045550199"}, True),
        ("in_queue", {"building_name": "Elsewhere"}, False),
        ("picked_up", {"delivery_option": "same_city"}, True),
        ("picked_up", {"phone": "+16045550199"}, False),
        ("delivered", {"phone": "+16045550199"}, False),
        ("cancelled", {"phone": "+16045550199"}, False),
    ],
)
async def test_what_may_be_edited_when(
    rest: RestClients, database: Database, status: str, changes: dict[str, Any], allowed: bool
) -> None:
    """Rule: edit-booking."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    await rest.of(None, service=True).patch(f"/bookings?id=eq.{booking}", json={"status": status})
    answer = await _ask(
        rest, mina, "edit_booking", booking_id=booking, changes=changes, expected_fee_cents=0
    )
    assert answer.status_code == (200 if allowed else 409), answer.text
    stored = await _row(rest, booking)
    assert all((stored[field] == value) is allowed for field, value in changes.items())


@pytest.mark.parametrize(
    ("was", "day", "fee"),
    [
        (None, f"{YEAR}-08-30", 15_750),
        (None, f"{YEAR}-08-31", 0),
        (None, f"{YEAR}-09-03", 0),
        (None, f"{YEAR}-09-04", 15_750),
        (f"{YEAR}-10-01", f"{YEAR}-09-04", 0),
        (f"{YEAR}-10-01", f"{YEAR}-09-01", 0),
        (f"{YEAR}-09-01", f"{YEAR}-10-01", 15_750),
    ],
)
async def test_a_return_outside_the_free_days_shows_its_price(
    rest: RestClients, database: Database, at: At, was: str | None, day: str, fee: int
) -> None:
    """Rules: free-return-dates, other-return-date."""
    mina = await person(database)
    booking = await _booked(rest, mina, return_delivery_date=was)
    at(timedelta(days=20))
    asked = {"booking_id": booking, "changes": {"return_delivery_date": day}}
    shown = (await _ask(rest, mina, "preview_edit_booking", **asked)).json()
    assert (shown["fee_cents"], shown["location_fee_cents"]) == (fee, 0)
    other = await _ask(rest, mina, "edit_booking", **asked, expected_fee_cents=15_750 - fee)
    assert (other.status_code, other.json()["details"]) == (409, {"fee_cents": fee})
    for _ in range(2):
        done = await _ask(rest, mina, "edit_booking", **asked, expected_fee_cents=fee)
        assert done.status_code == 200, done.text
    row = await _row(rest, booking)
    assert (row["return_delivery_date"], row["location_fee_cents"]) == (day, 0)


async def test_a_move_into_a_full_window_changes_nothing(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    await rest.of(None, service=True).post(
        "/slot_availability",
        json={"campus_id": 1, "date": f"{YEAR}-06-30", "capacity": 1, "available_slots": 0},
    )
    full = await _ask(
        rest,
        mina,
        "edit_booking",
        booking_id=booking,
        changes={"pickup_date": f"{YEAR}-06-30", "phone": "+1 604 555 0142"},
        expected_fee_cents=0,
    )
    assert full.status_code == 409
    assert "is full" in full.json()["message"]
    row = await _row(rest, booking)
    assert (row["pickup_date"], row["phone"]) == (PICKUP.isoformat(), "+16045550123")
