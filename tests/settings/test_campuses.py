"""Campuses opened, closed and hidden on the screen (rule: campuses-published)."""

from __future__ import annotations

import copy
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest

from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing.distance import AddressRequest, check_address
from summerstow.bookings.edit import preview
from summerstow.bookings.queries import locked
from summerstow.bookings.table import BookingRules
from summerstow.office.settings import follow
from summerstow.platform import clock, published, windows
from summerstow.platform.database.pool import Database
from summerstow.platform.errors import Invalid
from summerstow.slots import availability
from tests.people import RestClients, booking_body

HOUSE: dict[str, Any] = {
    "name": "Shell House",
    "address": "8888 University Drive, Burnaby BC V5A 1S6",
    "lat": 49.2805,
    "lon": -122.925,
}
SFU: dict[str, Any] = {
    "id": 4,
    "slug": "sfu",
    "short_name": "SFU",
    "university": "Simon Fraser University",
    "campus": "Burnaby Campus",
    "name": "SFU Burnaby",
    "city": "Burnaby",
    "country": "Canada",
    "status": "open",
    "address": {
        "street": "8888 University Drive",
        "city": "Burnaby",
        "region": "BC",
        "postal_code": "V5A 1S6",
    },
    "position": {"lat": 49.2781, "lon": -122.9199},
    "pickup_windows": [
        {"start": "08:00", "end": "11:00"},
        {"start": "16:30", "end": "20:00"},
    ],
    "residences": [HOUSE],
    "picture": "",
    "page": {
        "headline": "Storage at SFU Burnaby",
        "lead": "We come up the mountain.",
        "summer": {"title": "", "text": ""},
        "leaving": {"title": "", "text": ""},
    },
}


@pytest.fixture
def visitor(database: Database) -> httpx.AsyncClient:
    known = {"places_left": availability.COMMAND}
    return RestClients(database, {"bookings": BookingRules()}, known).of(None)


@pytest.fixture(autouse=True)
async def as_shipped(database: Database) -> Any:
    yield
    async with database.owner() as tx:
        await tx.execute("delete from app.settings_drafts where section = 'campuses'")
        await tx.execute(
            "delete from app.settings_versions where section = 'campuses' "
            "and published_by is not null"
        )


async def _call(client: httpx.AsyncClient, command: str, **given: Any) -> Any:
    answer = await client.post(f"/rpc/{command}", json=given)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _save(client: httpx.AsyncClient, campuses: list[dict[str, Any]]) -> dict[str, Any]:
    shown = await _call(client, "settings_section", section="campuses")
    revision = shown["draft"]["revision"] if shown["draft"] else 0
    saved: dict[str, Any] = await _call(
        client,
        "save_settings",
        section="campuses",
        document={"campuses": campuses},
        revision=revision,
    )
    return saved


async def _publish(
    client: httpx.AsyncClient, database: Database, campuses: list[dict[str, Any]]
) -> httpx.Response:
    saved = await _save(client, campuses)
    given = {"section": "campuses", "revision": saved["draft"]["revision"]}
    answer = await client.post("/rpc/publish_settings", json=given)
    await follow.load(database)
    return answer


@pytest.fixture
def three() -> list[dict[str, Any]]:
    """The campuses as shipped."""
    found: list[dict[str, Any]] = msgspec.to_builtins(published.shipped()["campuses"].campuses)
    return found


async def _book(
    client: httpx.AsyncClient,
    campus_id: int,
    day: date | None = None,
    pickup_time: str | None = None,
) -> httpx.Response:
    body = booking_body(campus_id=campus_id) | {
        "pickup_date": day and day.isoformat(),
        "pickup_time": pickup_time,
    }
    return await client.post("/bookings", json=body, headers={"prefer": "return=representation"})


