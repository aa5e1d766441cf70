"""Every statement of this package."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import decoded_if_any

KitState = Literal["requested", "packed", "out", "delivered", "failed"]
_DAY = """
select json_build_object(
  'stock', (select coalesce((select kits from public.kit_stock where campus_id = $1), 0)),
  'stocks', (
    select json_agg(json_build_object('campus_id', c.id, 'kits', coalesce(s.kits, 0)) order by c.id)
    from public.campuses c left join public.kit_stock s on s.campus_id = c.id),
  'deliveries', (
    select coalesce(json_agg(row_to_json(k) order by k.door, k.since), '[]')
    from (
      select b.id as booking_id, b.user_id, b.created_at as since,
        lower(coalesce(b.building_name, '~')) as door,
        coalesce(nullif(u.full_name, ''),
          nullif(trim(concat_ws(' ', b.first_name, b.last_name)), ''),
          nullif(trim(concat_ws(' ', b.guest_first_name, b.guest_last_name)), ''),
          'Customer') as full_name,
        u.customer_id, coalesce(b.email, b.guest_email) as email,
        coalesce(b.phone, b.guest_phone) as phone, b.building_name, b.address, b.residence_type,
        b.additional_comments, b.pickup_date, b.status as booking_status,
        coalesce(d.state, 'requested') as state, d.note, d.delivered_at,
        b.status <> 'cancelled' and b.supply_kit_delivery_date is not null as wanted
      from (
        select id from public.bookings where supply_kit_delivery_date = $2
        union all
        select n.id from public.bookings n join public.kit_deliveries k on k.booking_id = n.id
        where n.supply_kit_delivery_date is null and k.state in ('packed', 'out', 'failed')
      ) asked
      join public.bookings b using (id)
      left join public.users u on u.id = b.user_id
      left join public.kit_deliveries d on d.booking_id = b.id
      where b.campus_id = $1
        and (b.status <> 'cancelled' or d.state in ('packed', 'out', 'failed'))
    ) k)
)
"""


class KitDelivery(msgspec.Struct, frozen=True):
    """One kit of a day: for whom, where, and how far it is; times are ISO 8601."""

    booking_id: str
    user_id: str | None
    since: str
    door: str
    full_name: str
    customer_id: str | None
    email: str | None
    phone: str | None
    building_name: str | None
    address: str | None
    residence_type: str
    additional_comments: str | None
    pickup_date: str | None
    booking_status: str
    state: KitState
    note: str | None
    delivered_at: str | None
    wanted: bool


class CampusStock(msgspec.Struct, frozen=True):
    """The kits on a campus's shelf."""

    campus_id: int
    kits: int


class KitsOfDay(msgspec.Struct, frozen=True):
    """The stock of the campus and of all, and the day's kits by residence."""

    stock: int
    stocks: list[CampusStock]
    deliveries: list[KitDelivery]


async def day(tx: Transaction, campus_id: int, on: date) -> KitsOfDay:
    """The kits of a campus and day.

    With them the kits that left the shelf for a booking that was cancelled, or that wants none any
    more (then on every day): not `wanted`, to be put back.
    """
    return msgspec.json.decode(await tx.fetchval(_DAY, campus_id, on), type=KitsOfDay)


class KitBooking(msgspec.Struct, frozen=True):
    """The booking that a kit belongs to."""

    campus_id: int
    status: str
    supply_kit_delivery_date: date | None


async def booking(tx: Transaction, booking_id: UUID) -> KitBooking | None:
    """The booking that a kit belongs to, held for the transaction."""
    row = await tx.fetchrow(
        "select campus_id, status, supply_kit_delivery_date from public.bookings where id = $1 "
        "for no key update",
        booking_id,
    )
    return decoded_if_any(KitBooking, row)


async def state(tx: Transaction, booking_id: UUID) -> str:
    """How far a booking's kit is."""
    found: str | None = await tx.fetchval(
        "select state from public.kit_deliveries where booking_id = $1", booking_id
    )
    return found or "requested"


async def store(
    tx: Transaction, booking_id: UUID, new: str, note: str | None, now: datetime
) -> None:
    """Store how far a kit is."""
    await tx.execute(
        "insert into public.kit_deliveries (booking_id, state, note, delivered_at) "
        "values ($1, $2, $3, case when $2 = 'delivered' then $4::timestamptz end) "
        "on conflict (booking_id) do update "
        "set state = excluded.state, note = coalesce(excluded.note, kit_deliveries.note), "
        "delivered_at = excluded.delivered_at, updated_at = now()",
        booking_id,
        new,
        note,
        now,
    )


async def take_from_stock(tx: Transaction, campus_id: int) -> bool:
    """One kit leaves the shelf; False where none is left."""
    return (
        await tx.execute(
            "update public.kit_stock set kits = kits - 1, updated_at = now() "
            "where campus_id = $1 and kits > 0",
            campus_id,
        )
        == "UPDATE 1"
    )


async def add_to_stock(tx: Transaction, campus_id: int, kits: int) -> int:
    """Kits come to the shelf, or leave it; returns what is there now."""
    result: int = await tx.fetchval(
        "insert into public.kit_stock as s (campus_id, kits) values ($1, greatest($2, 0)) "
        "on conflict (campus_id) do update set kits = s.kits + $2, "
        "updated_at = now() returning kits",
        campus_id,
        kits,
    )
    return result


async def stock(tx: Transaction, campus_id: int) -> int:
    """Kits on the shelf, held for the transaction."""
    found: int | None = await tx.fetchval(
        "select kits from public.kit_stock where campus_id = $1 for no key update", campus_id
    )
    return found or 0
