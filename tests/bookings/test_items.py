"""Add Items, Book Delivery and the rules that screens show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from summerstow.bookings.commands import COMMANDS
from summerstow.bookings.items.prohibited_items import refusal
from summerstow.bookings.table import BookingRules
from summerstow.platform import clock, windows
from summerstow.platform.database.pool import Database
from summerstow.slots.table import SlotRules
from tests.people import YEAR, Person, RestClients, booking_body, person

SITE = "http://summerstow.test"
MORNING = "9:00 AM - 12:00 PM"
AFTERNOON = "12:00 PM - 3:00 PM"
PICKUP = date(YEAR, 4, 28)
READ_BACK = {"Prefer": "return=representation"}
At = Callable[[datetime], None]


@pytest.fixture
def rest(database: Database) -> RestClients:
    """/rest/v1 with the commands of bookings."""
    return RestClients(
        database,
        {"bookings": BookingRules(), "slot_availability": SlotRules()},
        {one.name: one for one in COMMANDS},
    )


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """Let it be this moment."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    return set_clock


def _before(day: date, window: str, notice: timedelta) -> datetime:
    return windows.starts_at(1, day, window) - notice


async def _booked(rest: RestClients, who: Person, **changes: Any) -> str:
    body = booking_body(pickup_date=PICKUP.isoformat(), pickup_time=MORNING, **changes)
    answer = await rest.of(who).post("/bookings", json=body, headers=READ_BACK)
    assert answer.status_code == 201, answer.text
    return str(answer.json()[0]["id"])


async def _status(rest: RestClients, booking: str, status: str) -> None:
    answer = await rest.of(None, service=True).patch(
        f"/bookings?id=eq.{booking}", json={"status": status}
    )
    assert answer.status_code == 204, answer.text


async def _ask(rest: RestClients, who: Person | None, name: str, **arguments: Any) -> Any:
    return await rest.of(who).post(f"/rpc/{name}", json=arguments)


def _item(booking: str, **changes: Any) -> dict[str, Any]:
    return {
        "booking_id": booking,
        "item_id": str(uuid4()),
        "kind": "box",
        "description": "Winter clothes",
    } | changes


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ("Power bank", "batteries"),
        ("box of snacks", "food"),
        ("Books and spices", "food"),
        ("Rice", "food"),
        ("Rice cooker", None),
        ("Pokémon cards, cactus", "living"),
        ("Nail polish remover", "aerosols"),
        ("Vacuum cleaner", None),
        ("Ring binders", None),
        ("Watches", "valuables"),
        ("Desk lamp", None),
        ("Paintings", None),
        ("Kitchen things (pots, pans)", None),
        ("E-SCOOTER", "batteries"),
        ("Propane tank", "fuel"),
        ("gasoline", "fuel"),
        ("A lithium battery", "batteries"),
        ("my cat", "living"),
        ("Stuffed cat", None),
        ("Houseplants", "living"),
        ("our puppy", "living"),
        ("Hamster cage", None),
        ("Aerosol cans", "aerosols"),
        ("White gas", "fuel"),
        ("weed", "wet"),
    ],
)
def test_what_may_not_be_stored_is_told_by_its_words(words: str, refused: str | None) -> None:
    """Rule: prohibited-items."""
    found = refusal(words)
    assert (found.id if found else None) == refused


