"""The demo's season: every screen has rows, and nobody is mailed of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from summerstow.billing.notices import queries as notice_queries
from summerstow.billing.payments import price_match_queries as match_queries
from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.demo import demo
from summerstow.messages import planner
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database

_KITS: Final = (
    "select b.campus_id, count(*), array_agg(coalesce(k.state, 'requested')) as states "
    "from bookings b left join kit_deliveries k on k.booking_id = b.id "
    "where b.supply_kit_delivery_date = $1 and b.status in ('pending', 'confirmed') "
    "group by 1 order by 1"
)


async def test_the_season_is_there_once_with_twelve_stops_a_campus_and_mails_nobody(
    database: Database,
) -> None:
    """The demo customer is first in line; jobs that look for something to mail find nothing."""
    await demo.load(database, season=True)
    await demo.load(database, season=True)
    today = clock.today()
    async with database.owner() as tx:
        stops = await tx.fetch(
            "select b.email, q.campus_id from pickup_queue q "
            "join bookings b on b.id = q.booking_id "
            "where q.pickup_date = $1 order by q.campus_id, q.queue_position",
            today,
        )
        campuses = [one["campus_id"] for one in stops]
        assert [campuses.count(one.id) for one in published.campuses()] == [13, 12, 12]
        assert stops[0]["email"] == "customer@demo.test"
        this = await tx.fetchval(
            "select count(*) from bookings where pickup_date > $1::date - 60", today
        )
        assert this == 151
        for table in ("kit_deliveries", "delivery_quotes", "app.price_matches", "app.waiting_list"):
            assert await tx.fetchval(f"select count(*) from {table}") >= 2, table
        # A rival's quote is for what is stored with us, as long: its price is near to ours.
        for match in await match_queries.open_ones(tx):
            ours = quote(
                await price_lists.of_booking(tx, match.booking_id),
                QuoteRequest(
                    items=match.items, pickup_date=match.pickup_date, return_date=match.return_date
                ),
                today,
            )
            assert 0 < ours.total_cents - match.quoted_cents < ours.total_cents / 5
            assert f"{match.items} items from {match.pickup_date:%B %-d}" in match.quote
        kits = await tx.fetch(_KITS, today)
        assert [one["campus_id"] for one in kits] == [one.id for one in published.campuses()]
        assert all(one["count"] >= 5 for one in kits)
        assert all(set(one["states"]) == {"requested", "packed", "out"} for one in kits)
        assert await tx.fetchval("select count(*) from app.invoice_owed where owed_cents > 0") >= 5
        assert (
            await tx.fetchval("select count(*) from app.invoice_owed where owed_cents = 0") >= 100
        )
        # What is stored is counted, and goes on being invoiced from the last invoice on.
        stored = await tx.fetch(
            "select s.months_invoiced as done, count(*) as invoices from public.invoices i "
            "join public.bookings b on b.id = i.booking_id "
            "left join app.storage_billing s on s.booking_id = b.id "
            "where b.status = 'picked_up' group by b.id, s.months_invoiced"
        )
        assert len(stored) >= 10
        assert all(one["done"] == one["invoices"] for one in stored)
        assert await notice_queries.unannounced_invoices(tx, 7, timedelta()) == []
        assert await notice_queries.unannounced_payments(tx) == []
        # Reminders of the demo's own and of those who were visited or will be are true; nobody else
        # has one.
        await planner.sweep(tx)
        told = await tx.fetch("select distinct recipient from app.outbox")
        near = await tx.fetch(
            "select email from bookings where status = 'picked_up' "
            "and (pickup_date = $1 or return_delivery_date between $1 and $1::date + 2) "
            # Where the crew came and could not do it, the customer hears what comes next.
            "or id in (select booking_id from run_stops where state = 'failed' "
            "and date between $1::date - 1 and $1) "
            # Who has an account hears of a kit that comes now.
            "or user_id is not null and supply_kit_delivery_date between $1 and $1::date + 1",
            today,
        )
        assert {one["recipient"] for one in told} <= {one["email"] for one in near} | {
            "customer@demo.test",
            "customer3@demo.test",
        }
        assert len(near) < 12
        # The next day, what was still to do is to do then.
        await tx.execute("update pickup_queue set pickup_date = pickup_date - 1")
        await tx.execute(
            "update bookings set pickup_date = pickup_date - 1, "
            "supply_kit_delivery_date = supply_kit_delivery_date - 1"
        )
    await demo.load(database, season=True)
    async with database.owner() as tx:
        line = "select b.email from pickup_queue q join bookings b on b.id = q.booking_id "
        rows = await tx.fetch(
            line + "where q.pickup_date = $1 and q.campus_id = 1 order by q.queue_position",
            clock.today(),
        )
        assert rows[0]["email"] == "customer@demo.test"
        assert len(rows) >= 13
        assert all(one["count"] >= 5 for one in await tx.fetch(_KITS, clock.today()))
