"""A return day that makes the storage longer: its months and their total are named."""

from __future__ import annotations

from datetime import timedelta

import pytest

from summerstow.platform.database.pool import Database
from tests.people import YEAR, RestClients, person

from .test_items import (
    MORNING,
    PICKUP,
    At,
    _ask,
    _before,
    _booked,
    _delivery,
    _item,
    _status,
    at,
    rest,
)

__all__ = ["at", "rest"]


@pytest.mark.parametrize("option", ["same_city", "different_city"])
async def test_a_later_delivery_names_the_storage_until_then(
    rest: RestClients, database: Database, at: At, option: str
) -> None:
    """Rule: total-before-booking, in Book Delivery and in a change of the date."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    at(_before(PICKUP, MORNING, timedelta(days=9)))
    await _status(rest, booking, "confirmed")
    late = _delivery(booking, day=f"{YEAR + 1}-01-10", delivery_option=option)
    if option == "different_city":
        late["window"] = None
    edit = {"booking_id": booking, "changes": {"return_delivery_date": late["day"]}}

    async def said() -> str:
        shown = await _ask(rest, mina, "preview_delivery", **late)
        changed = await _ask(rest, mina, "preview_edit_booking", **edit)
        assert (shown.status_code, changed.status_code) == (200, 200), (shown.text, changed.text)
        [words] = [one for one in shown.json()["words"] if one.startswith("Storage until")]
        assert words in changed.json()["words"]
        return str(words)

    assert "9 months" in await said()
    assert "monthly price of your plan" in await said()
    assert (await _ask(rest, mina, "add_item", **_item(booking))).status_code == 200
    assert "$567 with tax: 9 months at $63" in await said()
    free = await _ask(rest, mina, "preview_delivery", **_delivery(booking))
    assert not [one for one in free.json()["words"] if one.startswith("Storage until")]