async def test_items_are_added_once_changed_and_removed(
    rest: RestClients, database: Database
) -> None:
    mina, noor = await person(database), await person(database)
    booking = await _booked(rest, mina)
    box = _item(booking, over_50_lb=True, declared_value_cents=30_000)
    twice = await asyncio.gather(*(_ask(rest, mina, "add_item", **box) for _ in range(2)))
    assert [one.status_code for one in twice] == [200, 200]
    bike = _item(booking, kind="bike", description="  Road   bike ")
    both = (await _ask(rest, mina, "add_item", **bike)).json()
    assert [(one["kind"], one["description"], one["boxed"]) for one in both] == [
        ("box", "Winter clothes", True),
        ("bike", "Road bike", False),
    ]
    changed = await _ask(rest, mina, "change_item", **bike | {"description": "City bike"})
    assert changed.json()[1]["description"] == "City bike"
    # Another's booking, and another's item under one's own booking.
    assert (await _ask(rest, noor, "add_item", **_item(booking))).status_code == 404
    theirs = await _booked(rest, noor)
    stolen = {"booking_id": theirs, "item_id": bike["item_id"]}
    assert (await _ask(rest, noor, "remove_item", **stolen)).json() == []
    assert len((await rest.of(mina).get("/items")).json()) == 2
    assert (await rest.of(noor).get("/items")).json() == []
    for _ in range(2):
        left = await _ask(rest, mina, "remove_item", booking_id=booking, item_id=bike["item_id"])
        assert [one["kind"] for one in left.json()] == ["box"]
    direct = await rest.of(mina).patch("/items?boxed=eq.true", json={"boxed": False})
    assert direct.status_code == 403


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"description": "Propane"}, "catch fire"),
        ({"description": "  "}, "in a few words"),
        ({"description": "x" * 121}, "at most 120"),
        ({"kind": "piano"}, "what kind"),
        ({"declared_value_cents": 50_001}, "at most $500 an item"),
        ({"declared_value_cents": 50_000}, "$400 is left"),
    ],
)
async def test_what_is_refused_says_why(
    rest: RestClients, database: Database, changes: dict[str, Any], said: str
) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    for cents in (50_000, 10_000):
        fine = await _ask(rest, mina, "add_item", **_item(booking, declared_value_cents=cents))
        assert fine.status_code == 200, fine.text
    refused = await _ask(rest, mina, "add_item", **_item(booking, **changes))
    assert refused.status_code == 400
    assert said in refused.json()["message"]


@pytest.mark.parametrize(
    ("notice", "status", "allowed"),
    [
        (timedelta(hours=24), "pending", True),
        (timedelta(hours=23, minutes=59), "pending", False),
        (timedelta(days=9), "confirmed", True),
        (timedelta(days=9), "in_queue", False),
        (timedelta(days=9), "picked_up", False),
        (timedelta(days=9), "cancelled", False),
    ],
)
async def test_until_a_day_before_the_pickup(
    rest: RestClients, database: Database, at: At, notice: timedelta, status: str, allowed: bool
) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    await _status(rest, booking, status)
    at(_before(PICKUP, MORNING, notice))
    answer = await _ask(rest, mina, "add_item", **_item(booking))
    assert answer.status_code == (200 if allowed else 409), answer.text
    rules = (await _ask(rest, mina, "item_rules", booking_id=booking)).json()
    assert rules["items_open"] is allowed
    if not allowed:
        assert answer.json()["message"] == rules["items_words"]


@pytest.mark.parametrize(
    ("status", "changes", "allowed"),
    [
        ("pending", {"declared_value_cents": 30_000}, True),
        ("in_queue", {"declared_value_cents": 10_001}, True),
        ("pending", {"declared_value_cents": 9_999}, False),
        ("pending", {"declared_value_cents": 30_000, "over_50_lb": True}, False),
        ("pending", {"declared_value_cents": 30_000, "description": "Gold"}, False),
        ("picked_up", {"declared_value_cents": 30_000}, False),
    ],
)
async def test_protection_can_rise_until_the_pickup(
    rest: RestClients,
    database: Database,
    at: At,
    status: str,
    changes: dict[str, Any],
    allowed: bool,
) -> None:
    """Rule: protection."""
    mina = await person(database)
    booking = await _booked(rest, mina)
    box = _item(booking, declared_value_cents=10_000)
    assert (await _ask(rest, mina, "add_item", **box)).status_code == 200
    await _status(rest, booking, status)
    at(_before(PICKUP, MORNING, timedelta(hours=1)))
    rules = (await _ask(rest, mina, "item_rules", booking_id=booking)).json()
    assert (rules["items_open"], rules["values_open"]) == (False, status != "picked_up")
    for _ in range(2):
        changed = await _ask(rest, mina, "change_item", **box | changes)
        assert changed.status_code == (200 if allowed else 409), changed.text
    [stored] = (await rest.of(mina).get("/items")).json()
    assert stored["declared_value_cents"] == (
        changes["declared_value_cents"] if allowed else 10_000
    )


