"""Book for a caller (rule: caller-booking)."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from summerstow.bookings.table import BookingRules
from summerstow.office.customers import callers
from summerstow.platform.database.pool import Database
from tests.people import YEAR, RestClients, booking_body, person

DAY = f"{YEAR}-04-27"


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings and the command."""
    known = callers.COMMAND
    return RestClients(database, {"bookings": BookingRules()}, {known.name: known})


def form(**changes: Any) -> dict[str, Any]:
    """What the form sends."""
    return {
        "first_name": "Kai",
        "last_name": "Ito",
        "email": f"kai-{uuid4().hex[:8]}@example.test",
        "phone": "604 555 0150",
        "campus_id": 1,
        "residence_type": "other",
        "address": "12 Oak Street",
        "pickup_date": DAY,
        "pickup_time": "9:00 AM - 12:00 PM",
    } | changes


async def call(who: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    """Book."""
    return await who.post("/rpc/book_for_caller", json=form(**changes))


async def test_a_caller_without_an_account_is_booked_confirmed_and_in_line(
    rest: RestClients, database: Database
) -> None:
    worker = rest.of(await person(database, "worker"))
    answer = await call(
        worker, supply_kit_delivery_date=f"{YEAR}-04-20", additional_comments="Lift"
    )
    assert answer.status_code == 200, answer.text
    made = answer.json()
    row = (await worker.get(f"/bookings?id=eq.{made['id']}")).json()[0]
    assert (row["status"], row["user_id"], row["confirm_by"]) == ("confirmed", None, None)
    assert (row["guest_first_name"], row["address"]) == ("Kai", "12 Oak Street")
    assert row["how_heard"] == "staff"
    line = await worker.get(f"/pickup_queue?booking_id=eq.{made['id']}")
    assert [one["pickup_date"] for one in line.json()] == [DAY]
    async with database.owner() as tx:
        kinds = await tx.fetch("select kind from app.outbox where recipient = $1", row["email"])
    assert "booking_received" in {one["kind"] for one in kinds}


async def test_an_address_with_an_account_books_for_it_and_not_twice(
    rest: RestClients, database: Database
) -> None:
    ida = await person(database, name="Ida Brandt")
    admin = rest.of(await person(database, "admin"))
    made = (await call(admin, email=ida.email.upper())).json()
    assert made["user_id"] == str(ida.id)
    again = await call(admin, email=ida.email)
    assert again.status_code == 409
    assert "has a booking already" in again.json()["message"]


async def test_an_account_that_never_confirmed_the_address_does_not_get_the_booking(
    rest: RestClients, database: Database
) -> None:
    stranger = await person(database)
    async with database.owner() as tx:
        await tx.execute(
            "update auth.users set email_confirmed_at = null where id = $1", stranger.id
        )
    admin = rest.of(await person(database, "admin"))
    made = (await call(admin, email=stranger.email)).json()
    assert made["user_id"] is None
    async with database.owner() as tx:
        invited = await tx.fetchval(
            "select email from app.account_invitations where booking_id = $1", UUID(made["id"])
        )
    assert invited == stranger.email


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"phone": " "}, "phone number"),
        ({"address": ""}, "the crew needs it"),
        ({"first_name": ""}, "Name and email are required"),
        ({"email": "nowhere"}, "email"),
        ({"pickup_date": "2020-01-01"}, "in the past"),
        ({"pickup_time": "9:30 PM"}, "window"),
    ],
)
async def test_what_the_crew_needs_is_asked_for(
    rest: RestClients, database: Database, changes: dict[str, Any], words: str
) -> None:
    answer = await call(rest.of(await person(database, "worker")), **changes)
    assert answer.status_code == 400
    assert words in answer.json()["message"]


async def test_a_full_window_is_refused_and_widened_by_executives_alone(
    rest: RestClients, database: Database
) -> None:
    async with database.owner() as tx:
        slot: UUID = await tx.fetchval(
            "insert into public.slot_availability (date, campus_id, capacity, available_slots, "
            f"time_of_day) values ('{YEAR}-04-29', 2, 1, 0, 'morning') returning id"
        )
    full = {"pickup_date": f"{YEAR}-04-29", "campus_id": 2}
    admin = rest.of(await person(database, "admin"))
    assert (await call(admin, **full)).status_code == 409
    assert (await call(admin, **full, over_capacity=True)).status_code == 403
    executive = rest.of(await person(database, "executive"))
    assert (await call(executive, **full, over_capacity=True)).status_code == 200
    async with database.owner() as tx:
        assert (
            await tx.fetchval("select capacity from public.slot_availability where id = $1", slot)
            == 2
        )


async def _mail(database: Database, to: str, kind: str) -> dict[str, Any]:
    async with database.owner() as tx:
        data: str = await tx.fetchval(
            "select data::text from app.outbox where recipient = $1 and kind = $2 "
            "order by id desc limit 1",
            to,
            kind,
        )
    found: dict[str, Any] = json.loads(data)
    return found


async def test_the_mails_of_a_caller_lead_to_no_sign_in(
    rest: RestClients, database: Database
) -> None:
    """(rule: guest-links): a page of the pickup's own while it is ahead, else an invitation."""
    admin = rest.of(await person(database, "admin"))
    made = (await call(admin)).json()
    service = rest.of(None, service=True)
    row = (await admin.get(f"/bookings?id=eq.{made['id']}")).json()[0]
    received = await _mail(database, row["email"], "booking_received")
    assert received["residence"] == "12 Oak Street"
    assert "/auth/invitation/" in received["invite"]
    await service.patch(f"/bookings?id=eq.{made['id']}", json={"pickup_date": f"{YEAR}-05-02"})
    moved = await _mail(database, row["email"], "pickup_moved")
    assert moved["first_name"] == "Kai"
    assert "/pickup/" in moved["link"]
    await service.patch(f"/bookings?id=eq.{made['id']}", json={"status": "cancelled"})
    cancelled = await _mail(database, row["email"], "booking_cancelled")
    assert (cancelled["first_name"], cancelled["link"]) == ("Kai", "/book")


async def test_a_stranger_s_words_stay_out_of_a_mail_to_an_address_nobody_confirmed(
    rest: RestClients, database: Database
) -> None:
    body = booking_body(first_name="Click here")
    made = (
        await rest.of(None).post(
            "/bookings", json=body, headers={"Prefer": "return=representation"}
        )
    ).json()[0]
    received = await _mail(database, made["email"], "booking_received")
    assert (received["first_name"], received["residence"]) == (None, "")
    await rest.of(None, service=True).patch(
        f"/bookings?id=eq.{made['id']}", json={"status": "cancelled"}
    )
    cancelled = await _mail(database, made["email"], "booking_cancelled")
    assert cancelled["first_name"] is None
