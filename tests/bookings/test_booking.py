"""A stranger or a customer books: what is stored, what follows, what is refused."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from summerstow.bookings.service import attach_guest_bookings
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import render
from tests.people import RestClients, booking_body, person

READ_BACK = {"Prefer": "return=representation"}


async def _stored(database: Database) -> int:
    async with database.owner() as tx:
        count: int = await tx.fetchval("select count(*) from bookings")
        return count


async def test_a_guest_books_and_reads_the_row_back_with_its_campus(rest: RestClients) -> None:
    """Signed out: status pending, no user, guest fields set by the server, campus embedded.

    Rule: guest-booking.
    """
    body = booking_body()
    answer = await rest.of(None).post(
        "/bookings?select=*,campus:campuses(campus,university,country)",
        json=body,
        headers=READ_BACK | {"Accept": "application/vnd.pgrst.object+json"},
    )
    assert answer.status_code == 201, answer.text
    row = answer.json()
    assert row["status"] == "pending"
    assert row["user_id"] is None
    assert row["guest_first_name"] == "Mina"
    assert row["guest_email"] == body["email"]
    assert row["residence_type"] == "on_campus"
    assert row["how_heard"] == "website"
    assert row["campus"]["campus"] == "Vancouver Campus"


async def test_a_guest_reads_no_bookings_afterwards(rest: RestClients) -> None:
    """What was made in one request is not to be read in the next."""
    client = rest.of(None)
    await client.post("/bookings", json=booking_body(), headers=READ_BACK)
    answer = await client.get("/bookings")
    assert answer.status_code == 401
    assert answer.json()["code"] == "42501"


async def test_a_customer_books_for_herself_without_guest_fields(
    rest: RestClients, database: Database
) -> None:
    """Signed in: the booking is hers, whatever guest fields the body carries.

    Rule: guest-booking.
    """
    mina = await person(database)
    answer = await rest.of(mina).post(
        "/bookings", json=booking_body(guest_email="x@example.test"), headers=READ_BACK
    )
    (row,) = answer.json()
    assert row["user_id"] == str(mina.id)
    assert row["guest_email"] is None


@pytest.mark.parametrize(
    ("changes", "status", "message"),
    [
        ({"campus_id": None}, 400, "Campus selection is required"),
        ({"first_name": " "}, 400, "Name and email are required"),
        ({"last_name": "\u200b\u00a0\u2060"}, 400, "Name and email are required"),
        ({"email": ""}, 400, "Name and email are required"),
        ({"email": "a@b.test\nBcc: all@b.test"}, 400, "Email must not contain line breaks"),
        ({"email": "nobody"}, 400, "Please enter a valid email address."),
        ({"first_name": "x" * 10_000}, 400, "First name is too long"),
        ({"first_name": 7}, 400, "First name must be text"),
        ({"pickup_time": "at noon"}, 400, "Please choose one of the pickup windows"),
        ({"flight_time": "midnight"}, 400, "Please choose one of the flight time windows."),
        ({"pickup_date": "2027-02-30"}, 400, "date/time field value out of range"),
        ({"pickup_date": "20270-02-01"}, 400, ""),
        ({"campus_id": 99}, 409, "violates foreign key constraint"),
        ({"colour": "red"}, 400, "Could not find the 'colour' column"),
        ({"status": "confirmed"}, 401, "row-level security"),
        ({"user_id": str(uuid4())}, 401, "row-level security"),
        ({"id": str(uuid4())}, 401, "permission denied"),
    ],
)
async def test_a_bad_body_is_refused_with_words_and_stores_nothing(
    rest: RestClients, database: Database, changes: dict[str, Any], status: int, message: str
) -> None:
    """Each refusal answers in the API's form (rule: required-fields)."""
    before = await _stored(database)
    answer = await rest.of(None).post("/bookings", json=booking_body(**changes))
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body.keys() == {"code", "message", "details", "hint"}
    assert message in body["message"]
    assert await _stored(database) == before


async def test_markup_and_emoji_are_names_like_any_other(rest: RestClients) -> None:
    """Kept as typed; whoever shows them escapes them."""
    answer = await rest.of(None).post(
        "/bookings", json=booking_body(first_name="<b>Zoë</b> 📦"), headers=READ_BACK
    )
    assert answer.json()[0]["first_name"] == "<b>Zoë</b> 📦"


async def test_the_mail_is_written_with_the_booking(rest: RestClients, database: Database) -> None:
    """One message for one booking, in the same transaction."""
    body = booking_body(pickup_date="2027-04-30")
    await rest.of(None).post("/bookings", json=body)
    async with database.owner() as tx:
        rows = await tx.fetch("select * from app.outbox where recipient = $1", body["email"])
    assert [row["kind"] for row in rows] == ["booking_received"]
    data = msgspec.json.decode(rows[0]["data"])
    assert data["pickup_day"] == "Friday, April 30, 2027"