async def test_items_go_on_to_the_booking_that_replaces(
    rest: RestClients, database: Database
) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    await _ask(rest, mina, "add_item", **_item(booking))
    again = await _booked(rest, mina)
    kept = (await rest.of(mina).get("/items?select=booking_id")).json()
    assert kept == [{"booking_id": again}]


def _delivery(booking: str, **changes: Any) -> dict[str, Any]:
    return {
        "booking_id": booking,
        "delivery_option": "same_city",
        "day": f"{YEAR}-08-31",
        "window": MORNING,
        "address": "2205 Lower Mall, Vancouver BC V6T 1Z4",
    } | changes


@pytest.fixture
async def august(rest: RestClients) -> str:
    """A slot with one place for deliveries; its id."""
    answer = await rest.of(None, service=True).post(
        "/slot_availability",
        json={"campus_id": 1, "date": f"{YEAR}-08-31", "capacity": 1, "available_slots": 1},
        headers=READ_BACK,
    )
    if answer.status_code == 201:
        return str(answer.json()[0]["id"])
    found = await rest.of(None).get(f"/slot_availability?date=eq.{YEAR}-08-31&campus_id=eq.1")
    return str(found.json()[0]["id"])


async def _free(rest: RestClients, slot: str) -> int:
    free: int = (await rest.of(None).get(f"/slot_availability?id=eq.{slot}")).json()[0][
        "available_slots"
    ]
    return free


async def test_a_delivery_takes_its_place_and_gives_it_back(
    rest: RestClients, database: Database, at: At, august: str
) -> None:
    mina, noor = await person(database), await person(database)
    mine, other = await _booked(rest, mina), await _booked(rest, noor)
    at(_before(PICKUP, MORNING, timedelta(days=9)))
    early = await _ask(rest, mina, "preview_delivery", **_delivery(mine))
    assert early.status_code == 409
    for one in (mine, other):
        await _status(rest, one, "confirmed")
    shown = (await _ask(rest, mina, "preview_delivery", **_delivery(mine))).json()
    assert (shown["fee_cents"], shown["quote"]) == (0, False)
    for _ in range(2):
        done = await _ask(rest, mina, "book_delivery", **_delivery(mine), expected_fee_cents=0)
        assert done.status_code == 200, done.text
    assert await _free(rest, august) == 0
    async with database.owner() as tx:
        mails = await tx.fetchval(
            "select count(*) from app.outbox where kind = 'delivery_booked' and recipient = $1",
            done.json()["email"],
        )
    assert mails == 1
    full = await _ask(rest, noor, "book_delivery", **_delivery(other), expected_fee_cents=0)
    assert full.status_code == 409
    day = clock.spoken_day(date(YEAR, 8, 31))
    assert full.json()["message"].startswith(f"The delivery window {day}")
    # A smaller capacity cannot go below what deliveries hold either.
    shrunk = await rest.of(None, service=True).patch(
        f"/slot_availability?id=eq.{august}", json={"available_slots": 1}
    )
    assert shrunk.status_code == 400
    moved = _delivery(mine, window=AFTERNOON)
    assert (
        await _ask(rest, mina, "book_delivery", **moved, expected_fee_cents=0)
    ).status_code == 200
    assert await _free(rest, august) == 1
    assert (
        await _ask(rest, noor, "book_delivery", **_delivery(other), expected_fee_cents=0)
    ).status_code == 200
    gone = await _ask(rest, noor, "cancel_booking", booking_id=other, expected_fee_cents=0)
    assert gone.status_code == 200, gone.text
    assert await _free(rest, august) == 1


