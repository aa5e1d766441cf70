"""What the crew and the coordinator ask by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.bookings.dates import reschedule
from summerstow.bookings.dates.workdays import check_day
from summerstow.crew.events.history import PickupStatus
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import STAFF
from summerstow.platform.tables import StoredBooking

from . import add_pickup as added_pickups
from . import queries, recording, service
from .model import Signature, Stop
from .move import move_pickup

_Note = Annotated[str, msgspec.Meta(max_length=500)]
_Time = Annotated[str, msgspec.Meta(max_length=40)]


class PickupDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date; today where none is given.

    `known` is the `version` of what the screen shows already.
    """

    campus_id: int
    day: date | None = None
    known: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class SetPickupStatus(msgspec.Struct, forbid_unknown_fields=True):
    """A stop by `queue_id` or `pickup_id`; `seen` is the status on the screen.

    `items` is the crew's count, which the `signature` stands under.
    """

    status: PickupStatus
    queue_id: UUID | None = None
    pickup_id: UUID | None = None
    seen: PickupStatus | None = None
    items: Annotated[int, msgspec.Meta(ge=0, le=500)] | None = None
    signature: Signature | None = None


class OrderPickups(msgspec.Struct, forbid_unknown_fields=True):
    """The whole queue of a day: as it is to be, and as it is on the screen."""

    campus_id: int
    day: date
    order: Annotated[list[UUID], msgspec.Meta(max_length=1000)]
    seen: Annotated[list[UUID], msgspec.Meta(max_length=1000)]


class ChangePickup(msgspec.Struct, forbid_unknown_fields=True):
    """Another day and window; `seen_date` and `seen_time` are the pickup on the screen."""

    booking_id: UUID
    pickup_date: date
    pickup_time: _Time
    reason: reschedule.Reason
    note: _Note | None = None
    seen_date: date | None = None
    seen_time: _Time | None = None


class AddPickup(msgspec.Struct, forbid_unknown_fields=True):
    """A customer for the end of a day's queue: by the account, or by a booking without one."""

    pickup_date: date
    pickup_time: _Time
    reason: reschedule.Reason
    user_id: UUID | None = None
    booking_id: UUID | None = None
    note: _Note | None = None
    campus_id: int | None = None
    over_capacity: bool = False


class AddedPickup(msgspec.Struct, frozen=True):
    """Its entry in the day's queue."""

    queue_id: UUID


class DayOfPickups(msgspec.Struct, frozen=True):
    """A campus's day: `waiting` in the order of the queue, `done` the latest first.

    Without both lists where `version` is `known` already: an open screen asks every other second.
    """

    campus_id: int
    day: date
    today: date
    version: str
    waiting: list[Stop] | msgspec.UnsetType = msgspec.UNSET
    done: list[Stop] | msgspec.UnsetType = msgspec.UNSET
    failed: list[str] | msgspec.UnsetType = msgspec.UNSET


async def pickup_day(tx: ElevatedTransaction, arguments: PickupDay) -> DayOfPickups:
    """The stops of a campus and day, as far as the screen does not show them already."""
    today = clock.today()
    day = arguments.day or today
    check_day(tx.actor, day)
    version, stops = await queries.day(tx, arguments.campus_id, day)
    if version == arguments.known:
        return DayOfPickups(arguments.campus_id, day, today, version)
    return DayOfPickups(
        arguments.campus_id, day, today, version, stops.waiting, stops.done, stops.failed
    )


async def set_pickup_status(tx: ElevatedTransaction, arguments: SetPickupStatus) -> None:
    """On Way, Complete, and the way back from either."""
    stop = await service.find(tx, arguments.queue_id, arguments.pickup_id)
    signature = arguments.signature
    if arguments.status != "completed":
        await service.try_again(tx, stop)
    await recording.mark(
        tx,
        stop,
        arguments.status,
        seen=arguments.seen,
        items=arguments.items,
        signed=(signature.signed_by, signature.strokes) if signature else None,
    )


async def order_pickups(tx: ElevatedTransaction, arguments: OrderPickups) -> None:
    """The line as it was dragged."""
    check_day(tx.actor, arguments.day)
    await service.arrange(tx, arguments.campus_id, arguments.day, arguments.order, arguments.seen)


async def change_pickup(tx: ElevatedTransaction, arguments: ChangePickup) -> StoredBooking:
    """The booking with its pickup moved; a pickup that was added moves alone."""
    seen = None
    if arguments.seen_date is not None or arguments.seen_time is not None:
        seen = reschedule.Seen(arguments.seen_date, arguments.seen_time)
    changed = await move_pickup(
        tx,
        arguments.booking_id,
        pickup_date=arguments.pickup_date,
        pickup_time=arguments.pickup_time,
        reason=arguments.reason,
        note=arguments.note,
        seen=seen,
    )
    return changed.row


async def add_pickup(tx: ElevatedTransaction, arguments: AddPickup) -> AddedPickup:
    """One more pickup of a booking, on a day of its own."""
    queue_id = await added_pickups.add(
        tx,
        arguments.user_id,
        arguments.booking_id,
        on=arguments.pickup_date,
        pickup_time=arguments.pickup_time,
        reason=arguments.reason,
        note=arguments.note,
        campus_id=arguments.campus_id,
        over_capacity=arguments.over_capacity,
    )
    return AddedPickup(queue_id)


COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "pickup_day",
        PickupDay,
        pickup_day,
        STAFF,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("set_pickup_status", SetPickupStatus, set_pickup_status, STAFF, elevated=True),
    Command("order_pickups", OrderPickups, order_pickups, STAFF, elevated=True),
    Command("change_pickup", ChangePickup, change_pickup, STAFF, elevated=True),
    Command("add_pickup", AddPickup, add_pickup, STAFF, elevated=True),
)
