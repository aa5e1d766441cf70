"""Every statement that makes past seasons' people and their bookings.

What is drawn is kept in tables that go with the transaction (`_DRAWN`); the rest is made of them.
Triggers are off meanwhile (`bulk`), so that what they would have made is made here.
"""

# ruff: noqa: S608 - what is put in is a constant of this folder

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from summerstow import facts
from summerstow.platform import clock, published
from summerstow.platform.auth.accounts.accounts import draw_customer_id
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import SERVICE_ROLE
from summerstow.privacy.retention import RETENTION

#: The addresses of all who are made up here; nobody has such a domain.
ADDRESS: Final = "@alumni.example"
#: Of each ten bookings so many are made by people with an account, each of whom makes two.
BLOCK: Final = 10
_WITH_ACCOUNT: Final = 6
_ACCOUNTS: Final = 3
_PEOPLE: Final = _ACCOUNTS + BLOCK - _WITH_ACCOUNT
#: How many in a hundred first book in the last season, the one before, and so on.
_SEASONS: Final = (25, 17, 14, 12, 10, 8, 6, 5, 3)

REASONS: Final = (
    "Storing with family instead",
    "Staying on campus for the summer",
    "Found another place for my things",
    "Travel plans changed",
    None,
)
HEARD: Final = ("website", "friend", "residence poster", "instagram")
#: Referral ids of customers of back then.
REFERRERS: Final = ("A7F3K", "H4NPQ", "R9WXT", "V5BDM")

_DRAWN: Final = """
create temp table drawn_person (number int, has_account boolean, id uuid, first_name text,
  last_name text, email text, phone text, campus int, season int) on commit drop;
create temp table drawn_booking (id uuid, person int, campus_id int, pickup date, made timestamptz,
  back date, residence int, status text, option text, kit int, picked text, flight text,
  reason text, heard text, referral text) on commit drop;
"""

# $1 first and $2 last block, $3 first names, $4 last names, $5 and $6: which campus to what share,
# $7 to what share each season. No area code
# has a 9 in its middle.
_PERSON: Final = f"""
insert into drawn_person
select number, number % {_PEOPLE} < {_ACCOUNTS}, gen_random_uuid(), first_name, last_name,
  lower(translate(first_name || '.' || last_name, ' ''', '')) || '.' || number || '{ADDRESS}',
  format('+1 %s90 %s %s', 2 + (part * 6)::int, 200 + line / 10000,
    lpad((line % 10000)::text, 4, '0')),
  campus, season
from (
  select block * {_PEOPLE} + one as number,
    ($3::text[])[1 + floor(random() * cardinality($3::text[]))] as first_name,
    ($4::text[])[1 + floor(random() * cardinality($4::text[]))] as last_name,
    random() as part, floor(random() * 8000000)::int as line,
    ($5::int[])[1 + width_bucket(random(), $6::float8[])] as campus,
    width_bucket(random(), $7::float8[]) as season
  from generate_series($1::int, $2::int) block, generate_series(0, {_PEOPLE - 1}) one
) n
"""

# $1 first block, $2 how many bookings, $3 the last season's year, $4 how many seasons, $5 windows,
# $6 hours of flights, $7 delivery options, $8 the first day of the free return as MM-DD,
# $9 why some are cancelled, $10 how they heard of us, $11 who referred them.
_BOOKING: Final = f"""
insert into drawn_booking
select app.time_ordered_id(made), person, campus, pickup, made,
  (year || '-' || $8)::date + floor(c * 4)::int, floor(d * 1000)::int, status,
  case when e < .6 then ($7::text[])[1] when e < .7 then ($7::text[])[2] else ($7::text[])[3] end,
  case when f < .55 then 4 + floor(f * 20)::int end,
  ($5::text[])[1 + floor(g * cardinality($5::text[]))],
  case when h < .3 then ($6::text[])[1 + floor(h / .3 * cardinality($6::text[]))] end,
  case when status = 'cancelled' then
    ($9::text[])[1 + floor(i * cardinality($9::text[]))] end,
  ($10::text[])[1 + floor(j * cardinality($10::text[]))],
  case when k < .14 then
    'SS-' || ($11::text[])[1 + floor(k / .14 * cardinality($11::text[]))] end
from (
  select p.number as person, p.campus, s.year,
    make_date(s.year, 4, 12) + least(floor(-4 * ln(
      (1 - random()) * (1 - random()) * (1 - random()) * (1 - random()))), 48)::int as pickup,
    (array['completed', 'cancelled', 'delivered'])[
      1 + width_bucket(random(), array[.88, .96]::float8[])] as status,
    random() as a, random() as b, random() as c, random() as d, random() as e, random() as f,
    random() as g, random() as h, random() as i, random() as j, random() as k
  from generate_series(0, $2::int - 1) n
    cross join lateral (select case when n % {BLOCK} < {_WITH_ACCOUNT}
      then n % {BLOCK} % {_ACCOUNTS} else n % {BLOCK} - {_ACCOUNTS} end as one) o
    join drawn_person p on p.number = ($1::int + n / {BLOCK}) * {_PEOPLE} + o.one
    cross join lateral (select $3::int - (p.season + (n % {BLOCK} < {_WITH_ACCOUNT}
      and n % {BLOCK} >= {_ACCOUNTS})::int) % $4::int as year) s
) one
  cross join lateral (select (pickup - (3 + floor(a * 68))::int + time '15:00') at time zone 'UTC'
    + b * interval '9 hours' as made) m
"""

