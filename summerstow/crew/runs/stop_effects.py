"""What a new state of a return or kit stop brings to its booking."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from summerstow.bookings import queries as bookings
from summerstow.bookings import service as booking_service
from summerstow.bookings.model import Booking
from summerstow.bookings.status import ENDED, set_status
from summerstow.crew.events.history import StopState
from summerstow.office.supplies import service as supplies
from summerstow.office.supplies.queries import KitState
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Forbidden
from summerstow.platform.roles import OFFICE
from summerstow.warehouse.part_returns import friends as friends_returns
from summerstow.warehouse.part_returns import service as part_returns

from .model import RunStop

_KIT_STATE: Final[dict[StopState, KitState]] = {
    "waiting": "packed",
    "on_way": "out",
    "completed": "delivered",
    "failed": "failed",
}
_BACK: Final = "These items are with their customer: this cannot be taken back."


async def follow(tx: ElevatedTransaction, stop: RunStop, state: StopState) -> None:
    """Carry a stop's new state out on its booking, items or kit.

    Raises `Conflict` if the booking is gone or cancelled, or if items of a part return, or of an
    owner whose friends have theirs back later, would be taken back; `Forbidden` for a delivery that
    the crew takes back.
    """
    if stop.booking_id is None:
        return
    if stop.kind == "kit":
        if (to := _KIT_STATE.get(state)) is not None:
            await supplies.set_state(tx, stop.booking_id, to, seen=None, note=None)
        return
    booking = await bookings.locked(tx, stop.booking_id)
    if booking is None:
        raise Conflict("This booking is gone.")
    if stop.part_return_id is not None:
        await _follow_part(tx, stop, booking, stop.part_return_id, state)
    elif state == "completed" and booking.status not in ("delivered", "completed"):
        if await friends_returns.are_to_come(tx, booking.id):
            await friends_returns.owner_returned(tx, booking)
        else:
            await set_status(tx, booking.id, "delivered")
    elif stop.state == "completed" and booking.status == "delivered":
        if tx.actor.role not in OFFICE:
            raise Forbidden("Only the office may take a delivery back.")
        await booking_service.changed(
            tx, booking, await bookings.set_status(tx, booking.id, "picked_up")
        )
    elif stop.state == "completed" and await friends_returns.are_to_come(tx, booking.id):
        # The months that follow cost what friends store.
        raise Conflict(_BACK)
    elif booking.status == "cancelled":
        raise Conflict(ENDED["cancelled"])


async def _follow_part(
    tx: ElevatedTransaction, stop: RunStop, booking: Booking, part_id: UUID, state: StopState
) -> None:
    if state == "completed":
        await part_returns.brought(tx, booking, part_id)
    elif stop.state == "completed":
        raise Conflict(_BACK)
