"""A guest or a payer has the rights of somebody with an account (rules: own-data, erasure)."""

from __future__ import annotations

from uuid import uuid4

import pytest

from summerstow.platform.errors import AppError
from summerstow.privacy import erase, without_account
from tests.people import booking_body

from .conftest import FIRST, HALL, LAST, READ_BACK, STREET, App
from .lived import found

PHONE = "+12505550187"


async def _guest(app: App, **changes: object) -> tuple[str, str]:
    """(address, booking) of a guest booking full of what names its customer."""
    email = f"guest-{uuid4().hex[:8]}@guests.example"
    body = booking_body(
        email=email,
        first_name=FIRST,
        last_name=LAST,
        guest_first_name=FIRST,
        guest_last_name=LAST,
        guest_email=email,
        guest_phone=PHONE,
        phone=PHONE,
        building_name=HALL,
        address=f"{STREET} of {email}",
        additional_comments=f"Ask for {email}",
        pickup_date="2027-04-20",
    )
    answer = await app.rest.of(None).post("/bookings", json=body | changes, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    return email, str(answer.json()[0]["id"])


async def _erase(app: App, email: str) -> None:
    async with app.database.owner() as tx:
        await without_account.erase_address(tx, email)
    await erase.finish(app.database)


async def test_a_guest_has_everything_that_is_known_of_their_address(app: App) -> None:
    email, booking = await _guest(app)
    await _guest(app)
    async with app.database.owner() as tx:
        data = await without_account.export(tx, email.upper())
    [one] = data.bookings
    assert (one["id"], one["guest_email"], one["address"]) == (
        booking,
        email,
        f"{STREET} of {email}",
    )
    assert [row["asked_for"] for row in data.consents] == ["A booking, by our terms"]
    assert {row["recipient"] for row in data.messages} == {email}
    assert data.looks_and_changes


async def test_after_its_erasure_no_table_names_a_guest(app: App) -> None:
    """Every column of every table is searched; the booking stays, cancelled and nameless."""
    email, booking = await _guest(app)
    assert await found(app, email)
    await _erase(app, email)
    left = await found(app, email, f"Ask for {email}", f"{STREET} of {email}")
    # The goodbye knows the address until it has left.
    assert [one for one in left if not one.startswith("app.outbox.")] == []
    status = "select status from public.bookings where id = $1::text::uuid"
    assert await app.value(status, booking) == "cancelled"
    with pytest.raises(AppError, match="Nothing is known"):
        await _erase(app, email)


async def test_a_guest_whose_things_are_with_us_is_not_erased_yet(app: App) -> None:
    email, booking = await _guest(app)
    await app.status(booking, "picked_up")
    with pytest.raises(erase.NotYet, match="are with us"):
        await _erase(app, email)
    assert await found(app, email)


@pytest.mark.parametrize(
    ("field", "named_as"),
    [("payer_email", "named_for_invoices_of"), ("contact_email", "named_at_the_door_of")],
)
async def test_a_person_is_taken_out_of_bookings_of_others(
    app: App, field: str, named_as: str
) -> None:
    """A parent who is only named for the invoices, or a friend who is only at the door."""
    who = await app.customer(phone=None)
    parent = f"parent-{uuid4().hex[:8]}@home.example"
    booking = await app.booked(who)
    async with app.database.owner() as tx:
        await tx.execute(
            f"update public.bookings set {field} = $2 where id = $1::text::uuid", booking, parent
        )
    async with app.database.owner() as tx:
        [named] = (await without_account.export(tx, parent)).account
    assert named["email"] == parent
    assert named[named_as] is not None
    await _erase(app, parent)
    assert [one for one in await found(app, parent) if not one.startswith("app.outbox.")] == []
    assert await app.value("select user_id from public.bookings where id = $1::text::uuid", booking)


async def test_somebody_with_an_account_is_found_by_its_address(app: App) -> None:
    who = await app.customer(phone=None)
    await app.booked(who)
    async with app.database.owner() as tx:
        assert len((await without_account.export(tx, who.email)).bookings) == 1
    await _erase(app, who.email)
    assert await app.value("select count(*) from auth.users where id = $1", who.id) == 0
