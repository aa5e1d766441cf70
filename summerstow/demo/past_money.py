"""The money of generated past bookings: counted, invoiced by the month, all but a few paid."""

# ruff: noqa: S608 - what is put in is a constant of this folder

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from summerstow.billing.invoices.issue import DUE_DAYS
from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing.plans import plan_for
from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import SERVICE_ROLE

from .past_queries import ADDRESS

#: How many items, and of how many in a hundred bookings.
_ITEMS: Final = {2: 8, 3: 9, 5: 14, 6: 15, 7: 13, 8: 10, 10: 8, 12: 5, 16: 3, 21: 1}
#: The share of invoices that stay unpaid.
_NEVER_PAID: Final = 0.0005
#: Of payment codes.
_LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ23456789"

_DRAWN: Final = """
create temp table counted (booking_id uuid, user_id uuid, pickup date, months int, items int)
  on commit drop;
create temp table plan (valid_from date, items int, name text, cents int) on commit drop;
create temp table billed (id uuid, booking_id uuid, number int, plan text, items int, cents int,
  began date, ends date, tax_name text, basis_points int, tax int, paid date, payment_id uuid,
  cause text) on commit drop;
"""

# $1 the day before which things came back, $2 items and $3 to what share, $4 and $5 the first and
# last day of the free return as MM-DD. A month that has begun counts, on the free dates alone not
# (`season.months`).
_COUNTED: Final = f"""
insert into counted
select b.id, b.user_id, b.pickup_date,
  greatest(1, whole + (began < back and to_char(back, 'MM-DD') not between $4 and $5)::int),
  ($2::int[])[1 + width_bucket(random(), $3::float8[])]
from public.bookings b
  cross join lateral (select coalesce(b.return_delivery_date, $1) as back) r
  cross join lateral (select (extract(year from age(back, b.pickup_date)) * 12
    + extract(month from age(back, b.pickup_date)))::int as whole) w
  cross join lateral (select (b.pickup_date + whole * interval '1 month')::date as began) m
where (b.email like '%@students.example' or b.email like '%{ADDRESS}')
  and (b.status = 'picked_up' or b.status in ('delivered', 'completed') and back < $1)
  and not exists (select from public.pickups p where p.booking_id = b.id)
  and not exists (select from public.invoices i where i.booking_id = b.id)
"""

_PICKUPS_MADE: Final = """
insert into public.pickups (id, booking_id, user_id, pickup_date, status, items_counted,
  completed_at, created_at, updated_at)
select app.time_ordered_id(at), booking_id, user_id, pickup, 'completed', items, at, at, at
from counted cross join lateral (select (pickup + time '19:30') at time zone 'UTC' as at) t
order by pickup
"""

# $1 today, $2 the first day of pickups that are billed, $3 taxes, $4 from when and $5 how much. Who
# paid in the last days would be thanked for it. In the order in which all that follows is numbered:
# these rows are narrow, and sorted once.
_BILLED: Final = f"""
insert into billed
select gen_random_uuid(), booking_id, number, p.name, items, p.cents, began,
  (pickup + (number + 1) * interval '1 month')::date, t.name, t.points,
  (p.cents * t.points + 5000) / 10000,
  case when random() >= {_NEVER_PAID} and paid <= $1::date - 9 then paid end, gen_random_uuid(),
  format('storage:%s:0:%s', booking_id, number)
from (
  select c.*, n as number, (c.pickup + n * interval '1 month')::date as began, l.valid_from,
    (c.pickup + n * interval '1 month')::date + least(floor(-4 * ln(1 - random())), 25)::int as paid
  from counted c join app.booking_prices l using (booking_id)
    cross join lateral generate_series(0, c.months - 1) n
  where c.pickup >= $2
) c join plan p using (valid_from, items)
  cross join lateral (
    select * from unnest($3::text[], $4::date[], $5::int[]) t (name, since, points)
    where since <= began order by since desc limit 1
  ) t
where began < $1
order by began
"""