async def test_a_fourth_campus_is_booked_closed_and_hidden(
    ada: httpx.AsyncClient,
    visitor: httpx.AsyncClient,
    database: Database,
    three: list[dict[str, Any]],
) -> None:
    assert (await _book(visitor, 4)).status_code >= 400
    opened = await _publish(ada, database, [*three, SFU])
    assert opened.status_code == 200, opened.text
    rows = (await visitor.get("/campuses?order=id")).json()
    assert rows[-1]["slug"] == "sfu"
    assert (await _book(visitor, 4)).status_code == 201
    async with database.owner() as tx:
        prices = await price_lists.current(tx)
    assert check_address(prices, AddressRequest(4, "Shell House")).verdict == "inside"

    closed = await _publish(ada, database, [*three, SFU | {"status": "closed"}])
    assert closed.status_code == 200, closed.text
    refused = await _book(visitor, 4)
    assert refused.json()["message"] == "We take no new bookings at SFU Burnaby."
    shown = (await visitor.get("/rpc/places_left?campus_id=4")).json()
    assert {one["reason"] for one in shown["days"]} == {"We take no new bookings at SFU Burnaby."}

    # What is booked there stays: it is hidden, never removed.
    removed = await _publish(ada, database, three)
    assert removed.json()["message"] == "SFU Burnaby cannot be removed. Hide it instead."


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["slug"], "Sfu!", "slug"),
        (["slug"], "book", "slug"),
        (["slug"], "ubcv", "slug"),
        (["name"], "ubc vancouver", "name"),
        (["name"], "UBC\u2011Vancouver", "name"),
        (["name"], " ", "name"),
        (["short_name"], "x" * 21, "short_name"),
        (["address", "postal_code"], "V5A1S6", "address.postal_code"),
        (["address", "street"], "", "address.street"),
        (["pickup_windows"], [], "pickup_windows"),
        (["pickup_windows", 0, "end"], "08:00", "pickup_windows.0.end"),
        (["pickup_windows", 1, "start"], "10:00", "pickup_windows.1.start"),
        (["pickup_windows", 0, "end"], "17:00", "pickup_windows.1.start"),
        (["residences", 0, "address"], "", "residences.0.address"),
        (
            ["residences"],
            [HOUSE | {"name": one} for one in ("O\u2019Brien", "o'brien")],
            "residences.1.name",
        ),
        (["page", "headline"], "", "page.headline"),
    ],
)
async def test_what_is_wrong_is_marked(
    ada: httpx.AsyncClient,
    three: list[dict[str, Any]],
    path: list[str | int],
    value: Any,
    field: str,
) -> None:
    wrong = copy.deepcopy(SFU)
    part: Any = wrong
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    saved = await _save(ada, [*three, wrong])
    assert f"campuses.3.{field}" in [one["field"] for one in saved["problems"]]


async def test_a_campus_has_its_own_windows_and_what_is_booked_keeps_its_own(
    ada: httpx.AsyncClient,
    visitor: httpx.AsyncClient,
    database: Database,
    three: list[dict[str, Any]],
) -> None:
    """Rule: pickup-windows."""
    await _publish(ada, database, [*three, SFU])
    day = clock.today() + timedelta(days=40)
    asked = f"/rpc/places_left?campus_id=4&from={day}&to={day}"
    [shown] = (await visitor.get(asked)).json()["days"]
    labels = [one["label"] for one in shown["windows"]]
    assert labels == ["8:00 AM - 11:00 AM", "4:30 PM - 8:00 PM"]

    refused = await _book(visitor, 4, day, "9:00 AM - 12:00 PM")
    assert refused.json()["message"] == (
        "Please choose one of the pickup windows: 8:00 AM - 11:00 AM, 4:30 PM - 8:00 PM."
    )
    for pickup_time in ("8:00 AM", "5:00 PM", *labels):
        kept = await _book(visitor, 4, day, pickup_time)
        assert kept.status_code == 201, pickup_time
    # An hour counts as the window around it.
    evening = windows.span(4, day, labels[1])
    assert windows.span(4, day, "5:00 PM") == evening

    later = [{"start": "17:00", "end": "21:00"}]
    await _publish(ada, database, [*three, SFU | {"pickup_windows": later}])
    assert windows.span(4, day, labels[1]) == evening
    assert windows.time_of_day(labels[0]) == "morning"
    assert (await _book(visitor, 4, day, labels[1])).status_code == 400

    # All else about that booking can still be changed.
    async with database.owner() as tx:
        booking = await locked(tx, UUID(kept.json()[0]["id"]))
        assert booking is not None
        changed = await preview(tx, booking, {"additional_comments": "Third floor"})
        assert changed.fee_cents == 0
        with pytest.raises(Invalid, match="5:00 PM - 9:00 PM"):
            await preview(tx, booking, {"pickup_time": labels[0]})


@pytest.mark.parametrize("campus_id", [1, "1", 99])
@pytest.mark.parametrize("pickup_time", ["midnight", "25:00 PM", "9:07 AM - noon", 5])
async def test_what_is_no_time_is_never_booked(
    visitor: httpx.AsyncClient, campus_id: object, pickup_time: object
) -> None:
    """Rule: pickup-windows."""
    body = booking_body() | {"campus_id": campus_id, "pickup_time": pickup_time}
    refused = await visitor.post("/bookings", json=body)
    assert refused.status_code == 400
    assert "Please choose one of the pickup windows" in refused.json()["message"]


async def test_a_campus_in_quotes_has_its_own_windows_too(visitor: httpx.AsyncClient) -> None:
    """Rule: pickup-windows."""
    body = booking_body() | {"campus_id": "1", "pickup_time": "7:00 AM - 8:00 AM"}
    assert (await visitor.post("/bookings", json=body)).status_code == 400


async def test_one_campus_at_least_is_open(
    ada: httpx.AsyncClient, three: list[dict[str, Any]]
) -> None:
    saved = await _save(ada, [one | {"status": "closed"} for one in three])
    assert saved["problems"] == [
        {"field": "campuses.0.status", "message": "At least one campus must be open."}
    ]
