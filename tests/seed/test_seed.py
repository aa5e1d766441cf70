"""Demo data once, and past bookings at their real size."""

from __future__ import annotations

from datetime import timedelta

from summerstow.billing.invoices import notify_queries
from summerstow.billing.pricing.plans import plan_for
from summerstow.kit import clock, facts
from summerstow.kit.database.pool import Database
from summerstow.seed import demo, past, past_money
from tests.price_list import PRICES


async def test_the_demo_is_loaded_once_with_a_pickup_today(database: Database) -> None:
    """Five accounts; customer@demo.test is in today's line, also on a later day."""
    await demo.load(database, season=False)
    await demo.load(database, season=False)
    async with database.owner() as tx:
        roles = await tx.fetch("select email, role from users order by email")
        assert [(row["email"], row["role"]) for row in roles] == sorted(
            (email, role) for email, _, role in demo.ACCOUNTS
        )
        line = "select queue_position from pickup_queue where pickup_date = $1"
        assert await tx.fetchval(line, clock.today()) == 1
        assert await tx.fetchval("select count(*) from bookings") == 1
        await tx.execute("update bookings set pickup_date = $1", clock.today() - timedelta(days=3))
        await tx.execute(
            "update pickup_queue set pickup_date = $1", clock.today() - timedelta(days=3)
        )
    await demo.load(database, season=False)
    async with database.owner() as tx:
        assert await tx.fetchval(line, clock.today()) == 1
        assert await tx.fetchval("select count(*) from pickup_queue") == 1


async def test_past_bookings_are_made_up_to_a_number_and_not_beyond(database: Database) -> None:
    """Asked twice they are there once; they are past, and of the campuses there are."""
    assert await past.generate(database, 500) == 500
    assert await past.generate(database, 500) == 500
    async with database.owner() as tx:
        assert await tx.fetchval("select count(*) from bookings") == 500
        assert (
            await tx.fetchval(
                "select count(*) from bookings where pickup_date >= $1 and user_id is null",
                clock.today(),
            )
            == 0
        )
        campuses = await tx.fetchval("select count(distinct campus_id) from bookings")
        assert campuses == len(facts.campuses())


async def test_past_money_adds_up_and_is_made_once(database: Database) -> None:
    """Every month is charged by the plan of the items counted, and nobody is mailed of it."""
    await past.generate(database, 500)
    made = await past_money.generate(database)
    assert made > 300
    assert await past_money.generate(database) == 0
    async with database.owner() as tx:
        assert await tx.fetchval("select count(*) from app.invoice_owed where owed_cents < 0") == 0
        paid = await tx.fetchval("select count(*) from app.invoice_owed where owed_cents = 0")
        whole = await tx.fetchval("select count(*) from public.invoices")
        assert 0.98 * whole < paid <= whole
        counted = await tx.fetch(
            "select p.items_counted as items, i.subtotal_cents from public.pickups p "
            "join public.invoices i using (booking_id)"
        )
        assert all(
            row["subtotal_cents"] == plan_for(PRICES, row["items"]).monthly_cents for row in counted
        )
        assert await notify_queries.unannounced_invoices(tx) == []
        assert await notify_queries.unannounced_payments(tx) == []


def test_every_campus_has_its_residences_as_data() -> None:
    """Names and addresses, none twice."""
    for campus in facts.campuses():
        names = [one.name for one in campus.residences]
        assert len(names) >= 3
        assert len(set(names)) == len(names)
        assert all(len(one.address) > 10 for one in campus.residences)
