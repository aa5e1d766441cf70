"""Supply kits by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.kit import clock
from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction
from summerstow.kit.roles import OFFICE, STAFF

from . import queries, service


class KitDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date; today where none is given."""

    campus_id: int
    day: date | None = None


class SetKitState(msgspec.Struct, forbid_unknown_fields=True):
    """How far a booking's kit is; `seen` is the state on the screen."""

    booking_id: UUID
    state: service.KitState
    seen: service.KitState | None = None
    note: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class AddKitStock(msgspec.Struct, forbid_unknown_fields=True):
    """Kits that came (or, negative, left)."""

    campus_id: int
    kits: Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]


async def kit_day(tx: Transaction, arguments: KitDay) -> dict[str, object]:
    """`{campus_id, day, today, stock, stocks, low_stock, deliveries: [delivery…]}`.

    `stocks` is `[{campus_id, kits}…]` of every campus, so that one on its last kits is seen.
    """
    today = clock.today()
    day = arguments.day or today
    return {
        "campus_id": arguments.campus_id,
        "day": day.isoformat(),
        "today": today.isoformat(),
        "low_stock": service.LOW_STOCK,
        **await queries.day(tx, arguments.campus_id, day),
    }


async def set_kit_state(tx: Transaction, arguments: SetKitState) -> None:
    """Packed, out, delivered, failed, and back."""
    async with tx.elevated():
        await service.set_state(
            tx, arguments.booking_id, arguments.state, seen=arguments.seen, note=arguments.note
        )


async def add_kit_stock(tx: Transaction, arguments: AddKitStock) -> dict[str, int]:
    """`{kits}` on the shelf now."""
    async with tx.elevated():
        return {"kits": await service.add_stock(tx, arguments.campus_id, arguments.kits)}


COMMANDS: Final = (
    Command("kit_day", KitDay, kit_day, STAFF, read_only=True, reads_customers=True),
    Command("set_kit_state", SetKitState, set_kit_state, STAFF),
    Command("add_kit_stock", AddKitStock, add_kit_stock, OFFICE),
)
