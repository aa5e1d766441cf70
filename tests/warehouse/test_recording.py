"""What crews and customers record of items is kept once, applied in order, and never dropped."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from summerstow.platform.database.pool import Database
from tests.people import LOST_CLOCKS, booking_body, person
from tests.warehouse.conftest import START, Keeping


async def test_a_free_label_and_a_booking_add_an_item(keeping: Keeping) -> None:
    [label] = await keeping.labels(1)
    event = keeping.event("picked_up", 0, label=label.lower(), booking_id=keeping.booking)
    assert (await keeping.record(event))["stored"] == [event["id"]]
    [item] = await keeping.items()
    assert (item["number"], item["label_code"], item["state"]) == (1, label, "picked_up")
    assert item["last_event_words"] == "Picked up Apr 29"
    assert item["user_id"] == str(keeping.owner.id)


async def test_the_same_events_again_store_nothing(keeping: Keeping) -> None:
    """Rule: custody-events-are-kept."""
    [label] = await keeping.labels(1)
    event = keeping.event("picked_up", 0, label=label, booking_id=keeping.booking)
    await keeping.record(event)
    again = await keeping.record(event, event)
    assert (again["stored"], again["already"]) == ([], [event["id"]])
    assert len(await keeping.items()) == 1


async def test_its_owner_reads_where_an_item_is_and_not_on_which_shelf(keeping: Keeping) -> None:
    """Rule: own-items."""
    [label] = await keeping.picked_up()
    shelf = await keeping.shelf("V-03-2")
    await keeping.record(keeping.event("shelved", 5, label=label, location_id=shelf))
    [item] = await keeping.items()
    assert item["last_event_words"] == "On a shelf at UBC Vancouver since Apr 29"
    assert "location_id" not in item
    [seen] = (await keeping.crew.get(f"/items?label_code=eq.{label}")).json()
    assert seen["location_id"] == shelf


async def test_nobody_else_sees_an_item(keeping: Keeping, database: Database) -> None:
    await keeping.picked_up()
    assert await keeping.items(await person(database)) == []


async def test_late_events_take_their_place_and_settle_their_case(keeping: Keeping) -> None:
    [label] = await keeping.labels(1)
    shelf = await keeping.shelf("V-04-1")
    bound = keeping.event("bound", 0, label=label, booking_id=keeping.booking)
    shelved = keeping.event("shelved", 20, label=label, location_id=shelf)
    picked = keeping.event("picked_up", 10, label=label)
    found = await keeping.record(bound, shelved)
    assert [one["id"] for one in found["needs_person"]] == [shelved["id"]]
    assert await keeping.state(label) == "listed"
    assert (await keeping.record(picked))["needs_person"] == []
    assert await keeping.state(label) == "in_storage"
    [case] = (await keeping.office.get(f"/custody_cases?event_id=eq.{shelved['id']}")).json()
    assert case["state"] == "settled"


async def test_any_order_of_arrival_gives_one_history(keeping: Keeping) -> None:
    shelf = await keeping.shelf("V-05-1")
    kinds = ["picked_up", "shelved", "missing", "found", "pulled", "loaded", "delivered"]
    codes = await keeping.labels(6)
    for seed, label in enumerate(codes):
        await keeping.record(keeping.event("bound", 0, label=label, booking_id=keeping.booking))
        events = [
            keeping.event(kind, minute, label=label, location_id=shelf)
            for minute, kind in enumerate(kinds, 1)
        ]
        random.Random(seed).shuffle(events)
        batches = [events[:2], events[1:5], events[4:], events]
        for batch in batches:
            await keeping.record(*batch)
    assert {await keeping.state(label) for label in codes} == {"delivered"}


async def test_an_unknown_label_is_kept_for_a_person(keeping: Keeping) -> None:
    event = keeping.event("picked_up", 0, label="SS-22222-Z")
    found = await keeping.record(event)
    assert found["stored"] == [event["id"]]
    assert [one["id"] for one in found["needs_person"]] == [event["id"]]


async def test_a_label_is_bound_once(keeping: Keeping, database: Database) -> None:
    """Rule: one-label-one-item."""
    [label] = await keeping.picked_up()
    other = await keeping.rest.of(await person(database)).post(
        "/bookings", json=booking_body(), headers={"Prefer": "return=representation"}
    )
    event = keeping.event("picked_up", 3, label=label, booking_id=other.json()[0]["id"])
    [case] = (await keeping.record(event))["needs_person"]
    assert case["reason"] == f"This label is on an item of {keeping.owner_words()}."


async def test_two_phones_that_bind_at_once_number_the_items_in_turn(keeping: Keeping) -> None:
    codes = await keeping.labels(8)
    events = [keeping.event("picked_up", 0, label=one, booking_id=keeping.booking) for one in codes]
    await asyncio.gather(*(keeping.record(one) for one in events), *map(keeping.record, events))
    assert [one["number"] for one in await keeping.items()] == list(range(1, 9))


async def test_two_phones_that_scan_a_new_label_at_once_mean_one_item(keeping: Keeping) -> None:
    for label in await keeping.labels(6):
        events = [
            keeping.event(kind, minute, label=label, booking_id=keeping.booking)
            for minute, kind in enumerate(("picked_up", "note", "damaged", "shelved"))
        ]
        sent = await asyncio.gather(*map(keeping.record, events))
        assert [one["stored"] for one in sent] == [[one["id"]] for one in events]
        assert await keeping.state(label) == "in_storage"
    assert len(await keeping.items()) == 6


async def test_a_clock_that_is_off_by_an_hour_is_put_right(keeping: Keeping) -> None:
    """Rule: events-by-device-time."""
    now = datetime.now(UTC)
    [label] = await keeping.labels(1)
    ahead = now + timedelta(hours=1)
    event = {
        "id": str(uuid4()),
        "kind": "picked_up",
        "at": (ahead - timedelta(minutes=5)).isoformat(),
        "label": label,
        "booking_id": keeping.booking,
    }
    await keeping.record(event, sent_at=ahead.isoformat())
    [kept] = (await keeping.crew.get(f"/item_events?id=eq.{event['id']}")).json()
    assert abs(datetime.fromisoformat(kept["at"]) - (now - timedelta(minutes=5))) < timedelta(
        minutes=1
    )


@pytest.mark.parametrize("at", LOST_CLOCKS)
async def test_a_clock_that_is_in_no_calendar_refuses_no_scan(keeping: Keeping, at: str) -> None:
    [label] = await keeping.labels(1)
    (sent_at,) = set(LOST_CLOCKS) - {at}
    event = {
        "id": str(uuid4()),
        "kind": "picked_up",
        "at": at,
        "label": label,
        "booking_id": keeping.booking,
    }
    assert (await keeping.record(event, sent_at=sent_at))["stored"] == [event["id"]]
    shelf = await keeping.shelf(f"LC-0{LOST_CLOCKS.index(at)}-1")
    counted = {"location_id": shelf, "labels": [label], "at": at, "sent_at": sent_at}
    assert (await keeping.crew.post("/rpc/stocktake", json=counted)).status_code == 200


async def test_two_scans_keep_their_order_whatever_their_requests_took(keeping: Keeping) -> None:
    """The first of a clock an hour fast was twenty seconds on its way, the second none."""
    [label] = await keeping.labels(1)
    ahead = datetime.now(UTC) + timedelta(hours=1)
    scans = [
        ("picked_up", ahead - timedelta(seconds=20), ahead - timedelta(seconds=20)),
        ("loaded", ahead - timedelta(seconds=15), ahead),
    ]
    kept = []
    for kind, at, sent_at in scans:
        event = {
            "id": str(uuid4()),
            "kind": kind,
            "at": at.isoformat(),
            "label": label,
            "booking_id": keeping.booking,
        }
        await keeping.record(event, sent_at=sent_at.isoformat())
        [one] = (await keeping.crew.get(f"/item_events?id=eq.{event['id']}")).json()
        kept.append(datetime.fromisoformat(one["at"]))
    assert kept[0] < kept[1] <= datetime.now(UTC)


async def test_a_malformed_event_refuses_the_batch_and_names_it(keeping: Keeping) -> None:
    [label] = await keeping.labels(1)
    good = keeping.event("picked_up", 0, label=label, booking_id=keeping.booking)
    for bad in ({"kind": "thrown"}, {"at": "yesterday"}, {"label": None}):
        broken = keeping.event("packed", 0, label=label) | bad
        answer = await keeping.crew.post("/rpc/record_events", json={"events": [good, broken]})
        assert answer.status_code == 400
        assert "1" in answer.json()["message"], answer.json()
    assert await keeping.items() == []


async def test_customers_pack_their_own_items_alone(keeping: Keeping, database: Database) -> None:
    [label] = await keeping.labels(1)
    await keeping.record(keeping.event("bound", 0, label=label, booking_id=keeping.booking))
    packed = {"events": [keeping.event("packed", 1, label=label)]}
    stranger = keeping.rest.of(await person(database))
    assert (await stranger.post("/rpc/record_events", json=packed)).status_code == 403
    own = keeping.rest.of(keeping.owner)
    assert (await own.post("/rpc/record_events", json=packed)).status_code == 200
    assert await keeping.state(label) == "packed"
    taken = {"events": [keeping.event("delivered", 2, label=label)]}
    assert (await own.post("/rpc/record_events", json=taken)).status_code == 403


async def _stocktake(keeping: Keeping, shelf: str, labels: list[str]) -> Any:
    body = {"location_id": shelf, "labels": labels, "at": datetime.now(UTC).isoformat()}
    answer = await keeping.crew.post("/rpc/stocktake", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_stocktake_shows_the_difference_and_is_settled(keeping: Keeping) -> None:
    """Rule: stocktakes."""
    here, gone, stray = await keeping.picked_up(3)
    shelf, other = await keeping.shelf("V-07-1"), await keeping.shelf("V-07-2")
    await keeping.record(
        keeping.event("shelved", 5, label=here, location_id=shelf),
        keeping.event("shelved", 5, label=gone, location_id=shelf),
        keeping.event("shelved", 5, label=stray, location_id=other),
    )
    assert await _stocktake(keeping, shelf, [here, stray]) == {
        "missing": [gone],
        "unexpected": [stray],
    }
    waiting = (await keeping.office.post("/rpc/stocktakes_waiting", json={})).json()
    [items] = [one["items"] for one in waiting if one["location_id"] == shelf]
    assert [one["label"] for one in items] == sorted([gone, stray])
    assert all(one["customer"] and one["description"] and one["number"] for one in items)
    rows = [
        {"label": gone, "decision": "missing", "note": "Looked on the whole bay."},
        {"label": stray, "decision": "moved", "note": "Stands here now."},
    ]
    body = {"location_id": shelf, "rows": rows}
    assert (await keeping.crew.post("/rpc/settle_stocktake", json=body)).status_code == 403
    settled = await keeping.office.post("/rpc/settle_stocktake", json=body)
    assert settled.json() == {"missing": [], "unexpected": []}
    assert await keeping.state(gone) == "missing"
    assert await _stocktake(keeping, shelf, [here, stray]) == {"missing": [], "unexpected": []}


async def test_a_stocktake_that_arrives_late_is_compared_as_of_its_time(keeping: Keeping) -> None:
    """What was moved since is no difference, and what was counted later stands.

    Rule: stocktakes.
    """
    here, gone, came = await keeping.picked_up(3)
    shelf, other = await keeping.shelf("V-17-1"), await keeping.shelf("V-17-2")
    await keeping.record(
        *(keeping.event("shelved", 1, label=one, location_id=shelf) for one in (here, gone)),
        keeping.event("shelved", 30, label=here, location_id=other),
        keeping.event("shelved", 30, label=came, location_id=shelf),
    )

    async def counted(at: datetime, labels: list[str], **more: Any) -> Any:
        body = {"location_id": shelf, "labels": labels, "at": at.isoformat()} | more
        answer = await keeping.crew.post("/rpc/stocktake", json=body)
        return answer.json()

    # Counted before one was moved away and another came.
    before, now = START + timedelta(minutes=10), datetime.now(UTC)
    assert await counted(before, [here]) == {"missing": [gone], "unexpected": []}
    assert await counted(now, [gone, came]) == {"missing": [], "unexpected": []}
    # The first one comes once more: the later count stands, and nothing waits.
    assert await counted(before, [here]) == {"missing": [gone], "unexpected": []}
    waiting = (await keeping.office.post("/rpc/stocktakes_waiting", json={})).json()
    assert shelf not in {one["location_id"] for one in waiting}
    # A clock that is an hour behind is put right by when it sends.
    off = now - before
    behind = {"sent_at": (datetime.now(UTC) - off).isoformat()}
    assert await counted(now - off, [gone], **behind) == {"missing": [came], "unexpected": []}


async def test_an_item_is_found_by_label_shelf_name_and_code(
    keeping: Keeping, database: Database
) -> None:
    [label] = await keeping.picked_up()
    shelf = await keeping.shelf("V-08-1")
    await keeping.record(keeping.event("shelved", 5, label=label, location_id=shelf))
    async with database.owner() as tx:
        code = await tx.fetchval(
            "select customer_id from public.users where id = $1", keeping.owner.id
        )
    for text in (label, label.lower().replace("-", ""), "v-08-1", "mina park", "NA PA", code):
        answer = await keeping.crew.post("/rpc/find_item", json={"text": text})
        assert label in [one["label_code"] for one in answer.json()], text
    assert answer.json()[0]["location"] == "V-08-1"


async def test_of_very_many_items_the_first_fifty_by_booking_are_found(
    keeping: Keeping, database: Database
) -> None:
    """Whichever way each is found: by the name of its booking, or by its own description."""
    async with database.owner() as tx:
        await tx.execute(
            "with made as (insert into public.bookings (campus_id, first_name, last_name, email) "
            "select 1, case when n % 2 > 0 then 'Quorra' else 'Ana' end, 'Flynn', "
            "n || '@example.test' from generate_series(1, 40) n returning id, first_name) "
            "insert into public.items (id, booking_id, number, kind, boxed, description) "
            "select gen_random_uuid(), id, n, 'other', false, "
            "case when first_name = 'Ana' and n = 2 then 'Quorra''s lamp' else 'Chair' end "
            "from made, generate_series(1, 3) n"
        )
        expected = await tx.fetch(
            "select i.id from public.items i join public.bookings b on b.id = i.booking_id "
            "where b.first_name = 'Quorra' or i.description = 'Quorra''s lamp' "
            "order by i.booking_id, i.number limit 50"
        )
    answer = await keeping.crew.post("/rpc/find_item", json={"text": "uorra"})
    assert [one["id"] for one in answer.json()] == [str(one[0]) for one in expected]
    answer = await keeping.crew.post("/rpc/find_item", json={"text": "xqzv"})
    assert answer.json() == []