# $1 days until an invoice is due, $2 the moment before which none is told of. Payment codes run
# through all of them, in an order that looks drawn.
_INVOICES_MADE: Final = f"""
insert into public.invoices (id, reference, booking_id, cause, kind, words, issued_on, due_on,
  period_from, period_to, subtotal_cents, tax_name, tax_basis_points, tax_cents, total_cents,
  created_at)
select id, (
    select string_agg(substr('{_LETTERS}', 1 + (code / ({len(_LETTERS)} ^ place)::bigint
      % {len(_LETTERS)})::int, 1), '') from generate_series(0, 7) place),
  booking_id, cause, 'storage',
  case number when 0 then 'First month of storage'
    else format('Month %s of storage', number + 1) end,
  began, began + $1::int, began, ends, cents, tax_name, basis_points, tax, cents + tax,
  least((began + time '19:30') at time zone 'UTC', $2)
from (
  select *, (nth * 104729000003) % {len(_LETTERS) ** 8} as code from (
    select *, row_number() over () + coalesce(
      (select max(serial) from public.invoices), 0) as nth from billed) b
) b
"""

_LEDGER_MADE: Final = f"""
insert into public.ledger (id, at, day, booking_id, invoice_id, kind, code, event, words, term,
  unit_cents, amount_cents, cause, bank_reference, received_on, actor_role)
select e.id, (e.day + time '19:30') at time zone 'UTC', e.day, b.booking_id, b.id, e.kind, e.code,
  e.event, e.words, '', e.cents, e.cents, b.cause || ':' || e.kind, e.bank, e.received,
  '{SERVICE_ROLE}'
from billed b
  cross join lateral (select case number when 0 then items || ' items counted'
    else format('Month %s of storage', number + 1) end as event) w
  cross join lateral (values
    (gen_random_uuid(), began, 'charge', 'plan', event, plan || ', 1 month', cents, null, null),
    (gen_random_uuid(), began, 'tax', 'tax', event,
      format('%s %s%%', tax_name, basis_points / 100), tax, null, null),
    (payment_id, paid, 'payment', 'interac', 'Interac e-Transfer received', 'Payment',
      -cents - tax, 'CA' || upper(left(replace(payment_id::text, '-', ''), 14)), paid)
  ) e (id, day, kind, code, event, words, cents, bank, received)
where e.day is not null
"""

# What is with us goes on being invoiced, by what was counted.
_STORED: Final = """
insert into app.storage_billing (booking_id, pickup_day, asked, months_invoiced)
select booking_id, c.pickup, jsonb_build_object('items', c.items, 'months', 1), max(number) + 1
from counted c join billed using (booking_id) join public.bookings b on b.id = booking_id
where b.status = 'picked_up'
group by booking_id, c.pickup, c.items
"""

_SETTLED: Final = """
insert into public.settlements (at, credit_id, invoice_id, amount_cents)
select (paid + time '19:30') at time zone 'UTC', payment_id, id, cents + tax
from billed where paid is not null order by paid
"""


_LEFT_OPEN: Final = """
insert into app.open_invoices (invoice_id) select id from billed where paid is null
on conflict do nothing
"""


async def generate(tx: ElevatedTransaction, since: date = date.min) -> int:
    """Count every collected generated booking that was not yet, and invoice it; returns how many.

    Invoiced are those picked up from `since` on. Nobody is mailed of invoices as old as these.
    """
    today, free = clock.today(), published.season().free_return
    await tx.execute(_DRAWN)
    total, shares = sum(_ITEMS.values()), list(_ITEMS.values())
    await tx.execute(
        _COUNTED,
        today - timedelta(days=30),
        list(_ITEMS),
        [sum(shares[: one + 1]) / total for one in range(len(shares) - 1)],
        free.first,
        free.last,
    )
    await tx.execute("analyze counted")
    lists = await price_lists.every(tx)
    await (await tx.connection()).copy_records_to_table(
        "plan",
        records=[
            (day, items, plan.name, plan.monthly_cents)
            for day, prices in lists.items()
            for items in _ITEMS
            for plan in (plan_for(prices, items),)
        ],
    )
    await tx.execute(_PICKUPS_MADE)
    taxes = published.taxes().taxes
    await tx.execute(
        _BILLED,
        today,
        since,
        [one.name for one in taxes],
        [one.since for one in taxes],
        [one.basis_points for one in taxes],
    )
    await tx.execute("analyze billed")
    await tx.execute(_INVOICES_MADE, DUE_DAYS, clock.now() - timedelta(days=8))
    await tx.execute(_LEDGER_MADE)
    await tx.execute(_STORED)
    await tx.execute(_SETTLED)
    await tx.execute(_LEFT_OPEN)
    counted: int = await tx.fetchval("select count(*) from counted")
    return counted
