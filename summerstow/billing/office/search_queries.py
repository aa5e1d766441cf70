"""Every statement about what the office looks for: invoices of all accounts, and cases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.billing.invoices.model import State, invoice_state
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.roles import CUSTOMER
from summerstow.platform.tables import decoded


class InvoiceRow(msgspec.Struct, frozen=True):
    """An invoice and whose it is; the case that is open for it, if there is one."""

    id: UUID
    number: str
    reference: str
    booking_id: UUID
    payer_id: UUID | None
    name: str
    customer_id: str | None
    email: str | None
    campus: str
    state: State
    words: str
    issued_on: date
    due_on: date
    gross_cents: int
    owed_cents: int
    case_id: UUID | None
    case_words: str | None
    case_opened_at: datetime | None


class RowPage(msgspec.Struct, frozen=True):
    """A page of them; `total` and `owed_cents` are of all pages."""

    rows: list[InvoiceRow]
    total: int
    owed_cents: int


class InvoiceSearch(msgspec.Struct, frozen=True):
    """What is looked for: `show` is one of search.Show; a code that is `reference`, a number that
    is `serial`, an amount of `cents`, or every one of the LIKE `patterns`, each of a folded word
    whose text search of beginnings stands at its place in `beginnings` ("": it has none)."""

    show: str
    today: date
    reference: str
    serial: int | None
    patterns: list[str]
    beginnings: list[str]
    cents: int | None


class BookingSums(msgspec.Struct, frozen=True):
    """What was invoiced for a booking, and what is owed of it; void invoices do not count."""

    booking_id: UUID
    invoiced_cents: int
    owed_cents: int


class Counts(msgspec.Struct, frozen=True):
    """How many invoices of each sort there are."""

    open: int
    overdue: int


#: Where those stand of which any can be shown: few beside all there are. Of all, without a search,
#: it is the page itself.
_AMONG = {
    "open": "join app.open_invoices o on o.invoice_id = i.id",
    "overdue": "join app.open_invoices o on o.invoice_id = i.id",
    "page": "join (select id from public.invoices order by serial desc limit $5 offset $6) g "
    "on g.id = i.id",
    # An array, as those that are looked up one by one: PostgreSQL guesses thousands, and would read
    # all customers and all bookings for them.
    "search": """join unnest(array(
      select id from public.invoices where member_id is not null
      union select id from public.invoices where reference = $3
      union select id from public.invoices where reference = any (array(
        select reference from public.invoices where $9::text is not null and reference like $9))
      union select id from public.invoices where $10::text is not null and number like $10
      union select invoice_id from app.open_invoices where $7::bigint is not null
      union select n.id from public.invoices n join public.bookings b on b.id = n.booking_id
        where b.user_id in (select u.id from public.users u
          where replace(app.folded(concat_ws(' ', u.customer_id, u.full_name, u.email)), '''', '')
              like $8::text
            or coalesce(u.full_name, '') = '' or u.email is null)
      union select n.id from public.invoices n join public.bookings b on b.id = n.booking_id
        where b.user_id is null and replace(app.folded(concat_ws(' ', 'Customer', b.first_name,
          b.guest_first_name, b.last_name, b.guest_last_name, b.email, b.guest_email)), '''', '')
          like $8
    )) g (id) on g.id = i.id""",
    "whole": """join (
      select id from public.invoices where member_id is not null
      union select id from public.invoices where reference = $3
      union select id from public.invoices where serial = $9::bigint
    ) g on g.id = i.id""",
}
#: What can be a part of an invoice's reference and of its number, in capital letters.
_REFERENCE = re.compile("[BCDFGHJKMNPQRSTVWXYZ2-9]{1,8}")
_NUMBER = re.compile(r"(?:(?:(?:I?N)?V)?-)?\d*|I?NV?|INV|V")
# What is owed is worked out of those alone that are open, and of the page that is shown.
_TOTALS = """
count(*) over () as total, sum(case when id in (select invoice_id from app.open_invoices)
  then owed_cents end) over ()::bigint as sum_cents
"""
_TOTALS_OF_ALL = """
(select count(*) from public.invoices) as total,
(select sum(w.owed_cents) from app.open_invoices o join app.invoice_owed w on w.id = o.invoice_id
  )::bigint as sum_cents
"""
_ROWS = """
  select i.*, u.customer_id, campuses.campus,
    coalesce(u.email, p.email, p.guest_email) as email,
    coalesce(nullif(u.full_name, ''), nullif(trim(concat_ws(' ',
      coalesce(p.first_name, p.guest_first_name),
      coalesce(p.last_name, p.guest_last_name))), ''), 'Customer') as name,
    c.id as case_id, c.words as case_words, c.opened_at as case_opened_at
  from app.invoice_owed i
    {among}
    join public.bookings b on b.id = i.booking_id
    join public.campuses on campuses.id = b.campus_id
    -- A friend's share is the friend's: the booking names its own customer alone.
    left join public.bookings p on p.id = b.id and i.member_id is null
    left join public.users u on u.id = i.payer_id
    left join public.cases c on c.invoice_id = i.id and c.closed_at is null
"""
_MATCHES = """
case $1
    when 'open' then owed_cents > 0
    when 'overdue' then owed_cents > 0 and due_on < $2 and disputed_at is null
    else true
  end
  and (
    reference = $3
    or case when $7::bigint is not null then $7 in (gross_cents, owed_cents) end
    or not exists (
      select 1 from unnest($4::text[]) as pattern
      where replace(app.folded(concat_ws(' ', reference, number, name, customer_id, email)),
        '''', '') not like pattern
    )
  )
"""
_FOUND = f"""
with found as ({_ROWS})
select *, {{totals}} from found
where {_MATCHES}
order by (case when $1 in ('open', 'overdue') then due_on end), serial desc
limit $5 offset {{offset}}
"""  # noqa: S608 - put together from this file's own text
# Of all that fit, those of the page alone are read whole.
_PAGE_OF_MATCHES = f"""
page as (
  select serial from matches order by serial desc limit $5 offset $6
), found as ({_ROWS.format(among="")})
select *, (select count(*) from matches) as total,
  (select sum(w.owed_cents) from app.invoice_owed w where w.id = any (array(select open.id
    from (select n.id, n.serial from app.open_invoices o
      join public.invoices n on n.id = o.invoice_id offset 0) open
    where open.serial in (select serial from matches))))::bigint as sum_cents
from found where serial = any (array(select serial from page)) order by serial desc
"""  # noqa: S608 - put together from this file's own text
_SEARCHED = f"""
with candidates as ({_ROWS.format(among=_AMONG["search"])}), matches as materialized (
  select serial from candidates where {_MATCHES}
), {_PAGE_OF_MATCHES}
"""  # noqa: S608 - put together from this file's own text
# An amount may be that of very many: they come from their index, and beside them what is owed. $1
# so many, $2 from which on, $3 cents.
_OF_AMOUNT = f"""
with owed as materialized (
  select w.id, w.serial, w.gross_cents, w.owed_cents
  from app.open_invoices o join app.invoice_owed w on w.id = o.invoice_id
), other as (
  select serial from owed where owed_cents = $3::bigint and gross_cents <> $3::bigint
), page as (
  select serial from (
    select serial from other
    union all (
      select serial from public.invoices where subtotal_cents + tax_cents = $3::bigint
      order by serial desc limit $1::bigint + $2::bigint)
  ) k order by serial desc limit $1 offset $2
), found as ({_ROWS.format(among="")})
select *, (select count(*) from other) + (
    select count(*) from public.invoices where subtotal_cents + tax_cents = $3::bigint) as total,
  (select sum(owed_cents) from owed where $3 in (gross_cents, owed_cents))::bigint as sum_cents
from found where serial = any (array(select serial from page)) order by serial desc
"""  # noqa: S608 - put together from this file's own text
# Else all invoices are read for some ten thousand. Their index has their serials, so that only
# those are read whose code is in the search beside a name; friends' shares are few.
_OF_BOOKING = """select n.serial from (
    select i.serial from public.invoices i where i.booking_id = b.id offset 0) n
  where (cardinality($10::text[]) = 0 or not exists (
      select from unnest($10::text[]) pattern where b.words not ilike pattern and (
        select concat_ws(' ', c.reference, c.number) from public.invoices c
        where c.serial = n.serial) not ilike pattern))
  and n.serial not in (select serial from public.invoices where member_id is not null)"""
# The calls are those of the indexes of the one search, with the role as it stands in theirs. What
# is compared stands in the rows that they lead to, and very many have the word in their address:
# their invoices are not looked for.
_BY_WORDS = f"""
with whole as ({_ROWS.format(among=_AMONG["whole"])}), matches as materialized (
  select serial from whole where {_MATCHES}
  union
  select k.serial from (
      select b.id, u.words from (
        select u.id, concat_ws(' ', u.full_name, u.customer_id, u.email) as words
        from public.users u where u.role = '{CUSTOMER}'
          and app.user_words(u.full_name, u.email, u.customer_id) @@ $8::text::tsquery order by u.id
      ) u cross join lateral (select id from public.bookings where user_id = u.id offset 0) b
      order by b.id
    ) b cross join lateral ({_OF_BOOKING}) k
  union
  select k.serial from (
      select g.id, g.words from (
        select g.id, concat_ws(' ', g.first_name, g.last_name, app.email_words(g.email)) as words
        from public.bookings g where g.user_id is null and app.booking_words(g.id, g.first_name,
          g.last_name, g.email, g.phone, g.building_name, g.address) @@ $8::text::tsquery offset 0
      ) g where app.searched(g.words) @@ $8::text::tsquery order by g.id
    ) b cross join lateral ({_OF_BOOKING}) k
), {_PAGE_OF_MATCHES}
"""  # noqa: S608 - put together from this file's own text


async def find(tx: Transaction, search: InvoiceSearch, limit: int, offset: int) -> RowPage:
    """Invoices with whose they are and their open case."""
    if search.show != "all" or not search.patterns or search.cents == 0:
        return await _one_pass(tx, search, limit, offset)
    words = list(zip(search.patterns, search.beginnings, strict=True))
    named = [(one, begins) for one, begins in words if not _may_be_code(one)] or words
    codes = [one for one, begins in words if (one, begins) not in named]
    beginnings = " & ".join(begins for _, begins in named if begins)

    async def quickly(limit: int, offset: int) -> RowPage:
        """Those of an amount, or of a name or an address whose words begin so."""
        if search.cents is not None:
            return await _page(tx, _OF_AMOUNT, search.today, limit, offset, search.cents)
        if beginnings:
            arguments = _arguments(search, limit, offset)
            arguments += beginnings, search.serial, codes
            return await _page(tx, _BY_WORDS, search.today, *arguments)
        return RowPage([], 0, 0)

    page = await quickly(limit, offset)
    # Past the last page there is nothing either.
    if page.rows or (offset and (await quickly(1, 0)).rows):
        return page
    # Of several words one narrows it down: no code, and long.
    word = max((one for one, _ in named), key=len)
    arguments = _arguments(search, limit, offset)
    parts = _part_of(_REFERENCE, word), _part_of(_NUMBER, word)
    return await _page(tx, _SEARCHED, search.today, *arguments, word, *parts)


async def _one_pass(tx: Transaction, search: InvoiceSearch, limit: int, offset: int) -> RowPage:
    """Those of a kind of which there are few, or all of them."""
    paged = search.show == "all" and not search.patterns
    sql = _FOUND.format(
        among=_AMONG["page"] if paged else _AMONG.get(search.show, ""),
        totals=_TOTALS_OF_ALL if paged else _TOTALS,
        # That of a page was left out among them already.
        offset="$6 * 0" if paged else "$6",
    )
    return await _page(tx, sql, search.today, *_arguments(search, limit, offset))


def _arguments(search: InvoiceSearch, limit: int, offset: int) -> tuple[object, ...]:
    return search.show, search.today, search.reference, search.patterns, limit, offset, search.cents


async def _page(tx: Transaction, sql: str, today: date, *values: object) -> RowPage:
    rows = await tx.fetch(sql, *values)
    return RowPage(
        [
            decoded(
                InvoiceRow,
                row,
                state=invoice_state(
                    row["voided_at"] is not None,
                    row["owed_cents"],
                    row["due_on"],
                    today,
                    disputed=row["disputed_at"] is not None,
                ),
            )
            for row in rows
        ],
        rows[0]["total"] if rows else 0,
        (rows[0]["sum_cents"] or 0) if rows else 0,
    )


def _may_be_code(pattern: str) -> bool:
    return any(_part_of(one, pattern) for one in (_REFERENCE, _NUMBER))


def _part_of(code: re.Pattern[str], pattern: str) -> str | None:
    """The pattern in capital letters, as codes are written; None: it is part of no such code."""
    return pattern.upper() if code.fullmatch(pattern[1:-1].upper()) else None


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


async def counts(tx: Transaction, today: date) -> Counts:
    """How many there are of each."""
    row = await tx.fetchrow(
        "select count(*) filter (where owed_cents > 0)::int as open, "
        "count(*) filter (where owed_cents > 0 and due_on < $1 and disputed_at is null)"
        "::int as overdue "
        "from app.open_invoices o join app.invoice_owed i on i.id = o.invoice_id",
        today,
    )
    assert row is not None
    return decoded(Counts, row)


async def booking_sums(tx: Transaction, ids: Sequence[UUID]) -> list[BookingSums]:
    """Return the sums of those of these bookings that have invoices."""
    rows = await tx.fetch(
        "select booking_id, sum(gross_cents)::int as invoiced_cents, "
        "sum(owed_cents)::int as owed_cents from app.invoice_owed "
        "where booking_id = any($1) and voided_at is null group by booking_id",
        ids,
    )
    return [decoded(BookingSums, row) for row in rows]
