"""The invoices are the quote's plus listed events, and no fee leaves its term's range."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summerstow.billing.invoices import events, storage_events
from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.payments import service as payments
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform import clock, published
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.documents.taxes import Tax, TaxDocument
from tests.people import person
from tests.price_list import PRICES

from .money import Season, noon, season

__all__ = ["season"]

PICKUP, BACK = date(2027, 4, 28), date(2027, 8, 31)
#: Fees that happen, and the cents of their term's range.
FEES = {"late_cancellation": (10_000, 10_000), "location_change": (5_000, 25_000)}
_FREE = {"count", "kit", "run"}


@st.composite
def happenings(draw: st.DrawFn) -> list[tuple[int, str, int]]:
    """(days after the pickup, what happens, with which number), in order of days."""
    one = st.one_of(
        st.tuples(st.just("location_change"), st.integers(5_000, 25_000)),
        st.tuples(st.just("late_cancellation"), st.just(10_000)),
        st.tuples(st.just("count"), st.integers(1, 30)),
        st.tuples(st.just("kit"), st.sampled_from([0, 1])),
        st.tuples(st.just("pay"), st.integers(1, 40_000)),
        st.tuples(st.just("waive"), st.integers(1, 20_000)),
        st.tuples(st.just("run"), st.just(0)),
    )
    days = st.integers(0, (BACK - PICKUP).days)
    found = draw(st.lists(st.tuples(days, one), max_size=8))
    return sorted((day, *what) for day, what in found)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(items=st.integers(1, 30), kit=st.booleans(), happened=happenings())
async def test_the_balance_is_the_quote_and_the_listed_events(
    database: Database, items: int, kit: bool, happened: list[tuple[int, str, int]]
) -> None:
    """Whatever happens in whichever order, each line names its event, and they add up."""
    real = clock.now
    listed = 0
    try:
        async with database.owner() as tx:
            _at(PICKUP)
            booking = await _picked_up(tx, items)
            if kit:
                await events.kit_delivered(tx, booking)
            await storage_events.counted(tx, booking, PICKUP)
            for day, what, number in happened:
                _at(PICKUP + timedelta(days=day))
                moved = await _happen(tx, booking, what, number)
                listed += moved
                items = number if what == "count" else items
                kit = bool(number) if what == "kit" else kit
            _at(BACK)
            await tx.execute("update bookings set status = 'delivered' where id = $1", booking)
            await storage_events.status_changed(tx, booking, "picked_up", "delivered")
            rows = await tx.fetch("select * from ledger where booking_id = $1", booking)
            owed = await tx.fetchval(
                "select sum(owed_cents) from app.invoice_owed where booking_id = $1", booking
            )
            credit = await tx.fetchval(
                "select coalesce(sum(left_cents), 0) from app.credit_left where booking_id = $1",
                booking,
            )
    finally:
        clock.now = real
    balance = sum(row["amount_cents"] for row in rows)
    deposit = _sum(rows, "supplies_deposit") + _sum(rows, "supplies_deposit_back")
    # One that came after the last month's invoice has nothing to count towards any more.
    assert deposit in ({0, 2500} if kit else {0})
    asked = QuoteRequest(items=items, pickup_date=PICKUP, return_date=BACK)
    assert balance == quote(PRICES, asked, PICKUP).total_cents + deposit + listed
    assert owed - credit == balance
    assert all(row["event"] and row["words"] for row in rows)
    charges = [row for row in rows if row["kind"] in ("charge", "discount", "tax")]
    assert all(row["term"] for row in charges)
    for code, (least, most) in FEES.items():
        fees = [row["amount_cents"] for row in charges if row["code"] == code]
        assert all(least <= cents <= most for cents in fees)


def _at(day: date) -> None:
    clock.now = lambda: noon(day)


def _sum(rows: list[asyncpg.Record], code: str) -> int:
    found: int = sum(row["amount_cents"] for row in rows if row["code"] == code)
    return found


async def _picked_up(tx: Transaction, items: int) -> UUID:
    booking: UUID = await tx.fetchval(
        "insert into bookings (campus_id, email, first_name, last_name, pickup_date, status) "
        "values (1, $1, 'Mina', 'Park', $2, 'picked_up') returning id",
        f"mina-{uuid4().hex[:8]}@example.test",
        PICKUP,
    )
    await tx.execute(
        "insert into pickups (booking_id, pickup_date, status, items_counted) "
        "values ($1, $2, 'completed', $3)",
        booking,
        PICKUP,
        items,
    )
    return booking


async def _happen(tx: ElevatedTransaction, booking: UUID, what: str, number: int) -> int:
    """Let it happen; by how much the balance moves beside the quote."""
    before = await _balance(tx, booking)
    if what == "location_change":
        known = await tx.fetchval(
            "select coalesce(sum(amount_cents), 0)::int from ledger "
            "where booking_id = $1 and code = 'location_change'",
            booking,
        )
        await events.location_changed(tx, booking, number, known + number)
        assert await _balance(tx, booking) - before == number
    elif what == "late_cancellation":
        await events.late_cancellation(tx, booking, number)
        assert await _balance(tx, booking) - before in (number, 0)
    elif what == "count":
        await tx.execute(
            "update pickups set items_counted = $2 where booking_id = $1", booking, number
        )
        await storage_events.counted(tx, booking, PICKUP)
    elif what == "kit":
        happens = events.kit_delivered if number else events.kit_not_delivered
        await happens(tx, booking)
    elif what == "pay":
        reference = await tx.fetchval(
            "select reference from invoices where booking_id = $1 order by serial limit 1", booking
        )
        await payments.record_transfer(
            tx,
            reference=reference,
            amount_cents=number,
            received_on=clock.today(),
            bank_reference=uuid4().hex,
        )
        assert await _balance(tx, booking) - before == -number
    elif what == "waive":
        invoice = await tx.fetchrow(
            "select * from app.invoice_owed where booking_id = $1 and owed_cents > 0 "
            "order by serial desc limit 1",
            booking,
        )
        if invoice is not None:
            await payments.let_off(
                tx,
                once=uuid4(),
                invoice_id=invoice["id"],
                amount_cents=min(number, invoice["owed_cents"]),
                reason="A box was late",
            )
    else:
        await invoices_monthly.run(tx)
    return 0 if what in _FREE else await _balance(tx, booking) - before


async def _balance(tx: Transaction, booking: UUID) -> int:
    found: int = await tx.fetchval(
        "select coalesce(sum(amount_cents), 0)::int from ledger where booking_id = $1", booking
    )
    return found


@pytest.mark.parametrize("cents", [0, 4_999, 25_001, -5_000])
async def test_no_fee_leaves_its_terms_range(season: Season, cents: int) -> None:
    booking = await season.booked()
    async with season.database.owner() as tx:
        with pytest.raises(events.OutOfRange):
            await events.location_changed(tx, UUID(booking), cents, cents)
        with pytest.raises(events.OutOfRange):
            await events.late_cancellation(tx, UUID(booking), cents)
    assert (await season.money(booking))["lines"] == []


async def test_another_tax_holds_from_its_day_on(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GST is a dated setting: each month by the tax of the day on which it begins."""
    later = Tax("GST", date(2027, 6, 1), 700)
    known = TaxDocument((*published.taxes().taxes, later))
    monkeypatch.setattr(published, "taxes", lambda: known)
    booking = await season.booked()
    await season.picked_up(booking, 8)
    await season.pass_to(date(2027, 7, 30))
    season.on(date(2027, 8, 31))
    await season.status(booking, "delivered")
    found = await season.invoices(booking)
    assert [one["tax_cents"] for one in found] == [525, 525, 735, 735]
    asked = QuoteRequest(items=8, pickup_date=PICKUP, return_date=BACK)
    expected = quote(PRICES, asked, PICKUP)
    assert [one.tax_cents for one in expected.invoices] == [525, 525, 735, 735]
    assert (await season.money(booking))["balance_cents"] == expected.total_cents


