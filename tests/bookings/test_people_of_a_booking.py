"""Who books, who is at the door and who pays; phone numbers; and what is still missing."""

from __future__ import annotations

from typing import Any

import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.platform import phones
from summerstow.platform.database.pool import Database
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
READ_BACK = {"Prefer": "return=representation"}


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands of bookings."""
    known = {one.name: one for one in COMMANDS}
    return RestClients(database, {"bookings": BookingRules()}, known)


async def _made(rest: RestClients, who: Person | None, **changes: Any) -> Any:
    return await rest.of(who).post("/bookings", json=booking_body(**changes), headers=READ_BACK)


async def _booked(rest: RestClients, who: Person | None, **changes: Any) -> dict[str, Any]:
    answer = await _made(rest, who, **changes)
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()[0]
    return row


async def _edited(rest: RestClients, who: Person, booking: str, **changes: Any) -> Any:
    given = {"booking_id": booking, "changes": changes, "expected_fee_cents": 0}
    return await rest.of(who).post("/rpc/edit_booking", json=given)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("(250) 555-0139", "+12505550139"),
        ("1-604-555-0123", "+16045550123"),
        ("+86 138 0013 8000", "+8613800138000"),
        ("+44 20 7946 0958", "+442079460958"),
        ("123 456 7890", "+11234567890"),
        ("abc", None),
        ("138", None),
        ("555-0123", None),
        ("1" * 20, None),
        ("+1 604 555", None),
    ],
)
def test_what_can_be_dialled_is_kept_as_e164(typed: str, kept: str | None) -> None:
    """Rule: phones."""
    assert phones.stored(typed) == kept


@pytest.mark.parametrize("field", ["phone", "contact_phone"])
async def test_a_booking_keeps_numbers_that_can_be_dialled(
    rest: RestClients, database: Database, field: str
) -> None:
    mina = await person(database)
    made = await _booked(rest, mina, **{field: "(604) 555-0177"})
    assert made[field] == "+16045550177"
    for nonsense in ("abc", "138", "1" * 20):
        refused = await _made(rest, mina, **{field: nonsense})
        assert refused.status_code == 400
        assert "phone number with its area code" in refused.json()["message"]
        edited = await _edited(rest, mina, made["id"], **{field: nonsense})
        assert edited.status_code == 400
    changed = await _edited(rest, mina, made["id"], **{field: "250 555 0140"})
    assert changed.json()[field] == "+12505550140"


async def test_a_number_from_before_keeps_nobody_from_editing(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database)
    made = await _booked(rest, mina)
    async with database.owner() as tx:
        await tx.execute("update public.bookings set phone = '138' where id = $1", made["id"])
    changed = await _edited(rest, mina, made["id"], additional_comments="Second floor")
    assert changed.status_code == 200, changed.text


async def test_a_parent_books_for_a_student(rest: RestClients, database: Database) -> None:
    """Rule: people-of-a-booking."""
    made = await _booked(
        rest,
        None,
        booked_by="parent",
        contact_name="Li Wei",
        contact_phone="604 555 0188",
        payer_email="Parent@Example.test",
        text_messages=False,
        pricing="single_items",
    )
    kept = {
        "booked_by": "parent",
        "contact_name": "Li Wei",
        "contact_phone": "+16045550188",
        "payer_email": "parent@example.test",
        "text_messages": False,
        "pricing": "single_items",
    }
    assert {name: made[name] for name in kept} == kept
    for wrong in ({"booked_by": "aunt"}, {"payer_email": "nobody"}, {"pricing": "free"}):
        assert (await _made(rest, None, **wrong)).status_code == 400


async def test_what_a_crew_cannot_come_without_is_named_until_it_is_there(
    rest: RestClients, database: Database
) -> None:
    """Rule: what-is-missing."""
    mina = await person(database)
    made = await _booked(rest, mina, phone=None, building_name=None, address=None)
    assert made["needs"] == ["pickup_address", "phone"]
    there = await _edited(
        rest, mina, made["id"], residence_type="other", address="12 Main St", phone="6045550123"
    )
    assert there.json()["needs"] == ["postal_code"]
    whole = await _edited(rest, mina, made["id"], address="12 Main St, Vancouver V5K 0A1")
    assert whole.json()["needs"] == []


async def test_what_the_server_derives_is_nobodys_to_say(
    rest: RestClients, database: Database
) -> None:
    made = await _booked(
        rest, None, needs=[], pickup_confirmed_at="2027-01-01T00:00:00Z", building_name=None
    )
    assert made["needs"] == ["pickup_address"]
    assert made["pickup_confirmed_at"] is None
