"""Collections at the warehouse as a booking knows them: what ends them, and their mails."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.billing.pricing import terms
from summerstow.bookings.model import Booking
from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.tables import decoded_all

CollectionState = Literal["booked", "done", "cancelled"]

#: Why a collection ends with its booking, by the booking's status.
_ENDS: Final = {
    "cancelled": "This booking was cancelled.",
    "delivered": "Everything is back with you.",
    "completed": "Everything is back with you.",
}
_END: Final = """
update app.collections set state = 'cancelled', words = $2, done_at = $3
where booking_id = $1 and state = 'booked' and day >= coalesce($4, day) returning *
"""


class StoredCollection(msgspec.Struct, frozen=True):
    """A collection as it is stored; `cents` before tax, `words` say why it was cancelled."""

    id: UUID
    booking_id: UUID
    item_ids: list[UUID]
    day: date
    window: str
    cents: int
    state: CollectionState
    words: str | None
    done_at: datetime | None


async def booking_changed(tx: ElevatedTransaction, old: Booking, new: Booking) -> None:
    """Cancel open collections that a return precedes or that the booking's end makes vain."""
    if old.status != "picked_up":
        return
    back = new.return_delivery_date
    if words := _ENDS.get(new.status):
        back = None
    elif back is not None and back != old.return_delivery_date:
        words = f"Everything comes back on {clock.spoken_day(back)}."
    else:
        return
    rows = await tx.fetch(_END, new.id, words, clock.now(), back)
    for one in decoded_all(StoredCollection, rows):
        await tell(tx, new, one, "cancelled", words=words)


async def tell(
    tx: ElevatedTransaction,
    booking: Booking,
    one: StoredCollection,
    step: str,
    *,
    cents: int = 0,
    hours: int = 0,
    words: str | None = None,
) -> None:
    """Mail a step of a collection to the booking's customer, with the list of its items."""
    items = await tx.fetchval(
        "select array_agg(number || '. ' || description order by number) from public.items "
        "where id = any($1)",
        one.item_ids,
    )
    await messages.tell(
        tx,
        booking.row,
        cause=f"collection-{step}:{one.id}",
        kind="collection",
        data={
            "first_name": booking.first_name,
            "step": step,
            "day": clock.spoken_day(one.day),
            "window": one.window,
            "brought": items or [],
            "hours": hours,
            "fee": terms.dollars(cents) if cents else None,
            "note": words,
            "code": booking.code,
            "link": "/customer-dashboard",
        },
        with_calendar=False,
    )
