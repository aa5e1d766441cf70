"""Every statement that deletes what is kept no longer (rule: retention)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from summerstow.platform.database.transaction import Transaction

from .erase_queries import begin

#: Closed bookings whose time for claims is over and of which nothing is open. `$2`: since when a
#: charged fee may still be disputed.
_CLOSED: Final = """
select b.id from public.bookings b
join app.booking_prices bp on bp.booking_id = b.id
join app.price_lists l on l.valid_from = bp.valid_from
left join app.cleared_bookings c on c.booking_id = b.id
where b.status in ('delivered', 'completed', 'cancelled')
  and greatest(b.updated_at, (
    select max(e.at) from public.items i join public.item_events e on e.item_id = i.id
    where i.booking_id = b.id and e.kind = 'delivered' and e.blocked is null))
    < $1::timestamptz - make_interval(hours => (l.terms -> 'insurance' ->> 'claim_hours')::int)
  and (c.cleared_at is null or c.cleared_at < b.updated_at)
  and not exists (select from public.items i where i.booking_id = b.id and i.state in
    ('picked_up', 'in_storage', 'pulled', 'out_for_delivery', 'missing'))
  and not exists (select from public.claims o where o.booking_id = b.id and o.state = 'open')
  and not exists (select from public.fee_proposals f where f.booking_id = b.id
    and (f.state in ('proposed', 'disputed') or f.state = 'charged' and f.charged_at > $2))
  and not exists (select from app.conversations o where o.booking_id = b.id and o.state = 'open')
  and not exists (select from public.cases o where o.booking_id = b.id and o.closed_at is null)
  and not exists (select from public.custody_cases o where o.state = 'open' and (
    exists (select from public.stop_events e where e.id = o.stop_event_id and e.booking_id = b.id)
    or exists (select from public.item_events e join public.items i on i.id = e.item_id
      where e.id = o.item_event_id and i.booking_id = b.id)))
order by b.id limit $3
for no key update of b skip locked
"""

#: What causes of messages of cleared bookings name: the booking, or something of it. Mails about
#: bills name an invoice or a payment and stay: a correction goes to customers whose bill was
#: mailed. Friends of a bundle are told once in the week after its end: that stays so long.
_NAMED: Final = """
with cleared as (
  select b.id, b.updated_at from app.cleared_bookings c
  join public.bookings b on b.id = c.booking_id where c.cleared_at >= b.updated_at
)
select id::text from cleared
union all select p.id::text from public.pickups p join cleared c on c.id = p.booking_id
union all select s.id::text from public.run_stops s join cleared c on c.id = s.booking_id
union all select d.id::text from public.date_changes d join cleared c on c.id = d.booking_id
union all select q.id::text from public.delivery_quotes q join cleared c on c.id = q.booking_id
union all select r.id::text from app.part_returns r join cleared c on c.id = r.booking_id
union all select l.id::text from public.claims l join cleared c on c.id = l.booking_id
union all select m.id::text from app.plan_members m join cleared c on c.id = m.booking_id
  where c.updated_at < $1
"""

_PHOTOS: Final = """
select picture_id from public.items where booking_id = any($1)
union select e.photo_id from public.item_events e
  join public.items i on i.id = e.item_id where i.booking_id = any($1)
union select photo_id from public.stop_events where booking_id = any($1)
union select photo_id from public.fee_proposals where booking_id = any($1)
union select unnest(photo_ids) from public.claims where booking_id = any($1)
"""


async def hold_closed(
    tx: Transaction, now: datetime, disputable_since: datetime, limit: int
) -> list[UUID]:
    """Closed bookings whose messages and photos are to be deleted, held."""
    rows = await tx.fetch(_CLOSED, now, disputable_since, limit)
    return [row["id"] for row in rows]


async def delete_messages(tx: Transaction, ended_before: datetime) -> None:
    """Delete the messages of cleared bookings that were sent or given up.

    Those to friends of a bundle go if it ended before a moment.
    """
    await tx.execute(
        "delete from app.outbox where (sent_at is not null or given_up_at is not null) "  # noqa: S608
        f"and split_part(cause, ':', 2) in ({_NAMED})",
        ended_before,
    )


async def delete_photos(tx: Transaction, bookings: list[UUID]) -> None:
    """Delete the photos of these bookings, and what names them."""
    await begin(tx)
    await tx.execute(
        f"delete from app.pictures where id in ({_PHOTOS})",  # noqa: S608 - this file's own text
        bookings,
    )
    for statement in (
        "update public.item_events e set photo_id = null from public.items i "
        "where i.id = e.item_id and e.photo_id is not null and i.booking_id = any($1)",
        "update public.stop_events set photo_id = null "
        "where photo_id is not null and booking_id = any($1)",
        "update public.fee_proposals set photo_id = null "
        "where photo_id is not null and booking_id = any($1)",
        "update public.claims set photo_ids = '{}' "
        "where photo_ids <> '{}' and booking_id = any($1)",
    ):
        await tx.execute(statement, bookings)


async def mark_cleared(tx: Transaction, bookings: list[UUID], now: datetime) -> None:
    """Note that these bookings are done until they change."""
    await tx.execute(
        "insert into app.cleared_bookings (booking_id, cleared_at) select unnest($1::uuid[]), $2 "
        "on conflict (booking_id) do update set cleared_at = excluded.cleared_at",
        bookings,
        now,
    )


async def hold_old_guest_bookings(
    tx: Transaction, closed_before: datetime, limit: int
) -> dict[UUID, str]:
    """Addresses of cleared guest bookings that were closed before a moment and owe nothing."""
    rows = await tx.fetch(
        "select b.id, lower(coalesce(b.guest_email, b.email)) as address "
        "from public.bookings b join app.cleared_bookings c on c.booking_id = b.id "
        "where b.user_id is null and b.updated_at < $1 and c.cleared_at >= b.updated_at "
        "and coalesce(b.guest_email, b.email) is not null "
        "and not exists (select from app.invoice_owed i "
        "where i.booking_id = b.id and i.owed_cents > 0) "
        "order by b.id limit $2 for no key update of b skip locked",
        closed_before,
        limit,
    )
    return {row["id"]: row["address"] for row in rows}


async def addresses_in_use(
    tx: Transaction, addresses: Collection[str], bookings: list[UUID]
) -> set[str]:
    """Those of these addresses that an account, a place in a list or another booking has."""
    rows = await tx.fetch(
        "select lower(coalesce(guest_email, email)) as address from public.bookings "
        "where lower(coalesce(guest_email, email)) = any($1) and id <> all($2) "
        "union select lower(payer_email) from public.bookings "
        "where lower(payer_email) = any($1) and id <> all($2) "
        "union select lower(contact_email) from public.bookings "
        "where lower(contact_email) = any($1) and id <> all($2) "
        "union select email from auth.users where email = any($1) "
        "union select lower(email) from app.waiting_list where lower(email) = any($1)",
        list(addresses),
        bookings,
    )
    return {row["address"] for row in rows}
