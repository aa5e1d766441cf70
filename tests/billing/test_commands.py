"""`quote` and `address_check` as anybody asks them, and the facts that the site prerenders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from summerstow.billing.pricing import commands, prerendered, price_lists
from summerstow.billing.pricing.quote import Quote, quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.billing.pricing.storage_rules import storage_rules
from summerstow.platform.database.pool import Database
from tests.people import RestClients


@pytest.fixture
def clients(database: Database) -> RestClients:
    """/rest/v1 with the price commands."""
    return RestClients(database, {}, {one.name: one for one in commands.COMMANDS})


async def test_a_quote_is_the_same_by_post_and_by_get(clients: RestClients) -> None:
    client = clients.of(None)
    body = {"items": 8, "months": 4, "supply_kit": True, "friends": 3, "miles": 4.5}
    posted = await client.post("/rpc/quote", json=body)
    asked = await client.get("/rpc/quote?items=8&months=4&supply_kit=true&friends=3&miles=4.5")
    assert posted.status_code == asked.status_code == 200
    assert posted.json() == asked.json()
    found = posted.json()
    assert (found["plan"], found["subtotal_cents"], found["total_cents"]) == (
        "Medium Bundle",
        47000,
        49350,
    )
    assert found["lines"][0] == {
        "code": "plan",
        "words": "Medium Bundle, 4-8 items, 4 months",
        "rule": "A month runs from your pickup date to the same date of the next month. A month "
        "that has begun counts in full, but a return on the free dates never begins one.",
        "when": "monthly",
        "quantity": 4,
        "unit_cents": 10500,
        "amount_cents": 42000,
        "could_change": "Our crew counts your items at pickup. You sign the count, and "
        "it sets your plan.",
    }


@pytest.mark.parametrize(
    ("query", "code", "message"),
    [
        ("items=0&months=4", "23514", "The number of items must be a whole number from 1 to 100."),
        ("items=x&months=4", "22P02", "invalid input syntax: Expected `int`, got `str` - at "
                                      "`$.items`"),
        ("items=3&months=4&pricing=free", "22P02", "invalid input syntax: Invalid enum value "
                                                   "'free' - at `$.pricing`"),
        ("items=3&pickup_date=2027-02-30", "22P02", "invalid input syntax: Invalid RFC3339 "
                                                    "encoded date - at `$.pickup_date`"),
    ],
)  # fmt: skip
async def test_a_bad_quote_is_refused_in_the_contracts_form(
    clients: RestClients, query: str, code: str, message: str
) -> None:
    answer = await clients.of(None).get(f"/rpc/quote?{query}")
    assert answer.status_code == 400
    assert answer.json() == {"code": code, "message": message, "details": None, "hint": None}


async def test_an_argument_that_is_none_is_named(clients: RestClients) -> None:
    answer = await clients.of(None).get("/rpc/quote?items=3&months=4&discount=100")
    assert (answer.status_code, answer.json()["code"]) == (404, "PGRST202")


@pytest.mark.parametrize(
    ("campus", "place", "verdict", "fee"),
    [
        (1, "Totem", "inside", 0),
        (1, "totem park, room 12", "inside", 0),
        (1, "St Johns", "unknown", None),
        (1, "st. john's college", "inside", 0),
        (1, "tə šxʷhəleləm̓s tə k̓ʷaƛ̓kʷəʔaʔɬ", "inside", 0),
        (1, "V6T1Z4", "inside", 0),
        (1, "2525 West Mall, Vancouver BC v6t 1w9", "inside", 0),
        (1, "V6R 2B3", "maybe", 5000),
        (1, "V6K 1A1", "outside", 5000),
        (1, "V3K 1A1", "outside", 5280),
        (2, "V1V 1V7", "maybe", 5000),
        (3, "coyote den", "inside", 0),
        (3, "East", "inside", 0),
        (1, "T2N 1N4", "unknown", None),
        (1, "12 Nowhere Lane", "unknown", None),
    ],
)
async def test_the_address_check(
    clients: RestClients, campus: int, place: str, verdict: str, fee: int | None
) -> None:
    """Residences by name, the rest by postal area; on the edge it says so."""
    found = await _check(clients, campus_id=campus, place=place)
    assert (found["verdict"], found["fee_cents"]) == (verdict, fee), found
    assert found["words"]


async def test_what_the_address_check_says(clients: RestClients) -> None:
    words = [
        (await _check(clients, campus_id=campus, place=place))["words"]
        for campus, place in ((1, "V6K"), (1, "V1X"), (3, "V2C"), (1, "Nowhere"))
    ]
    assert words == [
        "V6K, Kitsilano west is about 4 miles from UBC Vancouver, outside our 3 mile radius: "
        "$52.50 each way with tax ($3 a mile, at least $50, before tax).",
        "V1X, Rutland is about 178 miles from UBC Vancouver, outside our 3 mile radius: $561.96 "
        "each way with tax ($3 a mile, at least $50, before tax). It is nearer to UBC Okanagan, "
        "which we serve too.",
        "V2C, Kamloops centre and southeast is about 2.2 miles from TRU Kamloops, "
        "on the edge of our 3 mile radius. Inside it is free; outside it is $52.50 each way with "
        "tax ($3 a mile, at least $50, before tax). We measure your exact address and tell you "
        "before you pay.",
        "We do not know that place by its name. Add its postal code, or write to us: "
        "hello@summerstow.test.",
    ]


@pytest.mark.parametrize(
    ("place", "doubt"),
    [
        ("Kamloops V6T 1Z4", "V6T is a postal code of Vancouver, not of Kamloops."),
        (
            "12 Main Street, West Kelowna BC V2C 1A1",
            "V2C is a postal code of Kamloops, not of West",
        ),
        # A street may have a city's name, and a city another one's.
        ("8 Richmond Street, Vancouver V6T 1Z4", None),
        ("West Vancouver V7T 1A1", None),
        # Somewhere that we do not know may well have this code.
        ("Spuzzum V6T 1Z4", None),
        ("V6T 1Z4", None),
    ],
)
async def test_a_city_and_a_postal_code_of_two_places_are_doubted(
    clients: RestClients, place: str, doubt: str | None
) -> None:
    found = (await _check(clients, campus_id=1, place=place))["doubt"]
    assert (found is None) if doubt is None else found.startswith(doubt)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"campus_id": 9, "place": "V6T"}, "We do not serve that campus."),
        ({"campus_id": 1, "place": "  "}, "Please enter a residence or a postal code."),
        ({"campus_id": 1, "place": "x" * 201}, "Please enter at most 200 characters."),
    ],
)
async def test_a_bad_address_check(
    clients: RestClients, asked: dict[str, Any], message: str
) -> None:
    answer = await clients.of(None).post("/rpc/address_check", json=asked)
    assert (answer.status_code, answer.json()["message"]) == (400, message)


def test_the_prices_that_the_site_prerenders_are_the_engines(tmp_path: Path) -> None:
    """Rule: one-price-engine."""
    for prices in price_lists.of_files():
        (tmp_path / "pricing" / str(prices.valid_from)).mkdir(parents=True)
    prerendered.write(tmp_path)
    for prices in price_lists.of_files():
        folder = tmp_path / "pricing" / str(prices.valid_from)
        day = max(prerendered.EXAMPLE_DAY, prices.valid_from)
        example = msgspec.json.decode((folder / "estimate_example.json").read_bytes(), type=Quote)
        assert example == quote(prices, prerendered.EXAMPLE, day)
        rows = json.loads((folder / "item_prices.json").read_bytes())
        assert [row["items"] for row in rows] == list(prerendered.ITEMS)
        for row in rows:
            asked = QuoteRequest(items=row["items"], months=1)
            assert row["monthly_cents"] == quote(prices, asked, day).monthly.subtotal_cents


def test_what_may_not_be_stored_has_its_reason() -> None:
    known = storage_rules()
    assert {one.id for one in known.refused} >= {"food", "fuel", "batteries", "medicines"}
    assert all(one.reason.endswith(".") for one in known.refused)
    assert {one.group for one in known.things} == {one.id for one in known.groups}


async def _check(clients: RestClients, **asked: object) -> dict[str, Any]:
    answer = await clients.of(None).post("/rpc/address_check", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
