"""A friend's own return from a shared bundle (rule: friend-returns)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

from summerstow.platform import clock
from tests.billing.money import PICKUP
from tests.people import Person, person

from .friends import Friends, friends

__all__ = ["friends"]

WINDOW = "9:00 AM - 12:00 PM"
OWNER_BACK, FRIEND_BACK = date(2027, 9, 1), date(2027, 9, 2)
SIGNED = {"signed_by": "Leo Park", "strokes": "M1 1L2 2"}


async def _scan(friends: Friends, kind: str, item: str, **more: Any) -> None:
    worker = await person(friends.database, "worker")
    at = clock.now() - timedelta(minutes=kind == "loaded")
    event = {"id": str(uuid4()), "kind": kind, "at": at.isoformat(), "item_id": item}
    kept = await friends.done(worker, "record_events", events=[event | more])
    assert kept["needs_person"] == []


async def _stored(friends: Friends) -> tuple[str, Person, Person, dict[str, str]]:
    """A bundle of two whose guitar (the owner's) and lamp (the friend's) are stored."""
    booking, [maya, leo] = await friends.shared(2)
    [guitar] = await friends.lists(maya, booking, "Guitar")
    [lamp] = await friends.lists(leo, booking, "Lamp")
    friends.on(PICKUP)
    for item in (guitar, lamp):
        await _scan(friends, "picked_up", item["id"])
    await friends.picked_up(booking, 2)
    return booking, maya, leo, {"guitar": guitar["id"], "lamp": lamp["id"]}


async def _book(friends: Friends, who: Person, booking: str, item: str, **more: Any) -> Any:
    wish = {"booking_id": booking, "item_ids": [item], "way": "bring", "window": WINDOW} | more
    price = await friends.done(who, "preview_part_return", **wish)
    return await friends.done(
        who,
        "book_part_return",
        **wish,
        id=str(uuid4()),
        address="22 Friend Road, Kelowna BC",
        expected_cents=price["fee_cents"],
    )


async def _owner_books(friends: Friends, maya: Person, booking: str) -> None:
    await friends.done(
        maya,
        "book_delivery",
        booking_id=booking,
        delivery_option="same_city",
        day=OWNER_BACK.isoformat(),
        window=WINDOW,
        address="1 Main Street, Vancouver",
        expected_fee_cents=0,
    )


async def _stops(friends: Friends, day: date) -> list[dict[str, Any]]:
    worker = await person(friends.database, "worker")
    shown = await friends.done(worker, "run_day", campus_id=1, day=day.isoformat())
    return [stop for run in shown["runs"] for stop in run["stops"]]


async def _complete(friends: Friends, stop: dict[str, Any]) -> None:
    for item in stop["items"]:
        await _scan(friends, "loaded", item["id"])
        await _scan(friends, "delivered", item["id"], stop_id=stop["id"])
    worker = await person(friends.database, "worker")
    at = clock.now().isoformat()
    report = {"stop_id": stop["id"], "state": "completed", "at": at, "signature": SIGNED}
    await friends.done(worker, "stop_state", **report)


async def _status(friends: Friends, booking: str) -> str:
    found: str = await friends.ask_db("select status from bookings where id = $1", UUID(booking))
    return found


async def test_a_friend_has_a_day_an_address_and_a_stop_of_their_own(friends: Friends) -> None:
    """The owner's return before it leaves the friend's items, and the last one ends the booking."""
    booking, maya, leo, items = await _stored(friends)
    offer = await friends.done(leo, "part_returns", booking_id=booking)
    assert offer["is_friend"]
    assert [one["id"] for one in offer["items"]] == [items["lamp"]]
    shown = await _book(friends, leo, booking, items["lamp"], day=FRIEND_BACK.isoformat())
    [mine] = shown["part_returns"]
    # All of theirs on a free day.
    assert mine["cents"] == 0
    assert (await friends.done(maya, "part_returns", booking_id=booking))["part_returns"] == []
    await _owner_books(friends, maya, booking)
    assert (await friends.done(leo, "part_returns", booking_id=booking))["part_returns"] == [mine]

    friends.on(OWNER_BACK)
    [stop] = await _stops(friends, OWNER_BACK)
    assert [one["id"] for one in stop["items"]] == [items["guitar"]]
    await _complete(friends, stop)
    assert await _status(friends, booking) == "picked_up"
    # The owner pays for the guitar no more.
    office = await person(friends.database, "admin")
    report = {"stop_id": stop["id"], "state": "waiting", "at": clock.now().isoformat()}
    refused = await friends.ask(office, "stop_state", **report, seen="completed")
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "These items are with their customer: this cannot be taken back.",
    )

    friends.on(FRIEND_BACK)
    [stop] = await _stops(friends, FRIEND_BACK)
    assert [one["id"] for one in stop["items"]] == [items["lamp"]]
    assert (stop["address"], stop["full_name"]) == ("22 Friend Road, Kelowna BC", "Friend1 Tester")
    [own] = await friends.done(leo, "my_stops")
    assert (own["kind"], own["date"]) == ("return", FRIEND_BACK.isoformat())
    await _complete(friends, stop)
    assert await _status(friends, booking) == "delivered"


async def test_a_friend_whose_items_are_back_pays_no_later_share(friends: Friends) -> None:
    booking, maya, leo, items = await _stored(friends)
    day = PICKUP + timedelta(days=20)
    await _book(friends, leo, booking, items["lamp"], day=day.isoformat())
    friends.on(day)
    [stop] = await _stops(friends, day)
    await _complete(friends, stop)
    months = [
        one["words"]
        for one in (await friends.statement(leo))["invoices"]
        if one["words"].endswith("storage")
    ]
    assert months == ["First month of storage"]
    await friends.pass_to(PICKUP + timedelta(days=31))
    assert [
        one["words"]
        for one in (await friends.statement(leo))["invoices"]
        if one["words"].endswith("storage")
    ] == months
    assert "Month 2 of storage" in {
        one["words"] for one in (await friends.statement(maya))["invoices"]
    }


async def test_friends_hear_when_the_bundle_comes_back(friends: Friends) -> None:
    """Rule: friend-returns."""
    booking, maya, leo, _ = await _stored(friends)
    await _owner_books(friends, maya, booking)
    told = "select data ->> 'back' from app.outbox where kind = 'bundle_return' and recipient = $1"
    assert await friends.ask_db(told, leo.email) == (
        "Wednesday, September 1, 2027, 9:00 AM - 12:00 PM"
    )
    assert await friends.ask_db(told, maya.email) is None


async def test_a_stranger_gets_nothing_back_of_a_bundle(friends: Friends) -> None:
    """Rule: friend-returns."""
    booking, _, leo, items = await _stored(friends)
    stranger = await person(friends.database)
    refused = await friends.ask(stranger, "part_returns", booking_id=booking)
    assert refused.status_code == 404
    await _book(friends, leo, booking, items["lamp"], day=FRIEND_BACK.isoformat())
    maya_sees = await friends.ask(
        leo, "preview_part_return", booking_id=booking, item_ids=[items["guitar"]], way="ship"
    )
    assert maya_sees.status_code == 409
