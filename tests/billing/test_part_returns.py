"""Items that come back while the rest stays (rules: part-returns, part-goes-back)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from summerstow.billing.pricing import fees
from summerstow.billing.pricing.plans import plan_for
from summerstow.platform import clock
from tests.people import Person, person
from tests.price_list import PRICES

from .money import PICKUP, Season, season

__all__ = ["season"]

WINDOW = "9:00 AM - 12:00 PM"
DAY = PICKUP + timedelta(days=20)
VALUE = 20_000


async def _stored(season: Season, count: int = 3) -> tuple[Person, str, list[str]]:
    who = await person(season.database)
    booking = await season.booked(who)
    items = [str(uuid4()) for _ in range(count)]
    for item in items:
        await season.done(
            who,
            "add_item",
            booking_id=booking,
            item_id=item,
            kind="box",
            description="Box",
            declared_value_cents=VALUE,
        )
    season.on(PICKUP)
    worker = await person(season.database, "worker")
    at = (clock.now() - timedelta(minutes=5)).isoformat()
    events = [
        {"id": str(uuid4()), "kind": kind, "at": at, "item_id": item}
        for item in items
        for kind in ("picked_up",)
    ]
    kept = await season.done(worker, "record_events", events=events)
    assert kept["needs_person"] == []
    await season.picked_up(booking, count)
    return who, booking, items


async def _book(season: Season, who: Person, booking: str, *items: str, **more: Any) -> Any:
    wish = {
        "booking_id": booking,
        "item_ids": list(items),
        "way": "collect",
        "day": DAY.isoformat(),
        "window": WINDOW,
    }
    wish |= {name: value for name, value in more.items() if name in wish}
    cents = more.get("expected_cents")
    if cents is None:
        price = await season.ask(who, "preview_part_return", **wish)
        cents = price.json()["fee_cents"] if price.is_success else 0
    given = {name: value for name, value in more.items() if name in ("id", "address")}
    body = {"id": str(uuid4()), "expected_cents": cents} | given
    return await season.ask(who, "book_part_return", **wish, **body)


def _month(items: int) -> int:
    """A month before tax for so many boxes of the tests."""
    units = fees.protection_units(PRICES, min(items * VALUE, 100_000))
    protection = units * PRICES.terms.insurance.monthly_cents_per_unit
    return plan_for(PRICES, items, "bundle").monthly_cents + protection


async def test_a_part_is_collected_and_the_next_month_costs_what_stays(season: Season) -> None:
    """Rules: part-returns, part-goes-back, protection-of-what-we-keep."""
    who, booking, items = await _stored(season)
    body = {"id": str(uuid4())}
    for _ in range(2):
        answer = await _book(season, who, booking, items[0], **body)
        assert answer.status_code == 200, answer.text
    [one] = answer.json()["part_returns"]
    assert (one["state"], one["item_ids"]) == ("booked", [items[0]])
    assert items[0] not in {item["id"] for item in answer.json()["items"]}
    season.on(DAY)
    worker = await person(season.database, "worker")
    shown = (await season.done(worker, "open_part_returns"))["part_returns"]
    [mine] = [found for found in shown if found["id"] == one["id"]]
    assert [found["number"] for found in mine["items"]] == [1]
    for _ in range(2):
        left = await season.done(worker, "hand_over_part_return", id=one["id"])
    assert one["id"] not in {found["id"] for found in left["part_returns"]}
    async with season.database.owner() as tx:
        sent = "select count(*) from app.outbox where cause = $1"
        assert await tx.fetchval(sent, f"part-return-done:{one['id']}") == 1
        rows = await tx.fetch(
            "select id::text, state from public.items where booking_id = $1::text::uuid", booking
        )
    assert {row["id"]: row["state"] for row in rows}[items[0]] == "delivered"
    first, fee = await season.invoices(booking)
    assert first["subtotal_cents"] == _month(3)
    assert fee["subtotal_cents"] == PRICES.terms.collection_cents
    await season.pass_to(PICKUP + timedelta(days=31))
    *_, second = await season.invoices(booking)
    assert second["words"] == "Month 2 of storage"
    assert second["subtotal_cents"] == _month(2)


async def test_a_collection_is_cancelled_until_48_hours_before(season: Season) -> None:
    """Rule: part-returns."""
    who, booking, items = await _stored(season)
    first, late = str(uuid4()), str(uuid4())
    for one, item in ((first, items[0]), (late, items[1])):
        assert (await _book(season, who, booking, item, id=one)).status_code == 200
    cancelled = await season.done(who, "cancel_part_return", booking_id=booking, id=first)
    assert {one["id"]: one["state"] for one in cancelled["part_returns"]}[first] == "cancelled"
    season.on(DAY - timedelta(days=1))
    refused = await season.ask(who, "cancel_part_return", booking_id=booking, id=late)
    assert refused.status_code == 409
    office = await person(season.database, "admin")
    given = {"booking_id": booking, "id": late}
    assert (await season.ask(office, "cancel_part_return", **given)).status_code == 400
    await season.done(office, "drop_part_return", id=late, reason="The warehouse is closed")
    worker = await person(season.database, "worker")
    gone = await season.ask(worker, "hand_over_part_return", id=late)
    assert gone.status_code == 409
    assert len(await season.invoices(booking)) == 1


async def test_what_a_collection_needs(season: Season) -> None:
    """Rule: part-returns."""
    who, booking, items = await _stored(season)
    stranger = await person(season.database)
    soon = (PICKUP + timedelta(days=1)).isoformat()
    for status, more in (
        (400, {"day": soon}),
        (400, {"window": "at noon"}),
        (409, {"expected_cents": 1}),
        (409, {"item_ids": [str(uuid4())]}),
        (409, {"item_ids": items}),
    ):
        answer = await _book(season, who, booking, items[0], **more)
        assert answer.status_code == status, (more, answer.text)
    taken = await season.ask(stranger, "part_returns", booking_id=booking)
    assert taken.status_code == 404
    assert (await _book(season, who, booking, *items[:2])).status_code == 200
    assert (await _book(season, who, booking, items[1])).status_code == 409
    assert (await _book(season, who, booking, items[2])).status_code == 409


async def _recount(season: Season, booking: str, items: int) -> None:
    """The office corrects the crew's count."""
    async with season.database.owner() as tx:
        record = await tx.fetchval(
            "select id from pickups where booking_id = $1::text::uuid", booking
        )
    office = await person(season.database, "admin")
    mark = {"pickup_id": str(record), "status": "completed"}
    await season.done(office, "set_pickup_status", **mark, items=items)


