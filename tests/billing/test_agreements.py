"""What was agreed keeps its prices: a list that is edited or added changes nothing of it."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summerstow.billing.invoices import events, staff_fees, storage_events
from summerstow.billing.invoices import monthly as invoices_monthly
from summerstow.billing.invoices.statement import statement
from summerstow.billing.payments import service as payments
from summerstow.billing.pricing import price_lists, queries
from summerstow.facts import PriceListFile
from summerstow.office.overview.model import BookingTotal
from summerstow.office.overview.overview import Expected, expected_storage
from summerstow.office.overview.queries import free_return_days
from summerstow.platform import clock
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from tests.people import Person, person

from .money import noon
from .test_price_lists import FIRST, dearer

PICKUP, BACK = date(2027, 4, 28), date(2027, 8, 31)
REAL = clock.now
Step = tuple[int, str, int]


class Undone(Exception):
    """Ends a transaction of which nothing is to stay."""


@st.composite
def histories(draw: st.DrawFn) -> list[Step]:
    """(days after the pickup, what happens, with which number), in order of days."""
    one = st.one_of(
        st.tuples(st.just("count"), st.integers(1, 30)),
        st.tuples(st.just("kit"), st.sampled_from([0, 1])),
        st.tuples(st.just("late_cancellation"), st.just(10_000)),
        st.tuples(st.just("location_change"), st.just(5_000)),
        st.tuples(st.just("labels"), st.integers(1, 9)),
        st.tuples(st.just("pay"), st.integers(1, 40_000)),
        st.tuples(st.just("waive"), st.integers(1, 500)),
        st.tuples(st.just("another return"), st.integers(40, 120)),
        st.tuples(st.just("run"), st.just(0)),
        st.tuples(st.just("back and out again"), st.just(0)),
    )
    found = draw(st.lists(st.tuples(st.integers(0, (BACK - PICKUP).days), one), max_size=8))
    return sorted((day, *what) for day, what in found)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    items=st.integers(1, 30),
    heavy=st.integers(0, 4),
    declared=st.sampled_from([0, 15_000]),
    referral=st.sampled_from([0, 2_000]),
    friends=st.integers(0, 2),
    history=histories(),
    changes_at=st.integers(0, 9),
    how=st.sampled_from(["edited", "added", "both"]),
)
async def test_a_changed_price_table_changes_nothing_that_was_agreed(
    database: Database,
    people: list[Person],
    items: int,
    heavy: int,
    declared: int,
    referral: int,
    friends: int,
    history: list[Step],
    changes_at: int,
    how: str,
) -> None:
    """The same history twice, once with other prices from some moment on: the same to the cent.

    Rule: price-list-by-date.
    """
    told = []
    today = clock.today()
    try:
        for changed in (False, True):
            with contextlib.suppress(Undone):
                async with database.owner() as tx:
                    booking = await _agreed(tx, items, heavy, declared)
                    for one in people[:friends]:
                        await tx.execute(
                            "insert into app.plan_members (booking_id, user_id) values ($1, $2)",
                            booking,
                            one.id,
                        )
                    steps: list[Callable[[], Awaitable[None]]] = [
                        _step(tx, booking, 0, "pick up", referral),
                        *(_step(tx, booking, *one) for one in history),
                        _step(tx, booking, (BACK - PICKUP).days, "return", 0),
                    ]
                    for number, step in enumerate(steps):
                        if changed and number == min(changes_at, len(steps) - 1):
                            await _change_prices(tx, how, today)
                        await step()
                        told.append(await _all_of(tx, booking))
                    if changed:
                        await _new_ones_use_it(tx, how)
                    raise Undone
    finally:
        clock.now = REAL
    half = len(told) // 2
    assert len(told) == 2 * (len(history) + 2)
    assert told[half:] == told[:half]


@pytest.fixture
async def people(database: Database) -> list[Person]:
    """Two who share a bundle."""
    return [await person(database), await person(database)]


async def _change_prices(tx: ElevatedTransaction, how: str, today: date) -> None:
    """Publish the list of bookings again, or another one from today."""
    edited = [dearer(FIRST.valid_from, 3)] if how in ("edited", "both") else []
    later = [dearer(today)] if how in ("added", "both") else []
    for one in (*edited, *later):
        await queries.store(tx, one.valid_from, one.pricing, one.terms)


async def _new_ones_use_it(tx: ElevatedTransaction, how: str) -> None:
    """A booking that is made now, and a quote: by the list that holds."""
    clock.now = lambda: noon(PICKUP)
    factor = 1 if how == "edited" else 2
    booking = await _agreed(tx, 8, 0, 0)
    await _step(tx, booking, 0, "pick up", 0)()
    charged = await tx.fetchval(
        "select amount_cents from ledger where booking_id = $1 and code = 'plan'", booking
    )
    assert charged == 10_500 * factor
    assert (await price_lists.current(tx)).pricing.bundles[1].monthly_cents == 10_500 * factor


async def _all_of(tx: ElevatedTransaction, booking: UUID) -> list[Any]:
    """Statement, invoices, entries and what the overview expects, without what chance has made."""
    seen = await statement(tx, booking)
    row = await tx.fetchrow(
        "select 'stored' as what, 1 as nth, null as words, null as amount, "
        "sum(p.items_counted)::int as items, l.valid_from, 1 as bookings, "
        "app.storage_months(b.pickup_date, b.return_delivery_date, $2, $3) as months "
        "from bookings b join pickups p on p.booking_id = b.id "
        "join app.booking_prices l on l.booking_id = b.id where b.id = $1 "
        "group by b.id, l.valid_from",
        booking,
        *free_return_days(),
    )
    assert row is not None
    expected: Expected = expected_storage([BookingTotal(**row)], await price_lists.every(tx))
    return [
        (seen.plan, seen.one_more, seen.cheaper, seen.balance_cents, seen.credit_cents),
        [
            tuple(row)
            for row in await tx.fetch(
                "select words, issued_on, subtotal_cents, tax_cents, deposit_cents, credit_cents, "
                "total_cents, owed_cents, member_id is null, voided_at is null "
                "from app.invoice_owed where booking_id = $1 order by serial",
                booking,
            )
        ],
        [
            tuple(row)
            for row in await tx.fetch(
                "select day, kind, code, event, words, term, quantity, unit_cents, "
                "member_id is null from ledger where booking_id = $1 "
                "and kind <> 'payment' order by serial",
                booking,
            )
        ],
        expected,
    ]


async def _agreed(tx: Transaction, items: int, heavy: int, declared: int) -> UUID:
    """A booking with its items, as its customer says them."""
    booking: UUID = await tx.fetchval(
        "insert into bookings (campus_id, email, first_name, last_name, pickup_date, status, "
        "delivery_option) values (1, $1, 'Mina', 'Park', $2, 'picked_up', 'same_city') "
        "returning id",
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
    for number in range(heavy):
        await tx.execute(
            "insert into items (id, booking_id, kind, description, boxed, heavy, "
            "declared_value_cents) values ($1, $2, 'other', 'Things', $3, true, $4)",
            uuid4(),
            booking,
            number % 2 == 0,
            declared if number == 0 else 0,
        )
    return booking


def _step(
    tx: ElevatedTransaction, booking: UUID, day: int, what: str, number: int
) -> Callable[[], Awaitable[None]]:
    async def happen() -> None:
        clock.now = lambda: noon(PICKUP + timedelta(days=day))
        match what:
            case "pick up":
                await storage_events.counted(tx, booking, PICKUP, referral_cents=number)
            case "count":
                await tx.execute(
                    "update pickups set items_counted = $2 where booking_id = $1", booking, number
                )
                await storage_events.counted(tx, booking, PICKUP)
            case "kit":
                happens = events.kit_delivered if number else events.kit_not_delivered
                await happens(tx, booking)
            case "late_cancellation":
                await events.late_cancellation(tx, booking, number)
            case "location_change":
                await events.location_changed(tx, booking, number, day)
            case "labels":
                asked = staff_fees.Measured(booking, "labeling", number)
                shown = await staff_fees.preview(tx, asked)
                charge = staff_fees.Charge(
                    booking,
                    "labeling",
                    number,
                    once=uuid4(),
                    reason="Without labels",
                    expected_cents=shown.total_cents,
                )
                await staff_fees.charge(tx, charge)
            case "pay":
                await payments.record_transfer(
                    tx,
                    reference=await tx.fetchval(
                        "select reference from invoices where booking_id = $1 "
                        "order by serial limit 1",
                        booking,
                    ),
                    amount_cents=number,
                    received_on=clock.today(),
                    bank_reference=uuid4().hex,
                )
            case "waive":
                await payments.let_off(
                    tx,
                    once=uuid4(),
                    invoice_id=await tx.fetchval(
                        "select id from invoices where booking_id = $1 and voided_at is null "
                        "and kind = 'storage' order by serial desc limit 1",
                        booking,
                    ),
                    amount_cents=number,
                    reason="Late crew",
                )
            case "another return":
                await tx.execute(
                    "update bookings set return_delivery_date = $2 where id = $1",
                    booking,
                    PICKUP + timedelta(days=number),
                )
            case "run":
                await invoices_monthly.run(tx)
            case "back and out again":
                await _status(tx, booking, "delivered")
                await _status(tx, booking, "picked_up")
            case "return":
                await _status(tx, booking, "delivered")

    return happen


async def _status(tx: ElevatedTransaction, booking: UUID, status: str) -> None:
    old = await tx.fetchval("select status from bookings where id = $1", booking)
    await tx.execute("update bookings set status = $2 where id = $1", booking, status)
    await storage_events.status_changed(tx, booking, old, status)


def test_the_other_list_differs_in_whatever_costs_something() -> None:
    """Else the property above would prove nothing."""
    other: PriceListFile = dearer(FIRST.valid_from)
    assert other.pricing != FIRST.pricing
    assert other.terms != FIRST.terms
