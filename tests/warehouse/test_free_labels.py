"""Free labels at a door, scans that are taken back, scans that come before their label is bound."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from PIL import Image

from summerstow.billing.pricing import terms
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.files.pictures.service import Pictures
from tests.people import Person, booking_body, person
from tests.warehouse.conftest import Keeping


def _labels(items: list[dict[str, Any]]) -> list[tuple[int, str | None, str]]:
    return [(one["number"], one["label_code"], one["state"]) for one in items]


async def test_free_labels_go_to_the_listed_items_in_order(keeping: Keeping) -> None:
    """Rule: free-labels."""
    await keeping.list_items("box", "box", "box")
    codes = await keeping.labels(4)
    for minute, code in enumerate(codes[:3]):
        scan = keeping.event("picked_up", minute, label=code, booking_id=keeping.booking)
        assert (await keeping.record(scan))["needs_person"] == []
    assert _labels(await keeping.items()) == [
        (1, codes[0], "picked_up"),
        (2, codes[1], "picked_up"),
        (3, codes[2], "picked_up"),
    ]
    further = keeping.event("picked_up", 5, label=codes[3], booking_id=keeping.booking)
    await keeping.record(further)
    assert _labels(await keeping.items())[3:] == [(4, codes[3], "picked_up")]


async def test_a_crew_chooses_the_item_of_a_free_label(keeping: Keeping) -> None:
    items = await keeping.list_items("box", "box")
    [code] = await keeping.labels(1)
    scan = keeping.event(
        "picked_up", 0, label=code, item_id=items[1]["id"], booking_id=keeping.booking
    )
    assert (await keeping.record(scan))["needs_person"] == []
    assert _labels(await keeping.items()) == [(1, None, "listed"), (2, code, "picked_up")]


async def test_a_new_item_is_added_on_request(keeping: Keeping) -> None:
    await keeping.list_items("box")
    asked, lamp = await keeping.labels(2)
    events = [
        keeping.event("picked_up", 0, label=asked, booking_id=keeping.booking, new_item=True),
        # No lamp is listed: the box is another thing.
        keeping.event("picked_up", 1, label=lamp, booking_id=keeping.booking, kind_of_item="lamp"),
    ]
    await keeping.record(*events)
    assert _labels(await keeping.items()) == [
        (1, None, "listed"),
        (2, asked, "picked_up"),
        (3, lamp, "picked_up"),
    ]


async def test_two_phones_never_bind_one_listed_item(keeping: Keeping) -> None:
    await keeping.list_items("box", "box", "box", "box")
    codes = await keeping.labels(4)
    scans = [keeping.event("picked_up", 0, label=one, booking_id=keeping.booking) for one in codes]
    await asyncio.gather(*map(keeping.record, scans))
    items = await keeping.items()
    assert {one["label_code"] for one in items} == set(codes)
    assert len(items) == 4


@pytest.mark.parametrize("together", [True, False])
async def test_a_scan_before_its_label_is_bound_is_applied_by_its_time(
    keeping: Keeping, together: bool
) -> None:
    """Rule: custody-events-are-kept."""
    await keeping.list_items("box")
    [code] = await keeping.labels(1)
    shelf = await keeping.shelf(f"LB-0{int(together)}-1")
    early = keeping.event("shelved", 20, label=code, location_id=shelf)
    bound = keeping.event("picked_up", 10, label=code, booking_id=keeping.booking)
    if together:
        assert (await keeping.record(early, bound))["needs_person"] == []
    else:
        assert (await keeping.record(early))["needs_person"] != []
        assert (await keeping.record(bound))["needs_person"] == []
    assert _labels(await keeping.items()) == [(1, code, "in_storage")]
    cases = (await keeping.office.get(f"/custody_cases?event_id=eq.{early['id']}")).json()
    assert [one["state"] for one in cases] in ([], ["settled"])


async def test_a_scan_is_taken_back_and_its_label_is_free_again(keeping: Keeping) -> None:
    """Rule: scans-taken-back."""
    await keeping.list_items("box", "box")
    wrong, right = await keeping.labels(2)
    scan = keeping.event("picked_up", 0, label=wrong, booking_id=keeping.booking)
    await keeping.record(scan)
    back = keeping.event("taken_back", 1, reverses=scan["id"])
    found = await keeping.record(back)
    assert (found["stored"], found["needs_person"]) == ([back["id"]], [])
    assert _labels(await keeping.items()) == [(1, None, "listed"), (2, None, "listed")]
    again = keeping.event("picked_up", 2, label=right, booking_id=keeping.booking)
    await keeping.record(again)
    assert _labels(await keeping.items()) == [(1, right, "picked_up"), (2, None, "listed")]
    # Sent again by a phone that lost the answer, nothing changes; all of it is in the history.
    await keeping.record(scan, back)
    items = await keeping.items()
    assert _labels(items) == [(1, right, "picked_up"), (2, None, "listed")]
    history = (await keeping.office.get(f"/rpc/item_history?item_id={items[0]['id']}")).json()
    kinds = [one["kind"] for one in history]
    assert (kinds.count("picked_up"), kinds.count("taken_back")) == (2, 1)


async def test_a_scan_on_a_shelf_is_taken_back_also_where_that_arrives_first(
    keeping: Keeping,
) -> None:
    [code] = await keeping.picked_up()
    shelf = await keeping.shelf("LB-02-1")
    scan = keeping.event("shelved", 5, label=code, location_id=shelf)
    back = keeping.event("taken_back", 6, reverses=scan["id"])
    assert len((await keeping.record(back))["needs_person"]) == 1
    assert (await keeping.record(scan))["needs_person"] == []
    assert await keeping.state(code) == "picked_up"
    cases = (await keeping.office.get(f"/custody_cases?event_id=eq.{back['id']}")).json()
    assert [one["state"] for one in cases] == ["settled"]


async def test_a_case_of_a_scan_that_is_taken_back_is_settled(keeping: Keeping) -> None:
    [code] = await keeping.picked_up()
    wrong = keeping.event("delivered", 5, label=code)
    assert len((await keeping.record(wrong))["needs_person"]) == 1
    await keeping.record(keeping.event("taken_back", 6, reverses=wrong["id"]))
    [case] = (await keeping.office.get(f"/custody_cases?event_id=eq.{wrong['id']}")).json()
    assert case["state"] == "settled"


async def test_customers_take_no_scan_back(keeping: Keeping) -> None:
    [code] = await keeping.labels(1)
    scan = keeping.event("picked_up", 0, label=code, booking_id=keeping.booking)
    await keeping.record(scan)
    back = keeping.event("taken_back", 1, reverses=scan["id"])
    own = keeping.rest.of(keeping.owner)
    assert (await own.post("/rpc/record_events", json={"events": [back]})).status_code == 403


async def _reason(keeping: Keeping, **event: Any) -> str:
    [case] = (await keeping.record(keeping.event("picked_up", 3, **event)))["needs_person"]
    return str(case["reason"])


async def test_a_case_says_what_is_wrong_with_the_label_and_whose_it_is(
    keeping: Keeping, database: Database
) -> None:
    [code] = await keeping.picked_up()
    [free] = await keeping.labels(1)
    other = await keeping.rest.of(await person(database)).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    door = other.json()[0]["id"]
    owner = keeping.owner_words()
    assert await _reason(keeping, label=code, booking_id=door) == (
        f"This label is on an item of {owner}."
    )
    misread = code[:3] + ("2" if code[3] != "2" else "3") + code[4:]
    assert "not one of our labels" in await _reason(keeping, label=misread, booking_id=door)
    assert await _reason(keeping, label=free, booking_id=str(uuid4())) == (
        "There is no such booking."
    )
    service = keeping.rest.of(None, service=True)
    await service.patch(f"/bookings?id=eq.{door}", json={"status": "cancelled"})
    assert "has ended" in await _reason(keeping, label=free, booking_id=door)
    cases = (await keeping.office.get("/rpc/item_cases")).json()["open"]
    named = [
        one for one in cases if one["owner_name"] == "Mina Park" and one["owner_code"] in owner
    ]
    assert [one["reason"] for one in named] == [f"This label is on an item of {owner}."]


async def test_a_missing_item_opens_a_case_with_the_number_to_call(keeping: Keeping) -> None:
    [code] = await keeping.picked_up()
    gone = keeping.event("missing", 5, label=code, note="Not on the van.")
    [case] = (await keeping.record(gone))["needs_person"]
    waiting = (await keeping.office.get("/rpc/item_cases")).json()["open"]
    [mine] = [one for one in waiting if one["event"]["id"] == gone["id"]]
    phone = booking_body()["phone"]
    assert mine["phone"][-4:] == phone[-4:]
    assert mine["phone"] in mine["reason"]
    assert mine["reason"] == case["reason"]
    assert mine["event"]["note"] == "Not on the van."
    await keeping.record(keeping.event("found", 9, label=code))
    waiting = (await keeping.office.get("/rpc/item_cases")).json()["open"]
    assert gone["id"] not in {one["event"]["id"] for one in waiting}


async def _bind_at_home(keeping: Keeping, **event: Any) -> int:
    own = keeping.rest.of(keeping.owner)
    body = {"events": [keeping.event("bound", 9, booking_id=keeping.booking, **event)]}
    return (await own.post("/rpc/record_events", json=body)).status_code


async def test_customers_add_items_by_labels_only_while_their_list_is_open(
    keeping: Keeping,
) -> None:
    """Rule: free-labels."""
    first, second, third = await keeping.handed_labels(3)
    assert await _bind_at_home(keeping, label=first) == 200
    assert await _bind_at_home(keeping, label=second, kind_of_item="spaceship") == 400
    before = await keeping.items()
    service = keeping.rest.of(None, service=True)
    soon = clock.campus_time(clock.now()).date().isoformat()
    for change, label in (({"pickup_date": soon}, second), ({"status": "picked_up"}, third)):
        answer = await service.patch(f"/bookings?id=eq.{keeping.booking}", json=change)
        assert answer.status_code < 300, answer.text
        assert await _bind_at_home(keeping, label=label) == 409
    item = await keeping.list_unlabelled()
    assert await _bind_at_home(keeping, label=third, item_id=item) == 409
    assert len(await keeping.items()) == len(before) + 1


async def test_a_customer_learns_nothing_of_a_label_that_is_not_theirs(
    keeping: Keeping, database: Database
) -> None:
    """Rule: free-labels."""
    [mine] = await keeping.list_items("box")
    [own] = await keeping.handed_labels(1)
    [taken, free] = await keeping.labels(2)
    other = await keeping.rest.of(await person(database)).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    await keeping.record(
        keeping.event("picked_up", 0, label=taken, booking_id=other.json()[0]["id"])
    )
    assert await _bind_at_home(keeping, label=own, item_id=mine["id"]) == 200
    unknown = taken[:3] + ("2" if taken[3] != "2" else "3") + taken[4:]
    client = keeping.rest.of(keeping.owner)
    answers = []
    for label in (taken, unknown):
        event = keeping.event("bound", 9, label=label, booking_id=keeping.booking)
        answers.append(await client.post("/rpc/record_events", json={"events": [event]}))
    for label in (taken, unknown, free):
        event = keeping.event("bound", 9, label=label, item_id=mine["id"])
        answers.append(await client.post("/rpc/record_events", json={"events": [event]}))
    assert {(one.status_code, one.text) for one in answers} == {(403, answers[0].text)}
    assert _labels(await keeping.items()) == [(1, own, "listed")]


async def test_a_customer_binds_only_labels_that_were_handed_out_to_their_booking(
    keeping: Keeping, database: Database
) -> None:
    """Rule: handed-out-labels."""
    [free] = await keeping.labels(1)
    stranger = keeping.rest.of(await person(database))
    other = await stranger.post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    [handed, kept] = await keeping.handed_labels(2)
    theirs = {"booking_id": other.json()[0]["id"]}
    stolen = {"events": [keeping.event("bound", 9, label=handed, **theirs)]}
    assert (await stranger.post("/rpc/record_events", json=stolen)).status_code == 403
    assert await _bind_at_home(keeping, label=free) == 403
    assert await keeping.items() == []
    assert await _bind_at_home(keeping, label=handed) == 200
    assert _labels(await keeping.items()) == [(1, handed, "listed")]
    # The crew at the door scans what was handed out, as every free label.
    await keeping.record(keeping.event("picked_up", 10, label=kept, booking_id=keeping.booking))
    assert await keeping.state(kept) == "picked_up"


async def test_a_strip_of_labels_is_handed_out_by_its_ends(
    keeping: Keeping, database: Database
) -> None:
    """Rule: handed-out-labels."""
    codes = await keeping.labels(6)
    body = {"booking_id": keeping.booking, "first": codes[3], "last": codes[1].lower()}
    for _ in range(2):
        answer = await keeping.crew.post("/rpc/hand_out_labels", json=body)
        assert answer.status_code == 200, answer.text
        assert answer.json() == {"codes": codes[1:4]}
    other = await keeping.rest.of(await person(database)).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    await keeping.record(keeping.event("picked_up", 0, label=codes[5], booking_id=keeping.booking))
    another = {"booking_id": other.json()[0]["id"]}
    elsewhere = (await keeping.labels(1))[0]
    for first, last, status in (
        (codes[0], codes[1], 409),
        (codes[4], codes[5], 409),
        (codes[4], elsewhere, 400),
        ("SS-22222-2", None, 400),
    ):
        refused = another | {"first": first, "last": last}
        answer = await keeping.office.post("/rpc/hand_out_labels", json=refused)
        assert answer.status_code == status, answer.text
    service = keeping.rest.of(None, service=True)
    await service.patch(f"/bookings?id=eq.{keeping.booking}", json={"status": "picked_up"})
    late = body | {"first": codes[4], "last": None}
    assert (await keeping.office.post("/rpc/hand_out_labels", json=late)).status_code == 409


async def test_labels_go_along_to_the_booking_that_replaces_and_are_free_after_its_end(
    keeping: Keeping, database: Database
) -> None:
    """Rule: handed-out-labels."""
    [first, second] = await keeping.handed_labels(2)
    mina = keeping.rest.of(keeping.owner)
    again = await mina.post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    [booking] = again.json()
    event = keeping.event("bound", 9, label=first, booking_id=booking["id"])
    bound = await mina.post("/rpc/record_events", json={"events": [event]})
    assert bound.status_code == 200, bound.text
    other = await keeping.rest.of(await person(database)).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    wish = {"booking_id": other.json()[0]["id"], "first": second}
    assert (await keeping.office.post("/rpc/hand_out_labels", json=wish)).status_code == 409
    service = keeping.rest.of(None, service=True)
    await service.patch(f"/bookings?id=eq.{booking['id']}", json={"status": "cancelled"})
    answer = await keeping.office.post("/rpc/hand_out_labels", json=wish)
    assert answer.status_code == 200, answer.text
    # What is on an item of it is no free label.
    wish["first"] = first
    assert (await keeping.office.post("/rpc/hand_out_labels", json=wish)).status_code == 409


async def test_a_crew_hands_out_labels_where_it_has_a_stop(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: handed-out-labels."""
    far = clock.today() + timedelta(days=5)
    monkeypatch.setattr(clock, "today", lambda: far)
    [code] = await keeping.labels(1)
    body = {"booking_id": keeping.booking, "first": code}
    assert (await keeping.crew.post("/rpc/hand_out_labels", json=body)).status_code == 403
    assert (await keeping.office.post("/rpc/hand_out_labels", json=body)).status_code == 200