async def test_no_more_items_are_heavy_than_were_counted(season: Season) -> None:
    """Heavy boxes come first: what is left of the count may be heavy and unboxed."""
    booking = await season.booked()
    async with season.database.owner() as tx:
        for number in range(7):
            await tx.execute(
                "insert into items (id, booking_id, kind, description, boxed, heavy) "
                "values ($1, $2, 'other', 'Things', $3, true)",
                uuid4(),
                UUID(booking),
                number < 3,
            )
    await season.picked_up(booking, 5)
    lines = (await season.money(booking))["lines"]
    heavy = {one["code"]: one["quantity"] for one in lines if one["code"].startswith("heavy")}
    assert heavy == {"heavy_boxes": 3, "heavy_items": 2}


async def test_a_deposit_that_counted_is_charged_where_the_kit_never_came(season: Season) -> None:
    """Rule: supplies-deposit."""
    mina = await person(season.database)
    booking = await season.booked(mina)
    await season.kit(booking)
    await season.pay((await season.invoices(booking))[0]["reference"], 2500)
    await season.picked_up(booking, 8)
    assert (await season.money(booking))["balance_cents"] == 11025 - 2500
    office = await person(season.database, "admin")
    for _ in range(2):
        await season.done(office, "set_kit_state", booking_id=booking, state="failed")
    money = await season.money(booking)
    # What was paid for the kit is credit, and has settled a part of the storage.
    assert (money["balance_cents"], money["credit_cents"]) == (11025 - 2500, 0)
    assert money["lines"][-1]["words"] == "Deposit no longer applied to storage"
    await season.kit(booking)
    await season.pass_to(date(2027, 5, 28))
    assert (await season.money(booking))["balance_cents"] == 2 * 11025 - 2500
