"""What a customer asks of the calendar by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError
from summerstow.platform.http import site
from summerstow.platform.roles import SIGNED_IN

from . import calendar, queries


class Visit(msgspec.Struct, forbid_unknown_fields=True):
    """A visit of our crew to a booking."""

    booking_id: UUID
    visit: Literal["pickup", "delivery"]


class CalendarFile(msgspec.Struct, frozen=True):
    """A calendar entry as the text of an .ics file."""

    filename: str
    content: str


async def calendar_file(tx: Transaction, arguments: Visit) -> CalendarFile:
    """404 for a booking that the caller may not see, or a visit without a day and a window."""
    row = await queries.booking(tx, arguments.booking_id)
    link = site.link("/customer-dashboard")
    content = None if row is None else calendar.file_of(row, arguments.visit, link)
    if content is None:
        raise AppError("This visit has no day and time yet.", status=404, code="P0002")
    return CalendarFile(f"summerstow-{arguments.visit}.ics", content)


COMMANDS: Final = (Command("calendar_file", Visit, calendar_file, SIGNED_IN, read_only=True),)
