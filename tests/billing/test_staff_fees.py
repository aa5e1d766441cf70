"""Fees that show on the day: the term's own amount, previewed, charged once with its reason."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

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
