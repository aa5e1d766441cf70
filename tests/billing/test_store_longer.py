"""Storage that a customer extends by months or terms (rule: storage-extension)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from summerstow.messages import planner
from summerstow.messages import queries as message_queries
from tests.people import Person, person

from .money import Season, season

__all__ = ["season"]


async def _stored(season: Season) -> tuple[Person, str]:
    who = await person(season.database)
    booking = await season.booked(who)
    await season.picked_up(booking, 4)
    return who, booking


async def _offer(season: Season, who: Person, booking: str) -> dict[str, Any]:
    found: dict[str, Any] = await season.done(who, "storage_until", booking_id=booking)
    return found


def _option(offer: dict[str, Any], months: int) -> dict[str, Any]:
    found: dict[str, Any]
    [found] = [one for one in offer["options"] if one["months"] == months]
    return found


async def test_storage_is_extended_by_a_term_with_its_total_and_invoiced_month_by_month(
    season: Season,
) -> None:
    who, booking = await _stored(season)
    offer = await _offer(season, who, booking)
    planned, month, term = (_option(offer, months) for months in (0, 1, 4))
    assert (planned["until"], planned["cents"]) == ("2027-09-03", 0)
    assert month["until"] == "2027-09-28"
    assert (term["until"], term["terms"]) == ("2027-12-28", 1)
    each = offer["monthly_cents"]
    assert (month["cents"], term["cents"], term["total_cents"]) == (each, 4 * each, 8 * each)
    given = {"booking_id": booking, "months": 4}
    refused = await season.ask(who, "store_longer", **given, expected_cents=term["cents"] - 1)
    assert refused.status_code == 409
    assert refused.json()["details"] == {"fee_cents": term["cents"]}
    for _ in range(2):
        now = await season.done(who, "store_longer", **given, expected_cents=term["cents"])
        assert (now["until"], now["months"]) == ("2027-12-28", 4)
    async with season.database.owner() as tx:
        sent = "select count(*) from app.outbox where cause like $1 and kind = 'storage_extended'"
        assert await tx.fetchval(sent, f"storage-extended:{booking}:%") == 1
    await season.pass_to(date(2027, 12, 27))
    assert len(await season.invoices(booking)) == 8
    money = await season.money(booking)
    assert money["balance_cents"] == term["total_cents"]
    # Until a return is booked, each further month is invoiced as it begins.
    assert await season.pass_to(date(2028, 1, 5), booking) == 9


async def test_a_booked_return_takes_precedence_over_longer_storage(season: Season) -> None:
    who, booking = await _stored(season)
    offer = await _offer(season, who, booking)
    cents = _option(offer, 8)["cents"]
    await season.done(who, "store_longer", booking_id=booking, months=8, expected_cents=cents)
    wish = {
        "booking_id": booking,
        "delivery_option": "same_city",
        "day": "2027-08-31",
        "window": "9:00 AM - 12:00 PM",
        "address": "1 Main Street, Vancouver",
    }
    await season.done(who, "book_delivery", **wish, expected_fee_cents=0)
    offer = await _offer(season, who, booking)
    assert offer["options"] == []
    assert "Book Delivery" in offer["words"]
    refused = await season.ask(who, "store_longer", booking_id=booking, months=1, expected_cents=1)
    assert refused.status_code == 409
    assert await season.pass_to(date(2027, 8, 30), booking) == 4


async def test_storage_goes_back_to_the_plan_and_only_while_we_keep_items(season: Season) -> None:
    who = await person(season.database)
    booking = await season.booked(who)
    assert "picked them up" in (await _offer(season, who, booking))["words"]
    await season.picked_up(booking, 4)
    cents = _option(await _offer(season, who, booking), 2)["cents"]
    office = await person(season.database, "admin")
    for_them = {"booking_id": booking, "months": 2, "expected_cents": cents}
    assert (await season.ask(office, "store_longer", **for_them)).status_code == 400
    now = await season.done(office, "store_longer", **for_them, reason="Called us")
    assert now["months"] == 2
    back = await season.done(who, "store_longer", booking_id=booking, months=0, expected_cents=0)
    assert (back["until"], back["months"]) == ("2027-09-03", 0)
    await season.status(booking, "delivered")
    assert (await _offer(season, who, booking))["options"] == []


async def test_who_stores_longer_is_not_asked_for_a_day_in_august(season: Season) -> None:
    who, booking = await _stored(season)

    async def undecided() -> bool:
        async with season.database.owner() as tx:
            found = await message_queries.undecided(tx, date(2027, 8, 1))
        return booking in {str(one.booking_id) for one in found}

    assert await undecided()
    cents = _option(await _offer(season, who, booking), 4)["cents"]
    await season.done(who, "store_longer", booking_id=booking, months=4, expected_cents=cents)
    assert not await undecided()


async def test_the_end_of_longer_storage_is_announced_with_what_comes_next(season: Season) -> None:
    """Rule: storage-extension."""
    who, booking = await _stored(season)
    cents = _option(await _offer(season, who, booking), 4)["cents"]
    await season.done(who, "store_longer", booking_id=booking, months=4, expected_cents=cents)
    until = date(2027, 12, 28)

    async def reminded(days: int) -> list[str]:
        season.on(until - timedelta(days=days))
        async with season.database.owner() as tx:
            await planner.sweep(tx)
            rows = await tx.fetch(
                "select cause from app.outbox where cause like $1 and channel = 'mail' "
                "order by cause",
                f"storage-ends:{booking}:%",
            )
        return [row[0].removeprefix(f"storage-ends:{booking}:{until}:") for row in rows]

    assert await reminded(31) == []
    assert await reminded(30) == ["30"]
    # Too late for a reminder of 30 days, and none is sent twice.
    assert await reminded(20) == ["30"]
    assert await reminded(7) == ["30", "7"]
    assert await reminded(6) == ["30", "7"]


async def test_a_booked_return_ends_the_reminders_of_longer_storage(season: Season) -> None:
    """Rule: storage-extension."""
    who, booking = await _stored(season)
    cents = _option(await _offer(season, who, booking), 4)["cents"]
    await season.done(who, "store_longer", booking_id=booking, months=4, expected_cents=cents)
    soon = date(2027, 12, 1)

    async def is_reminded() -> bool:
        async with season.database.owner() as tx:
            found = await message_queries.storage_ends(tx, soon)
        return booking in {str(one.booking_id) for one in found}

    assert await is_reminded()
    wish = {
        "booking_id": booking,
        "delivery_option": "same_city",
        "day": "2027-12-20",
        "window": "9:00 AM - 12:00 PM",
        "address": "1 Main Street, Vancouver",
    }
    season.on(soon)
    fee = (await season.done(who, "preview_delivery", **wish))["fee_cents"]
    await season.done(who, "book_delivery", **wish, expected_fee_cents=fee)
    assert not await is_reminded()
