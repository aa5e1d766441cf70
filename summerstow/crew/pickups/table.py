"""What holds for plain row writes of `pickups`, `pickup_queue` and the stops behind them."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.bookings.dates.workdays import check_day
from summerstow.crew.queue.service import follow_numbers
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.tables import Row, TableRules

from . import queries, recording
from .model import Pickup


class PickupRules(TableRules):
    """A status that is written as a row has the same effects as the crew's buttons."""

    upsert_allowed = False

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """A record named by account and day belongs to the booking picked up then."""
        return [await _with_booking(tx, row, "booking_id") for row in rows]

    async def inserted(self, tx: Transaction, rows: list[Row]) -> None:
        """Effects of a status other than scheduled."""
        for new in map(_pickup, rows):
            if new.status != "scheduled":
                check_day(tx.actor, new.pickup_date)
                await _follow(tx, None, new)

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        """Effects of another status, or of another count; workers change near days alone."""
        for old, new in ((_pickup(was), _pickup(now)) for was, now in pairs):
            worked = (old.status, old.items_counted) != (new.status, new.items_counted)
            if worked or old.pickup_date != new.pickup_date:
                check_day(tx.actor, old.pickup_date)
                check_day(tx.actor, new.pickup_date)
            if worked:
                await _follow(tx, old, new)


class QueueRules(TableRules):
    """An entry named by account and day belongs to the booking picked up then, and its campus."""

    upsert_allowed = False

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """Campus and booking, where the body names neither."""
        return [await _with_booking(tx, row, "booking_id", "campus_id") for row in rows]

    async def inserted(self, tx: Transaction, rows: list[Row]) -> None:
        """The run follows the numbers of its queue."""
        await _follow_numbers(tx, rows)

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        """The run follows the numbers of its queue; workers number near days alone."""
        moved = [new for old, new in pairs if old["queue_position"] != new["queue_position"]]
        for new in moved:
            check_day(tx.actor, date.fromisoformat(new["pickup_date"]))
        await _follow_numbers(tx, moved)


class StopRules(TableRules):
    """Clients write pickups through `pickup_queue`, and other stops by commands alone."""

    read_only = True


async def _with_booking(tx: Transaction, row: Row, *columns: str) -> Row:
    user_id, on = _uuid(row.get("user_id")), _day(row.get("pickup_date"))
    if user_id is None or on is None or any(row.get(column) is not None for column in columns):
        return row
    async with tx.elevated() as elevated:
        booking = await queries.booking_on(elevated, user_id, on)
    if booking is None:
        return row
    booking_id, campus_id = booking
    found = {"booking_id": str(booking_id), "campus_id": campus_id}
    return row | {column: found[column] for column in columns}


async def _follow_numbers(tx: Transaction, rows: list[Row]) -> None:
    runs = {
        (row["campus_id"], date.fromisoformat(row["pickup_date"]), UUID(row["run_id"]))
        for row in rows
        if row["run_id"] is not None
    }
    async with tx.elevated() as elevated:
        for campus_id, day, run_id in sorted(runs):
            await follow_numbers(elevated, campus_id, day, run_id)


async def _follow(tx: Transaction, old: Pickup | None, new: Pickup) -> None:
    async with tx.elevated() as elevated:
        if not new.booking_id and new.user_id:
            booking = await queries.booking_on(elevated, new.user_id, new.pickup_date)
            if booking:
                await queries.give_booking(elevated, new.id, booking[0])
        record = await queries.record(elevated, new.id)
        assert record is not None
        await recording.row_changed(elevated, record, old)


def _pickup(row: Row) -> Pickup:
    return msgspec.convert(row, Pickup)


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
