"""Price lists hold from their day on, and what was agreed under one keeps it."""

from __future__ import annotations

import json
import tracemalloc
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, cast
from uuid import UUID

import asyncpg
import pytest

from summerstow import facts
from summerstow.billing.pricing import price_lists, queries
from summerstow.billing.pricing.terms import dollars
from summerstow.facts import PriceListFile
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.schema import price_lists as stored_lists
from tests.price_list import FILES, PRICES

from .money import Season, season

__all__ = ["season"]

FIRST = FILES[0]


def dearer(day: date, factor: int = 2) -> PriceListFile:
    """A list from a day on, in which a month and each fee costs that many times as much."""
    pricing, terms = json.loads(FIRST.pricing), json.loads(FIRST.terms)
    for one in pricing["bundles"]:
        one["monthly_cents"] *= factor
        cents = (2 * one["monthly_cents"] + one["items_max"]) // (2 * one["items_max"])
        one["price_per_item"] = dollars(cents)
    if factor > 1:
        each, saved, singles = (dollars(factor * one) for one in (3_500, 1_500, 12_000))
        pricing["split_example"] = (
            f"Medium Bundle shared by 3 friends costs {each} each, saving {saved} a month against "
            f"8 individual items ({singles})."
        )
    for name in ("single_item_monthly_cents", "referral_credit_cents", "supplies_deposit_cents"):
        pricing[name] *= factor
    for add_on, name in (
        ("heavy", "heavy_item_once_cents"),
        ("alternative_delivery_date", "alternative_delivery_date_cents"),
    ):
        pricing[name] *= factor
        next(one for one in pricing["add_ons"] if one["id"] == add_on)["price"] = dollars(
            pricing[name]
        )
    terms["late_cancellation"]["cents"] *= factor
    terms["location_change"]["min"] *= factor
    terms["labeling_fee_cents_per_item"] *= factor
    terms["outside_radius"]["min_cents"] *= factor
    terms["insurance"]["monthly_cents_per_unit"] *= factor
    terms["heavy_box_surcharge_percent"] = 70
    return PriceListFile(day, json.dumps(pricing), json.dumps(terms))


async def publish_lists(database: Database, *lists: PriceListFile) -> list[bool]:
    """Let lists hold; whether each could."""
    async with database.owner() as tx:
        return [await queries.store(tx, one.valid_from, one.pricing, one.terms) for one in lists]


async def forget_lists(database: Database) -> None:
    """Only the first list, and no booking under another."""
    async with database.owner() as tx:
        await tx.execute(
            "update app.booking_prices set (valid_from, digest) = "
            "(select valid_from, digest from app.price_lists where valid_from = $1)",
            PRICES.valid_from,
        )
        await tx.execute("delete from app.price_lists where valid_from <> $1", PRICES.valid_from)


@pytest.fixture
async def lists(database: Database) -> Any:
    """Publishes lists, and leaves the first list alone afterwards."""
    yield partial(publish_lists, database)
    await forget_lists(database)


async def monthly(season: Season) -> int:
    """What eight items are quoted a month, to anybody, today."""
    async with season.database.owner() as tx:
        return (await price_lists.current(tx)).pricing.bundles[1].monthly_cents


async def list_of(season: Season, booking: str) -> date:
    """The day of the list that a booking was made under."""
    async with season.database.owner() as tx:
        return (await price_lists.of_booking(tx, UUID(booking))).valid_from


async def test_a_list_holds_from_its_campus_day_on(season: Season, lists: Any) -> None:
    day = date(2027, 1, 1)
    await lists(dearer(day))
    season.set_now(datetime(2027, 1, 1, 6, 59, 59, tzinfo=UTC))
    assert await monthly(season) == 10500
    season.set_now(datetime(2027, 1, 1, 7, tzinfo=UTC))
    assert await monthly(season) == 21000


async def test_a_list_may_be_edited_until_somebody_booked_under_it(
    season: Season, lists: Any
) -> None:
    today = clock.today()
    assert await lists(dearer(today)) == [True]
    assert await lists(dearer(today, 3)) == [True]
    season.on(today)
    assert await monthly(season) == 31500
    booking = await season.booked()
    assert await list_of(season, booking) == today
    assert await lists(dearer(today, 4)) == [False]
    season.on(today)
    assert await monthly(season) == 31500
    for change in ("delete from app.price_lists", "update app.price_lists set terms = '{}'"):
        with pytest.raises(asyncpg.ForeignKeyViolationError, match="never_altered"):
            async with season.database.owner() as tx:
                await tx.execute(f"{change} where valid_from = $1", today)


async def test_bookings_of_before_there_were_lists_are_of_the_first(
    season: Season, lists: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    yesterday = clock.today() - timedelta(days=1)
    booking = await season.booked()
    monkeypatch.setattr(facts, "price_lists", lambda: (FIRST, dearer(yesterday)))
    async with season.database.owner() as tx:
        await tx.execute("delete from app.booking_prices")
        await tx.execute("delete from app.price_lists")
        await stored_lists.store(cast("asyncpg.Connection[Any]", await tx.connection()))
    assert await list_of(season, booking) == FIRST.valid_from
    assert await list_of(season, await season.booked()) == yesterday


async def test_a_later_program_brings_no_prices(
    season: Season, lists: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prices are the owner's once the first start has stored those that ship."""
    del lists
    before = await monthly(season)
    monkeypatch.setattr(facts, "price_lists", lambda: (FIRST, dearer(clock.today())))
    async with season.database.owner() as tx:
        await stored_lists.store(cast("asyncpg.Connection[Any]", await tx.connection()))
    assert await monthly(season) == before


async def test_lists_are_remembered_up_to_a_size(season: Season, lists: Any) -> None:
    first = date(2030, 1, 1)
    await lists(*(dearer(first + timedelta(days=number)) for number in range(300)))

    async def read() -> int:
        async with season.database.owner() as tx:
            return len(await price_lists.every(tx))

    price_lists._known.clear()
    tracemalloc.start()
    assert await read() == 301
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 1.2 * 1024 * 1024
