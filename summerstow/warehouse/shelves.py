"""The shelves of the warehouses, and how much of them is in use."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict

#: Site, bay and shelf.
CODE: Final = r"^[A-Z]{1,3}-[0-9]{2}-[0-9]{1,2}$"
_SHELF: Final = """
select l.id, l.campus_id, l.code, l.places,
  (select count(*) from public.items i where i.location_id = l.id and i.state = 'in_storage')::int
from public.locations l
"""


class Shelf(msgspec.Struct, frozen=True):
    """A shelf, how many items fit, and how many stand there."""

    id: UUID
    campus_id: int
    code: str
    places: int
    used: int


class InKeeping(msgspec.Struct, frozen=True):
    """A campus's items: all that we hold, of these missing or damaged; places used of all."""

    campus_id: int
    kept: int
    missing: int
    damaged: int
    used: int
    places: int


_KEEPING: Final = """
select c.id, coalesce(i.kept, 0), coalesce(i.missing, 0), coalesce(i.damaged, 0),
  coalesce(s.used, 0), coalesce(l.places, 0)
from public.campuses c
  left join (
    select b.campus_id, count(*)::int as kept,
      count(*) filter (where i.state = 'missing')::int as missing,
      count(*) filter (where i.damaged)::int as damaged
    from public.items i join public.bookings b on b.id = i.booking_id
    where i.state in ('picked_up', 'in_storage', 'pulled', 'out_for_delivery', 'missing')
    group by b.campus_id
  ) i on i.campus_id = c.id
  left join (
    select l.campus_id, count(*)::int as used
    from public.items i join public.locations l on l.id = i.location_id
    where i.state = 'in_storage' group by l.campus_id
  ) s on s.campus_id = c.id
  left join (
    select campus_id, sum(places)::int as places from public.locations group by campus_id
  ) l on l.campus_id = c.id
order by c.id
"""


async def keeping(tx: ElevatedTransaction) -> list[InKeeping]:
    """What each campus holds now."""
    return [InKeeping(*row) for row in await tx.fetch(_KEEPING)]


async def create(tx: ElevatedTransaction, campus_id: int, code: str, places: int) -> Shelf:
    """A new shelf. Raises `Conflict` where one has this code."""
    row = await tx.fetchrow(
        "insert into public.locations (campus_id, code, places) values ($1, $2, $3) "
        "on conflict (code) do nothing returning id, campus_id, code, places, 0",
        campus_id,
        code,
        places,
    )
    if row is None:
        raise Conflict(f"There is a shelf {code} already.")
    return Shelf(*row)


async def resize(tx: ElevatedTransaction, location_id: UUID, places: int) -> Shelf:
    """Another number of places. Raises `Conflict` where the shelf is gone."""
    await tx.execute("update public.locations set places = $2 where id = $1", location_id, places)
    return await one(tx, location_id)


async def one(tx: ElevatedTransaction, location_id: UUID) -> Shelf:
    """A shelf. Raises `Conflict` where there is none."""
    row: asyncpg.Record | None = await tx.fetchrow(f"{_SHELF} where l.id = $1", location_id)
    if row is None:
        raise Conflict("There is no such shelf.")
    return Shelf(*row)


async def every(tx: ElevatedTransaction) -> list[Shelf]:
    """All shelves, by site and code."""
    return [Shelf(*row) for row in await tx.fetch(f"{_SHELF} order by l.campus_id, l.code")]
