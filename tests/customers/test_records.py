"""Notes, messages and a guest's word by phone (rules: staff-notes, confirmed-by-staff)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.office.customers import records
from summerstow.platform.database.pool import Database
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}
SITE = "http://summerstow.test"


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the commands about their records."""
    return RestClients(
        database,
        {"bookings": BookingRules()},
        {one.name: one for one in records.COMMANDS},
    )


async def guest_booking(rest: RestClients, **changes: Any) -> dict[str, Any]:
    """A guest's booking."""
    answer = await rest.of(None).post("/bookings", json=booking_body(**changes), headers=READ_BACK)
    row: dict[str, Any] = answer.json()[0]
    return row


async def test_a_note_is_for_staff_and_stays(rest: RestClients, database: Database) -> None:
    booking = await guest_booking(rest)
    worker = rest.of(await person(database, "worker", "Wes Ortega"))
    sent = {"booking_id": booking["id"], "note": " Side door, ring twice "}
    made = await worker.post("/rpc/add_booking_note", json=sent)
    assert [(one["by"], one["kind"], one["words"]) for one in made.json()] == [
        ("Wes Ortega", "note", "Side door, ring twice")
    ]
    office = rest.of(await person(database, "admin"))
    read = await office.get(f"/rpc/booking_notes?booking_id={booking['id']}")
    assert read.json() == made.json()
    empty = await worker.post("/rpc/add_booking_note", json=sent | {"note": "  "})
    assert empty.status_code == 400
    mina = rest.of(await person(database))
    assert (
        await mina.post("/rpc/booking_notes", json={"booking_id": booking["id"]})
    ).status_code == 403


async def test_a_message_is_mailed_once_and_kept(rest: RestClients, database: Database) -> None:
    booking = await guest_booking(rest)
    office = rest.of(await person(database, "admin"))
    sent = {
        "booking_id": booking["id"],
        "subject": "Your key",
        "message": "We found a key.\n\nIs it yours?",
    }
    once = {"Idempotency-Key": "1f0d0a8e-8e5b-4c7e-9a53-3a3c3f6a5b10"}
    for _ in range(2):
        answer = await office.post("/rpc/message_customer", json=sent, headers=once)
        assert [(one["subject"], one["words"]) for one in answer.json()] == [
            ("Your key", sent["message"])
        ]
    async with database.owner() as tx:
        mails = await tx.fetch(
            "select recipient, data from app.outbox where kind = 'staff_message'"
        )
    assert [one["recipient"] for one in mails] == [booking["email"]]
    worker = rest.of(await person(database, "worker"))
    assert (await worker.post("/rpc/message_customer", json=sent)).status_code == 403


async def test_a_guests_word_by_phone_keeps_the_place(
    rest: RestClients, database: Database
) -> None:
    async with database.owner() as tx:
        await tx.execute(
            "insert into public.slot_availability (date, campus_id, capacity, available_slots, "
            "time_of_day) values ('2027-04-28', 1, 5, 5, 'morning')"
        )
    booking = await guest_booking(rest)
    assert booking["confirm_by"]
    office = rest.of(await person(database, "admin"))
    for _ in range(2):
        answer = await office.post("/rpc/confirm_for_guest", json={"booking_id": booking["id"]})
        assert answer.status_code == 204
    now = (await office.get(f"/bookings?id=eq.{booking['id']}")).json()[0]
    assert now["confirm_by"] is None
    assert now["slot_id"] == booking["slot_id"]
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set status = 'cancelled' where id = $1", UUID(booking["id"])
        )
    gone = await office.post("/rpc/confirm_for_guest", json={"booking_id": booking["id"]})
    assert gone.status_code == 409


async def test_executives_cancel_delivered_goods_with_a_reason_alone(
    rest: RestClients, database: Database
) -> None:
    """Rule: executives-cancel."""
    booking = await guest_booking(rest)
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set status = 'delivered' where id = $1", UUID(booking["id"])
        )
    sent = {"booking_id": booking["id"], "reason": "Delivered to the wrong hall"}
    admin = rest.of(await person(database, "admin"))
    assert (await admin.post("/rpc/cancel_without_fee", json=sent)).status_code == 403
    boss = rest.of(await person(database, "executive"))
    assert (
        await boss.post("/rpc/cancel_without_fee", json=sent | {"reason": "  x "})
    ).status_code == 400
    for _ in range(2):
        answer = await boss.post("/rpc/cancel_without_fee", json=sent)
        assert answer.status_code == 200, answer.text
        row = answer.json()
        assert (row["status"], row["cancellation_note"], row["cancellation_fee_cents"]) == (
            "cancelled",
            sent["reason"],
            0,
        )
    async with database.owner() as tx:
        told = await tx.fetchval(
            "select count(*) from app.outbox where kind = 'booking_cancelled' and recipient = $1",
            booking["email"],
        )
    assert told == 1
