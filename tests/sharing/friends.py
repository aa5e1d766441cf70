"""Friends who share a bundle, in a season that costs money."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.billing.claims import commands as claim_commands
from summerstow.billing.payments import commands as payment_commands
from summerstow.bookings.commands import COMMANDS as BOOKING_COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.conversations import commands as conversation_commands
from summerstow.crew.pickups.commands import COMMANDS as CREW_COMMANDS
from summerstow.crew.pickups.table import PickupRules
from summerstow.crew.runs.commands import COMMANDS as RUN_COMMANDS
from summerstow.friends.bundles.commands import COMMANDS as SHARING_COMMANDS
from summerstow.friends.referrals.commands import COMMANDS as REFERRAL_COMMANDS
from summerstow.office.supplies.commands import COMMANDS as KIT_COMMANDS
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.http import site
from summerstow.warehouse.commands import COMMANDS as CUSTODY_COMMANDS
from summerstow.warehouse.part_returns.commands import COMMANDS as PART_RETURN_COMMANDS
from tests.billing.money import SITE, Season
from tests.people import Person, RestClients, person


class Friends(Season):
    """A season in which bundles are shared."""

    async def link(self, owner: Person, booking: str) -> str:
        """A new invitation's token."""
        made = await self.done(owner, "invite_friends", booking_id=booking)
        assert made["link"] == f"{SITE}/join/{made['token']}"
        return str(made["token"])

    async def shared(self, people: int, items: int | None = None) -> tuple[str, list[Person]]:
        """A booking that so many share, its owner first; picked up where items are given."""
        everybody = [
            await person(self.database, name=f"Friend{number} Tester") for number in range(people)
        ]
        booking = await self.booked(everybody[0])
        token = await self.link(everybody[0], booking)
        for one in everybody[1:]:
            await self.done(one, "accept_invite", token=token)
        if items:
            await self.picked_up(booking, items)
        return booking, everybody

    async def statement(self, who: Person) -> dict[str, Any]:
        """Somebody's own statement."""
        found: dict[str, Any] = await self.done(who, "statement")
        assert found["owed_cents"] - found["credit_cents"] == found["balance_cents"]
        assert sum(one["amount_cents"] for one in found["lines"]) == found["balance_cents"]
        return found

    async def statements(self, everybody: list[Person]) -> list[dict[str, Any]]:
        """Everybody's own."""
        return [await self.statement(one) for one in everybody]

    async def plan(self, who: Person) -> dict[str, Any]:
        """The one bundle that somebody sees."""
        [found] = await self.done(who, "shared_plan")
        return dict(found)

    async def refused(self, who: Person, name: str, **arguments: Any) -> tuple[int, str | None]:
        """Status and details of a command that must fail."""
        answer = await self.ask(who, name, **arguments)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["details"]

    async def run(self, statement: str, *arguments: object) -> None:
        """A statement as the schema's owner."""
        async with self.database.owner() as tx:
            await tx.execute(statement, *arguments)

    async def lists(
        self, who: Person, booking: str, *words: str, **more: Any
    ) -> list[dict[str, Any]]:
        """A person adds boxes to their list; the whole of it afterwards."""
        found: list[dict[str, Any]] = []
        for one in words:
            box = {"item_id": str(uuid4()), "kind": "box", "description": one, "boxed": True}
            found = await self.done(who, "add_item", booking_id=booking, **box, **more)
        return found

    async def ask_db(self, statement: str, *arguments: object) -> Any:
        """One value as the schema's owner."""
        async with self.database.owner() as tx:
            return await tx.fetchval(statement, *arguments)


def uuid(text: str) -> UUID:
    """For statements' arguments."""
    return UUID(text)


@pytest.fixture
def friends(database: Database, monkeypatch: pytest.MonkeyPatch) -> Friends:
    """A season with every command of money and friends."""
    site.set_address(SITE)
    known = (
        *BOOKING_COMMANDS,
        *CREW_COMMANDS,
        *KIT_COMMANDS,
        *payment_commands.COMMANDS,
        *SHARING_COMMANDS,
        *REFERRAL_COMMANDS,
        *CUSTODY_COMMANDS,
        *PART_RETURN_COMMANDS,
        *RUN_COMMANDS,
        *claim_commands.COMMANDS,
        *conversation_commands.commands(reply_by_mail=False),
    )
    clients = RestClients(
        database,
        {"bookings": BookingRules(), "pickups": PickupRules()},
        {one.name: one for one in known},
    )
    return Friends(
        clients, database, lambda moment: monkeypatch.setattr(clock, "now", lambda: moment)
    )
