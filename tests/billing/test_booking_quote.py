"""What a customer chose before booking stays with the booking (rule: quote-that-is-kept)."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from summerstow.billing.pricing import terms
from summerstow.billing.pricing.plans import plan_for
from tests.people import Person, person
from tests.price_list import PRICES

from .money import PICKUP, Season, season

__all__ = ["season"]

QUOTED = 8


async def _quoted(season: Season, **chosen: Any) -> tuple[Person, str]:
    who = await person(season.database)
    choices = {"pricing": "bundle", "expected_items": QUOTED} | chosen
    return who, await season.booked(who, **choices)


async def _quote(season: Season, who: Person, booking: str) -> dict[str, Any]:
    found: dict[str, Any] = await season.done(who, "booking_quote", booking_id=booking)
    return found


async def _list_items(season: Season, who: Person, booking: str, count: int) -> list[str]:
    items = [str(uuid4()) for _ in range(count)]
    for item in items:
        await season.done(
            who,
            "add_item",
            booking_id=booking,
            item_id=item,
            kind="box",
            description="Books",
        )
    return items


async def _pickup(season: Season, booking: str) -> str:
    async with season.database.owner() as tx:
        return str(await tx.fetchval("select id from pickups where booking_id = $1", UUID(booking)))


async def _received(season: Season, booking: str) -> dict[str, Any]:
    async with season.database.owner() as tx:
        row = await tx.fetchrow(
            "select data ->> 'plan' as plan, data ->> 'price' as price, "
            "data ->> 'not_included' as not_included from app.outbox "
            "where cause = $1",
            f"booking-received:{booking}",
        )
    assert row is not None
    return dict(row)


async def test_the_choice_of_the_wizard_is_in_my_storage_and_in_the_mail(season: Season) -> None:
    who, booking = await _quoted(season, expected_value_cents=80_000)
    kept = await _quote(season, who, booking)
    before = await season.done(
        None,
        "booking_price",
        campus_id=1,
        items=QUOTED,
        pickup_date=PICKUP.isoformat(),
        declared_value_cents=80_000,
    )
    bundle = next(one for one in before["plans"] if one["pricing"] == "bundle")
    assert kept["items"] == QUOTED
    assert not kept["counted"]
    assert kept["plan"]["total_cents"] == bundle["total_cents"]
    assert kept["unknown"] == before["unknown"]

    mail = await _received(season, booking)
    assert mail["plan"].startswith(f"{bundle['name']}, {QUOTED} items, protected for $800")
    assert mail["price"].startswith(f"{terms.dollars(bundle['total_cents'])} with GST")
    for unknown in before["unknown"]:
        assert unknown["words"][:30] in mail["not_included"]

    money = await season.money(booking)
    plan = plan_for(PRICES, QUOTED)
    assert (money["plan"]["items"], money["plan"]["listed"]) == (QUOTED, 0)
    assert money["plan"]["name"] == plan.name


async def test_a_list_that_grows_beyond_the_quote_is_the_quote(season: Season) -> None:
    who, booking = await _quoted(season)
    items = await _list_items(season, who, booking, 3)
    assert (await _quote(season, who, booking))["items"] == QUOTED
    items += await _list_items(season, who, booking, QUOTED - 2)
    assert (await _quote(season, who, booking))["items"] == QUOTED + 1
    await season.done(who, "remove_item", booking_id=booking, item_id=items.pop())
    assert (await _quote(season, who, booking))["items"] == QUOTED
    office = await person(season.database, "admin")
    refused = await season.ask(
        office,
        "edit_booking",
        booking_id=booking,
        changes={"expected_items": QUOTED - 1},
        expected_fee_cents=0,
        reason="asked by phone",
    )
    assert refused.status_code == 409
    assert "listed" in refused.json()["message"]
    await season.done(who, "remove_item", booking_id=booking, item_id=items.pop())
    assert (await _quote(season, who, booking))["listed"] == QUOTED - 1


async def test_protection_stays_within_the_price_list(season: Season) -> None:
    who, booking = await _quoted(season)
    insurance = PRICES.terms.insurance
    for items, cents, status in (
        (1, insurance.max_item_cents, 200),
        (1, insurance.max_item_cents + 1, 400),
        (QUOTED, insurance.max_customer_cents + 1, 400),
    ):
        answer = await season.ask(
            who,
            "edit_booking",
            booking_id=booking,
            changes={"expected_items": items, "expected_value_cents": cents},
            expected_fee_cents=0,
        )
        assert answer.status_code == status, answer.text


async def test_without_a_number_of_items_there_is_no_plan_yet(season: Season) -> None:
    who, booking = await _quoted(season, expected_items=None, pricing=None)
    kept = await _quote(season, who, booking)
    assert (kept["items"], kept["plan"]) == (None, None)
    assert "number of items" in (await _received(season, booking))["plan"]
    [_] = await _list_items(season, who, booking, 1)
    assert (await _quote(season, who, booking))["items"] == 1


async def test_after_the_count_the_difference_is_said(season: Season) -> None:
    who, booking = await _quoted(season, expected_items=3, pricing="single_items")
    await season.picked_up(booking, 4)
    kept = await _quote(season, who, booking)
    single = PRICES.pricing.single_item_monthly_cents
    with_tax = single + terms.tax_cents(single, terms.tax_on(PICKUP))
    assert kept["counted"]
    assert kept["items"] == 4
    # Advice that cannot be followed any more is none.
    assert (kept["plan"]["quote"]["one_more"], kept["plan"]["quote"]["cheaper"]) == (None, None)
    assert kept["difference"]["monthly_cents"] == with_tax
    assert kept["difference"]["words"] == (
        f"3 quoted, 4 counted: +{terms.dollars(with_tax)} a month"
    )


async def test_a_count_is_accepted_by_its_customer_until_it_is_another(season: Season) -> None:
    who, booking = await _quoted(season)
    await season.picked_up(booking, QUOTED + 1)
    office = await person(season.database, "admin")
    for asker, counted, status in (
        (office, QUOTED + 1, 404),
        (who, QUOTED, 409),
        (who, QUOTED + 1, 200),
        (who, QUOTED + 1, 200),
    ):
        answer = await season.ask(asker, "accept_count", booking_id=booking, counted=counted)
        assert answer.status_code == status, answer.text
    assert (await _quote(season, who, booking))["difference"]["is_accepted"]
    await season.done(
        office,
        "set_pickup_status",
        pickup_id=await _pickup(season, booking),
        status="completed",
        items=QUOTED + 2,
        seen="completed",
    )
    assert not (await _quote(season, who, booking))["difference"]["is_accepted"]


async def test_the_crew_reads_how_many_items_are_expected(season: Season) -> None:
    _, booking = await _quoted(season, additional_comments="Ring twice")
    worker = await person(season.database, "worker")
    season.on(PICKUP)
    day = await season.done(worker, "pickup_day", campus_id=1, day=PICKUP.isoformat())
    [stop] = [one for one in day["waiting"] if one["booking_id"] == booking]
    assert stop["additional_comments"] == f"Expects {QUOTED} items\nRing twice"


async def test_a_count_as_quoted_says_nothing(season: Season) -> None:
    who, booking = await _quoted(season)
    await season.picked_up(booking, QUOTED)
    assert (await _quote(season, who, booking))["difference"] is None


async def test_a_quote_is_its_customers_and_the_offices(season: Season) -> None:
    _, booking = await _quoted(season)
    other = await person(season.database)
    refused = await season.ask(other, "booking_quote", booking_id=booking)
    assert refused.status_code == 404
    office = await person(season.database, "admin")
    assert (await _quote(season, office, booking))["items"] == QUOTED
    gone = await season.ask(office, "booking_quote", booking_id=str(UUID(int=7)))
    assert gone.status_code == 404


async def test_heavy_things_and_declared_values_of_the_list_are_in_the_quote(
    season: Season,
) -> None:
    who, booking = await _quoted(season, expected_items=None, pickup_date=None, pickup_time=None)
    for kind, boxed, cents in (("box", True, 20_000), ("weights", False, 0), ("box", False, 5_000)):
        await season.done(
            who,
            "add_item",
            booking_id=booking,
            item_id=str(uuid4()),
            kind=kind,
            description="Heavy thing",
            boxed=boxed,
            over_50_lb=cents != 5_000,
            declared_value_cents=cents,
        )
    kept = await _quote(season, who, booking)
    asked = await season.done(
        None,
        "booking_price",
        campus_id=1,
        months=4,
        items=3,
        heavy_boxes=1,
        heavy_items=1,
        declared_value_cents=25_000,
    )
    [bundle, _] = asked["plans"]
    assert (kept["plan"], kept["declared_value_cents"]) == (bundle, 25_000)
