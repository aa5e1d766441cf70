"""Fees that show on the day: the term's own amount, previewed, charged once with its reason."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from tests.people import person

from .money import Season, season

__all__ = ["season"]


@pytest.mark.parametrize(
    ("fee", "measure", "amount", "tax"),
    [
        ("distance_pickup", 3.1, 5_000, 250),
        ("distance_return", 16.6, 5_000, 250),
        ("distance_return", 16.7, 5_010, 251),
        ("distance_pickup", 40, 12_000, 600),
        ("labeling", 3, 3_000, 150),
    ],
)
async def test_it_is_what_the_term_says_and_is_charged_once(
    season: Season, fee: str, measure: float, amount: int, tax: int
) -> None:
    office = await person(season.database, "admin")
    booking = await season.booked(await person(season.database))
    given: dict[str, Any] = {"booking_id": booking, "fee": fee, "measure": measure}
    shown = await season.done(office, "preview_staff_fee", **given)
    assert (shown["amount_cents"], shown["tax_cents"]) == (amount, tax)
    given |= {"once": str(uuid4()), "reason": " Out by\n the lake "}
    wrong = await season.ask(office, "charge_staff_fee", **given, expected_cents=amount)
    assert (wrong.status_code, wrong.json()["details"]) == (409, {"total_cents": amount + tax})
    given["expected_cents"] = amount + tax
    await asyncio.gather(*(season.done(office, "charge_staff_fee", **given) for _ in range(4)))
    money = await season.money(booking)
    [line, _] = money["lines"]
    assert money["owed_cents"] == amount + tax
    assert line["words"] == f"{shown['words']}: Out by the lake"
    assert line["term"] == shown["term"]
    assert line["event"].startswith("Found by our crew on ")


@pytest.mark.parametrize(
    ("fee", "measure", "said"),
    [
        ("distance_pickup", 3, "Within 3 miles of campus it is free."),
        ("distance_return", 500.5, "miles at most"),
        ("labeling", 1.5, "whole number"),
        ("labeling", 101, "whole number"),
    ],
)
async def test_nothing_is_charged_outside_its_term(
    season: Season, fee: str, measure: float, said: str
) -> None:
    office = await person(season.database, "executive")
    booking = await season.booked(await person(season.database))
    given = {"booking_id": booking, "fee": fee, "measure": measure}
    refused = await season.ask(office, "preview_staff_fee", **given)
    assert (refused.status_code, said in refused.json()["message"]) == (400, True)
    given |= {"once": str(uuid4()), "reason": "Far away", "expected_cents": 5_250}
    assert (await season.ask(office, "charge_staff_fee", **given)).status_code == 400
    assert (await season.money(booking))["lines"] == []


async def test_an_add_on_of_the_owner_is_charged_by_the_prices_of_the_booking(
    season: Season,
) -> None:
    """Rule: own-add-ons."""
    office = await person(season.database, "admin")
    booking = await season.booked(await person(season.database))
    given: dict[str, Any] = {"booking_id": booking, "fee": "extra", "measure": 3, "extra": "wrap"}
    unknown = await season.ask(office, "preview_staff_fee", **given)
    assert unknown.json()["message"] == "The prices of this booking have no such add-on."
    extras = [
        {"id": "wrap", "name": "Bubble wrap", "cents": 450, "per": "item", "when": "For glass."},
        {"id": "key", "name": "Key pickup", "cents": 2_000, "per": "booking", "when": "At night."},
    ]
    async with season.database.owner() as tx:
        await tx.execute(
            "insert into app.price_lists (valid_from, pricing, terms) "
            "select current_date - 1, "
            "pricing || jsonb_build_object('extras', $1::text::jsonb), terms "
            "from app.price_lists order by valid_from desc limit 1",
            msgspec.json.encode(extras).decode(),
        )
    given["booking_id"] = booking = await season.booked(await person(season.database))
    shown = await season.done(office, "preview_staff_fee", **given)
    assert (shown["words"], shown["term"]) == ("Bubble wrap", "$4.50 per item.")
    assert (shown["amount_cents"], shown["tax_cents"]) == (1_350, 68)
    given |= {"once": str(uuid4()), "reason": "Three vases", "expected_cents": 1_418}
    await season.done(office, "charge_staff_fee", **given)
    [line, _] = (await season.money(booking))["lines"]
    assert line["words"] == "Bubble wrap: Three vases"
    whole = given | {"extra": "key", "measure": 7}
    del whole["once"], whole["reason"], whole["expected_cents"]
    assert (await season.done(office, "preview_staff_fee", **whole))["amount_cents"] == 2_000
