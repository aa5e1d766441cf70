"""Clients of the booking table, for each test module."""

from __future__ import annotations

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import RestClients

SITE = "http://summerstow.test"


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the rules of bookings and slots."""
    return RestClients(database, {"bookings": BookingRules(), "slot_availability": SlotRules()})
