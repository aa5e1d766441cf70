"""What holds for plain row writes of `pickups` and `pickup_queue`."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from summerstow.kit.database import Transaction
from summerstow.kit.tables import Row, TableRules

from . import queries, recording


class PickupRules(TableRules):
    """A status that is written as a row has the same effects as the crew's buttons."""

    upsert_allowed = False

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """A record named by account and day belongs to the booking picked up then."""
        return [await _with_booking(tx, row, "booking_id") for row in rows]

    async def inserted(self, tx: Transaction, rows: list[Row]) -> None:
        """Effects of a status other than scheduled."""
        for row in rows:
            if row["status"] != "scheduled":
                await _follow(tx, None, row)

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        """Effects of another status, or of another count."""
        for old, new in pairs:
            if any(old[field] != new[field] for field in ("status", "items_counted")):
                await _follow(tx, old, new)


class QueueRules(TableRules):
    """An entry named by account and day belongs to the booking picked up then, and its campus."""

    upsert_allowed = False

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """Campus and booking, where the body names neither."""
        return [await _with_booking(tx, row, "booking_id", "campus_id") for row in rows]


async def _with_booking(tx: Transaction, row: Row, *columns: str) -> Row:
    user_id, on = _uuid(row.get("user_id")), _day(row.get("pickup_date"))
    if user_id is None or on is None or any(row.get(column) is not None for column in columns):
        return row
    async with tx.elevated():
        booking = await queries.booking_on(tx, user_id, on)
    if booking is None:
        return row
    found = {"booking_id": str(booking["id"]), "campus_id": booking["campus_id"]}
    return row | {column: found[column] for column in columns}


async def _follow(tx: Transaction, old: Row | None, new: Row) -> None:
    async with tx.elevated():
        pickup_id = UUID(new["id"])
        if not new["booking_id"] and new["user_id"]:
            on = date.fromisoformat(new["pickup_date"])
            found = await queries.booking_on(tx, UUID(new["user_id"]), on)
            if found:
                await queries.give_booking(tx, pickup_id, found["id"])
        record = await queries.record(tx, pickup_id)
        assert record is not None
        await recording.row_changed(tx, record, old)


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
