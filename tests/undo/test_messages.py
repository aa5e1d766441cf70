"""Messages about a change that is undone (rule: undo-untold)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from tests.people import RestClients, person

from .changes import (
    AFTERNOON,
    CHANGED,
    MORNING,
    PICKUP,
    At,
    add_slot,
    book,
    call,
    free_places,
    mail_kinds,
    mark_sent,
    read_row,
)

SITE = "http://summerstow.test"


async def test_a_moved_pickup_goes_back_and_its_mail_is_never_sent(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    mina, wes = await person(database), await person(database, "worker")
    slot = await add_slot(database, day, 1)
    booking = await book(rest, mina, day)
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set pickup_confirmed_at = now() where id = $1",
            UUID(booking["id"]),
        )
    before = await read_row(database, booking["id"])
    moved = await call(
        rest,
        wes,
        "change_pickup",
        booking_id=booking["id"],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        pickup_time=AFTERNOON,
        reason="building",
    )
    assert await free_places(database, slot) == 1
    async with database.owner() as tx:
        wait = await tx.fetchval(
            "select due_at - $2::timestamptz from app.outbox where kind = 'pickup_moved' "
            "and recipient = $1",
            booking["email"],
            clock.now(),
        )
    assert wait == timedelta(minutes=10)
    given = {"booking_id": booking["id"], "seen": moved["updated_at"]}
    await call(rest, wes, "undo_change", **given)
    after = await read_row(database, booking["id"])
    assert {key for key in after if after[key] != before[key]} <= CHANGED
    assert await free_places(database, slot) == 0
    assert await mail_kinds(database, booking["email"]) == []
    shown = await call(rest, mina, "preview_cancellation", booking_id=booking["id"])
    assert "we moved this pickup" not in shown["words"]


async def test_a_message_that_left_gets_one_correction(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """A customer's own cancellation is told at once, and so is a move close to the window.

    Rule: undo-untold.
    """
    mina, alma = await person(database), await person(database, "admin")
    booking = await book(rest, mina, day)
    row = await call(rest, mina, "cancel_booking", booking_id=booking["id"], expected_fee_cents=0)
    await mark_sent(database, booking["email"])
    offered = await call(rest, alma, "undoable_change", booking_id=booking["id"])
    assert (offered["words"], offered["by"]) == ("Booking cancelled", "The customer")
    await call(rest, mina, "undo_change", booking_id=booking["id"], seen=row["updated_at"])
    assert await mail_kinds(database, booking["email"]) == ["booking_cancelled", "booking_restored"]

    urgent = await book(rest, await person(database), PICKUP)
    at(timedelta(minutes=90))
    row = await call(
        rest,
        alma,
        "change_pickup",
        booking_id=urgent["id"],
        pickup_date=(PICKUP + timedelta(days=1)).isoformat(),
        pickup_time=MORNING,
        reason="crew",
    )
    await call(rest, alma, "undo_change", booking_id=urgent["id"], seen=row["updated_at"])
    assert await mail_kinds(database, urgent["email"]) == ["pickup_moved", "pickup_moved"]


async def test_an_edit_and_its_undo_leave_nothing_to_say(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """The late fee of the edit is taken back with it; an earlier edit that waits is still told."""
    mina, alma = await person(database), await person(database, "admin")
    booking = await book(rest, mina, PICKUP, email=mina.email)
    at(timedelta(hours=20))

    async def edit(fee: int, **changes: Any) -> str:
        row = await call(
            rest,
            alma,
            "edit_booking",
            booking_id=booking["id"],
            changes=changes,
            expected_fee_cents=fee,
            reason="Called us",
        )
        return str(row["updated_at"])

    seen = await edit(5_000, address="88 Lakeview Drive")
    await call(rest, alma, "undo_change", booking_id=booking["id"], seen=seen)
    assert await mail_kinds(database, booking["email"]) == []
    assert (await read_row(database, booking["id"]))["location_fee_cents"] == 0
    async with database.owner() as tx:
        owed = await tx.fetchval(
            "select sum(owed_cents) from app.invoice_owed where booking_id = $1",
            UUID(booking["id"]),
        )
    assert owed == 0
    await edit(0, phone="+16045550199")
    seen = await edit(0, first_name="Minna")
    await call(rest, alma, "undo_change", booking_id=booking["id"], seen=seen)
    async with database.owner() as tx:
        told = await tx.fetchval(
            "select data -> 'changes' ->> 0 from app.outbox where kind = 'booking_changed' "
            "and recipient = $1",
            booking["email"],
        )
    assert "Phone" in told
    assert "Minna" not in told


async def test_one_of_several_that_were_moved_is_left_out_of_their_mail(
    rest: RestClients, database: Database, at: At, day: date
) -> None:
    """A family's three pickups are moved in one step; one goes back, then all."""
    alma, mother = await person(database, "admin"), await person(database)
    rows = [
        await book(rest, None, day, email=mother.email, first_name=one)
        for one in ("Ann", "Bo", "Cy")
    ]
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set email_confirmed_at = now() where email = $1", mother.email
        )
    await call(
        rest,
        alma,
        "move_bookings",
        bookings=[
            {"booking_id": one["id"], "seen_date": day.isoformat(), "seen_time": MORNING}
            for one in rows
        ],
        pickup_date=(day + timedelta(days=1)).isoformat(),
        reason="building",
    )

    async def told() -> list[list[str]]:
        async with database.owner() as tx:
            found = await tx.fetch(
                "select data::text from app.outbox where kind = 'pickups_moved' and recipient = $1",
                mother.email,
            )
        return [
            [part["name"] for part in msgspec.json.decode(row["data"])["bookings"]] for row in found
        ]

    assert [len(names) for names in await told()] == [3]
    for left, one in zip((2, 1, 0), rows, strict=True):
        offered = await call(rest, alma, "undoable_change", booking_id=one["id"])
        await call(rest, alma, "undo_change", booking_id=one["id"], seen=offered["seen"])
        assert [len(names) for names in await told()] == ([left] if left else [])