async def test_a_batch_of_labels_adds_no_more_items_than_a_list_takes(keeping: Keeping) -> None:
    """Rule: free-labels."""
    codes = await keeping.handed_labels(terms.MOST_ITEMS) + await keeping.handed_labels(1)
    client = keeping.rest.of(keeping.owner)
    events = [keeping.event("bound", 9, booking_id=keeping.booking, label=one) for one in codes]
    refused = await client.post("/rpc/record_events", json={"events": events})
    assert refused.status_code == 400
    assert "is a whole move" in refused.json()["message"]
    assert await keeping.items() == []
    answer = await client.post("/rpc/record_events", json={"events": events[1:]})
    assert answer.status_code == 200, answer.text
    assert len(await keeping.items()) == terms.MOST_ITEMS


async def _upload(database: Database, who: Person) -> str:
    image = BytesIO()
    Image.new("RGB", (20, 20), "red").save(image, "JPEG")
    photo = uuid4()
    pictures = Pictures(database)
    await pictures.store(who.actor, photo, "item", image.getvalue())
    return str(photo)


async def test_a_photo_that_is_somebody_elses_needs_a_person(
    keeping: Keeping, database: Database
) -> None:
    items = await keeping.list_items("box", "box")
    other = await _upload(database, await person(database))
    mine = await _upload(database, keeping.owner)
    own = keeping.rest.of(keeping.owner)
    for photo, item, state in ((other, 0, "listed"), (mine, 1, "packed")):
        event = keeping.event("packed", 0, item_id=items[item]["id"], photo_id=photo)
        answer = await own.post("/rpc/record_events", json={"events": [event]})
        assert answer.status_code == 200, answer.text
        assert bool(answer.json()["needs_person"]) is (photo == other)
        assert (await keeping.items())[item]["state"] == state


async def test_a_lost_clock_is_at_most_400_days_behind(keeping: Keeping) -> None:
    """Rule: events-by-device-time."""
    items = await keeping.list_items("box")
    event = keeping.event("packed", 0, item_id=items[0]["id"]) | {"at": "0001-01-01T00:00:00Z"}
    own = keeping.rest.of(keeping.owner)
    answer = await own.post("/rpc/record_events", json={"events": [event]})
    assert answer.status_code == 200, answer.text
    [kept] = (await keeping.crew.get(f"/item_events?id=eq.{event['id']}")).json()
    assert kept["at"] > (clock.now() - timedelta(days=401)).isoformat()
    assert UUID(kept["item_id"]) == UUID(items[0]["id"])
