"""Every statement about the accountant's files: they only read."""

# ruff: noqa: S608 - put together from this file's own text

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from summerstow.platform import clock

from .model import (
    OF_A_DAY,
    AccountingFile,
    AccountingRow,
    BalanceRow,
    EntryRow,
    FileKind,
    InvoiceLine,
    TaxRow,
)

#: Who pays: the friend whose share it is, else the booking's payer, else its customer.
_PAYER: Final = (
    "b.id as booking_id, coalesce(case when {0}.member_id is not null "
    "then coalesce(mu.full_name, 'Friend') end, b.payer_name, "
    "nullif(concat_ws(' ', b.first_name, b.last_name), ''), 'Customer') as customer, "
    "case when {0}.member_id is null then bu.customer_id else mu.customer_id end as customer_code"
)
_JOINS: Final = (
    "join public.bookings b on b.id = {0}.booking_id "
    "left join public.users bu on bu.id = b.user_id "
    "left join app.plan_members m on m.id = {0}.member_id "
    "left join public.users mu on mu.id = m.user_id"
)
# A payment, and what takes it back, counts on the day on which the bank had it (office/overview).
_ENTRIES: Final = f"""
select l.serial, coalesce(l.received_on, l.day) as day, l.kind, l.code, l.words,
  {_PAYER.format("l")},
  i.number as invoice_number, i.issued_on as invoice_issued_on, l.bank_reference, l.amount_cents
from public.ledger l {_JOINS.format("l")} left join public.invoices i on i.id = l.invoice_id
where coalesce(l.received_on, l.day) between $1 and $2 and {{which}}
order by 2, 1
"""
_MONEY_IN: Final = "l.received_on is not null"
_MONEY_BACK: Final = "l.kind = 'refund' and l.received_on is null"
# What an invoice does not hold: credits, what cancelled invoices take back, what is let off.
_CREDITS: Final = (
    "l.received_on is null and l.kind <> 'refund' "
    "and (l.invoice_id is null or l.kind not in ('charge', 'tax', 'discount'))"
)
# The campus's day on which an invoice was taken back, as the ledger has it.
_VOIDED: Final = (
    "left join lateral (select min(l.day) as day from public.ledger l "
    "where i.voided_at is not null and l.invoice_id = i.id and l.kind = 'correction' "
    "and starts_with(l.cause, 'void:') and l.day <= $2) v on true"
)
_INVOICES: Final = f"""
select i.number, i.issued_on, i.due_on, i.kind, i.words, {_PAYER.format("i")},
  coalesce(b.payer_email, b.email, '') as email, i.subtotal_cents, i.tax_name, i.tax_basis_points,
  i.tax_cents, i.tax_included_cents,
  v.day as voided_on
from public.invoices i {_JOINS.format("i")} {_VOIDED}
where i.issued_on between $1 and $2 order by i.serial
"""
_TAX: Final = f"""
select month, tax_name, basis_points, sum(invoices)::int as invoices,
  sum(subtotal_cents)::bigint as subtotal_cents, sum(tax_cents)::bigint as tax_cents,
  sum(included_cents)::bigint as included_cents, sum(voided_cents)::bigint as voided_cents
from (
  select date_trunc('month', issued_on)::date as month, tax_name, tax_basis_points as basis_points,
    1 as invoices, subtotal_cents, tax_cents, tax_included_cents as included_cents,
    0 as voided_cents
  from public.invoices where issued_on between $1 and $2
  union all
  select date_trunc('month', v.day)::date, tax_name, tax_basis_points, 0, 0, 0,
    0, tax_cents + tax_included_cents
  from public.invoices i {_VOIDED} where v.day between $1 and $2
) each
group by 1, 2, 3 order by 1, 2, 3
"""
# Balances at the end of a day, $1; $2 is the first moment after it.
_RECEIVABLES: Final = f"""
select i.kind, i.number, i.issued_on, i.due_on, {_PAYER.format("i")},
  i.subtotal_cents + i.tax_cents as total_cents, open_cents
from public.invoices i {_JOINS.format("i")} cross join lateral (
  select (i.subtotal_cents + i.tax_cents - coalesce(sum(s.amount_cents), 0))::int as open_cents
  from public.settlements s where s.invoice_id = i.id and s.at < $2) s
where i.issued_on <= $1 and (i.voided_at is null or i.voided_at >= $2) and open_cents > 0
order by i.serial
"""
# Deposits that do not count towards storage yet, and credit that settles nothing yet: by booking
# and payer, since both go back to whom they came from.
_DEPOSITS: Final = f"""
select held.kind, null as number, null::date as issued_on, null::date as due_on,
  {_PAYER.format("held")}, held.cents as total_cents, held.cents as open_cents
from (
  select 'Kit deposit' as kind, l.booking_id, l.member_id, sum(l.amount_cents)::int as cents
  from public.ledger l left join public.invoices i on i.id = l.invoice_id
  where l.day <= $1 and l.code in ('supplies_deposit', 'supplies_deposit_back')
    and l.kind in ('charge', 'credit') and (i.voided_at is null or i.voided_at >= $2)
  group by 2, 3
  union all
  select 'Unused credit', l.booking_id, l.member_id, sum(-l.amount_cents - coalesce(s.used, 0))::int
  from public.ledger l left join lateral (
    select sum(s.amount_cents) as used from public.settlements s
      left join public.invoices i on i.id = s.invoice_id
    where s.credit_id = l.id and s.at < $2 and (i.voided_at is null or i.voided_at >= $2)) s on true
  where l.day <= $1 and l.kind in ('credit', 'payment', 'waiver', 'write_off')
  group by 2, 3
) held {_JOINS.format("held")}
where held.cents > 0
order by 1, b.created_at, b.id
"""
_STATEMENTS: Final[dict[FileKind, tuple[str, type[AccountingRow]]]] = {
    "invoices": (_INVOICES, InvoiceLine),
    "payments": (_ENTRIES.format(which=_MONEY_IN), EntryRow),
    "refunds": (_ENTRIES.format(which=_MONEY_BACK), EntryRow),
    "credits": (_ENTRIES.format(which=_CREDITS), EntryRow),
    "tax": (_TAX, TaxRow),
    "receivables": (_RECEIVABLES, BalanceRow),
    "deposits": (_DEPOSITS, BalanceRow),
}


def statement(request: AccountingFile) -> tuple[str, list[Any], type[AccountingRow]]:
    """Return the statement of a file, its arguments, and what each of its rows is."""
    sql, kind = _STATEMENTS[request.kind]
    if request.kind in OF_A_DAY:
        return sql, [request.last, clock.moment(request.last + timedelta(days=1))], kind
    return sql, [request.first, request.last], kind
