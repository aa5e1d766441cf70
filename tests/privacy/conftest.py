"""A customer who has lived a season, and clients that ask for their data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from summerstow.billing.payments import commands as payment_commands
from summerstow.bookings.commands import COMMANDS as BOOKING_COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups.commands import COMMANDS as CREW_COMMANDS
from summerstow.crew.pickups.table import PickupRules, QueueRules
from summerstow.office.customers import commands as customers
from summerstow.office.people import merge
from summerstow.platform.actor import Actor
from summerstow.platform.auth.password.step_up import StepUp
from summerstow.platform.auth.tokens.keys import load_keys
from summerstow.platform.database.pool import Database
from summerstow.platform.settings.model import Settings
from summerstow.privacy import by_staff
from summerstow.privacy.commands import commands
from summerstow.slots.table import SlotRules
from tests.people import Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
READ_BACK = {"Prefer": "return=representation"}
NAME = "Quillaby Vandersnoot"
FIRST, LAST = NAME.split()
PHONE = "16045557731"
STREET = "4417 Periwinkle Crescent"
HALL = "Marmalade Hall"


@dataclass
class App:
    """The data API with every command that a season takes."""

    rest: RestClients
    database: Database
    recent: StepUp
    _clients: dict[UUID, httpx.AsyncClient] = field(default_factory=dict)

    def of(self, who: Person) -> httpx.AsyncClient:
        """Somebody's client; the same session each time."""
        if who.id not in self._clients:
            self._clients[who.id] = self.rest.of(who)
        return self._clients[who.id]

    async def ask(self, who: Person, command: str, **arguments: Any) -> httpx.Response:
        """A command, whatever comes of it."""
        return await self.of(who).post(f"/rpc/{command}", json=arguments)

    async def done(self, who: Person, command: str, **arguments: Any) -> Any:
        """A command that must succeed."""
        answer = await self.ask(who, command, **arguments)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def customer(self, name: str = NAME, *, phone: str | None = PHONE) -> Person:
        """A person whose address and number are confirmed, signed in just now."""
        session = uuid4()
        made = await person(self.database, "customer", name)
        who = Seated(made.id, made.email, made.role, session)
        async with self.database.owner() as tx:
            await tx.execute(
                "update auth.users set email_confirmed_at = now(), phone = $2, "
                "phone_confirmed_at = now(), user_metadata = $3 where id = $1",
                who.id,
                phone,
                f'{{"full_name": "{name}", "email": "{who.email}"}}',
            )
            await tx.execute(
                "insert into auth.sessions (id, user_id, user_agent, ip) "
                "values ($1, $2, 'Firefox', '203.0.113.9')",
                session,
                who.id,
            )
        return who

    async def booked(self, who: Person, **changes: Any) -> str:
        """A booking full of what names its customer."""
        body = booking_body(
            email=who.email,
            first_name=FIRST,
            last_name=LAST,
            phone=f"+{PHONE}",
            building_name=HALL,
            address=STREET,
            delivery_address=STREET,
            delivery_option="same_city",
            return_delivery_date="2027-09-01",
            additional_comments=f"Ask for {FIRST}",
        )
        answer = await self.of(who).post("/bookings", json=body | changes, headers=READ_BACK)
        assert answer.status_code == 201, answer.text
        return str(answer.json()[0]["id"])

    async def item(self, who: Person, booking: str, description: str) -> None:
        """A thing on the list of a booking."""
        await self.done(
            who,
            "add_item",
            booking_id=booking,
            item_id=str(uuid4()),
            kind="box",
            description=description,
            boxed=True,
            over_50_lb=False,
            declared_value_cents=0,
        )

    async def status(self, booking: str, status: str) -> None:
        """The service key puts a booking where it is wanted."""
        answer = await self.rest.of(None, service=True).patch(
            f"/bookings?id=eq.{booking}", json={"status": status}
        )
        assert answer.is_success, answer.text

    async def value(self, sql: str, *given: object) -> Any:
        """One value from the database."""
        async with self.database.owner() as tx:
            return await tx.fetchval(sql, *given)


@dataclass(frozen=True)
class Seated(Person):
    """Somebody whose session is a row of its own."""

    session_id: UUID

    @property
    def actor(self) -> Actor:
        """Them as the one who asks, in that session."""
        return Actor(self.role, self.id, self.session_id)


@pytest.fixture
def app(database: Database, settings: Settings) -> App:
    """A app on the module's database."""
    recent = StepUp(database, load_keys(settings))
    known = (
        *BOOKING_COMMANDS,
        *CREW_COMMANDS,
        *commands(recent),
        *by_staff.COMMANDS,
        *customers.COMMANDS,
        *merge.COMMANDS,
        *payment_commands.COMMANDS,
    )
    rest = RestClients(
        database,
        {
            "bookings": BookingRules(),
            "slot_availability": SlotRules(),
            "pickups": PickupRules(),
            "pickup_queue": QueueRules(),
        },
        {one.name: one for one in known},
    )
    return App(rest, database, recent)
