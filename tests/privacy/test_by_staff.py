"""An executive answers a person's request for their data or its erasure (rule: own-data)."""

from __future__ import annotations

import base64
from uuid import UUID

import pytest

from summerstow.platform.roles import Role
from summerstow.privacy import erase
from tests.people import Person, booking_body, person

from .conftest import FIRST, HALL, LAST, READ_BACK, STREET, App
from .lived import found

CHECK = "Called back at the number of the booking."


@pytest.fixture
async def owner(app: App) -> Person:
    return await person(app.database, "executive")


async def _guest(app: App, **changes: object) -> tuple[str, str]:
    """(address, booking) of a guest's booking."""
    body = booking_body(
        first_name=FIRST,
        last_name=LAST,
        guest_first_name=FIRST,
        guest_last_name=LAST,
        building_name=HALL,
        address=STREET,
        pickup_date="2027-04-20",
    )
    answer = await app.rest.of(None).post("/bookings", json=body | changes, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    [row] = answer.json()
    return str(row["guest_email"]), str(row["id"])


async def test_a_guests_data_and_erasure_with_how_identity_was_checked(
    app: App, owner: Person
) -> None:
    email, booking = await _guest(app)
    data = await app.done(owner, "person_data", email=email.upper(), identity_check=CHECK)
    assert [one["id"] for one in data["bookings"]] == [booking]
    paper = await app.done(owner, "person_data_pdf", email=email, identity_check=CHECK)
    assert base64.b64decode(paper["content"]).startswith(b"%PDF")
    preview = await app.done(owner, "preview_person_erasure", email=email)
    assert (preview["allowed"], len(preview["open_bookings"])) == (True, 1)
    mistyped = await app.ask(
        owner, "erase_person", email=email, identity_check=CHECK, confirm="other@guests.example"
    )
    assert mistyped.status_code == 400
    assert await found(app, email)
    await app.done(owner, "erase_person", email=email, identity_check=CHECK, confirm=email)
    await erase.finish(app.database)
    left = await found(app, email, FIRST, STREET)
    assert [one for one in left if not one.startswith("app.outbox.")] == []
    status = "select status from public.bookings where id = $1::text::uuid"
    assert await app.value(status, booking) == "cancelled"
    log = (
        "select array_agg(action order by id) from public.audit_log "
        "where actor_id = $1 and after ->> 'identity_check' = $2"
    )
    assert await app.value(log, owner.id, CHECK) == ["export", "export", "erased"]
    again = await app.ask(owner, "erase_person", email=email, identity_check=CHECK, confirm=email)
    assert again.status_code == 404


async def test_an_account_is_erased_for_its_customer(app: App, owner: Person) -> None:
    customer = await app.customer()
    await app.booked(customer)
    data = await app.done(
        owner, "person_data", email=customer.email, identity_check="Showed a student card."
    )
    assert data["account"][0]["email"] == customer.email
    await app.done(
        owner,
        "erase_person",
        email=customer.email,
        identity_check="Showed a student card.",
        confirm=customer.email,
    )
    gone = "select count(*) from auth.users where id = $1"
    assert await app.value(gone, customer.id) == 0


async def test_what_holds_an_erasure_up_is_named_and_nothing_changes(
    app: App, owner: Person
) -> None:
    email, booking = await _guest(app)
    await app.status(booking, "picked_up")
    preview = await app.done(owner, "preview_person_erasure", email=email)
    assert (preview["allowed"], len(preview["reasons"])) == (False, 1)
    refused = await app.ask(owner, "erase_person", email=email, identity_check=CHECK, confirm=email)
    assert refused.status_code == 409
    assert await found(app, email)


async def test_a_payer_without_a_booking_of_their_own_is_erased(app: App, owner: Person) -> None:
    payer = "parent-in-seoul@family.example"
    _, booking = await _guest(app)
    async with app.database.owner() as tx:
        await tx.execute(
            "update public.bookings set payer_email = $2, payer_name = 'Sun Park' where id = $1",
            UUID(booking),
            payer,
        )
    preview = await app.done(owner, "preview_person_erasure", email=payer)
    assert (preview["allowed"], preview["open_bookings"]) == (True, [])
    await app.done(owner, "erase_person", email=payer, identity_check=CHECK, confirm=payer)
    payers = "select payer_name from public.bookings where id = $1::text::uuid"
    assert await app.value(payers, booking) is None


@pytest.mark.parametrize("role", ["customer", "worker", "admin"])
async def test_no_other_role_reads_or_erases_a_person(app: App, role: Role) -> None:
    email, _ = await _guest(app)
    who = await person(app.database, role)
    for name in ("person_data", "person_data_pdf", "preview_person_erasure", "erase_person"):
        more = {} if name.startswith("preview") else {"identity_check": CHECK}
        more |= {"confirm": email} if name == "erase_person" else {}
        assert (await app.ask(who, name, email=email, **more)).status_code == 403, name


async def test_without_a_word_about_identity_nothing_is_given_out(app: App, owner: Person) -> None:
    email, _ = await _guest(app)
    for words in ("", "  ", "ok"):
        answer = await app.ask(owner, "person_data", email=email, identity_check=words)
        assert answer.status_code == 400, words
