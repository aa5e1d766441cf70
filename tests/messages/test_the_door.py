"""The person at the door hears of the visit and follows it without an account (rule: the-door)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from .conftest import Customer, Season


async def _link(season: Season, to: str) -> str:
    """The token of the latest link to a visit in their mail."""
    found: str = re.findall(r"/visit/(\S+)", (await season.texts(to))[-1])[-1]
    return found


async def _seen(season: Season, token: str) -> dict[str, Any]:
    answer = await season.clients.of(None).post("/rpc/linked_visit", json={"token": token})
    assert answer.status_code == 200, answer.text
    seen: dict[str, Any] = answer.json()
    return seen


async def _named(season: Season) -> tuple[Customer, str]:
    """A parent's booking, and the student's address."""
    door = f"mei-{uuid4().hex[:8]}@student.example"
    parent = await season.booked(
        phone=True, contact_name="Mei Chen", contact_email=door, booked_by="parent"
    )
    return parent, door


async def test_day_messages_go_to_who_is_at_the_door(season: Season) -> None:
    parent, door = await _named(season)
    await season.look()
    assert await season.told(door) == ["door_named"]
    [first] = await season.texts(door)
    assert first.startswith("Hi Mei,")
    assert "You are the person at the door for" in first
    season.at(-2, "09:00")
    await season.look()
    assert await season.told(door, parent.who.email) == ["pickup_in_two_days"] * 2
    # What only the customer decides is not in it.
    words = (await season.texts(door))[-1]
    assert "/pickup/" not in words
    assert "account" not in words
    season.at(-1, "19:00")
    await season.look()
    assert await season.told(door) == ["pickup_tomorrow"]
    words = (await season.texts(door))[-1]
    assert "the page below shows where our crew is" in words
    assert "account" not in words
    season.at(0, "09:05")
    await season.crew(parent, "in_progress")
    await season.look()
    # No mail and no text message wakes a parent abroad.
    assert await season.told(door, parent.who.email, parent.phone) == ["on_the_way"]
    await season.look()
    assert await season.told(door, parent.who.email, parent.phone) == []


async def test_another_day_replaces_the_first_and_a_cancelled_one_is_said(season: Season) -> None:
    parent, door = await _named(season)
    await season.look()
    await season.told(door)
    moved = {"pickup_time": "12:00 PM - 3:00 PM"}
    await season.ask(
        parent.who,
        "edit_booking",
        booking_id=parent.booking,
        changes=moved,
        expected_fee_cents=0,
    )
    await season.look()
    assert await season.told(door) == ["door_named"]
    assert "12:00 PM - 3:00 PM" in (await season.texts(door))[-1]
    await season.ask(parent.who, "cancel_booking", booking_id=parent.booking, expected_fee_cents=0)
    await season.look()
    assert await season.told(door) == ["door_cancelled"]
    token = re.findall(r"/visit/(\S+)", (await season.texts(door))[0])[-1]
    assert (await _seen(season, token))["state"] == "cancelled"


async def test_the_link_shows_the_line_and_the_items_and_nothing_else(season: Season) -> None:
    parent, door = await _named(season)
    await season.look()
    token = await _link(season, door)
    seen = await _seen(season, token)
    assert (seen["state"], seen["visit"], seen["contact"]) == ("waiting", "pickup", "Mei Chen")
    assert seen["day"] == season.on.isoformat()
    assert not {"email", "phone"} & seen.keys()
    season.at(0, "09:05")
    await season.say(await season.stop(parent), "on_way")
    assert (await _seen(season, token))["state"] == "on_way"
    await season.say(await season.stop(parent), "arrived")
    arrived = await _seen(season, token)
    assert arrived["state"] == "arrived"
    assert arrived["waits_until"] is not None
    wrong = await season.clients.of(None).post("/rpc/linked_visit", json={"token": token[:-1]})
    assert wrong.status_code == 404
    moves = await season.clients.of(None).post("/rpc/linked_pickup", json={"token": token})
    assert moves.status_code == 404


async def test_another_person_at_the_door_ends_the_links_of_the_first(season: Season) -> None:
    parent, door = await _named(season)
    await season.look()
    token = await _link(season, door)
    await season.told(door)
    other = f"jo-{uuid4().hex[:8]}@student.example"
    await season.ask(
        parent.who,
        "edit_booking",
        booking_id=parent.booking,
        changes={"contact_name": "Jo", "contact_email": other},
        expected_fee_cents=0,
    )
    gone = await season.clients.of(None).post("/rpc/linked_visit", json={"token": token})
    assert gone.status_code == 404
    await season.look()
    assert await season.told(door, other) == ["door_named"]


async def test_nobody_is_named_by_a_guest_who_is_not_confirmed(season: Season) -> None:
    """Rule: guest-booking. Else we could be made to write to any address."""
    door = f"mei-{uuid4().hex[:8]}@student.example"
    body = {"contact_name": "Mei", "contact_email": door}
    await season._insert(None, email=f"guest-{uuid4().hex[:8]}@example.test", **body)
    await season.look()
    assert await season.told(door) == []


async def test_who_is_late_tells_the_crew(season: Season) -> None:
    """Rule: late-customer."""
    parent, door = await _named(season)
    await season.look()
    token = await _link(season, door)
    late = {"token": token, "minutes": 15}
    early = await season.clients.of(None).post("/rpc/announce_late_by_link", json=late)
    assert (early.status_code, early.json()["message"]) == (
        409,
        "Our crew does not come to you today.",
    )
    now = season.at(0, "09:40")
    await season.say(await season.stop(parent), "on_way")
    seen = await season.clients.of(None).post("/rpc/announce_late_by_link", json=late)
    assert seen.status_code == 200, seen.text
    until = datetime.fromisoformat(seen.json()["late_until"])
    assert until == now + timedelta(minutes=15)
    day = {"campus_id": season.campus_id, "day": season.on.isoformat()}
    found = await season.ask(season.worker, "run_day", **day)
    stops = {one["booking_id"]: one for run in found["runs"] for one in run["stops"]}
    assert datetime.fromisoformat(stops[parent.booking]["late_until"]) == until
    # The customer says it anew.
    await season.ask(parent.who, "announce_late", booking_id=parent.booking, minutes=30)
    [own] = await season.ask(parent.who, "my_stops")
    assert datetime.fromisoformat(own["late_until"]) == now + timedelta(minutes=30)
    other = await season.booked()
    refused = await season.clients.of(other.who).post(
        "/rpc/announce_late", json={"booking_id": parent.booking, "minutes": 10}
    )
    assert refused.status_code == 404
