"""Supply kits by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import OFFICE, STAFF

from . import queries, service


class KitDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date; today where none is given."""

    campus_id: int
    day: date | None = None


class SetKitState(msgspec.Struct, forbid_unknown_fields=True):
    """How far a booking's kit is; `seen` is the state on the screen."""

    booking_id: UUID
    state: queries.KitState
    seen: queries.KitState | None = None
    note: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class SeenKit(msgspec.Struct, forbid_unknown_fields=True):
    """A booking's kit and the state on the screen."""

    booking_id: UUID
    seen: queries.KitState


class SetKitStates(msgspec.Struct, forbid_unknown_fields=True):
    """How far several kits are, all of them or none."""

    kits: Annotated[list[SeenKit], msgspec.Meta(min_length=1, max_length=200)]
    state: queries.KitState


class AddKitStock(msgspec.Struct, forbid_unknown_fields=True):
    """Kits that came (or, negative, left)."""

    campus_id: int
    kits: Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]


class KitsShown(msgspec.Struct, frozen=True):
    """A day's kits by residence; under `low_stock` a campus is warned, whichever it is."""

    campus_id: int
    day: date
    today: date
    low_stock: int
    stock: int
    stocks: list[queries.CampusStock]
    deliveries: list[queries.KitDelivery]


class KitsLeft(msgspec.Struct, frozen=True):
    """Kits on the shelf now."""

    kits: int


async def kit_day(tx: Transaction, arguments: KitDay) -> KitsShown:
    """The kits of a campus and day, and what is on the shelves."""
    today = clock.today()
    day = arguments.day or today
    found = await queries.day(tx, arguments.campus_id, day)
    return KitsShown(
        campus_id=arguments.campus_id,
        day=day,
        today=today,
        low_stock=service.LOW_STOCK,
        stock=found.stock,
        stocks=found.stocks,
        deliveries=found.deliveries,
    )


async def set_kit_state(tx: ElevatedTransaction, arguments: SetKitState) -> None:
    """Packed, out, delivered, failed, and back."""
    await service.set_state(
        tx,
        arguments.booking_id,
        arguments.state,
        seen=arguments.seen,
        note=arguments.note,
    )


async def set_kit_states(tx: ElevatedTransaction, arguments: SetKitStates) -> None:
    """Several kits at once (rule: kits-together)."""
    # In one order, so that two crews never wait for each other.
    for kit in sorted(arguments.kits, key=lambda one: one.booking_id):
        await service.set_state(tx, kit.booking_id, arguments.state, seen=kit.seen, note=None)


async def add_kit_stock(tx: ElevatedTransaction, arguments: AddKitStock) -> KitsLeft:
    """Count kits in, or out."""
    return KitsLeft(await service.add_stock(tx, arguments.campus_id, arguments.kits))


COMMANDS: Final = (
    Command("kit_day", KitDay, kit_day, STAFF, read_only=True, reads_customers=True),
    Command("set_kit_state", SetKitState, set_kit_state, STAFF, elevated=True),
    Command("set_kit_states", SetKitStates, set_kit_states, STAFF, elevated=True),
    Command("add_kit_stock", AddKitStock, add_kit_stock, OFFICE, elevated=True),
)
