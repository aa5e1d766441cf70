"""What the office does about messages that were given up: `retry_message`, `drop_message`."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict
from summerstow.platform.outbox import queries as outbox
from summerstow.platform.roles import OFFICE


class FailedMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A message by its number."""

    id: Annotated[int, msgspec.Meta(ge=1)]


async def retry_message(tx: ElevatedTransaction, arguments: FailedMessage) -> None:
    """Send a message again, if it still holds (rule: message-still-true)."""
    if not await outbox.retry(tx, [arguments.id]):
        raise _not_waiting()


async def drop_message(tx: ElevatedTransaction, arguments: FailedMessage) -> None:
    """Let a message go for good."""
    if not await outbox.drop(tx, [arguments.id]):
        raise _not_waiting()


COMMANDS: Final = (
    Command("retry_message", FailedMessage, retry_message, OFFICE, elevated=True),
    Command("drop_message", FailedMessage, drop_message, OFFICE, elevated=True),
)


def _not_waiting() -> Conflict:
    return Conflict("This message was sent or let go already.")
