"""What did not fit waits for a person with all that was recorded, and is settled with words."""

from __future__ import annotations

from uuid import uuid4

from summerstow.platform.database.pool import Database
from tests.people import person
from tests.warehouse.conftest import Keeping


async def test_an_event_that_fits_nothing_is_shown_with_its_photo_and_settled_once(
    keeping: Keeping,
) -> None:
    [label] = await keeping.picked_up()
    photo = str(uuid4())
    event = keeping.event("delivered", 5, label=label, photo_id=photo, note="Left at the door")
    await keeping.record(event)
    cases = (await keeping.office.get("/rpc/item_cases")).json()
    [case] = [one for one in cases["open"] if one["event"]["id"] == event["id"]]
    assert (case["event"]["photo_id"], case["event"]["note"]) == (photo, "Left at the door")
    assert (case["event"]["actor_name"], case["item_label"]) == ("Wren Okafor", label)
    assert (case["state"], case["number"]) == ("picked_up", 1)
    given = {"id": case["id"], "decision": "seen"}
    wordless = await keeping.office.post("/rpc/settle_case", json=given)
    assert wordless.status_code == 400
    settled = await keeping.office.post(
        "/rpc/settle_case", json=given | {"words": "Called the crew: it is on the van."}
    )
    assert settled.status_code == 204, settled.text
    again = await keeping.office.post("/rpc/settle_case", json=given | {"words": "Twice"})
    assert again.status_code == 409
    cases = (await keeping.office.get("/rpc/item_cases")).json()
    assert event["id"] not in {one["event"]["id"] for one in cases["open"]}
    [done] = [one for one in cases["settled"] if one["id"] == case["id"]]
    assert (done["words"], done["settled_by"]) == (
        "Called the crew: it is on the van.",
        "Ada Brandt",
    )


async def test_a_worker_sees_what_waits_of_their_own_and_settles_nothing(
    keeping: Keeping, database: Database
) -> None:
    label, other = await keeping.picked_up(2)
    await keeping.record(keeping.event("delivered", 5, label=label))
    [mine] = (await keeping.crew.get("/rpc/item_cases")).json()["open"]
    assert mine["item_label"] == label
    another = keeping.rest.of(await person(database, "worker"))
    assert (await another.get("/rpc/item_cases")).json()["open"] == []
    refused = await keeping.crew.post(
        "/rpc/settle_case", json={"id": mine["id"], "decision": "seen", "words": "Fine"}
    )
    assert refused.status_code == 403
    assert await keeping.state(other) == "picked_up"


async def test_the_history_of_an_item_says_who_and_where(keeping: Keeping) -> None:
    [label] = await keeping.picked_up()
    shelf = await keeping.shelf("V-07-2")
    await keeping.record(keeping.event("shelved", 9, label=label, location_id=shelf, note="Wet"))
    [item] = await keeping.items()
    found = await keeping.crew.get(f"/rpc/item_history?item_id={item['id']}")
    assert [(one["kind"], one["location"], one["actor_name"]) for one in found.json()] == [
        ("shelved", "V-07-2", "Wren Okafor"),
        ("picked_up", None, "Wren Okafor"),
    ]


async def test_a_look_at_an_items_history_names_whose_it_is(keeping: Keeping) -> None:
    """Rule: looks-are-logged."""
    [item] = await keeping.list_items("box")
    assert (await keeping.crew.get(f"/rpc/item_history?item_id={item['id']}")).is_success
    service = keeping.rest.of(None, service=True)
    about = f"after->>booking_id=eq.{keeping.booking}&after->>user_id=eq.{keeping.owner.id}"
    found = await service.get(f"/audit_log?action=eq.read&table_name=eq.item_history&{about}")
    assert len(found.json()) == 1, found.text


async def test_an_item_is_as_heavy_as_it_was_weighed_last(keeping: Keeping) -> None:
    [label] = await keeping.labels(1)
    first = keeping.event("picked_up", 1, label=label, booking_id=keeping.booking, heavy=True)
    await keeping.record(first)
    [item] = await keeping.items()
    assert item["heavy"] is True
    await keeping.record(keeping.event("note", 3, label=label, heavy=False))
    await keeping.record(keeping.event("note", 2, label=label, heavy=True))
    [item] = await keeping.items()
    assert item["heavy"] is False


async def test_executives_read_what_is_in_our_keeping(keeping: Keeping, database: Database) -> None:
    executive = keeping.rest.of(await person(database, "executive"))

    async def first() -> dict[str, int]:
        found = (await executive.get("/rpc/items_in_keeping")).json()
        return dict(next(one for one in found if one["campus_id"] == 1))

    before = await first()
    shelved, lost = await keeping.picked_up(2)
    shelf = await keeping.shelf("V-09-1", places=7)
    await keeping.record(
        keeping.event("shelved", 5, label=shelved, location_id=shelf),
        keeping.event("damaged", 6, label=shelved),
        keeping.event("missing", 7, label=lost),
    )
    after = await first()
    grown = {name: after[name] - before[name] for name in after}
    assert grown == {
        "campus_id": 0,
        "kept": 2,
        "missing": 1,
        "damaged": 1,
        "used": 1,
        "places": 7,
    }
    assert (await keeping.office.get("/rpc/items_in_keeping")).status_code == 403


async def test_an_id_that_two_kinds_of_events_have_breaks_neither_list(keeping: Keeping) -> None:
    """Devices choose them: each event has its own case, and each list reads its own."""
    [label] = await keeping.picked_up()
    event = keeping.event("delivered", 5, label=label)
    await keeping.record(event)
    stop = {
        "id": event["id"],
        "kind": "on_way",
        "at": event["at"],
        "day": event["at"][:10],
        "booking_id": keeping.booking,
    }
    body = {"events": [stop], "sent_at": event["at"]}
    answer = await keeping.crew.post("/rpc/record_pickup_events", json=body)
    assert answer.json()["stored"] == [event["id"]], answer.text
    waiting = await keeping.office.get("/rpc/needs_person")
    assert waiting.status_code == 200, waiting.text
    [stops] = [one for one in waiting.json()["open"] if one["event"]["id"] == event["id"]]
    assert stops["event"]["kind"] == "on_way"
    cases = (await keeping.office.get("/rpc/item_cases")).json()["open"]
    [items] = [one for one in cases if one["event"]["id"] == event["id"]]
    assert items["event"]["kind"] == "delivered"
    assert items["id"] != stops["id"]


async def test_a_case_goes_with_its_item(keeping: Keeping, database: Database) -> None:
    [label] = await keeping.picked_up()
    event = keeping.event("delivered", 5, label=label)
    await keeping.record(event)
    async with database.owner() as tx:
        await tx.execute("delete from items where label_code = $1", label)
    answer = await keeping.office.get(f"/custody_cases?event_id=eq.{event['id']}")
    assert answer.json() == []
