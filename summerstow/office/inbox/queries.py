"""Every statement about the inbox; what is open stays in the tables of its packages."""

# ruff: noqa: S608 - statements are put together from this package's own text

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import OFFICE
from summerstow.platform.tables import decoded_all, decoded_if_any

from .model import Colleague, InboxCounts, InboxFilter, Kind, Mark, OpenItem
from .open_items import OPEN

PAGE: Final = 50
#: Members of the office; one who left it takes nothing.
_OFFICE: Final = (
    "select u.id, coalesce(nullif(u.full_name, ''), u.email) as name from public.users u "
    f"where u.role in {tuple(sorted(OFFICE))}"
)
#: $1 the caller, $2 kinds that they decide, $3 now, $4 today, $5 the promised time for an answer,
#: $6 a kind, $7 a campus, $8 overdue ones alone, $9 what a worker sees: what they recorded.
_LISTED: Final = """
with open_items as ({legs}),
due as (
  select o.*, coalesce(o.due_at, case when o.waits then least(o.opened_at + $5::interval,
    case when o.last_day is not null then
      greatest(o.opened_at, o.last_day::timestamp at time zone $13) end) end) as due
  from open_items o where $9::uuid is null or o.actor_id = $9
),
listed as (
  select o.kind, o.id, o.facts, o.booking_id, o.invoice_id, o.opened_at, o.due as due_at,
    coalesce(o.due < $3, false) as overdue, coalesce(b.campus_id, o.campus_id) as campus_id,
    coalesce(o.customer, case when coalesce(o.user_id = b.user_id, true) then
      nullif(trim(concat_ws(' ', coalesce(b.first_name, b.guest_first_name),
        coalesce(b.last_name, b.guest_last_name))), '') end,
      nullif(u.full_name, ''), 'Customer') as name, u.customer_id,
    w.id as owner_id, w.name as owner_name,
    case when m.snoozed_until > $4 and m.snoozed_at >= o.changed_at then m.snoozed_until
      end as snoozed_until, o.kind = any($2) as may_decide
  from due o left join public.bookings b on b.id = o.booking_id
    left join public.users u on u.id = coalesce(o.user_id, b.user_id)
    left join app.inbox_marks m on m.kind = o.kind and m.item_id = o.id
    left join ({office}) w on w.id = m.owner_id
  where ($6::text is null or o.kind = $6) and ($14::text is null or o.id = $14)
    and (not $8 or o.due < $3)
    and ($7::integer is null or coalesce(b.campus_id, o.campus_id) = $7)
),
chosen as (
  select *, snoozed_until is null as awake,
    snoozed_until is null and may_decide and coalesce(owner_id = $1, true) as todo from listed
)
select (select row_to_json(n)::text from (select count(*) filter (where todo) as todo,
    count(*) filter (where awake and owner_id = $1) as mine,
    count(*) filter (where awake and owner_id is null) as unowned,
    count(*) filter (where awake) as all, count(*) filter (where not awake) as snoozed
    from chosen) n) as counts,
  (select coalesce(json_agg(row_to_json(c)), '[]')::text from (select * from chosen
    where case $10 when 'todo' then todo when 'mine' then awake and owner_id = $1
      when 'unowned' then awake and owner_id is null when 'snoozed' then not awake
      when 'any' then true else awake end
    order by due_at nulls last, opened_at, kind, id limit $11 offset $12) c) as rows
"""
_COUNTS: Final = msgspec.json.Decoder(InboxCounts)
_ROWS: Final = msgspec.json.Decoder(list[OpenItem])


async def list_items(
    tx: ElevatedTransaction,
    kinds: Sequence[Kind],
    chosen: InboxFilter,
    *,
    decides: Sequence[Kind],
    recorded_by: UUID | None,
    now: datetime,
    today: date,
    promise: timedelta,
) -> tuple[InboxCounts, list[OpenItem]]:
    """Return counts and a page of the open items of these kinds; `today` is campus-local.

    `promise`: until when a customer who waits is to be answered.
    """
    legs = " union all ".join(
        f"select '{kind}' as kind, l.* from ({OPEN[kind]}) l" for kind in kinds
    )
    row = await tx.fetchrow(
        _LISTED.format(legs=legs, office=_OFFICE),
        tx.actor.user_id,
        list(decides),
        now,
        today,
        promise,
        chosen.kind,
        chosen.campus_id,
        chosen.overdue,
        recorded_by,
        chosen.show,
        PAGE,
        chosen.offset,
        clock.CAMPUS_ZONE.key,
        chosen.id,
    )
    assert row is not None
    counts, rows = row
    return _COUNTS.decode(counts), _ROWS.decode(rows)


async def members_of_office(tx: Transaction) -> list[Colleague]:
    """Return who may take an item, by name."""
    return decoded_all(Colleague, await tx.fetch(f"{_OFFICE} order by 2, 1"))


async def is_open(tx: ElevatedTransaction, kind: Kind, item_id: str) -> bool:
    """Return whether an item still waits."""
    found: bool = await tx.fetchval(
        f"select exists (select from ({OPEN[kind]}) o where o.id = $1)", item_id
    )
    return found


async def hold_mark(tx: ElevatedTransaction, kind: Kind, item_id: str) -> Mark | None:
    """Lock an item's mark against others, and return it."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('inbox ' || $1 || ' ' || $2, 0))",
        kind,
        item_id,
    )
    row = await tx.fetchrow(
        "select w.id as owner_id, w.name as owner_name, m.snoozed_until from app.inbox_marks m "
        f"left join ({_OFFICE}) w on w.id = m.owner_id where m.kind = $1 and m.item_id = $2",
        kind,
        item_id,
    )
    return decoded_if_any(Mark, row)


async def set_owner(
    tx: ElevatedTransaction, kind: Kind, item_id: str, owner_id: UUID | None, now: datetime
) -> None:
    """Store who takes an item; None: no one."""
    await tx.execute(
        "insert into app.inbox_marks (kind, item_id, owner_id, marked_at) values ($1, $2, $3, $4) "
        "on conflict (kind, item_id) do update set owner_id = excluded.owner_id, "
        "marked_at = excluded.marked_at",
        kind,
        item_id,
        owner_id,
        now,
    )


async def set_snooze(
    tx: ElevatedTransaction, kind: Kind, item_id: str, until: date | None, now: datetime
) -> None:
    """Store until which campus-local day an item sleeps; None: it is back."""
    await tx.execute(
        "insert into app.inbox_marks (kind, item_id, snoozed_until, snoozed_at, marked_at) "
        "values ($1, $2, $3, case when $3::date is not null then $4::timestamptz end, $4) "
        "on conflict (kind, item_id) do update set snoozed_until = excluded.snoozed_until, "
        "snoozed_at = excluded.snoozed_at, marked_at = excluded.marked_at",
        kind,
        item_id,
        until,
        now,
    )


async def delete_old_marks(tx: Transaction, before: datetime) -> None:
    """Delete marks that were last set before a moment."""
    await tx.execute("delete from app.inbox_marks where marked_at < $1", before)