# $1 codes that nobody has.
_ACCOUNTS_MADE: Final = """
with account as (
  select p.id, p.email, p.first_name || ' ' || p.last_name as name, m.made,
    row_number() over (order by m.made) as nth
  from drawn_person p join (
    select person, min(made) - interval '5 minutes' as made from drawn_booking group by 1
  ) m on m.person = p.number
  where p.has_account
), signed_up as (
  insert into auth.users (id, email, email_confirmed_at, app_metadata, user_metadata, created_at,
    updated_at)
  select id, email, made, '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('full_name', name, 'sub', id, 'email', email, 'email_verified', true,
      'phone_verified', false), made, made
  from account order by nth
), identity as (
  insert into auth.identities (user_id, provider, subject, identity_data, created_at, updated_at)
  select id, 'email', id, jsonb_build_object('sub', id, 'email', email), made, made
  from account order by nth
)
insert into public.users (id, email, full_name, customer_id, created_at, updated_at)
select a.id, a.email, a.name, c.one, a.made, a.made
from account a join unnest($1::text[]) with ordinality c (one, nth) using (nth) order by nth
"""

# $1 campuses and $2 names and $3 addresses of residences, in parallel; $4: a guest's booking of
# before it has lost its person (rule: retention).
_BOOKINGS_MADE: Final = """
with residence as (
  select campus_id, name, address, row_number() over (partition by campus_id) - 1 as nth,
    count(*) over (partition by campus_id) as among
  from unnest($1::int[], $2::text[], $3::text[]) one (campus_id, name, address)
)
insert into public.bookings (id, user_id, campus_id, first_name, last_name, guest_first_name,
  guest_last_name, email, guest_email, phone, guest_phone, residence_type, building_name, address,
  supply_kit_delivery_date, pickup_date, pickup_time, return_delivery_date, delivery_option,
  how_heard, has_flight, flight_time, status, created_at, updated_at, cancellation_note,
  referral_code)
select d.id, case when p.has_account then p.id end, d.campus_id, p.first_name, p.last_name,
  g.first_name, g.last_name, p.email, g.email, p.phone, g.phone,
  case when r.name is null then 'other' else 'on_campus' end,
  case when p.id is not null then r.name end,
  case when p.id is not null then format('Room %s, %s', 100 + d.residence % 900, r.address) end,
  d.pickup - d.kit, d.pickup, d.picked,
  case when d.option <> 'decide_later' or d.status <> 'cancelled' then d.back end, d.option,
  case when p.id is not null then d.heard else 'website' end, d.flight is not null, d.flight,
  d.status, d.made, d.made, case when p.id is not null then d.reason end, d.referral
from drawn_booking d
  left join drawn_person p on p.number = d.person and (p.has_account or d.made >= $4)
  left join drawn_person g on g.number = p.number and not g.has_account
  left join residence r on r.campus_id = d.campus_id and r.nth = d.residence % r.among
order by d.made
"""

# Nothing of them is left to delete.
_CLEARED: Final = """
insert into app.cleared_bookings (booking_id, cleared_at) select id, made from drawn_booking
"""

_PRICES_MADE: Final = """
insert into app.booking_prices (booking_id, valid_from, digest)
select d.id, l.valid_from, l.digest
from drawn_booking d join app.price_lists l on l.valid_from
  = app.price_list_on((d.made at time zone 'UTC' - interval '7 hours')::date)
"""

