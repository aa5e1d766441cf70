"""Items that are added at once, and those that staff are shown."""

from __future__ import annotations

from summerstow.platform.database.pool import Database
from tests.bookings.test_items import _ask, _booked, _item, rest
from tests.people import RestClients, person

__all__ = ["rest"]


async def test_what_may_mean_something_else_is_accepted_and_shown_to_staff(
    rest: RestClients, database: Database
) -> None:
    """Rule: prohibited-items."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    given = {"Laptop with battery": "battery", "Butane stove, empty": "fuel", "Books": None}
    for words in given:
        added = await _ask(rest, mina, "add_item", **_item(booking, description=words))
        assert added.status_code == 200, added.text
    found = {one["description"]: one["to_check"] for one in added.json()}
    assert found == given


async def test_eight_boxes_are_added_at_once(rest: RestClients, database: Database) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    boxes = _item(booking, quantity=8)
    added = await _ask(rest, mina, "add_item", **boxes)
    assert len(added.json()) == 8
    again = await _ask(rest, mina, "add_item", **boxes)
    assert len(again.json()) == 8
    without = await _ask(rest, mina, "remove_item", booking_id=booking, item_id=boxes["item_id"])
    assert len(without.json()) == 7
