"""Returns of friends who share a bundle beside the return of its owner (rule: friend-returns)."""

from __future__ import annotations

from uuid import UUID

from summerstow.billing.invoices import storage_events
from summerstow.billing.invoices.storage import read_storage
from summerstow.bookings.model import Booking
from summerstow.bookings.status import set_status
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries


async def are_to_come(tx: ElevatedTransaction, booking_id: UUID) -> bool:
    """Whether items of friends come back at a visit or appointment of their own."""
    return await queries.to_come_of_friends(tx, booking_id) > 0


async def owner_returned(tx: ElevatedTransaction, booking: Booking) -> None:
    """Let the months that follow cost what friends still store: all else came back."""
    storage = await read_storage(tx, booking.id)
    left = await queries.to_come_of_friends(tx, booking.id)
    if storage is not None and storage.request.items > left:
        await storage_events.part_returned(tx, booking.id, storage.request.items - left)


async def end_if_all_is_back(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """End a booking whose return is completed when the last items of friends are back."""
    if await queries.is_returned(tx, booking_id) and not await are_to_come(tx, booking_id):
        await set_status(tx, booking_id, "delivered")
