"""The booking door."""

from __future__ import annotations

import pytest

from summerstow.bookings.table import BookingRules
from summerstow.kit.database import Database
from summerstow.slots.table import SlotRules
from tests.cast import Door

SITE = "http://summerstow.test"


@pytest.fixture
def door(database: Database) -> Door:
    """/rest/v1 with the rules of bookings and slots."""
    return Door(database, {"bookings": BookingRules(SITE), "slot_availability": SlotRules()})
