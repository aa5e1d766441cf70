"""Every statement about the items of a booking."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from summerstow.kit.database import Transaction
from summerstow.kit.tables import Row


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A stored item; `row` is the same as JSON values, as PostgreSQL gives it."""

    row: Row
    id: UUID
    kind: str
    description: str
    boxed: bool
    over_50_lb: bool
    declared_value_cents: int
    picture_id: UUID | None


async def of_booking(tx: Transaction, booking_id: UUID) -> list[Item]:
    """The items of a booking, in the order in which they were added."""
    text = await tx.fetchval(
        "select coalesce(json_agg(i order by created_at, id), '[]') from public.booking_items i "
        "where booking_id = $1",
        booking_id,
    )
    rows: list[Row] = msgspec.json.decode(text)
    return [msgspec.convert(row | {"row": row}, Item) for row in rows]


async def add(tx: Transaction, item_id: UUID, booking_id: UUID, said: dict[str, Any]) -> bool:
    """Store an item; False where one with that id is there already."""
    return (
        await tx.execute(
            "insert into public.booking_items "
            "(id, booking_id, kind, description, boxed, over_50_lb, declared_value_cents, "
            "picture_id) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing",
            item_id,
            booking_id,
            *_values(said),
        )
        == "INSERT 0 1"
    )


async def change(tx: Transaction, item_id: UUID, said: dict[str, Any]) -> None:
    """Store what is said of an item now."""
    await tx.execute(
        "update public.booking_items set kind = $2, description = $3, boxed = $4, "
        "over_50_lb = $5, declared_value_cents = $6, picture_id = $7 where id = $1",
        item_id,
        *_values(said),
    )


async def remove(tx: Transaction, booking_id: UUID, item_id: UUID) -> None:
    """Take an item out of a booking."""
    await tx.execute(
        "delete from public.booking_items where booking_id = $1 and id = $2", booking_id, item_id
    )


async def hand_over(tx: Transaction, old: UUID, new: UUID) -> None:
    """The items of a booking go on to the one that takes its stead."""
    await tx.execute(
        "update public.booking_items set booking_id = $2 where booking_id = $1", old, new
    )


def _values(said: dict[str, Any]) -> tuple[Any, ...]:
    columns = ("kind", "description", "boxed", "over_50_lb", "declared_value_cents", "picture_id")
    return tuple(said[name] for name in columns)
