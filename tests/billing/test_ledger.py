"""The ledger: the invoices are the quote's, to the cent, and nothing in it is ever altered."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summerstow.billing.invoices import events, storage_events
from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.pricing import fees
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import Transaction
from tests.people import person
from tests.price_list import PRICES

from .money import Season, noon, season

__all__ = ["season"]


@st.composite
def seasons(draw: st.DrawFn) -> tuple[QuoteRequest, list[int], bool]:
    """What is stored and when, days on which the periodic run happens, and if the return is booked.

    A return that is not booked is on the free dates.
    """
    items = draw(st.integers(1, 40))
    boxes = draw(st.integers(0, items))
    pickup = draw(st.dates(date(2026, 1, 1), date(2030, 12, 31)))
    back = draw(st.none() | st.integers(0, 250).map(lambda days: pickup + timedelta(days=days)))
    asked = QuoteRequest(
        items=items,
        pricing=draw(st.sampled_from(["bundle", "single_items"])),
        pickup_date=pickup,
        return_date=back,
        heavy_boxes=boxes,
        heavy_items=draw(st.integers(0, items - boxes)),
        supply_kit=draw(st.booleans()),
        declared_value_cents=draw(st.integers(0, fees.most_protection_cents(PRICES, items))),
        referral_credits=draw(st.integers(0, 12)),
    )
    return asked, draw(st.lists(st.integers(1, 400), max_size=4)), back is not None


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seasons())
async def test_the_invoices_are_those_of_the_quote(
    database: Database, drawn: tuple[QuoteRequest, list[int], bool]
) -> None:
    """Whatever is stored, and however often the periodic run happens or does not.

    Rule: one-price-engine.
    """
    asked, runs, booked = drawn
    assert asked.pickup_date is not None
    expected = quote(PRICES, asked, asked.pickup_date)
    assert expected.return_date is not None
    back = expected.return_date
    days = sorted(
        day for day in (asked.pickup_date + timedelta(days=one) for one in runs) if day <= back
    )
    real = clock.now
    try:
        async with database.owner() as tx:
            _set(noon(asked.pickup_date))
            booking = await _stored(tx, asked, back if booked else None)
            if asked.supply_kit:
                await events.kit_delivered(tx, booking)
            for _ in range(2):
                await storage_events.counted(
                    tx,
                    booking,
                    asked.pickup_date,
                    referral_cents=asked.referral_credits * PRICES.pricing.referral_credit_cents,
                )
            for day in days:
                _set(noon(day))
                await invoices_monthly.run(tx)
            _set(noon(back))
            for old, new in (("picked_up", "delivered"), ("delivered", "completed")):
                await tx.execute("update bookings set status = $2 where id = $1", booking, new)
                await storage_events.status_changed(tx, booking, old, new)
            made = await tx.fetch(
                "select * from app.invoice_owed where booking_id = $1 order by serial", booking
            )
            balance = await tx.fetchval(
                "select sum(amount_cents) from ledger where booking_id = $1", booking
            )
            lines: dict[str, int] = {}
            for row in await tx.fetch(
                "select code, amount_cents from ledger where booking_id = $1 and kind <> 'tax'",
                booking,
            ):
                lines[row["code"]] = lines.get(row["code"], 0) + row["amount_cents"]
    finally:
        clock.now = real
    assert [
        (one["subtotal_cents"], one["tax_cents"], one["deposit_cents"], one["total_cents"])
        for one in made
    ] == [
        (one.subtotal_cents, one.tax_cents, one.deposit_cents, one.total_cents)
        if one.due is not None
        else (one.total_cents, 0, 0, one.total_cents)
        for one in expected.invoices
    ]
    quoted: dict[str, int] = {}
    for line in expected.lines:
        quoted[line.code] = quoted.get(line.code, 0) + line.amount_cents
    assert lines == quoted
    assert balance == expected.total_cents
    assert sum(one["owed_cents"] for one in made) == balance + expected.credit_left_cents


def _set(moment: datetime) -> None:
    clock.now = lambda: moment


async def _stored(tx: Transaction, asked: QuoteRequest, back: date | None) -> UUID:
    """A booking that was picked up with these items."""
    booking: UUID = await tx.fetchval(
        "insert into bookings (campus_id, email, first_name, last_name, pickup_date, status, "
        "return_delivery_date, delivery_option, pricing) "
        "values (1, $1, 'Mina', 'Park', $2, 'picked_up', $3, 'same_city', $4) returning id",
        f"mina-{uuid4().hex[:8]}@example.test",
        asked.pickup_date,
        back,
        asked.pricing,
    )
    await tx.execute(
        "insert into pickups (booking_id, pickup_date, status, items_counted) "
        "values ($1, $2, 'completed', $3)",
        booking,
        asked.pickup_date,
        asked.items,
    )
    declared = asked.declared_value_cents
    for number in range(asked.items):
        value = min(declared, 50_000)
        declared -= value
        await tx.execute(
            "insert into items (id, booking_id, kind, description, boxed, heavy, "
            "declared_value_cents) values ($1, $2, 'box', 'Things', $3, $4, $5)",
            uuid4(),
            booking,
            number < asked.heavy_boxes,
            number < asked.heavy_boxes + asked.heavy_items,
            value,
        )
    return booking


@pytest.mark.parametrize(
    "statement",
    [
        "update ledger set amount_cents = 1, unit_cents = 1 where kind = 'charge'",
        "delete from ledger",
        "truncate settlements",
        "delete from settlements",
        "update invoices set total_cents = 0, credit_cents = 0",
        "update invoices set due_on = '2030-01-01'",
        "delete from invoices",
        "delete from bookings where id in (select booking_id from ledger)",
    ],
)
async def test_nothing_is_altered_not_even_by_the_owner(season: Season, statement: str) -> None:
    booking = await season.booked()
    await season.picked_up(booking, 8)
    with pytest.raises((asyncpg.InsufficientPrivilegeError, asyncpg.ForeignKeyViolationError)):
        async with season.database.owner() as tx:
            await tx.execute(statement)


async def test_who_may_read_the_rows(season: Season) -> None:
    mina, noor = await person(season.database), await person(season.database)
    booking = await season.booked(mina)
    await season.picked_up(booking, 8)
    rows = {"ledger": 2, "invoices": 1}

    async def seen(who: Any, table: str) -> Any:
        answer = await season.clients.of(who).get(f"/{table}?booking_id=eq.{booking}")
        return len(answer.json()) if answer.status_code == 200 else answer.status_code

    for table, there in rows.items():
        assert await seen(mina, table) == there
        assert await seen(await person(season.database, "admin"), table) == there
        assert await seen(noor, table) == 0
        assert await seen(await person(season.database, "worker"), table) == 403
        assert await seen(None, table) == 401
        for who in (mina, await person(season.database, "executive")):
            answer = await season.clients.of(who).patch(
                f"/{table}?booking_id=eq.{booking}", json={"words": "Free"}
            )
            assert answer.status_code == 403
    assert await seen(await person(season.database, "executive"), "cases") == 0
    assert await seen(mina, "cases") == 403


async def test_an_account_that_is_gone_leaves_its_ledger(season: Season) -> None:
    mina = await person(season.database)
    booking = await season.booked(mina)
    await season.picked_up(booking, 8)
    async with season.database.owner() as tx:
        await tx.execute("delete from users where id = $1", mina.id)
    assert (await season.money(booking))["balance_cents"] == 11025


async def test_a_look_of_the_office_is_kept(season: Season) -> None:
    mina, office = await person(season.database), await person(season.database, "admin")
    booking = await season.booked(mina)
    await season.done(mina, "statement", booking_id=booking)
    await season.done(office, "statement", booking_id=booking)
    async with season.database.owner() as tx:
        looks = await tx.fetch(
            "select actor_id from audit_log where action = 'view' and row_id = $1", str(mina.id)
        )
    assert [one["actor_id"] for one in looks] == [office.id]
