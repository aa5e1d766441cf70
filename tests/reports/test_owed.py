"""What is owed by its age, against the invoices one by one."""

from __future__ import annotations

import random
from datetime import date, timedelta
from uuid import UUID, uuid4

from summerstow.office.overview import queries
from summerstow.office.overview.ranges import DayRange
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction

TODAY = date(2012, 6, 30)

_ONE_BY_ONE = """
select case when due_on >= $1 then 'not_due' when due_on >= $1::date - 7 then 'week'
    when due_on >= $1::date - 30 then 'month' else 'older' end as age,
  count(*)::int, sum(owed_cents)::int
from app.invoice_owed i join public.bookings b on b.id = i.booking_id
where owed_cents > 0 and ($2::integer is null or b.campus_id = $2)
group by 1
"""


async def _booked(tx: ElevatedTransaction, dice: random.Random) -> UUID:
    booking_id = uuid4()
    await tx.execute(
        "insert into public.bookings (id, campus_id, email) values ($1, $2, 'a@example.test')",
        booking_id,
        dice.randint(1, 3),
    )
    return booking_id


async def _invoice(tx: ElevatedTransaction, dice: random.Random, booking: UUID) -> UUID:
    cents = dice.randint(2, 500)
    invoice_id: UUID = await tx.fetchval(
        "insert into public.invoices (reference, booking_id, cause, kind, words, issued_on, due_on,"
        " subtotal_cents, tax_name, tax_basis_points, tax_cents, total_cents) "
        "values ($1, $2, gen_random_uuid()::text, 'fee', 'Fee', $3, $3, $4, 'GST', 500, 0, $4) "
        "returning id",
        "".join(dice.choices("BCDFGHJKMNPQRSTVWXYZ23456789", k=8)),
        booking,
        TODAY - timedelta(days=dice.randint(-5, 40)),
        cents,
    )
    return invoice_id


async def _settle(tx: ElevatedTransaction, invoice: UUID, part: float) -> None:
    """A part of what is owed; 1: all of it."""
    owed = await tx.fetchval("select owed_cents from app.invoice_owed where id = $1", invoice)
    if owed > 0:
        await tx.execute(
            "with paid as (insert into public.ledger (booking_id, day, kind, code, event, words, "
            "term, unit_cents, amount_cents, cause, bank_reference, received_on, actor_role) "
            "select booking_id, $3, 'payment', 'payment', 'Event', 'Words', '', -$2::int, -$2::int,"
            " gen_random_uuid()::text, gen_random_uuid()::text, $3, 'service' "
            "from public.invoices where id = $1 returning id) "
            "insert into public.settlements (credit_id, invoice_id, amount_cents) "
            "select id, $1, $2 from paid",
            invoice,
            max(1, int(owed * part)),
            TODAY,
        )


async def _change(tx: ElevatedTransaction, dice: random.Random, bookings: list[UUID]) -> None:
    """Whatever may happen to what is owed."""
    booking = dice.choice(bookings)
    invoices = await tx.fetch("select id from public.invoices where booking_id = $1", booking)
    one: UUID | None = dice.choice(invoices)["id"] if invoices else None
    what = dice.choice(["invoice", "invoice", "settle", "settle", "void", "campus", "due"])
    if what == "invoice" or one is None:
        await _invoice(tx, dice, booking)
    elif what == "settle":
        await _settle(tx, one, dice.choice([1, dice.random()]))
    elif what == "void":
        await tx.execute(
            "update public.invoices set voided_at = now(), void_reason = 'Wrong' "
            "where id = $1 and voided_at is null",
            one,
        )
    elif what == "campus":
        await tx.execute(
            "update public.bookings set campus_id = $2 where id = $1", booking, dice.randint(1, 3)
        )
    else:
        await tx.execute(
            "insert into public.fee_proposals (booking_id, term, amount_cents, reason, state, "
            "invoice_id, decided_at, due_on) "
            "select $1, 'labeling', 100, 'No labels', 'upheld', $2, now(), $3 "
            "where not exists (select from public.fee_proposals where invoice_id = $2)",
            booking,
            one,
            TODAY - timedelta(days=dice.randint(-5, 40)),
        )


async def _agree(tx: ElevatedTransaction) -> None:
    for campus_id in (None, 2):
        day = DayRange(TODAY, TODAY)
        found = await queries.sum_totals(tx, (day, day.before()), day, TODAY, campus_id)
        assert {(one.age, one.invoices, one.owed_cents) for one in found.owed} == {
            tuple(row) for row in await tx.fetch(_ONE_BY_ONE, TODAY, campus_id)
        }


async def test_what_is_owed_counts_once_whatever_happens(database: Database) -> None:
    dice = random.Random(421)
    async with database.owner() as tx:
        bookings = [await _booked(tx, dice) for _ in range(5)]
    for _ in range(150):
        async with database.owner() as tx:
            await _change(tx, dice, bookings)
            await _agree(tx)
