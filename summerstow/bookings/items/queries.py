"""Every statement about the items of a booking."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import Row


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A stored item; `row` is the same as JSON values, as PostgreSQL gives it."""

    row: Row
    id: UUID
    member_id: UUID | None
    user_id: UUID | None
    kind: str
    description: str
    boxed: bool
    heavy: bool
    declared_value_cents: int
    picture_id: UUID | None
    to_check: str | None


async def of_booking(tx: Transaction, booking_id: UUID) -> list[Item]:
    """The items of a booking: its customer's, then those of friends, each by number."""
    text = await tx.fetchval(
        "select coalesce(json_agg(to_jsonb(i) - 'location_id' "
        "order by member_id nulls first, number), '[]') "
        "from public.items i where booking_id = $1",
        booking_id,
    )
    rows: list[Row] = msgspec.json.decode(text)
    return [msgspec.convert(row | {"row": _without_friend(row)}, Item) for row in rows]


async def share_of(tx: Transaction, booking_id: UUID, user_id: UUID) -> UUID | None:
    """Return the share by which an account lists items of a friend's booking; None without one."""
    result: UUID | None = await tx.fetchval(
        "select id from app.plan_members "
        "where booking_id = $1 and user_id = $2 and left_at is null",
        booking_id,
        user_id,
    )
    return result


async def add(
    tx: Transaction,
    item_id: UUID,
    booking_id: UUID,
    member_id: UUID | None,
    values: dict[str, Any],
) -> bool:
    """Store an item; False where one with that id is there already."""
    return (
        await tx.execute(
            "insert into public.items "
            "(id, booking_id, member_id, kind, description, boxed, heavy, declared_value_cents, "
            "picture_id, to_check) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) "
            "on conflict (id) do nothing",
            item_id,
            booking_id,
            member_id,
            *_values(values),
        )
        == "INSERT 0 1"
    )


async def expect_listed(tx: Transaction, booking_id: UUID) -> None:
    """Expect at least as many of its customer's items as are listed."""
    await tx.execute(
        "update public.bookings b set expected_items = s.listed from "
        "(select count(*)::int as listed from public.items "
        "where booking_id = $1 and member_id is null) s "
        "where b.id = $1 and s.listed > coalesce(b.expected_items, 0)",
        booking_id,
    )


async def expect_fewer(tx: Transaction, booking_id: UUID) -> None:
    """Expect the items that are listed, where there was one more that is expected no longer."""
    await tx.execute(
        "update public.bookings b set expected_items = nullif(s.listed, 0) from "
        "(select count(*)::int as listed from public.items "
        "where booking_id = $1 and member_id is null) s "
        "where b.id = $1 and b.expected_items = s.listed + 1",
        booking_id,
    )


async def change(tx: Transaction, item_id: UUID, values: dict[str, Any]) -> None:
    """Store the new values of an item."""
    await tx.execute(
        "with old as (select picture_id from public.items where id = $1), "
        "gone as (delete from app.pictures p using old where p.id = old.picture_id "
        "and p.id is distinct from $7) "
        "update public.items set kind = $2, description = $3, boxed = $4, "
        "heavy = $5, declared_value_cents = $6, picture_id = $7, to_check = $8 where id = $1",
        item_id,
        *_values(values),
    )


async def remove(tx: Transaction, booking_id: UUID, item_id: UUID) -> bool:
    """Take an item out of a booking; its person's others behind it move up by one.

    False: it is gone already.
    """
    gone = await tx.fetchrow(
        "with gone as (delete from public.items where booking_id = $1 and id = $2 "
        "returning member_id, number, picture_id), picture as (delete from app.pictures p "
        "using gone where p.id = gone.picture_id) select member_id, number from gone",
        booking_id,
        item_id,
    )
    if gone is None:
        return False
    await tx.execute(
        "update public.items set number = number - 1 "
        "where booking_id = $1 and member_id is not distinct from $2 and number > $3",
        booking_id,
        *gone,
    )
    return True


async def hand_over(tx: Transaction, old: UUID, new: UUID) -> None:
    """Items and labels of a booking go on to the one that takes its stead."""
    await tx.execute("update public.labels set booking_id = $2 where booking_id = $1", old, new)
    await tx.execute("update public.items set booking_id = $2 where booking_id = $1", old, new)
    await expect_listed(tx, new)


def _without_friend(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "member_id"}


def _values(values: dict[str, Any]) -> tuple[Any, ...]:
    columns = ("kind", "description", "boxed", "heavy", "declared_value_cents", "picture_id")
    return (*(values[name] for name in columns), values["to_check"])
