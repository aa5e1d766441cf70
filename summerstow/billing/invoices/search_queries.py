"""Every statement about what the office looks for: invoices of all accounts, and cases."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

import asyncpg

from summerstow.kit.database import Transaction

_FOUND = """
with found as (
  select i.*, u.customer_id, campuses.campus,
    coalesce(u.email, p.email, p.guest_email) as email,
    coalesce(nullif(u.full_name, ''), nullif(trim(concat_ws(' ',
      coalesce(p.first_name, p.guest_first_name),
      coalesce(p.last_name, p.guest_last_name))), ''), 'Customer') as name,
    c.id as case_id, c.words as case_words, c.opened_at as case_opened_at
  from app.invoice_owed i
    join public.bookings b on b.id = i.booking_id
    join public.campuses on campuses.id = b.campus_id
    -- A friend's share is the friend's: the booking names its own customer alone.
    left join public.bookings p on p.id = b.id and i.member_id is null
    left join public.users u on u.id = i.payer_id
    left join public.cases c on c.invoice_id = i.id and c.closed_at is null
)
select *, count(*) over () as total, sum(owed_cents) over ()::bigint as sum_cents from found
where case $1
    when 'open' then owed_cents > 0
    when 'overdue' then owed_cents > 0 and due_on < $2
    when 'cases' then case_id is not null
    else true
  end
  and (
    reference = $3
    or not exists (
      select 1 from unnest($4::text[]) as pattern
      where concat_ws(' ', reference, number, name, customer_id, email) not ilike pattern
    )
  )
order by (case when $1 in ('open', 'overdue') then due_on end), serial desc
limit $5 offset $6
"""


async def found(
    tx: Transaction,
    *,
    show: str,
    today: date,
    reference: str,
    patterns: Sequence[str],
    limit: int,
    offset: int,
) -> list[asyncpg.Record]:
    """Invoices with whose they are and their open case, each row with the whole count and sum.

    `show` is one of search.Show; a code that is `reference`, or every one of the ILIKE `patterns`.
    """
    return await tx.fetch(_FOUND, show, today, reference, list(patterns), limit, offset)


async def close_case(tx: Transaction, case_id: UUID, note: str, now: datetime) -> str | None:
    """Store how a case ended; its note, which is an earlier one where it was closed before."""
    kept: str | None = await tx.fetchval(
        "update public.cases set closed_at = coalesce(closed_at, $3), note = coalesce(note, $2) "
        "where id = $1 returning note",
        case_id,
        note,
        now,
    )
    return kept


async def counts(tx: Transaction, today: date) -> asyncpg.Record:
    """(open, overdue, cases): how many there are of each."""
    row = await tx.fetchrow(
        "select count(*) filter (where owed_cents > 0)::int as open, "
        "count(*) filter (where owed_cents > 0 and due_on < $1)::int as overdue, "
        "(select count(*) from public.cases where closed_at is null)::int as cases "
        "from app.invoice_owed",
        today,
    )
    assert row is not None
    return row
