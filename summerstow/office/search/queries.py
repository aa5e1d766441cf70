"""Every statement of this package."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from summerstow.bookings.model import code
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import CUSTOMER

from .model import FoundBooking, FoundCustomer, MatchedInvoice, SavedView

#: Rows that are taken from an index before the best of them are chosen.
_MOST_HITS: Final = 1_000
#: Bookings that are looked through for a word that more than so many have.
_LATEST: Final = 2_000

# The calls are those of the search indexes in `schema/tables`; the role stands in the text as it
# does in the index of customers, which a parameter would leave out. An index gives no order: of a
# word that very many have, the latest are looked through instead. The search stands behind a
# select, so that the plan is kept: who knows it beforehand plans each search anew, which takes
# longer than it.
_BOOKINGS: Final = f"""
with search as materialized (
  select $1::tsquery as words, $2::integer as most
), people as materialized (
  select u.id from public.users u
  where u.role = '{CUSTOMER}' and app.user_words(u.full_name, u.email, u.customer_id) @@ (
    select words from search)
  limit {_MOST_HITS}
), hits as materialized (
  select b.id, b.created_at from public.bookings b
  where app.booking_words(b.id, b.first_name, b.last_name, b.email, b.phone, b.building_name,
    b.address) @@ (select words from search)
  limit {_MOST_HITS}
), at_door as materialized (
  select b.id, b.created_at from public.bookings b
  where coalesce(b.contact_name, b.contact_phone, b.contact_email, b.payer_name, b.payer_phone,
      b.payer_email) is not null
    and app.door_words(b.contact_name, b.contact_phone, b.contact_email, b.payer_name,
      b.payer_phone, b.payer_email) @@ (
      select words from search)
  limit {_MOST_HITS}
), latest as (
  select b.id, b.created_at
  from (select * from public.bookings order by created_at desc limit {_LATEST}) b
  where (select count(*) from hits) = {_MOST_HITS}
    and app.booking_words(b.id, b.first_name, b.last_name, b.email, b.phone, b.building_name,
      b.address) @@ (select words from search)
  limit (select most from search)
), named as (
  (select id from latest) union (
    select id from hits order by created_at desc limit (select most from search)) union (
    select id from at_door order by created_at desc limit (select most from search))
), booked as (
  select id from named
  union
  select own.id from (select id from people limit (select most from search)) p cross join lateral (
    select b.id from public.bookings b where b.user_id = p.id order by b.created_at desc limit 3
  ) own
)
select b.id, b.user_id, b.email, b.phone, b.pickup_date, b.pickup_time, b.status,
  c.campus, u.customer_id, concat_ws(', ', b.building_name, b.address) as place,
  coalesce(nullif(concat_ws(' ', b.first_name, b.last_name), ''), u.full_name) as name
from public.bookings b
  join public.campuses c on c.id = b.campus_id
  left join public.users u on u.id = b.user_id
where b.id in (select id from booked)
order by (b.status in ('completed', 'cancelled')), b.created_at desc limit (select most from search)
"""  # noqa: S608

_PEOPLE: Final = f"""
with hits as materialized (
  select u.id, u.full_name from public.users u
  where u.role = '{CUSTOMER}' and app.user_words(u.full_name, u.email, u.customer_id) @@ $1::tsquery
  limit $3
)
select u.id, coalesce(nullif(u.full_name, ''), u.customer_id) as name, u.customer_id, u.email,
  (select b.phone from public.bookings b where b.user_id = u.id and b.phone is not null
   order by b.created_at desc limit 1) as phone
from public.users u
where u.role = '{CUSTOMER}' and u.id in (
  select unnest($4::uuid[]) union (
    select id from hits order by app.name_key(full_name) collate "C" limit $2))
order by app.name_key(u.full_name) collate "C", u.id limit $2
"""  # noqa: S608

_INVOICES: Final = """
select i.id, i.number, i.reference, i.booking_id,
  coalesce(u.full_name, concat_ws(' ', b.first_name, b.last_name)) as name
from public.invoices i join public.bookings b on b.id = i.booking_id
  left join public.users u on u.id = coalesce(
    (select m.user_id from app.plan_members m where m.id = i.member_id), b.user_id)
where i.reference = $1 or i.serial = $2
"""


async def search_bookings(tx: ElevatedTransaction, search: str, limit: int) -> list[FoundBooking]:
    """Find bookings by their and their customers' words: current ones first, then newest."""
    return [
        FoundBooking(
            id=row["id"],
            code=code(row["id"]),
            user_id=row["user_id"],
            customer_id=row["customer_id"],
            name=row["name"] or "Customer",
            email=row["email"],
            phone=row["phone"],
            campus=row["campus"],
            address=row["place"],
            pickup_date=row["pickup_date"],
            pickup_time=row["pickup_time"],
            status=row["status"],
        )
        for row in await tx.fetch(_BOOKINGS, search, limit)
    ]


async def search_customers(
    tx: ElevatedTransaction, search: str, limit: int, beside: set[UUID]
) -> list[FoundCustomer]:
    """Find customers by their words, and those with the ids `beside`."""
    return [
        FoundCustomer(**dict(row))
        for row in await tx.fetch(_PEOPLE, search, limit, _MOST_HITS, list(beside))
    ]


async def find_invoices(
    tx: ElevatedTransaction, reference: str, serial: int | None
) -> list[MatchedInvoice]:
    """Find the invoice with this payment code or number."""
    return [MatchedInvoice(**dict(row)) for row in await tx.fetch(_INVOICES, reference, serial)]


async def list_views(tx: ElevatedTransaction, user_id: UUID | None) -> list[SavedView]:
    """List a person's views by name."""
    rows = await tx.fetch(
        "select name, query from app.saved_views where user_id = $1 "
        'order by app.name_key(name) collate "C"',
        user_id,
    )
    return [SavedView(**dict(row)) for row in rows]


async def save_view(tx: ElevatedTransaction, user_id: UUID | None, name: str, query: str) -> None:
    """Save a view, replacing one of the same name."""
    await tx.execute(
        "insert into app.saved_views (user_id, name, query) values ($1, $2, $3) "
        "on conflict (user_id, lower(name)) do update "
        "set name = excluded.name, query = excluded.query, saved_at = now()",
        user_id,
        name,
        query,
    )


async def delete_view(tx: ElevatedTransaction, user_id: UUID | None, name: str) -> None:
    """Delete a view by its name."""
    await tx.execute(
        "delete from app.saved_views where user_id = $1 and lower(name) = lower($2)", user_id, name
    )
