"""Who books without an account gets one mail (rule: one-mail-for-a-booking)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from summerstow.platform.database.pool import Database
from summerstow.platform.outbox import outbox
from summerstow.platform.outbox.calendar_file import VisitEntry
from summerstow.platform.outbox.render import render
from tests.people import RestClients, booking_body

from .test_guests import SITE, _book, _booked, _press, _token, _window, rest

__all__ = ["rest"]

VERIFY = f"{SITE}/auth/v1/verify?token=abc&type=signup&redirect_to=x"
SIGN_UP = {
    "confirm_signup": {"code": "123456", "link": VERIFY, "site_url": SITE},
    "signup_taken": {"link": f"{SITE}/auth", "site_url": SITE},
}


async def _signed_up(database: Database, kind: str, email: str) -> None:
    async with database.owner() as tx:
        await outbox.post(
            tx,
            cause=f"{kind}:{uuid4()}",
            kind=kind,
            to=email,
            data=SIGN_UP[kind],
            with_booking=True,
        )


async def _mails(database: Database, email: str) -> list[tuple[str, dict[str, Any]]]:
    async with database.owner() as tx:
        rows = await tx.fetch(
            "select kind, data from app.outbox where recipient = $1 order by id", email
        )
    return [(row["kind"], msgspec.json.decode(row["data"])) for row in rows]


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("kind", list(SIGN_UP))
async def test_the_mail_of_the_sign_up_is_part_of_the_bookings(
    rest: RestClients, database: Database, kind: str, held: bool, together: bool
) -> None:
    email = f"{uuid4().hex}@guest.test"
    await _signed_up(database, kind, email)
    place = await _window(rest, 5) if held else {}
    body = booking_body(email=email, guest_email=email, **place)
    answer = await _book(rest, [body] if together else body)
    assert answer.status_code == 201, answer.text
    [(sent, data)] = await _mails(database, email)
    assert sent == "booking_received"
    mail = render(sent, data)
    assert mail.text.count("Confirm my") == (held or kind == "confirm_signup")
    assert ("123456" in mail.text) == (kind == "confirm_signup")
    assert ("/confirm-booking/" in mail.text) == held
    # The entry of the guest's calendar asks for no sign-in (rule: guest-links).
    [entry] = msgspec.convert(data["calendar"], list[VisitEntry])
    assert "/customer-dashboard" not in entry.text()


async def test_a_sign_up_without_a_booking_is_told_by_itself(
    rest: RestClients, database: Database
) -> None:
    email, other = (f"{uuid4().hex}@guest.test" for _ in range(2))
    await _signed_up(database, "confirm_signup", email)
    await _book(rest, booking_body(email=other, guest_email=other))
    assert [kind for kind, _ in await _mails(database, email)] == ["confirm_signup"]
    async with database.owner() as tx:
        due = await tx.fetchval(
            "select due_at - created_at < interval '3 minutes' from app.outbox "
            "where recipient = $1",
            email,
        )
    assert due


async def test_a_confirmed_address_gets_the_whole_booking_in_one_mail(
    rest: RestClients, database: Database
) -> None:
    """What was typed and what it costs, once the address is confirmed (rule: complete-mail)."""
    window = await _window(rest, 4)
    row = await _booked(rest, window, building_name="Nootka", expected_items=8, pricing="bundle")
    [(_, first)] = await _mails(database, row["email"])
    assert "Nootka" not in str(first)
    token = await _token(database, row["email"])
    for _ in range(2):
        await _press(rest, "confirm_guest_booking", token)
    [_, (kind, whole)] = await _mails(database, row["email"])
    assert kind == "booking_received"
    assert "Nootka" in whole["residence"]
    assert "8 items" in whole["plan"]
    assert "$" in whole["price"]
