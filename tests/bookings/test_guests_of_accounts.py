"""A guest booking with the address of an account: its owner decides (rule: unconfirmed-guest)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest

from summerstow.billing.fees import commands as fee_commands
from summerstow.billing.invoices import events, staff_fees
from summerstow.billing.notices import notify
from summerstow.billing.notices.payer_links import PayerLinks
from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.guests.own import NOT_THEIRS
from summerstow.bookings.service import attach_guest_bookings
from summerstow.bookings.table import BookingRules
from summerstow.messages.times import UNDO_TIME
from summerstow.office.customers import records
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
NETWORK = "203.0.113.77"
READ_BACK = {"Prefer": "return=representation"}
PAYER = "payer@stranger.example"


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands of bookings, records and fees."""
    known = (
        *COMMANDS,
        *records.COMMANDS,
        *staff_fees.COMMANDS,
        *fee_commands.COMMANDS,
    )
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in known},
    )


async def _window(rest: RestClients, days: int, capacity: int = 4) -> dict[str, Any]:
    """A morning of its own with so many places, so many days from today."""
    day = (clock.today() + timedelta(days=days)).isoformat()
    body = {"campus_id": 1, "date": day, "capacity": capacity, "available_slots": capacity}
    made = await rest.of(None, service=True).post("/slot_availability", json=body)
    assert made.status_code == 201, made.text
    return {"pickup_date": day, "pickup_time": MORNING}


async def _stranger_books(
    rest: RestClients, owner: Person, address: str | None = NETWORK, **changes: Any
) -> httpx.Response:
    body = booking_body(email=owner.email, payer_email=PAYER, **changes)
    return await rest.of(None, address=address).post("/bookings", json=body, headers=READ_BACK)


async def _sign_in(database: Database, owner: Person) -> None:
    """Do what each sign-in with a proved address does."""
    async with database.owner() as tx:
        await attach_guest_bookings(tx, owner.id, owner.email)


async def _row(rest: RestClients, booking: str) -> dict[str, Any]:
    rows = (await rest.of(None, service=True).get(f"/bookings?id=eq.{booking}")).json()
    row: dict[str, Any] = rows[0]
    return row


async def _command(client: httpx.AsyncClient, name: str, **arguments: Any) -> httpx.Response:
    return await client.post(f"/rpc/{name}", json=arguments)


async def _own(rest: RestClients, owner: Person) -> list[dict[str, Any]]:
    answer = await _command(rest.of(owner), "own_guest_bookings")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_a_sign_in_leaves_a_strangers_booking_a_guests(
    rest: RestClients, database: Database
) -> None:
    """It waits as before, stands in the way of nothing, and its owner sees it to decide."""
    owner = await person(database)
    window = await _window(rest, 1)
    made = (await _stranger_books(rest, owner, **window)).json()[0]
    assert made["confirm_by"]
    await _sign_in(database, owner)
    stored = await _row(rest, made["id"])
    assert (stored["user_id"], stored["confirm_by"]) == (None, made["confirm_by"])
    assert (await rest.of(owner).get("/bookings")).json() == []
    [shown] = await _own(rest, owner)
    assert (shown["id"], shown["campus"]) == (made["id"], "UBC Vancouver")
    assert shown["held_until"]
    # Nothing that the stranger typed.
    assert not any(words in str(shown) for words in ("Mina", "Park", "stranger"))
    # Tomorrow's pickup of a stranger does not keep the owner from booking.
    own = await rest.of(owner).post("/bookings", json=booking_body(), headers=READ_BACK)
    assert own.status_code == 201, own.text
    # Another customer sees nothing of it and decides nothing.
    other = await person(database)
    assert await _own(rest, other) == []
    for name in ("accept_guest_booking", "reject_guest_booking"):
        refused = await _command(rest.of(other), name, booking_id=made["id"])
        assert (refused.status_code, refused.json()["code"]) == (404, "P0002")


@pytest.mark.parametrize("limited", [True, False])
async def test_the_answer_to_a_guest_does_not_tell_whether_the_address_has_an_account(
    rest: RestClients, database: Database, limited: bool
) -> None:
    """Rule: no-guessing-accounts."""
    owner = await person(database)
    nobody = Person(uuid4(), f"new-{uuid4().hex[:8]}@example.test", "customer")
    window = await _window(rest, 44) if limited else {}
    shown = []
    for one in (owner, nobody):
        answer = await _stranger_books(rest, one, **window)
        assert answer.status_code == 201, answer.text
        [row] = answer.json()
        changing = ("id", "email", "guest_email", "created_at", "updated_at", "confirm_by")
        shown.append({**row, **dict.fromkeys(changing), "held": row["confirm_by"] is not None})
    assert shown[0] == shown[1]
    assert shown[0]["held"] == limited


async def test_this_is_mine_makes_it_the_accounts(rest: RestClients, database: Database) -> None:
    owner = await person(database)
    window = await _window(rest, 40)
    made = (await _stranger_books(rest, owner, **window)).json()[0]
    for _ in range(2):
        taken = await _command(rest.of(owner), "accept_guest_booking", booking_id=made["id"])
        assert taken.status_code == 204, taken.text
    stored = await _row(rest, made["id"])
    assert (stored["user_id"], stored["confirm_by"]) == (str(owner.id), None)
    assert stored["email_confirmed_at"] is not None
    assert await _own(rest, owner) == []
    assert len((await rest.of(owner).get("/pickup_queue")).json()) == 1


