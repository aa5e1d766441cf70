"""Whoever is booked by phone gets one mail that leads to an account (rule: caller-invitation)."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.bookings import service
from summerstow.bookings.table import BookingRules
from summerstow.messages import guest_links
from summerstow.office.customers import callers, invitations
from summerstow.platform import clock
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.one_time.admission import Admissions
from summerstow.platform.auth.tokens.keys import load_keys
from summerstow.platform.database.pool import Database
from summerstow.platform.settings.model import Settings
from tests.people import Person, RestClients, person

from .test_callers import form


class Office:
    """A crew member who books for callers, and the mails that they get."""

    def __init__(self, database: Database, settings: Settings, worker: Person) -> None:
        admit = Admissions(load_keys(settings)).admit
        known = (
            callers.COMMAND,
            *invitations.COMMANDS,
            invitations.accepting(admit),
        )
        self.database = database
        self.rest = RestClients(
            database, {"bookings": BookingRules()}, {one.name: one for one in known}
        )
        self.worker = worker

    async def book(self, email: str, **changes: Any) -> str:
        answer = await self.rest.of(self.worker).post(
            "/rpc/book_for_caller", json=form(email=email, **changes)
        )
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    async def state(self, booking: str) -> dict[str, Any]:
        answer = await self.rest.of(self.worker).get(
            f"/rpc/account_invitation?booking_id={booking}"
        )
        found: dict[str, Any] = answer.json()
        return found

    async def accept(self, token: str) -> Any:
        return await self.rest.of(None).post("/rpc/accept_invitation", json={"token": token})

    async def tokens(self, email: str) -> list[str]:
        """What the links in the mails to somebody end with, the oldest first."""
        async with self.database.owner() as tx:
            rows = await tx.fetch(
                "select data::text as data from app.outbox where recipient = $1 order by id", email
            )
        # A mail's calendar entry repeats the link of its button.
        found = (re.findall(r"\"/auth/invitation/([\w-]+)", row["data"]) for row in rows)
        return list(dict.fromkeys(token for tokens in found for token in tokens))

    async def confirm(self, email: str) -> Person:
        """What the verification does once it is through: the address is theirs."""
        async with self.database.owner() as tx:
            user = await user_queries.user_by_email(tx, email)
            assert user is not None
            await user_queries.confirm_email(tx, user.id, clock.now())
            await service.attach_guest_bookings(tx, user.id, email)
        return Person(user.id, email, "customer")


@pytest.fixture
async def office(database: Database, settings: Settings) -> Office:
    """The office, and a worker of it."""
    return Office(database, settings, await person(database, "worker"))


def _address() -> str:
    return f"caller-{uuid4().hex[:8]}@example.test"


async def test_one_mail_leads_to_an_account_that_owns_the_booking(office: Office) -> None:
    email = _address()
    booking = await office.book(email)
    [token] = await office.tokens(email)
    found = await office.state(booking)
    assert (found["state"], found["may_send"], found["email"]) == ("invited", True, email)
    # Pressed again after a lost answer: it works until the address is an account's.
    for _ in range(2):
        answer = await office.accept(token)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == {"token_hash"}
    who = await office.confirm(email)
    [row] = (await office.rest.of(who).get("/bookings?select=id,user_id")).json()
    assert row == {"id": booking, "user_id": str(who.id)}
    found = await office.state(booking)
    assert (found["state"], found["may_send"]) == ("accepted", False)
    answer = await office.accept(token)
    assert (answer.status_code, answer.json()["code"]) == (404, "P0002")
    async with office.database.owner() as tx:
        name = await tx.fetchval("select full_name from public.users where id = $1", who.id)
    assert name == "Kai Ito"


async def test_a_new_link_ends_the_one_before(office: Office) -> None:
    email = _address()
    booking = await office.book(email)
    client = office.rest.of(office.worker)
    key = {"Idempotency-Key": str(uuid4())}
    for _ in range(2):
        again = await client.post("/rpc/send_invitation", json={"booking_id": booking}, headers=key)
        assert again.json()["state"] == "invited"
    first, second = await office.tokens(email)
    assert (await office.accept(first)).status_code == 404
    assert (await office.accept(second)).status_code == 200


async def test_a_link_ends(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    email = _address()
    booking = await office.book(email)
    [token] = await office.tokens(email)
    later = clock.now() + guest_links.LIFETIME + timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert (await office.state(booking))["state"] == "over"
    assert (await office.accept(token)).status_code == 404


async def test_who_has_an_account_is_not_invited(office: Office) -> None:
    ida = await person(office.database, name="Ida Brandt")
    booking = await office.book(ida.email, pickup_date="2027-04-26")
    assert await office.tokens(ida.email) == []
    found = await office.state(booking)
    assert (found["state"], found["may_send"]) == ("accepted", False)
    answer = await office.rest.of(office.worker).post(
        "/rpc/send_invitation", json={"booking_id": booking}
    )
    assert answer.status_code == 409


async def test_a_stranger_s_account_with_the_address_gives_nothing_away(office: Office) -> None:
    """Somebody signed up with it meanwhile and confirmed nothing: the link's reader takes over."""
    email = _address()
    booking = await office.book(email)
    [token] = await office.tokens(email)
    stranger = uuid4()
    async with office.database.owner() as tx:
        await tx.execute(
            "insert into auth.users (id, email, password_hash, created_at, updated_at) "
            "values ($1, $2, 'a stranger', now(), now())",
            stranger,
            email,
        )
    answer = await office.accept(token)
    assert answer.status_code == 200
    async with office.database.owner() as tx:
        row = await tx.fetchrow(
            "select kind, password_hash from auth.one_time_tokens where user_id = $1", stranger
        )
    assert row is not None
    # What is verified brings no password: the stranger's falls with it (auth/one_time).
    assert (row["kind"], row["password_hash"]) == ("confirmation", None)
    assert (await office.state(booking))["state"] == "invited"


async def test_customers_see_and_send_none(office: Office) -> None:
    booking = await office.book(_address())
    client = office.rest.of(await person(office.database))
    for command in ("account_invitation", "send_invitation"):
        answer = await client.post(f"/rpc/{command}", json={"booking_id": booking})
        assert answer.status_code == 403
    assert UUID(booking)
