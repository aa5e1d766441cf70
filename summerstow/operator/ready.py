"""Whether a database can be worked with: it lets us in, and its schema is this program's."""

from __future__ import annotations

from typing import Any

from summerstow.platform.database import connecting
from summerstow.schema import migrate


class NotReadyError(Exception):
    """It cannot; the message is one sentence for the console."""


async def check(connect: dict[str, Any]) -> None:
    """Raise `NotReadyError` with what mends it."""
    try:
        connection = await connecting.connect(connect)
    except connecting.NotConnectedError as error:
        raise NotReadyError(str(error)) from None
    try:
        if await migrate.is_empty(connection):
            raise NotReadyError(
                "The database is empty: summerstow migrate sets it up, and so does a start."
            )
        waiting = await migrate.waiting(connection)
    except migrate.OtherBaselineError as error:
        raise NotReadyError(str(error)) from None
    finally:
        await connection.close()
    if waiting:
        raise NotReadyError(f"Migrations wait: {', '.join(waiting)}. Run summerstow migrate.")