# What was inserted is on record from its first day, as by the triggers. It stands in the order of
# its days already.
_AUDIT: Final = f"""
insert into public.audit_log (at, actor_role, action, table_name, row_id, after)
select t.created_at, '{SERVICE_ROLE}', 'insert', '{{table}}', t.id, to_jsonb(t) - 'needs'
from public.{{table}} t where t.{{key}} in (select id from {{drawn}})
"""
_AUDITED: Final = (
    ("users", "drawn_person", "id"),
    ("bookings", "drawn_booking", "id"),
    ("pickups", "drawn_booking", "booking_id"),
    ("invoices", "drawn_booking", "booking_id"),
    ("items", "drawn_booking", "booking_id"),
)
#: All that is filled.
TABLES: Final = (
    "auth.users",
    "auth.identities",
    "public.users",
    "public.bookings",
    "app.booking_prices",
    "app.cleared_bookings",
    "public.pickups",
    "public.invoices",
    "public.ledger",
    "public.settlements",
    "public.run_stops",
    "public.items",
    "public.labels",
    "public.item_events",
    "public.audit_log",
)


async def first_block(tx: ElevatedTransaction) -> int:
    """The first block of ten bookings that nobody was made for."""
    last: int | None = await tx.fetchval(
        "select max(substring(email from '[.]([0-9]+)@')::int) from public.users "
        "where email like $1",
        f"%{ADDRESS}",
    )
    return 0 if last is None else last // _PEOPLE + 1


async def draw(
    tx: ElevatedTransaction,
    first: int,
    count: int,
    *,
    last_season: int,
    names: tuple[Sequence[str], Sequence[str]],
    campuses: Mapping[int, int],
) -> None:
    """Draw `count` bookings from block `first` on, and their people; `campuses`: weights."""
    known = facts.booking()
    await tx.execute(_DRAWN)
    await tx.execute("select setseed(0.25)")
    await tx.execute(
        _PERSON,
        first,
        first + (count - 1) // BLOCK,
        *names,
        list(campuses),
        _shares(list(campuses.values())),
        _shares(_SEASONS),
    )
    await tx.execute("analyze drawn_person")
    await tx.execute(
        _BOOKING,
        first,
        count,
        last_season,
        len(_SEASONS),
        [one.label for one in published.campuses()[0].pickup_windows],
        [one.value for one in known.flight_windows],
        [one.value for one in known.delivery_options],
        published.season().free_return.first,
        list(REASONS),
        list(HEARD),
        list(REFERRERS),
    )
    await tx.execute("analyze drawn_booking")


async def codes(
    tx: ElevatedTransaction, count: int, draw: Callable[[], str], table: str, column: str
) -> list[str]:
    """So many codes that no row of the table has."""
    codes: set[str] = set()
    while len(codes) < count:
        codes |= {draw() for _ in range(count - len(codes))}
        taken = f"select {column} as code from {table} where {column} = any($1)"
        codes -= {row["code"] for row in await tx.fetch(taken, list(codes))}
    return list(codes)


async def make(tx: ElevatedTransaction) -> None:
    """The drawn people's accounts, and all drawn bookings."""
    accounts = await tx.fetchval("select count(*) from drawn_person where has_account")
    free = await codes(tx, accounts, draw_customer_id, "public.users", "customer_id")
    residences = [
        (campus.id, one.name, one.address)
        for campus in published.campuses()
        for one in campus.residences
    ]
    await tx.execute(_ACCOUNTS_MADE, free)
    await tx.execute(
        _BOOKINGS_MADE,
        *(list(column) for column in zip(*residences, strict=True)),
        clock.now() - timedelta(days=RETENTION.guest_booking_days),
    )
    await tx.execute(_PRICES_MADE)
    await tx.execute(_CLEARED)
    # Else what follows looks through all there was before, for each of them.
    await tx.execute("analyze public.bookings")


async def audit(tx: ElevatedTransaction) -> None:
    """Record the inserts of all that was made."""
    for table, drawn, key in _AUDITED:
        await tx.execute(_AUDIT.format(table=table, drawn=drawn, key=key))


def _shares(weights: Sequence[int]) -> list[float]:
    """Where in 0..1 one ends and the next begins, for `width_bucket`."""
    return [sum(weights[: one + 1]) / sum(weights) for one in range(len(weights) - 1)]
