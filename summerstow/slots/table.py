"""What holds for writes of `slot_availability` by staff and the service key."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from summerstow import facts
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.tables import Row, TableRules

from . import service, waiting_list


class SlotRules(TableRules):
    """A slot never offers a place that a booking holds."""

    upsert_allowed = False

    async def check_insert(self, tx: Transaction, rows: list[Row]) -> list[Row]:
        """Free places default to the capacity, which has a default of its own."""
        del tx
        default = facts.booking().defaults.slot_capacity
        return [
            row
            | {
                "capacity": _count(row.get("capacity", default), "Capacity", least=1),
                "available_slots": _count(
                    row.get("available_slots", row.get("capacity", default)), "Available slots"
                ),
            }
            for row in rows
        ]

    async def check_update(self, tx: Transaction, changes: Row, rows: list[Row]) -> Row:
        """Counts that are true for the places already booked."""
        if not rows or not changes.keys() & {"capacity", "available_slots"}:
            return changes
        capacity = changes.get("capacity")
        free = changes.get("available_slots")
        if capacity is not None:
            capacity = _count(capacity, "Capacity", least=1)
            if any(capacity <= row["beyond"] for row in rows):
                raise Invalid("Take back the places for no-shows first.")
        if free is not None:
            free = _count(free, "Available slots")
        async with tx.elevated() as elevated:
            results = {
                await service.counts_after(
                    elevated,
                    UUID(row["id"]),
                    now=(row["capacity"], row["available_slots"]),
                    capacity=capacity,
                    free=free,
                )
                for row in rows
            }
        if len(results) != 1:
            raise Invalid("Please change the capacity of one slot at a time.")
        ((new_capacity, new_free),) = results
        return changes | {"capacity": new_capacity, "available_slots": new_free}

    async def inserted(self, tx: Transaction, rows: list[Row]) -> None:
        """Those who wait for any time of the day are told of the new places."""
        async with tx.elevated() as elevated:
            for row in rows:
                await waiting_list.tell(elevated, UUID(row["id"]), row["available_slots"])

    async def updated(self, tx: Transaction, pairs: list[tuple[Row, Row]]) -> None:
        """Those who wait are told of places that became free."""
        async with tx.elevated() as elevated:
            for was, now in pairs:
                more = now["available_slots"] - was["available_slots"]
                await waiting_list.tell(elevated, UUID(now["id"]), more)


def _count(value: Any, what: str, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 10_000:
        raise Invalid(f"{what} must be a whole number from {least} to 10000.")
    return value
