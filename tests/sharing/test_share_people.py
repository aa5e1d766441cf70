"""Who is at the door for a friend, and who pays their share (rule: people-of-a-booking)."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from summerstow.billing.notices import queries as notices
from tests.billing.money import PICKUP
from tests.people import person

from .friends import Friends, friends

__all__ = ["friends"]


async def test_a_friend_names_who_is_at_the_door_and_who_pays_their_share(
    friends: Friends,
) -> None:
    """Rule: people-of-a-booking."""
    booking, [maya, leo] = await friends.shared(2)
    people = {
        "contact_name": "Ana Park",
        "contact_phone": "(604) 555-0187",
        "payer_name": "Min Park",
        "payer_email": f"min-{uuid4().hex[:8]}@Mail.example",
    }
    refused = await friends.ask(maya, "name_share_people", booking_id=booking, **people)
    assert refused.status_code == 404
    bad = people | {"contact_phone": "12"}
    assert (
        await friends.ask(leo, "name_share_people", booking_id=booking, **bad)
    ).status_code == 400
    shown = await friends.done(leo, "name_share_people", booking_id=booking, **people)
    stored = people | {
        "contact_phone": "+16045550187",
        "payer_email": people["payer_email"].lower(),
    }
    assert shown["own_people"] == stored
    assert (await friends.plan(maya))["own_people"] is None
    friends.on(PICKUP)
    worker = await person(friends.database, "worker")
    shown = await friends.done(worker, "run_day", campus_id=1, day=PICKUP.isoformat())
    stops = [stop for run in shown["runs"] for stop in run["stops"]]
    [stop] = [one for one in stops if one["booking_id"] == booking]
    [friend] = stop["friends"]
    assert (friend["contact_name"], friend["contact_phone"]) == ("Ana Park", "+16045550187")
    await friends.picked_up(booking, 4)
    async with friends.database.owner() as tx:
        told = await notices.unannounced_invoices(tx, 7, timedelta())
    mine = [one for one in told if one.email == stored["payer_email"]]
    assert [(one.to_payer, one.payer_first_name) for one in mine] == [(True, "Min")]
