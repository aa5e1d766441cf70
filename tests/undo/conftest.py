"""Clients, a clock and a day for the tests of undo."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.table import BookingRules
from summerstow.crew.pickups.commands import COMMANDS as PICKUP_COMMANDS
from summerstow.office.bulk.commands import COMMANDS as BULK_COMMANDS
from summerstow.office.customers import records
from summerstow.platform import clock, windows
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import RestClients

from .changes import MORNING, PICKUP, At

SITE = "http://summerstow.test"


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with bookings, slots and the commands that change a booking."""
    commands = (*COMMANDS, *records.COMMANDS, *PICKUP_COMMANDS, *BULK_COMMANDS)
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in commands},
    )


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Let it be this long before the pickup's window begins."""

    def set_clock(notice: timedelta) -> None:
        moment: datetime = windows.starts_at(1, PICKUP, MORNING) - notice
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_clock(timedelta(days=5))
    return set_clock


@pytest.fixture
async def day(database: Database) -> date:
    """A pickup day of the test's own."""
    async with database.owner() as tx:
        taken: int = await tx.fetchval("select count(*) from public.slot_availability")
    return PICKUP + timedelta(days=3000 + taken)
