"""What the crew and the coordinator ask by `POST /rest/v1/rpc/{command}`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.bookings import reschedule
from summerstow.kit import clock
from summerstow.kit.actor import Role
from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction

from . import further, queries, service

_STAFF: Final[frozenset[Role]] = frozenset({"worker", "admin", "executive"})
_Note = Annotated[str, msgspec.Meta(max_length=500)]
_Time = Annotated[str, msgspec.Meta(max_length=40)]


class PickupDay(msgspec.Struct, forbid_unknown_fields=True):
    """A campus and a campus-local date; today where none is given."""

    campus_id: int
    day: date | None = None


class SetPickupStatus(msgspec.Struct, forbid_unknown_fields=True):
    """A stop by `queue_id` or `pickup_id`; `seen` is the status on the screen."""

    status: service.PickupStatus
    queue_id: UUID | None = None
    pickup_id: UUID | None = None
    seen: service.PickupStatus | None = None
    items: Annotated[int, msgspec.Meta(ge=0, le=500)] | None = None


class OrderPickups(msgspec.Struct, forbid_unknown_fields=True):
    """The whole line of a day: as it should stand, and as it stood on the screen."""

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
    """A customer for the end of a day's line."""

    user_id: UUID
    pickup_date: date
    pickup_time: _Time
    reason: reschedule.Reason
    note: _Note | None = None
    campus_id: int | None = None
    over_capacity: bool = False


async def pickup_day(tx: Transaction, arguments: PickupDay) -> dict[str, object]:
    """`{campus_id, day, today, waiting: [stop…], done: [stop…]}`."""
    today = clock.today()
    day = arguments.day or today
    return {
        "campus_id": arguments.campus_id,
        "day": day.isoformat(),
        "today": today.isoformat(),
        **await queries.day(tx, arguments.campus_id, day),
    }


async def set_pickup_status(tx: Transaction, arguments: SetPickupStatus) -> None:
    """On Way, Complete, and the way back from either."""
    async with tx.elevated():
        stop = await service.find(tx, arguments.queue_id, arguments.pickup_id)
        await service.mark(tx, stop, arguments.status, seen=arguments.seen, items=arguments.items)


async def order_pickups(tx: Transaction, arguments: OrderPickups) -> None:
    """The line as it was dragged."""
    async with tx.elevated():
        await service.arrange(
            tx, arguments.campus_id, arguments.day, arguments.order, arguments.seen
        )


def commands(site_url: str) -> tuple[Command, ...]:
    """The room's commands; `site_url` goes into mails."""

    async def change_pickup(tx: Transaction, arguments: ChangePickup) -> dict[str, object]:
        seen = None
        if arguments.seen_date is not None or arguments.seen_time is not None:
            seen = reschedule.Seen(arguments.seen_date, arguments.seen_time)
        async with tx.elevated():
            return await reschedule.reschedule(
                tx,
                arguments.booking_id,
                pickup_date=arguments.pickup_date,
                pickup_time=arguments.pickup_time,
                reason=arguments.reason,
                note=arguments.note,
                seen=seen,
                site_url=site_url,
            )

    async def add_pickup(tx: Transaction, arguments: AddPickup) -> dict[str, str]:
        async with tx.elevated():
            queue_id = await further.add(
                tx,
                arguments.user_id,
                on=arguments.pickup_date,
                pickup_time=arguments.pickup_time,
                reason=arguments.reason,
                note=arguments.note,
                campus_id=arguments.campus_id,
                over_capacity=arguments.over_capacity,
                site_url=site_url,
            )
        return {"queue_id": str(queue_id)}

    return (
        Command("pickup_day", PickupDay, pickup_day, _STAFF, read_only=True),
        Command("set_pickup_status", SetPickupStatus, set_pickup_status, _STAFF),
        Command("order_pickups", OrderPickups, order_pickups, _STAFF),
        Command("change_pickup", ChangePickup, change_pickup, _STAFF),
        Command("add_pickup", AddPickup, add_pickup, _STAFF),
    )
