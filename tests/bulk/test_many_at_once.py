"""Many bookings moved, cancelled and confirmed at once (rules: many-at-once, one-mail-each)."""

from __future__ import annotations

from typing import Any

from summerstow.platform.database.pool import Database
from tests.people import person

from .conftest import AFTERNOON, MORNING, Office


def _states(results: list[dict[str, Any]]) -> list[str]:
    return [one["state"] for one in results]


async def test_a_family_is_moved_with_one_mail_that_names_each_child(office: Office) -> None:
    children = await office.family("Ana", "Ben", "Cleo")
    await office.booked()
    assert _states(await office.move(*children, reason="weather")) == ["done"] * 3
    rows = [await office.row(one["id"]) for one in children]
    assert [one["pickup_date"] for one in rows] == [office.next_day] * 3
    [(kind, data)] = await office.mails(children[0]["email"])
    assert kind == "pickups_moved"
    assert [one["name"] for one in data["bookings"]] == ["Ana Lee", "Ben Lee", "Cleo Lee"]
    assert len(data["calendar"]) == 3
    mail = (await office.texts(children[0]["email"]))[-1]
    for name in ("Ana Lee", "Ben Lee", "Cleo Lee", "Bad weather", "http://summerstow.test/pickup/"):
        assert name in mail


async def test_one_refusal_stops_no_other_and_says_why(office: Office) -> None:
    """A full window, a booking that has ended, a stale screen and one that is gone."""
    await office.places(office.next_day, 1)
    rows = [await office.booked() for _ in range(5)]
    await office.status(rows[2]["id"], "delivered")
    stale = rows[3] | {"pickup_time": AFTERNOON}
    gone = rows[4] | {"id": "019a0000-0000-7000-8000-000000000000"}
    results = await office.move(*rows[:3], stale, gone)
    assert _states(results) == ["done", "refused", "refused", "refused", "refused"]
    assert [one["id"] for one in results] == [*(one["id"] for one in rows[:4]), gone["id"]]
    for result, words in zip(
        results[1:], ["is full", "delivered already", "Somebody moved", "is gone"], strict=True
    ):
        assert words in result["words"]
    now = [await office.row(one["id"]) for one in rows]
    assert [one["pickup_date"] == office.next_day for one in now] == [True] + [False] * 4
    assert [len(await office.mails(one["email"])) for one in rows] == [1, 0, 0, 0, 0]


async def test_each_stays_in_its_window_unless_one_is_chosen(office: Office) -> None:
    early, late = await office.booked(), await office.booked(pickup_time=AFTERNOON)
    undated = await office.booked(pickup_date=None, pickup_time=None)
    assert _states(await office.move(early, late, undated)) == ["done", "done", "refused"]
    assert (await office.row(early["id"]))["pickup_time"] == MORNING
    late = await office.row(late["id"])
    assert late["pickup_time"] == AFTERNOON
    early = await office.row(early["id"])
    results = await office.move(early, late, undated, window="afternoon")
    assert _states(results) == ["done", "unchanged", "done"]
    for one in (early, late, undated):
        now = await office.row(one["id"])
        assert (now["pickup_date"], now["pickup_time"]) == (office.next_day, AFTERNOON)


async def test_a_repeated_request_moves_and_tells_once(office: Office) -> None:
    children = await office.family("Ana", "Ben")
    first = await office.move(*children, key="again-1")
    assert await office.move(*children, key="again-1") == first
    assert len(await office.mails(children[0]["email"])) == 1


async def test_bookings_are_cancelled_for_the_fee_that_was_shown(office: Office) -> None:
    children = await office.family("Ana", "Ben")
    here = await office.booked()
    await office.status(here["id"], "picked_up")
    ids = [one["id"] for one in (*children, here)]
    costs = await office.ask("cancellation_costs", ids=ids)
    assert [one["fee_cents"] for one in costs] == [0, 0, 0]
    assert [one["refused"] is None for one in costs] == [True, True, False]
    asked = [{"booking_id": one, "expected_fee_cents": 0} for one in ids]
    asked[1]["expected_fee_cents"] = 500
    results = await office.ask("cancel_bookings", bookings=asked, reason="Building sold")
    assert _states(results) == ["done", "refused", "refused"]
    assert "price has changed" in results[1]["words"]
    asked[1]["expected_fee_cents"] = 0
    results = await office.ask("cancel_bookings", bookings=asked, reason="Building sold")
    assert _states(results) == ["unchanged", "done", "refused"]
    assert (await office.row(ids[0]))["cancellation_note"] == "Building sold"
    kinds = [kind for kind, _ in await office.mails(children[0]["email"])]
    assert kinds == ["booking_cancelled", "booking_cancelled"]


async def test_a_familys_bookings_are_cancelled_and_confirmed_with_one_mail(
    office: Office,
) -> None:
    children = await office.family("Ana", "Ben")
    ids = [one["id"] for one in children]
    assert _states(await office.ask("confirm_bookings", ids=ids)) == ["done", "done"]
    assert _states(await office.ask("confirm_bookings", ids=ids)) == ["unchanged", "unchanged"]
    asked = [{"booking_id": one, "expected_fee_cents": 0} for one in ids]
    await office.texts(children[0]["email"])
    await office.ask("cancel_bookings", bookings=asked, reason="Building sold")
    kinds = [kind for kind, _ in await office.mails(children[0]["email"])]
    assert kinds == ["bookings_confirmed", "bookings_cancelled"]
    confirmed, cancelled = (await office.texts(children[0]["email"]))[-2:]
    assert "Ana Lee" in confirmed
    assert "Ben Lee" in cancelled
    assert "Building sold" in cancelled
    refused = await office.ask("confirm_bookings", ids=ids)
    assert [one["words"] for one in refused] == ["This booking was cancelled."] * 2


async def test_an_address_that_nobody_confirmed_reads_codes_and_no_names(office: Office) -> None:
    children = await office.family("Ana", "Ben", confirmed=False)
    await office.move(*children)
    [(kind, data)] = await office.mails(children[0]["email"])
    assert (kind, data["first_name"]) == ("pickups_moved", None)
    assert [one["name"] for one in data["bookings"]] == [None, None]
    assert "Ana" not in (await office.texts(children[0]["email"]))[-1]


async def test_only_the_office_works_on_many(office: Office, database: Database) -> None:
    booking = await office.booked()
    worker = office.rest.of(await person(database, "worker"))
    answer = await worker.post("/rpc/confirm_bookings", json={"ids": [booking["id"]]})
    assert answer.status_code == 403