@pytest.mark.parametrize(
    ("changes", "now", "status", "said"),
    [
        ({"day": f"{YEAR}-08-30"}, None, 200, 15_750),
        ({"day": f"{YEAR}-09-03"}, None, 200, 0),
        ({"day": f"{YEAR}-09-04"}, None, 200, 15_750),
        ({"delivery_option": "different_city", "window": None}, None, 200, 0),
        ({}, timedelta(hours=48), 200, 0),
        ({}, timedelta(hours=47, minutes=59), 400, "48 hours"),
        ({"day": f"{YEAR}-04-28"}, None, 400, "after your pickup"),
        ({"window": None}, None, 400, "delivery windows"),
        ({"window": "10:00 AM"}, None, 400, "delivery windows"),
        ({"address": " "}, None, 400, "full delivery address"),
    ],
)
async def test_what_a_delivery_costs_and_needs(
    rest: RestClients,
    database: Database,
    at: At,
    changes: dict[str, Any],
    now: timedelta | None,
    status: int,
    said: int | str,
) -> None:
    mina = await person(database)
    booking = await _booked(rest, mina)
    await _status(rest, booking, "picked_up")
    free = date(YEAR, 8, 31)
    at(_before(free, MORNING, now) if now else _before(PICKUP, MORNING, timedelta(days=9)))
    asked = _delivery(booking, **changes)
    shown = await _ask(rest, mina, "preview_delivery", **asked)
    assert shown.status_code == status, shown.text
    if isinstance(said, str):
        assert said in shown.json()["message"]
        return
    assert shown.json()["fee_cents"] == said
    assert shown.json()["quote"] is (asked["delivery_option"] == "different_city")
    wrong = await _ask(rest, mina, "book_delivery", **asked, expected_fee_cents=15_750 - said)
    assert (wrong.status_code, wrong.json()["details"]) == (409, {"fee_cents": said})
    done = await _ask(rest, mina, "book_delivery", **asked, expected_fee_cents=said)
    assert done.json()["return_delivery_date"] == asked["day"], done.text
    assert done.json()["return_delivery_time"] == asked["window"]


async def test_the_rules_that_screens_show(rest: RestClients, database: Database, at: At) -> None:
    mina, noor = await person(database), await person(database)
    booking = await _booked(rest, mina)
    at(_before(PICKUP, MORNING, timedelta(days=3)))
    rules = (await _ask(rest, mina, "booking_rules", booking_id=booking)).json()
    assert rules["kit_from"] == f"{YEAR}-04-27"
    assert rules["kit_to"] == f"{YEAR}-04-27"
    assert rules["return_from"] == f"{YEAR}-04-29"
    assert rules["free_return"] == [f"{YEAR}-08-31", f"{YEAR}-09-03"]
    assert rules["pickup_outcome"] == "free"
    assert (rules["cancel_open"], rules["delivery_open"]) == (True, False)
    list_rules = (await _ask(rest, mina, "item_rules", booking_id=booking)).json()
    assert list_rules["items_open"]
    assert list_rules["items_words"] == (
        f"Your list is open until {clock.spoken_day(date(YEAR, 4, 27))}, 9:00 AM campus time."
    )
    await _status(rest, booking, "in_queue")
    rules = (await _ask(rest, mina, "booking_rules", booking_id=booking)).json()
    assert {"phone", "pricing"} <= set(rules["editable"])
    assert not {"address", "pickup_date"} & set(rules["editable"])
    assert (rules["cancel_open"], rules["delivery_open"]) == (False, True)
    assert "on the way" in rules["cancel_words"]
    assert (await _ask(rest, noor, "booking_rules", booking_id=booking)).status_code == 404