async def test_not_mine_gives_the_place_back_without_a_fee(
    rest: RestClients, database: Database
) -> None:
    owner = await person(database)
    window = await _window(rest, 2)
    made = (await _stranger_books(rest, owner, **window)).json()[0]
    for _ in range(2):
        gone = await _command(rest.of(owner), "reject_guest_booking", booking_id=made["id"])
        assert gone.status_code == 204, gone.text
    stored = await _row(rest, made["id"])
    assert (stored["status"], stored["cancellation_fee_cents"]) == ("cancelled", 0)
    assert stored["cancellation_note"] == NOT_THEIRS
    rows = (await rest.of(None).get(f"/slot_availability?date=eq.{window['pickup_date']}")).json()
    assert rows[0]["available_slots"] == 4
    late = await _command(rest.of(owner), "accept_guest_booking", booking_id=made["id"])
    assert (late.status_code, late.json()["message"][:25]) == (409, "This booking is cancelled")


async def test_the_mails_button_gives_it_to_the_account(
    rest: RestClients, database: Database
) -> None:
    owner = await person(database)
    made = (await _stranger_books(rest, owner, **await _window(rest, 41))).json()[0]
    async with database.owner() as tx:
        text = await tx.fetchval(
            "select data from app.outbox where cause = $1", f"booking-received:{made['id']}"
        )
    token = msgspec.json.decode(text)["confirm"].rpartition("/")[2]
    assert (await _command(rest.of(None), "confirm_guest_booking", token=token)).is_success
    stored = await _row(rest, made["id"])
    assert (stored["user_id"], stored["confirm_by"]) == (str(owner.id), None)


async def test_known_addresses_take_no_more_places_than_unknown_ones(
    rest: RestClients, database: Database
) -> None:
    """Each owner signs in between: their sign-in begins no counter anew."""
    window = await _window(rest, 42, capacity=5)
    answers = []
    for _ in range(5):
        owner = await person(database)
        answers.append((await _stranger_books(rest, owner, **window)).status_code)
        await _sign_in(database, owner)
    assert answers == [201, 201, 409, 409, 409]


async def test_a_strangers_booking_costs_nothing_before_it_is_confirmed(
    rest: RestClients, database: Database
) -> None:
    """Neither a late cancellation, nor a late address, nor a fee that the crew proposes."""
    owner, boss = await person(database), await person(database, "admin")
    made = (await _stranger_books(rest, owner, **await _window(rest, 3))).json()[0]
    await _move_to_tomorrow(database, made["id"])
    office = rest.of(boss)
    seen = await _command(office, "preview_cancellation", booking_id=made["id"])
    assert seen.json()["fee_cents"] == 0, seen.text
    moved = await _command(
        office, "preview_edit_booking", booking_id=made["id"], changes={"address": "9 Other St"}
    )
    assert moved.json()["fee_cents"] == 0, moved.text
    fee = await _command(
        office,
        "charge_staff_fee",
        booking_id=made["id"],
        fee="labeling",
        measure=2,
        once=str(uuid4()),
        reason="no labels",
        expected_cents=(
            await _command(
                office, "preview_staff_fee", booking_id=made["id"], fee="labeling", measure=2
            )
        ).json()["total_cents"],
    )
    assert (fee.status_code, "Nobody has confirmed" in fee.text) == (409, True)
    async with database.owner() as tx:
        assert not await tx.fetchval(
            "select count(*) from public.invoices where booking_id = $1", UUID(made["id"])
        )
    # The office takes the guest's word by phone: it costs what it costs.
    assert (await _command(office, "confirm_for_guest", booking_id=made["id"])).is_success
    seen = await _command(office, "preview_cancellation", booking_id=made["id"])
    assert seen.json()["fee_cents"] > 0


@pytest.mark.parametrize("limited", [True, False])
async def test_whoever_a_stranger_names_as_payer_gets_no_mail(
    rest: RestClients, database: Database, limited: bool
) -> None:
    owner = await person(database)
    window = await _window(rest, 43) if limited else {}
    made = (await _stranger_books(rest, owner, **window)).json()[0]
    assert (made["confirm_by"] is not None) == limited
    async with database.owner() as tx:
        await events.kit_delivered(tx, UUID(made["id"]))
        # The kit's status can be undone no more.
        await tx.execute("set local session_replication_role = replica")
        await tx.execute(
            "update public.invoices set created_at = created_at - $1::interval", 2 * UNDO_TIME
        )
        await notify.run(tx, PayerLinks("plum-kettle"))
        told = await tx.fetch("select recipient from app.outbox where kind = 'invoice'")
    recipients = {row["recipient"] for row in told}
    assert owner.email in recipients
    assert PAYER not in recipients


async def _move_to_tomorrow(database: Database, booking: str) -> None:
    """Let time pass: the pickup is tomorrow."""
    async with database.owner() as tx:
        await tx.execute(
            "update public.bookings set pickup_date = $2 where id = $1",
            UUID(booking),
            clock.today() + timedelta(days=1),
        )


async def test_the_items_of_a_guest_booking_come_along_to_the_account(
    rest: RestClients, database: Database
) -> None:
    owner = await person(database)
    made = (await _stranger_books(rest, owner)).json()[0]
    async with database.owner() as tx:
        await tx.execute(
            "insert into items (id, booking_id, kind, description, boxed) "
            "values ($1, $2, 'box', 'Books', true)",
            uuid4(),
            UUID(made["id"]),
        )
        await tx.execute(
            "update auth.users set email_confirmed_at = clock_timestamp() where id = $1", owner.id
        )
    assert (await rest.of(owner).get("/items")).json() == []
    await _sign_in(database, owner)
    [item] = (await rest.of(owner).get("/items")).json()
    assert (item["booking_id"], item["user_id"]) == (made["id"], str(owner.id))