@pytest.mark.parametrize("known", [True, False])
async def test_the_mail_to_an_address_with_an_account_says_sign_in(
    rest: RestClients, database: Database, known: bool
) -> None:
    """A new address has to sign up first."""
    body = booking_body(**({"email": (await person(database)).email} if known else {}))
    await rest.of(None).post("/bookings", json=body)
    async with database.owner() as tx:
        data = await tx.fetchval("select data from app.outbox where recipient = $1", body["email"])
    letter = render("booking_received", msgspec.json.decode(data))
    assert ("Sign in to see this booking." in letter.text) is known
    assert ("Sign up with this email address" in letter.text) is not known


async def test_the_same_submission_twice_makes_one_booking(
    rest: RestClients, database: Database
) -> None:
    """Double click, or a retry after a lost answer (rule: same-submission)."""
    body, headers = booking_body(), READ_BACK | {"Idempotency-Key": uuid4().hex}
    client = rest.of(None)
    first = await client.post("/bookings", json=body, headers=headers)
    count = await _stored(database)
    again = await client.post("/bookings", json=body, headers=headers)
    assert again.status_code == 201
    assert again.json() == first.json()
    assert await _stored(database) == count
    other = await client.post("/bookings", json=booking_body(), headers=headers)
    assert other.status_code == 422


async def test_a_customer_who_books_again_replaces_the_earlier_booking(
    rest: RestClients, database: Database
) -> None:
    """The new row stands; the earlier one is cancelled, names its successor and frees its place.

    Rule: submit-again.
    """
    mina = await person(database)
    client = rest.of(mina)
    first = (await client.post("/bookings", json=booking_body(), headers=READ_BACK)).json()[0]
    second = (await client.post("/bookings", json=booking_body(), headers=READ_BACK)).json()[0]
    rows = (await client.get("/bookings?order=created_at.desc")).json()
    assert [(row["id"], row["status"]) for row in rows] == [
        (second["id"], "pending"),
        (first["id"], "cancelled"),
    ]
    assert rows[1]["superseded_by"] == second["id"]
    assert "Replaced by booking" in rows[1]["cancellation_note"]
    queue = (await client.get("/pickup_queue?select=booking_id")).json()
    assert queue == [{"booking_id": second["id"]}]


async def test_a_confirmed_address_gets_the_bookings_made_with_it(
    rest: RestClients, database: Database
) -> None:
    """Attached when first confirmed, the turn in line too; others' are not.

    Rule: attach-on-confirmation.
    """
    mina = await person(database)
    await rest.of(None).post("/bookings", json=booking_body(email=mina.email.upper()))
    await rest.of(None).post("/bookings", json=booking_body())
    assert (await rest.of(mina).get("/bookings")).json() == []
    async with database.owner() as tx:
        await tx.execute("update auth.users set email_confirmed_at = now() where id = $1", mina.id)
        await attach_guest_bookings(tx, mina.id, mina.email)
    rows = (await rest.of(mina).get("/bookings?select=email")).json()
    assert rows == [{"email": mina.email}]
    assert len((await rest.of(mina).get("/pickup_queue")).json()) == 1


async def test_every_change_is_in_the_audit_log_which_nobody_can_change(
    rest: RestClients, database: Database
) -> None:
    """Who, when, what was and what is; append-only (rule: change-log)."""
    mina, alma = await person(database), await person(database, "admin")
    row = (await rest.of(mina).post("/bookings", json=booking_body(), headers=READ_BACK)).json()[0]
    await rest.of(mina).patch(f"/bookings?id=eq.{row['id']}", json={"pickup_date": "2027-05-01"})
    log = (await rest.of(alma).get(f"/audit_log?row_id=eq.{row['id']}&order=id")).json()
    assert [one["action"] for one in log] == ["insert", "update"]
    assert log[1]["actor_id"] == str(mina.id)
    assert log[1]["before"] == {"pickup_date": "2027-04-28"}
    assert log[1]["after"] == {"pickup_date": "2027-05-01"}
    assert (await rest.of(mina).get("/audit_log")).status_code == 403
    async with database.owner() as tx:
        with pytest.raises(Exception, match="append-only"):
            await tx.execute("delete from audit_log")


async def test_an_address_gets_mail_about_ten_bookings_an_hour(
    rest: RestClients, database: Database
) -> None:
    email = f"{uuid4().hex}@example.test"
    for bookings in ([booking_body(email=email)] * 10, booking_body(email=email)):
        assert (await rest.of(None).post("/bookings", json=bookings)).status_code == 201
    async with database.owner() as tx:
        sent = await tx.fetchval(
            "select count(*) from app.outbox where kind = 'booking_received' and recipient = $1",
            email,
        )
    assert sent == 10
