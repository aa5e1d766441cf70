"""Undo of a booking's last change within ten minutes (rule: undo)."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, booking_body, person

from .changes import (
    AFTERNOON,
    CHANGED,
    MORNING,
    PICKUP,
    At,
    add_slot,
    book,
    call,
    call_refused,
    free_places,
    mail_kinds,
    read_row,
    read_stops,
)

SITE = "http://summerstow.test"


@pytest.mark.parametrize("role", ["admin", "executive"])
async def test_a_cancelled_booking_stands_again_with_all_that_hung_on_it(
    rest: RestClients, database: Database, at: At, day: date, role: Any
) -> None:
    """Its place, its stops where they were, its request; the mail about it is dropped."""
    mina, alma = await person(database), await person(database, role)
    slot = await add_slot(database, day, 1)
    kit = (day - timedelta(days=9)).isoformat()
    booking = await book(rest, mina, day, supply_kit_delivery_date=kit)
    others = [await book(rest, None, day, pickup_time=AFTERNOON) for _ in range(2)]
    async with database.owner() as tx:
        run = await tx.fetchval(
            "insert into public.runs (campus_id, date, name) values (1, $1, 'Van 2') returning id",
            day,
        )
        ids = [UUID(one["id"]) for one in (*others, booking)]
        await tx.execute(
            "update public.run_stops set run_id = $1 where booking_id = any($2) "
            "and kind = 'pickup'",
            run,
            ids,
        )
        await tx.execute("update public.run_stops set locked = true where booking_id = $1", ids[2])
        await tx.execute(
            "insert into public.date_changes (booking_id, actor_role, field, was_date, is_date, "
            "reason, state) values ($1, 'customer', 'pickup_date', $2, $2, 'customer', 'asked')",
            ids[2],
            day,
        )
    before, stops = (
        await read_row(database, booking["id"]),
        await read_stops(database, booking["id"]),
    )
    asked = {"booking_id": booking["id"], "expected_fee_cents": 0}
    cancelled = await call(rest, alma, "cancel_booking", **asked, reason="Wrong booking")
    assert await free_places(database, slot) == 1
    assert await read_stops(database, booking["id"]) == []
    offered = await call(rest, alma, "undoable_change", booking_id=booking["id"])
    assert (offered["words"], offered["by"]) == ("Booking cancelled", "You")
    assert 590 < offered["seconds_left"] <= 600
    given = {"booking_id": booking["id"], "seen": offered["seen"]}
    assert datetime.fromisoformat(cancelled["updated_at"]) == datetime.fromisoformat(
        offered["seen"].replace("Z", "+00:00")
    )
    again = await call(rest, alma, "undo_change", **given)
    assert again["status"] == "pending"
    after = await read_row(database, booking["id"])
    assert {key for key in after if after[key] != before[key]} <= CHANGED
    assert await free_places(database, slot) == 0
    assert await read_stops(database, booking["id"]) == stops
    async with database.owner() as tx:
        state = await tx.fetchval(
            "select state from public.date_changes where booking_id = $1", UUID(booking["id"])
        )
    assert state == "asked"
    assert await mail_kinds(database, booking["email"]) == []
    assert await call(rest, alma, "undoable_change", booking_id=booking["id"]) is None


async def test_a_fee_is_undone_by_its_opposite_and_due_anew_the_next_time(
    rest: RestClients, database: Database, at: At
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    booking = await book(rest, mina, PICKUP)
    at(timedelta(hours=20))
    asked = {"booking_id": booking["id"], "expected_fee_cents": 10_000, "reason": "Called us"}

    async def owed() -> tuple[int, int]:
        async with database.owner() as tx:
            rows = await tx.fetch(
                "select owed_cents from app.invoice_owed where booking_id = $1",
                UUID(booking["id"]),
            )
        return sum(row["owed_cents"] for row in rows), len(rows)

    for time in (1, 2):
        row = await call(rest, alma, "cancel_booking", **asked)
        assert await owed() == (10_000, time)
        given = {"booking_id": booking["id"], "seen": row["updated_at"]}
        await call(rest, alma, "undo_change", **given)
        assert await owed() == (0, time)
        async with database.owner() as tx:
            balance = await tx.fetchval(
                "select sum(unit_cents * quantity) from public.ledger where booking_id = $1",
                UUID(booking["id"]),
            )
        assert balance == 0
    assert (await read_row(database, booking["id"]))["cancellation_fee_cents"] is None


async def test_a_place_that_was_taken_meanwhile_stays_taken(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    slot = await add_slot(database, day, 1)
    booking = await book(rest, mina, day)
    row = await call(
        rest,
        alma,
        "cancel_booking",
        booking_id=booking["id"],
        expected_fee_cents=0,
        reason="Wrong booking",
    )
    await book(rest, await person(database), day)
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    assert "is full" in await call_refused(rest, alma, "undo_change", **given)
    assert (await read_row(database, booking["id"]))["status"] == "cancelled"
    assert await free_places(database, slot) == 0
    assert await mail_kinds(database, booking["email"]) == ["booking_cancelled"]


async def test_undo_and_another_booking_race_for_the_last_place(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """Just one of them has it, whichever comes first."""
    alma = await person(database, "admin")
    slot = await add_slot(database, day, 1)
    for _ in range(4):
        mina, leo = await person(database), await person(database)
        booking = await book(rest, mina, day)
        row = await call(
            rest,
            alma,
            "cancel_booking",
            booking_id=booking["id"],
            expected_fee_cents=0,
            reason="Wrong booking",
        )
        given = {"booking_id": booking["id"], "seen": row["updated_at"]}
        body = booking_body(pickup_date=day.isoformat(), pickup_time=MORNING)
        undone, booked = await asyncio.gather(
            rest.of(alma).post("/rpc/undo_change", json=given),
            rest.of(leo).post("/bookings", json=body),
        )
        assert sorted((undone.status_code, booked.status_code)) in ([200, 409], [201, 409])
        assert await free_places(database, slot) == 0
        async with database.owner() as tx:
            await tx.execute(
                "update public.bookings set status = 'cancelled', slot_id = null "
                "where slot_id = $1",
                slot,
            )
            await tx.execute(
                "update public.slot_availability set available_slots = 1 where id = $1", slot
            )


async def test_two_who_undo_do_it_once_and_the_second_is_told(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina = await person(database)
    alma = await person(database, "admin", "Alma Reyes")
    ben = await person(database, "admin", "Ben Okafor")
    slot = await add_slot(database, day, 3)
    booking = await book(rest, mina, day)
    row = await call(
        rest,
        alma,
        "cancel_booking",
        booking_id=booking["id"],
        expected_fee_cents=0,
        reason="Wrong booking",
    )
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    answers = await asyncio.gather(
        rest.of(alma).post("/rpc/undo_change", json=given),
        rest.of(ben).post("/rpc/undo_change", json=given),
    )
    assert sorted(one.status_code for one in answers) == [200, 409]
    refused = next(one for one in answers if one.status_code == 409)
    assert refused.json()["message"] in (
        "Alma Reyes undid this already.",
        "Ben Okafor undid this already.",
    )
    assert await free_places(database, slot) == 2
    # A retry of the same request, whose answer was lost.
    key = {"Idempotency-Key": uuid4().hex}
    row = await call(
        rest,
        alma,
        "change_pickup",
        booking_id=booking["id"],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        pickup_time=MORNING,
        reason="customer",
    )
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    for _ in range(2):
        answer = await rest.of(alma).post("/rpc/undo_change", json=given, headers=key)
        assert answer.status_code == 200, answer.text
    assert (await read_row(database, booking["id"]))["pickup_date"] == day


async def test_a_status_is_undone_by_executives_and_confirms_nobody(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    erin = await person(database, "executive")
    booking = await book(rest, mina, day)
    answer = await rest.of(erin).patch(
        f"/bookings?id=eq.{booking['id']}",
        json={"status": "confirmed"},
        headers={"Prefer": "return=representation"},
    )
    seen = answer.json()[0]["updated_at"]
    given = {"booking_id": booking["id"], "seen": seen}
    assert await call(rest, alma, "undoable_change", booking_id=booking["id"]) is None
    assert await call_refused(rest, alma, "undo_change", **given) == "You may not undo this change."
    offered = await call(rest, erin, "undoable_change", booking_id=booking["id"])
    assert offered["words"] == "Status set to confirmed"
    await call(rest, erin, "undo_change", **given)
    assert (await read_row(database, booking["id"]))["status"] == "pending"
    assert await mail_kinds(database, booking["email"]) == []


async def test_what_followed_or_is_ten_minutes_old_is_not_undone(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina = await person(database)
    alma = await person(database, "admin", "Alma Reyes")
    ben = await person(database, "admin", "Ben Okafor")
    booking = await book(rest, mina, day)

    async def move(who: Person, days: int) -> dict[str, Any]:
        row = await call(
            rest,
            who,
            "change_pickup",
            booking_id=booking["id"],
            pickup_date=(day + timedelta(days=days)).isoformat(),
            pickup_time=MORNING,
            reason="customer",
        )
        return {"booking_id": booking["id"], "seen": row["updated_at"]}

    first = await move(alma, 1)
    second = await move(ben, 2)
    words = await call_refused(rest, alma, "undo_change", **first)
    assert words.startswith("Ben Okafor changed this booking since: Pickup moved to")
    other = await call(rest, mina, "undoable_change", booking_id=booking["id"])
    assert other is None
    stranger = await rest.of(await person(database)).post("/rpc/undo_change", json=second)
    assert stranger.status_code == 404
    async with database.owner() as tx:
        await tx.execute("set local session_replication_role = replica")
        old = await tx.fetchval(
            "update public.bookings set updated_at = updated_at - interval '10 minutes' "
            "where id = $1 returning updated_at",
            UUID(booking["id"]),
        )
        # The change and its line are of one transaction.
        await tx.execute(
            "update public.audit_log set action = action where table_name = 'bookings' "
            "and row_id = $1 and action = 'update'",
            booking["id"],
        )
    late = {"booking_id": booking["id"], "seen": old.isoformat()}
    assert "Ten minutes are over" in await call_refused(rest, ben, "undo_change", **late)
    assert await call(rest, ben, "undoable_change", booking_id=booking["id"]) is None


async def test_a_visit_that_failed_is_not_made_to_wait_again(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, alma = await person(database), await person(database, "admin")
    booking = await book(rest, mina, day)
    async with database.owner() as tx:
        await tx.execute(
            "update public.run_stops set state = 'failed', failure = 'nobody_there' "
            "where booking_id = $1",
            UUID(booking["id"]),
        )
    row = await call(
        rest,
        alma,
        "change_pickup",
        booking_id=booking["id"],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        pickup_time=MORNING,
        reason="customer",
    )
    given = {"booking_id": booking["id"], "seen": row["updated_at"]}
    assert "visit on that day failed" in await call_refused(rest, alma, "undo_change", **given)


async def test_several_bookings_are_undone_together_or_none(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    alma = await person(database, "admin")
    slot = await add_slot(database, day, 2)
    changes = []
    for _ in range(2):
        booking = await book(rest, await person(database), day)
        row = await call(
            rest,
            alma,
            "cancel_booking",
            booking_id=booking["id"],
            expected_fee_cents=0,
            reason="Flood",
        )
        changes.append({"booking_id": booking["id"], "seen": row["updated_at"]})
    taker = await book(rest, await person(database), day)
    assert "is full" in await call_refused(rest, alma, "undo_changes", changes=changes)
    assert await free_places(database, slot) == 1
    await call(
        rest, alma, "cancel_booking", booking_id=taker["id"], expected_fee_cents=0, reason="Flood"
    )
    await call(rest, alma, "undo_changes", changes=changes)
    assert await free_places(database, slot) == 0
