"""Items that come back while the rest stays: collected, brought, shipped (rule: part-returns)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from summerstow.platform import published
from tests.people import person

from .conftest import AFTERNOON, MORNING, Customer, Season

SIGNED = {"signed_by": "Mina Park", "strokes": "M1 1L2 2"}
ADDRESS = "1 Main Street, Kelowna BC"
#: Days after the pickup on which a part comes back.
LATER = 20


async def _book(season: Season, one: Customer, items: list[str], **more: Any) -> dict[str, Any]:
    """Book a part return for what it costs; returns it as the customer reads it."""
    wish: dict[str, Any] = {"booking_id": one.booking, "item_ids": items, "way": "collect"}
    wish |= {"day": (season.on + timedelta(days=LATER)).isoformat(), "window": MORNING}
    address = more.pop("address", None)
    wish |= more
    price = await season.ask(one.who, "preview_part_return", **wish)
    shown = await season.ask(
        one.who,
        "book_part_return",
        **wish,
        address=address,
        id=str(uuid4()),
        expected_cents=price["fee_cents"],
    )
    found: dict[str, Any] = shown["part_returns"][0]
    return found


async def _states(season: Season, one: Customer) -> list[str]:
    async with season.database.owner() as tx:
        rows = await tx.fetch(
            "select state from public.items where booking_id = $1 order by number",
            UUID(one.booking),
        )
    return [row["state"] for row in rows]


async def _stop(season: Season, part: dict[str, Any]) -> str:
    async with season.database.owner() as tx:
        found = await tx.fetchval(
            "select id from public.run_stops where part_return_id = $1", UUID(part["id"])
        )
    return str(found)


async def _fees(season: Season, one: Customer) -> list[int]:
    async with season.database.owner() as tx:
        rows = await tx.fetch(
            "select amount_cents from public.ledger where booking_id = $1 and code = 'part_return'",
            UUID(one.booking),
        )
    return [row["amount_cents"] for row in rows]


async def test_some_items_are_brought_by_the_crew_and_the_rest_stays(season: Season) -> None:
    one, [_books, lamp] = await season.stored("Books", "Lamp")
    part = await _book(season, one, [lamp], way="bring", address=ADDRESS)
    assert (part["state"], part["cents"]) == ("booked", 5_250)
    await season.send()
    *_, (method, entry) = await season.entries(one.who.email)
    assert (method, entry["LOCATION"]) == ("REQUEST", ADDRESS)
    day = season.on + timedelta(days=LATER)
    season.at(LATER, "08:00")
    runs = await season.ask(season.worker, "run_day", campus_id=2, day=day.isoformat())
    [stop] = [one_stop for run in runs["runs"] for one_stop in run["stops"]]
    assert (stop["kind"], stop["address"], stop["window"]) == ("return", ADDRESS, MORNING)
    assert [item["description"] for item in stop["items"]] == ["Lamp"]
    pulled = await season.ask(season.worker, "pull_list", campus_id=2, day=day.isoformat())
    assert [item["description"] for item in pulled] == ["Lamp"]
    [mine] = await season.ask(one.who, "my_stops")
    assert (mine["kind"], mine["part_items"]) == ("return", 1)
    await season.told()
    season.at(LATER, "09:30")
    await season.say(stop["id"], "on_way")
    await season.look()
    assert await season.told(one.who.email) == ["return_on_the_way"]
    await season.scan("loaded", lamp)
    season.at(LATER, "09:40")
    refused = await season.clients.of(season.worker).post(
        "/rpc/stop_state",
        json={"stop_id": stop["id"], "state": "completed", "at": f"{day}T17:00:00Z"}
        | {"signature": SIGNED},
    )
    assert "Not scanned out yet: item 2" in refused.json()["message"]
    await season.scan("delivered", lamp, stop_id=stop["id"])
    await season.say(stop["id"], "completed", signature=SIGNED)
    await season.look()
    assert await season.told(one.who.email) == ["delivered"]
    assert await _states(season, one) == ["picked_up", "delivered"]
    assert (await season.row(one.booking))["status"] == "picked_up"
    assert await _fees(season, one) == [5_000]
    [shown] = (await season.ask(one.who, "part_returns", booking_id=one.booking))["part_returns"]
    assert shown["state"] == "done"


async def test_a_cancelled_delivery_of_some_items_leaves_the_crews_day(season: Season) -> None:
    one, [_books, lamp] = await season.stored("Books", "Lamp")
    part = await _book(season, one, [lamp], way="bring", address=ADDRESS)
    assert await _stop(season, part) != "None"
    await season.send()
    await season.ask(one.who, "cancel_part_return", booking_id=one.booking, id=part["id"])
    assert await _stop(season, part) == "None"
    await season.send()
    *_, last = await season.entries(one.who.email)
    assert (last[0], last[1]["STATUS"]) == ("CANCEL", "CANCELLED")


async def test_the_delivery_of_some_items_takes_a_place_of_its_window(season: Season) -> None:
    day = season.on + timedelta(days=LATER)
    one, [_books, lamp] = await season.stored("Books", "Lamp")
    other, [desk, _chair] = await season.stored("Desk", "Chair")
    async with season.database.owner() as tx:
        await tx.execute(
            "insert into slot_availability (campus_id, date, time_of_day, capacity, "
            "available_slots) values (2, $1, 'morning', 1, 1)",
            day,
        )
    part = await _book(season, one, [lamp], way="bring", address=ADDRESS)
    wish: dict[str, Any] = {
        "item_ids": [desk],
        "way": "bring",
        "day": day.isoformat(),
        "window": MORNING,
    }
    given = {"booking_id": other.booking, "id": str(uuid4()), "expected_cents": 5_250}
    body = wish | given | {"address": ADDRESS}
    full = await season.clients.of(other.who).post("/rpc/book_part_return", json=body)
    assert full.status_code == 409
    assert "is full" in full.json()["message"]
    await season.ask(one.who, "cancel_part_return", booking_id=one.booking, id=part["id"])
    await season.ask(other.who, "book_part_return", **body)


async def test_a_window_takes_so_many_collections_as_the_owner_set(season: Season) -> None:
    day = season.on + timedelta(days=LATER)
    most = published.business().collections_per_window
    for _ in range(most):
        one, [_, lamp] = await season.stored("Books", "Lamp")
        await _book(season, one, [lamp])
    one, [_books, lamp] = await season.stored("Books", "Lamp")
    body: dict[str, Any] = {"booking_id": one.booking, "item_ids": [lamp], "way": "collect"}
    body |= {"id": str(uuid4())}
    body |= {"day": day.isoformat(), "window": MORNING, "expected_cents": 2_100}
    full = await season.clients.of(one.who).post("/rpc/book_part_return", json=body)
    assert full.status_code == 409
    assert "No more collections can be booked" in full.json()["message"]
    await season.ask(one.who, "book_part_return", **body | {"window": AFTERNOON})


async def test_a_shipment_is_quoted_accepted_sent_and_followed(season: Season) -> None:
    one, [_books, lamp] = await season.stored("Books", "Lamp")
    part = await _book(season, one, [lamp], way="ship", day=None, window=None, address=ADDRESS)
    assert (part["state"], part["cents"]) == ("asked", None)
    worker = await person(season.database, "worker")
    refused = await season.clients.of(worker).post(
        "/rpc/quote_shipment", json={"id": part["id"], "cents": 4_000}
    )
    assert refused.status_code == 403
    early = await season.clients.of(season.office).post(
        "/rpc/send_shipment", json={"id": part["id"], "carrier": "UPS", "tracking": ["1Z99"]}
    )
    assert early.status_code == 409
    await season.ask(season.office, "quote_shipment", id=part["id"], cents=4_000, words="By ground")
    await season.send()
    assert "for $42, tax included" in (await season.texts(one.who.email))[-1]
    given = {"booking_id": one.booking, "id": part["id"]}
    other = await season.clients.of(one.who).post(
        "/rpc/accept_shipment", json=given | {"expected_cents": 4_000}
    )
    assert other.status_code == 409
    for _ in range(2):
        await season.ask(one.who, "accept_shipment", **given, expected_cents=4_200)
    season.at(3, "10:00")
    numbers = ["7023 2100 1234", "7023 2100 5678"]
    for _ in range(2):
        await season.ask(
            season.office, "send_shipment", id=part["id"], carrier="Canada Post", tracking=numbers
        )
    await season.send()
    mail = (await season.texts(one.who.email))[-1]
    assert "Tracking number: 7023 2100 1234" in mail
    assert "canadapost-postescanada.ca" in mail
    assert await _states(season, one) == ["picked_up", "shipped"]
    assert await _fees(season, one) == [4_000]
    [shown] = (await season.ask(one.who, "part_returns", booking_id=one.booking))["part_returns"]
    assert [parcel["number"] for parcel in shown["parcels"]] == numbers
    season.at(9, "10:00")
    await season.ask(season.office, "shipment_arrived", id=part["id"])
    assert await _states(season, one) == ["picked_up", "delivered"]
    left = await season.ask(season.office, "open_part_returns")
    assert part["id"] not in {found["id"] for found in left["part_returns"]}


async def test_booking_the_delivery_says_that_an_open_part_return_ends(season: Season) -> None:
    one, [_books, lamp] = await season.stored("Books", "Lamp")
    await _book(season, one, [lamp])
    preview = await season.ask(
        one.who,
        "preview_delivery",
        booking_id=one.booking,
        delivery_option="same_city",
        day=(season.on + timedelta(days=LATER - 2)).isoformat(),
        window=MORNING,
        address=ADDRESS,
    )
    assert any("collection on" in words and "cancelled" in words for words in preview["words"])
