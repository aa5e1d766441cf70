"""Every statement about the items that a booking's storage is priced by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded, decoded_all

from .model import ExpectedItems
from .queries import MEMBERS

_SUMS: Final = f"""
select count(id)::int as items, count(id)::int as listed,
  coalesce(sum(declared_value_cents), 0)::int as listed_cents,
  count(*) filter (where heavy and boxed)::int as heavy_boxes,
  count(*) filter (where heavy and not boxed)::int as heavy_items,
  coalesce(sum(declared_value_cents), 0)::int as declared,
  -- A bundle that friends share stays one.
  (select case when b.pricing = 'single_items' and not exists (select from app.plan_members
    m where m.booking_id = b.id and m.left_at is null) then 'single_items' else 'bundle' end
    from public.bookings b where b.id = $1) as pricing,
  (select 1 + count(*)::int {MEMBERS}) as people
"""  # noqa: S608 - own text


class LeftItems(msgspec.Struct, frozen=True):
    """How many items came back while the rest stays, and when."""

    at: datetime
    items: int


class PersonItems(ExpectedItems, frozen=True):
    """What one of those who share a bundle says; a friend has a `member_id`."""

    member_id: UUID | None


async def expected_items(
    tx: Transaction, booking_id: UUID, member_id: UUID | None = None
) -> ExpectedItems:
    """What a person lists of a booking's items: its customer, or a friend (`member_id`).

    `items` are those that all who share the bundle expect together.
    """
    row = await tx.fetchrow(
        "select s.listed, s.listed_cents, s.heavy_boxes, s.heavy_items, s.pricing, s.people, "  # noqa: S608 - own text
        "coalesce(b.expected_items, o.own) + o.friends as items, "
        "case when $2::uuid is null then greatest(b.expected_value_cents, s.declared) "
        "else s.declared end as declared "
        f"from ({_SUMS} from public.items where booking_id = $1 "
        "and member_id is not distinct from $2::uuid and exists "
        "(select from public.bookings b where b.id = $1 and b.status <> 'cancelled')) s "
        "cross join (select count(*) filter (where member_id is null)::int as own, "
        "count(member_id)::int as friends from public.items where booking_id = $1 and exists "
        "(select from public.bookings b where b.id = $1 and b.status <> 'cancelled')) o "
        "left join public.bookings b on b.id = $1 and b.status <> 'cancelled'",
        booking_id,
        member_id,
    )
    assert row is not None
    return decoded(ExpectedItems, row)


async def kept_items(
    tx: Transaction, booking_id: UUID, count: int
) -> dict[UUID | None, PersonItems]:
    """What each person says of their items among those that the crew took.

    That is the booking's customer (None), and each friend who has items of their own in the bundle,
    in the order in which they joined. Those taken are the scanned ones. A count that is larger
    includes items without a scan: nobody knows which, so it is those that cost the least.
    """
    rows = await tx.fetch(
        f"{_SUMS}, p.member_id from ("  # noqa: S608 - this file's own text
        "select null::uuid as member_id, null::timestamptz as joined_at union all "
        "select m.id, m.joined_at from app.plan_members m where m.booking_id = $1 "
        "and exists (select from public.items where booking_id = $1 and member_id = m.id)) p "
        "left join (select *, state not in ('listed', 'packed') as scanned, row_number() over ("
        "order by state in ('listed', 'packed'), heavy, declared_value_cents, number) as rank "
        "from public.items i where booking_id = $1 and state <> 'refused' and not exists ("
        "select from app.part_returns c where c.booking_id = $1 and c.state = 'done' "
        "and i.id = any(c.item_ids))) i "
        "on (i.scanned or i.rank <= $2) and i.member_id is not distinct from p.member_id "
        "group by p.member_id, p.joined_at order by p.joined_at nulls first, p.member_id",
        booking_id,
        count,
    )
    return {one.member_id: one for one in decoded_all(PersonItems, rows)}


async def billed_bookings_of_items(tx: Transaction, items: Sequence[UUID]) -> list[UUID]:
    """Bookings of these items whose storage is being invoiced."""
    rows = await tx.fetch(
        "select distinct s.booking_id from app.storage_billing s "
        "join public.items i on i.booking_id = s.booking_id "
        "where i.id = any($1) and s.months_invoiced > 0 and s.returned_on is null "
        "order by s.booking_id",
        items,
    )
    return [row["booking_id"] for row in rows]


async def counted_items(tx: Transaction, booking_id: UUID) -> int:
    """Count what the crew took at completed pickups, without what came back since."""
    result: int = await tx.fetchval(
        "select (coalesce(sum(items_counted), 0) - (select coalesce(sum(cardinality(item_ids)), 0) "
        "from app.part_returns where booking_id = $1 and state = 'done'))::int from public.pickups "
        "where booking_id = $1 and status = 'completed' and items_counted is not null",
        booking_id,
    )
    return result


async def left_items(tx: Transaction, booking_id: UUID) -> list[LeftItems]:
    """Return how many of a booking's items came back so far while the rest stays."""
    rows = await tx.fetch(
        "select done_at as at, cardinality(item_ids) as items from app.part_returns "
        "where booking_id = $1 and state = 'done'",
        booking_id,
    )
    return decoded_all(LeftItems, rows)
