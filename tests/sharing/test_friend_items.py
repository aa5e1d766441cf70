"""Each friend who shares a bundle has items of their own (rule: friend-items)."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.warehouse.label_files import LabelFiles
from tests.billing.money import PICKUP, noon
from tests.people import Person, person

from .friends import Friends, friends

__all__ = ["friends"]


async def _seen(friends: Friends, who: Person) -> list[str]:
    answer = await friends.clients.of(who).get("/items?select=description&order=number")
    return [one["description"] for one in answer.json()]


async def _scan(friends: Friends, booking: str, kind: str, at: datetime, **of: Any) -> None:
    worker = await person(friends.database, "admin")
    event = {"id": str(uuid4()), "kind": kind, "at": at.isoformat(), **of}
    kept = await friends.done(worker, "record_events", events=[event], sent_at=None)
    assert kept["needs_person"] == []


async def test_each_lists_and_sees_their_own_alone(friends: Friends) -> None:
    booking, [maya, leo, zoe] = await friends.shared(3)
    await friends.lists(maya, booking, "Maya's guitar")
    own = await friends.lists(leo, booking, "Leo's lamp", "Leo's books")
    assert [(one["number"], one["description"]) for one in own] == [
        (1, "Leo's lamp"),
        (2, "Leo's books"),
    ]
    assert all("member_id" not in one for one in own)
    assert await _seen(friends, maya) == ["Maya's guitar"]
    assert await _seen(friends, leo) == ["Leo's lamp", "Leo's books"]
    assert await _seen(friends, zoe) == []

    # They change no item of another's; strangers list nothing.
    [lamp, books] = own
    wish = {"booking_id": booking, "kind": "box", "description": "Mine now", "boxed": True}
    for who in (maya, zoe):
        await friends.refused(who, "change_item", item_id=lamp["id"], **wish)
        await friends.done(who, "remove_item", booking_id=booking, item_id=lamp["id"])
    left = await friends.done(leo, "remove_item", booking_id=booking, item_id=lamp["id"])
    assert [(one["number"], one["id"]) for one in left] == [(1, books["id"])]
    stranger = await person(friends.database)
    status, _ = await friends.refused(stranger, "add_item", item_id=str(uuid4()), **wish)
    assert status == 404
    assert (await friends.ask(stranger, "item_rules", booking_id=booking)).status_code == 404
    assert (await friends.done(leo, "item_rules", booking_id=booking))["items_open"]


async def test_the_plan_goes_by_the_items_of_all_and_protection_by_person(
    friends: Friends,
) -> None:
    booking, [maya, leo] = await friends.shared(2)
    await friends.lists(maya, booking, "Guitar", declared_value_cents=30_000)
    await friends.lists(leo, booking, "Lamp", "Books", declared_value_cents=50_000)
    # A thousand dollars a person, not a bundle.
    status, _ = await friends.refused(
        leo,
        "add_item",
        booking_id=booking,
        item_id=str(uuid4()),
        kind="box",
        description="Camera",
        declared_value_cents=100,
    )
    assert status == 400
    await friends.lists(leo, booking, "Rack", over_50_lb=True)
    share = (await friends.plan(leo))["share"]
    assert (share["plan"], share["share_cents"]) == ("Medium Bundle", 5_250)
    extras = [(one["monthly"], one["cents"]) for one in share["extras"]]
    # Half of what a box of this bundle costs, and $2 for each $100 of his $1,000.
    assert extras == [(True, 657), (True, 2_000)]
    assert (await friends.plan(maya))["share"]["extras"] == []
    quote = await friends.done(maya, "booking_quote", booking_id=booking)
    assert (quote["items"], quote["declared_value_cents"]) == (4, 30_000)

    await friends.picked_up(booking, 4)
    [hers] = (await friends.statement(maya))["invoices"]
    [his] = (await friends.statement(leo))["invoices"]
    assert hers["subtotal_cents"] == 5_250 + 600
    assert his["subtotal_cents"] == 5_250 + sum(cents for _, cents in extras)
    assert (hers["tax_cents"], his["tax_cents"]) == (293, 395)
    lines = (await friends.statement(leo))["lines"]
    assert any("Protection for $1,000" in one["words"] for one in lines)
    # The months that follow cost the same.
    await friends.pass_to(date(2027, 5, 28))
    [again, _] = (await friends.statement(leo))["invoices"]
    assert again["subtotal_cents"] == his["subtotal_cents"]
    # Items come back early: an unused month is credited, protection with it.
    friends.on(date(2027, 5, 30))
    await friends.status(booking, "delivered")


async def test_a_late_scan_puts_right_the_protection_of_its_person(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2)
    [guitar] = await friends.lists(maya, booking, "Guitar")
    [lamp] = await friends.lists(leo, booking, "Lamp", declared_value_cents=50_000)
    at = noon(PICKUP) - timedelta(hours=1)
    friends.on(PICKUP)
    await _scan(friends, booking, "picked_up", at, item_id=guitar["id"])
    await friends.picked_up(booking, 1)
    [before] = (await friends.statement(leo))["invoices"]
    assert before["subtotal_cents"] == 3_000
    await _scan(friends, booking, "picked_up", at, item_id=lamp["id"])
    statement = await friends.statement(leo)
    assert statement["balance_cents"] == (3_000 + 1_000) * 105 // 100
    assert (await friends.statement(maya))["balance_cents"] == 3_000 * 105 // 100


async def test_a_friend_who_leaves_takes_their_list_along_until_the_crew_scans(
    friends: Friends,
) -> None:
    booking, [maya, leo, zoe] = await friends.shared(3)
    await friends.lists(leo, booking, "Lamp")
    [books] = await friends.lists(zoe, booking, "Books")
    await friends.done(leo, "leave_shared_plan", booking_id=booking)
    assert await _seen(friends, leo) == []
    status, _ = await friends.refused(
        leo,
        "add_item",
        booking_id=booking,
        item_id=str(uuid4()),
        kind="box",
        description="Lamp",
    )
    assert status == 404
    friends.on(PICKUP)
    await _scan(friends, booking, "picked_up", clock.now(), item_id=books["id"])
    assert await friends.refused(zoe, "leave_shared_plan", booking_id=booking) == (409, "closed")
    zoes = next(one for one in (await friends.plan(maya))["people"] if one["name"] == "Friend2 T.")
    answer = await friends.refused(maya, "remove_friend", booking_id=booking, member_id=zoes["id"])
    assert answer == (409, "closed")


async def test_the_crew_sees_whose_each_item_is_and_in_which_room(friends: Friends) -> None:
    booking, [maya, leo, _] = await friends.shared(3)
    await friends.lists(maya, booking, "Guitar")
    await friends.lists(leo, booking, "Lamp")
    plan = await friends.done(leo, "choose_room", booking_id=booking, room="  Room 214 ")
    assert plan["room"] == "Room 214"
    assert (await friends.plan(maya))["room"] is None
    stranger = await person(friends.database)
    asked = await friends.ask(stranger, "choose_room", booking_id=booking, room="1")
    assert asked.status_code == 404

    friends.on(PICKUP)
    worker = await person(friends.database, "worker")
    day = {"campus_id": 1, "day": PICKUP.isoformat()}
    runs = (await friends.done(worker, "run_day", **day))["runs"]
    line = (await friends.done(worker, "pickup_day", **day))["waiting"]
    stops = [one for run in runs for one in run["stops"]]
    for found in (stops, line):
        [stop] = [one for one in found if one["booking_id"] == booking]
        assert [(one["name"], one["room"]) for one in stop["friends"]] == [
            ("Friend1 Tester", "Room 214"),
            ("Friend2 Tester", None),
        ]
        owners = {one["id"]: one["name"] for one in stop["friends"]}
        assert [
            (owners.get(one["member_id"]), one["number"], one["description"])
            for one in stop["items"]
        ] == [(None, 1, "Guitar"), ("Friend1 Tester", 1, "Lamp")]
    [stop] = [one for one in stops if one["booking_id"] == booking]

    # What the crew adds at the door is whose the crew says it is.
    office = await person(friends.database, "admin")
    codes = (await friends.done(office, "print_labels", count=2, campus_id=1))["codes"]
    for label, friend in zip(codes, (None, stop["friends"][0]["id"]), strict=True):
        event = {
            "id": str(uuid4()),
            "kind": "picked_up",
            "at": clock.now().isoformat(),
            "label": label,
            "booking_id": booking,
            "stop_id": stop["id"],
            "new_item": True,
            "member_id": friend,
        }
        kept = await friends.done(worker, "record_events", events=[event])
        assert kept["needs_person"] == []
    assert await _seen(friends, maya) == ["Guitar", "Box"]
    assert await _seen(friends, leo) == ["Lamp", "Box"]
    await friends.done(worker, "set_pickup_status", queue_id=stop["queue_id"], status="in_progress")
    late = await friends.ask(leo, "choose_room", booking_id=booking, room="Room 9")
    assert late.status_code == 409


async def test_each_prints_their_own_labels(friends: Friends, database: Database) -> None:
    booking, [maya, leo, zoe] = await friends.shared(3)
    await friends.lists(maya, booking, "Guitar", "Skis")
    await friends.lists(leo, booking, "Lamp")
    files = LabelFiles(database)
    name, paper = await files(leo.actor, f"booking/{booking}.pdf", b"paper=letter")
    assert name.startswith("labels-")
    assert paper.startswith(b"%PDF")
    labelled = "select string_agg(description, ' ') from items where booking_id = $1 "
    bound = labelled + "and label_code is not null"
    assert await friends.ask_db(bound, booking) == "Lamp"
    answer = await friends.clients.of(zoe).get("/labels?select=code")
    assert answer.json() == []


async def test_a_friend_claims_for_their_own_item_and_has_the_credit(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2)
    [lamp] = await friends.lists(leo, booking, "Lamp", declared_value_cents=20_000)
    friends.on(PICKUP)
    start = clock.now() - timedelta(minutes=30)
    for minute, kind in enumerate(("picked_up", "loaded", "delivered")):
        at = start + timedelta(minutes=minute)
        await _scan(friends, booking, kind, at, item_id=lamp["id"])
    claim = {
        "item_id": lamp["id"],
        "what": "damaged",
        "words": "The shade broke",
        "photo_ids": [],
        "amount_cents": 15_000,
    }
    assert (await friends.ask(maya, "file_claim", **claim)).status_code == 404
    filed = await friends.done(leo, "file_claim", **claim)
    office = await person(friends.database, "admin")
    [waiting] = [
        one
        for one in await friends.done(office, "claims_to_decide")
        if one["claim"]["id"] == filed["id"]
    ]
    assert waiting["customer"] == "Friend1 Tester"
    words = "As the photos show"
    await friends.done(office, "decide_claim", id=filed["id"], decision="accept", words=words)
    assert (await friends.statement(leo))["credit_cents"] == 15_000
    assert (await friends.statement(maya))["credit_cents"] == 0
    assert (
        await friends.ask_db(
            "select recipient from app.outbox where cause = 'claim_decided:' || $1", filed["id"]
        )
        == leo.email
    )
    # Three days after the delivery it is too late, as for everybody.
    friends.set_now(datetime(2027, 5, 2, 20, tzinfo=UTC))
    late = await friends.ask(leo, "file_claim", **claim)
    assert late.status_code == 400


async def test_a_room_goes_with_the_building_that_the_owner_leaves(friends: Friends) -> None:
    """Rule: friends-told."""
    booking, [maya, leo] = await friends.shared(2)
    await friends.done(leo, "choose_room", booking_id=booking, room="Room 214")
    newest = (
        "select data from app.outbox where kind = 'bundle_moved' and recipient = $1 "
        "order by id desc limit 1"
    )
    for changes, room, cleared in (
        ({"pickup_date": "2027-04-29"}, "Room 214", False),
        ({"building_name": "Totem Park"}, None, True),
    ):
        fee = await friends.done(maya, "preview_edit_booking", booking_id=booking, changes=changes)
        await friends.done(
            maya,
            "edit_booking",
            booking_id=booking,
            changes=changes,
            expected_fee_cents=fee["fee_cents"],
        )
        assert (await friends.plan(leo))["room"] == room
        told = json.loads(await friends.ask_db(newest, leo.email))
        assert (told["room"], told["room_cleared"]) == (room, cleared)


async def test_an_owner_collects_no_item_of_a_friend(friends: Friends) -> None:
    """Rule: part-returns."""
    booking, [maya, leo] = await friends.shared(2)
    [guitar] = await friends.lists(maya, booking, "Guitar")
    [lamp] = await friends.lists(leo, booking, "Lamp")
    friends.on(PICKUP)
    for item in (guitar, lamp):
        await _scan(friends, booking, "picked_up", clock.now(), item_id=item["id"])
    await friends.picked_up(booking, 2)
    offer = await friends.done(maya, "part_returns", booking_id=booking)
    assert [one["id"] for one in offer["items"]] == [guitar["id"]]
    refused = await friends.ask(
        maya,
        "book_part_return",
        booking_id=booking,
        id=str(uuid4()),
        item_ids=[lamp["id"]],
        way="collect",
        day=(PICKUP + timedelta(days=20)).isoformat(),
        window="9:00 AM - 12:00 PM",
        expected_cents=0,
    )
    assert refused.status_code == 409


async def test_crew_and_office_read_a_friends_item_under_their_name(friends: Friends) -> None:
    booking, [maya, leo] = await friends.shared(2)
    name = f"Quillon {uuid4().hex[:8]}"
    await friends.run("update users set full_name = $2 where id = $1", leo.id, name)
    [guitar] = await friends.lists(maya, booking, "Guitar")
    [lamp] = await friends.lists(leo, booking, "Lamp")
    friends.on(PICKUP)
    office = await person(friends.database, "admin")
    [label] = (await friends.done(office, "print_labels", count=1, campus_id=1))["codes"]
    at = clock.now() - timedelta(minutes=30)
    await _scan(friends, booking, "picked_up", at, item_id=lamp["id"], label=label)
    await _scan(friends, booking, "picked_up", at, item_id=guitar["id"])
    await friends.picked_up(booking, 2)
    for text in (label, name):
        [found] = await friends.done(office, "find_item", text=text)
        assert (found["id"], found["customer"]) == (lamp["id"], name)

    wish = {
        "booking_id": booking,
        "delivery_option": "same_city",
        "day": "2027-08-31",
        "window": "9:00 AM - 12:00 PM",
        "address": "1 Main Street, Vancouver",
    }
    await friends.done(maya, "book_delivery", **wish, expected_fee_cents=0)
    friends.on(date(2027, 8, 31))
    pulled = await friends.done(office, "pull_list", campus_id=1, day="2027-08-31")
    names = {one["id"]: one["full_name"] for one in pulled}
    assert names[lamp["id"]] == name
    assert names[guitar["id"]] != name

    # Its label at another customer's door, and a loss.
    other = await friends.booked(await person(friends.database))
    friends.on(date(2027, 8, 31))
    events = [
        {"kind": "shelved", "label": label, "booking_id": other},
        {"kind": "missing", "item_id": lamp["id"], "note": "Not on its shelf"},
    ]
    for event in events:
        more = {"id": str(uuid4()), "at": clock.now().isoformat()}
        kept = await friends.done(office, "record_events", events=[event | more])
        [waiting] = kept["needs_person"]
        assert event["kind"] == "missing" or name in waiting["reason"]
    cases = (await friends.done(office, "item_cases"))["open"]
    [lost] = [one for one in cases if one["item_id"] == lamp["id"]]
    assert (lost["customer"], lost["phone"]) == (name, None)


async def test_a_friend_without_a_list_binds_labels_handed_out_to_the_bundle(
    friends: Friends,
) -> None:
    """Rule: handed-out-labels."""
    booking, [maya, leo] = await friends.shared(2)
    await friends.lists(maya, booking, "Guitar")
    office = await person(friends.database, "admin")
    codes = (await friends.done(office, "print_labels", count=2, campus_id=1))["codes"]

    async def bind(who: Person, label: str) -> int:
        at = clock.now().isoformat()
        event = {"id": str(uuid4()), "kind": "bound", "at": at, "label": label}
        events = [event | {"booking_id": booking}]
        return (await friends.ask(who, "record_events", events=events)).status_code

    assert await bind(leo, codes[0]) == 403
    ends = {"first": codes[0], "last": codes[1]}
    await friends.done(office, "hand_out_labels", booking_id=booking, **ends)
    assert await bind(await person(friends.database), codes[0]) == 403
    assert await bind(leo, codes[0]) == 200
    assert await _seen(friends, leo) == ["Box"]
    assert await bind(maya, codes[1]) == 200
    assert await _seen(friends, maya) == ["Guitar"]