async def _ended(season: Season, collection: str) -> tuple[str, str | None]:
    """State and words of a collection; it was mailed."""
    async with season.database.owner() as tx:
        row = await tx.fetchrow(
            "select state, words, (select count(*) from app.outbox "
            "where cause = 'part-return-cancelled:' || c.id) as mails from app.part_returns c "
            "where id = $1::text::uuid",
            collection,
        )
    assert row is not None
    assert row["mails"] == (row["state"] == "cancelled")
    return row["state"], row["words"]


async def test_a_booked_return_cancels_later_collections(season: Season) -> None:
    """Rule: part-returns."""
    who, booking, items = await _stored(season)
    before, after = str(uuid4()), str(uuid4())
    late = (DAY + timedelta(days=2)).isoformat()
    assert (await _book(season, who, booking, items[0], id=before)).status_code == 200
    assert (await _book(season, who, booking, items[1], id=after, day=late)).status_code == 200
    wish = {
        "booking_id": booking,
        "delivery_option": "same_city",
        "day": (DAY + timedelta(days=1)).isoformat(),
        "window": WINDOW,
        "address": "1 Main Street, Vancouver",
    }
    fee = (await season.done(who, "preview_delivery", **wish))["fee_cents"]
    await season.done(who, "book_delivery", **wish, expected_fee_cents=fee)
    assert await _ended(season, before) == ("booked", None)
    assert await _ended(season, after) == (
        "cancelled",
        "Everything comes back on Wednesday, May 19, 2027.",
    )


async def test_the_end_of_a_booking_cancels_its_collections(season: Season) -> None:
    """Rule: part-returns."""
    who, booking, items = await _stored(season)
    body = {"id": str(uuid4())}
    assert (await _book(season, who, booking, items[0], **body)).status_code == 200
    season.on(DAY)
    await season.status(booking, "delivered")
    assert await _ended(season, body["id"]) == ("cancelled", "Everything is back with you.")
    worker = await person(season.database, "worker")
    # One that is open all the same is not handed over.
    async with season.database.owner() as tx:
        await tx.execute(
            "update app.part_returns set state = 'booked', done_at = null "
            "where id = $1::text::uuid",
            body["id"],
        )
    refused = await season.ask(worker, "hand_over_part_return", id=body["id"])
    assert refused.status_code == 409
    assert refused.json()["message"] == "This booking was delivered already."


async def test_a_collection_never_takes_all_that_is_kept(season: Season) -> None:
    """Rule: part-returns."""
    who, booking, items = await _stored(season)
    body = {"id": str(uuid4())}
    assert (await _book(season, who, booking, *items[:2], **body)).status_code == 200
    await _recount(season, booking, 2)
    season.on(DAY)
    worker = await person(season.database, "worker")
    refused = await season.ask(worker, "hand_over_part_return", id=body["id"])
    assert refused.status_code == 409
    assert refused.json()["message"].endswith("Book the return instead.")


async def test_a_count_corrected_after_a_collection_compares_what_each_month_had(
    season: Season,
) -> None:
    """Rule: part-goes-back."""
    who, booking, items = await _stored(season, 5)
    three = PICKUP + timedelta(days=70)
    assert await season.pass_to(three - timedelta(days=3), booking) == 3
    body = {"id": str(uuid4()), "day": three.isoformat()}
    assert (await _book(season, who, booking, *items[:2], **body)).status_code == 200
    season.on(three)
    worker = await person(season.database, "worker")
    await season.done(worker, "hand_over_part_return", id=body["id"])
    before = (await season.money(booking))["balance_cents"]

    async def corrected() -> int:
        """What corrections of the count came to so far, before tax."""
        found: int = (await season.money(booking))["balance_cents"] - before
        return round(found / 1.05)

    # Five as six are a Medium, though what stays went from three to four.
    await _recount(season, booking, 6)
    assert await corrected() == 0
    monthly = {
        count: plan_for(PRICES, count, "bundle").monthly_cents for count in (3, 4, 6, 14, 16)
    }
    assert monthly[3] < monthly[4] == monthly[6] < monthly[14] < monthly[16]
    await _recount(season, booking, 16)
    assert await corrected() == 3 * (monthly[16] - monthly[6])
    # The fourth month begins with fourteen.
    assert await season.pass_to(PICKUP + timedelta(days=92), booking) > 4
    before = (await season.money(booking))["balance_cents"]
    await _recount(season, booking, 6)
    assert await corrected() == 3 * (monthly[6] - monthly[16]) + monthly[4] - monthly[14]
    # A count of fewer than were collected is for a person, and changes nothing.
    await _recount(season, booking, 1)
    assert await corrected() == 3 * (monthly[6] - monthly[16]) + monthly[4] - monthly[14]
