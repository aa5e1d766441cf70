"""A season in which customers can write to the office."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from summerstow.conversations import commands
from tests.billing.money import Season, season
from tests.people import Person, person

__all__ = ["season"]


@dataclass
class Desk:
    """A customer with a booking, and the office."""

    season: Season
    mina: Person
    booking: str
    office: Person

    def message(self, **changes: Any) -> dict[str, Any]:
        """The arguments of a new message about the booking."""
        return {
            "id": str(uuid4()),
            "conversation_id": str(uuid4()),
            "booking_id": self.booking,
            "about": "booking",
            "words": "Can I bring a bike?",
        } | changes

    async def write(self, **changes: Any) -> dict[str, Any]:
        """Write a message; the conversation as its customer sees it."""
        sent = self.message(**changes)
        found = await self.season.done(self.mina, "write_to_office", **sent)
        [one] = [one for one in found if one["id"] == sent["conversation_id"]]
        return dict(one)

    async def answer(self, conversation: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """Answer it; the conversation as the office sees it."""
        return dict(
            await self.season.done(
                self.office, "answer_conversation", **self.reply(conversation, **changes)
            )
        )

    def reply(self, conversation: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """The arguments of an answer to what the customer wrote last."""
        [*_, last] = [m for m in conversation["messages"] if m["sender_role"] == "customer"]
        return {
            "id": str(uuid4()),
            "conversation_id": conversation["id"],
            "seen_message_id": last["id"],
            "words": "Yes, for $25.",
        } | changes


@pytest.fixture
async def desk(season: Season) -> Desk:
    season.clients.app._commands = {
        **season.clients.app._commands,
        **{one.name: one for one in commands.commands(reply_by_mail=True)},
    }
    mina = await person(season.database, name="Mina Park")
    booking = await season.booked(mina)
    return Desk(season, mina, booking, await person(season.database, "admin"))
