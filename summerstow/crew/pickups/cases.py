"""What a person decides about events that did not fit: "Needs a person"."""

from __future__ import annotations

from datetime import date
from typing import Final, Literal
from uuid import UUID

import msgspec

from summerstow.bookings import queries as bookings
from summerstow.bookings import service as booking_service
from summerstow.bookings.model import Booking
from summerstow.bookings.status import ENDED
from summerstow.crew.events import cases
from summerstow.crew.events.model import Decision
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.slots import service as slots

from . import event_queries, queries, recording
from .model import CustodyCase

#: How many cases a screen is given: of those that wait, and of those that were settled last.
MOST_OPEN: Final = 200
LATEST_SETTLED: Final = 20


class CasesForPerson(msgspec.Struct, frozen=True):
    """What waits for a decision and what was decided, the latest first."""

    open: list[CustodyCase]
    settled: list[CustodyCase]


async def needing_a_person(
    tx: ElevatedTransaction, of: UUID | None, case_id: UUID | None
) -> CasesForPerson:
    """The cases of all, or of what one person recorded, or one."""
    return CasesForPerson(
        open=await event_queries.cases(tx, "open", of, MOST_OPEN, case_id),
        settled=await event_queries.cases(tx, "settled", of, LATEST_SETTLED, case_id),
    )


async def settle(
    tx: ElevatedTransaction, case_id: UUID, decision: Decision | Literal["seen"], words: str | None
) -> None:
    """Accept what was recorded of a pickup's count, or keep what stands; others are seen.

    Accepting completes the stop with the event's count, signature and time: a booking that was
    cancelled or moved meanwhile is picked up, on the day it was. Raises `Invalid` for an unknown
    case, or one that needs words or another decision, `Conflict` if it was settled already or
    nothing is left to accept it for.
    """
    case = await cases.find(tx, case_id)
    if case is None:
        raise Invalid("Nothing that needs a person has this id.")
    if case.state == "settled":
        raise Conflict("Somebody settled this a moment ago.")
    if case.about != "stop":
        if not words:
            raise Invalid("Please say what you did about it.")
        await cases.settle(tx, "seen", words, case_id=case_id)
        return
    if decision == "seen":
        raise Invalid("Accept what was recorded at the stop, or keep what stands.")
    record = await queries.record(tx, case.pickup_id) if case.pickup_id else None
    await cases.settle(tx, decision, words, case_id=case_id)
    if decision == "keep":
        return
    if record is None:
        raise Conflict("The booking is gone: there is nothing left to add this to.")
    booking = None
    if record.booking_id is not None:
        booking = await bookings.locked(tx, record.booking_id)
    if booking is not None and not record.is_further:
        await _picked_up(tx, booking, record.pickup_date)
    await recording.accept(
        tx,
        record,
        case.event_id,
        case.items_counted,
        words=words,
        follow=booking is None or booking.status not in ("delivered", "completed"),
    )


async def _picked_up(tx: ElevatedTransaction, booking: Booking, on: date) -> None:
    """A booking that was cancelled or moved was picked up all the same."""
    moved = booking.pickup_date != on
    if booking.status != "cancelled" and (not moved or booking.status in ENDED):
        return
    booking_id = booking.id
    if booking.pickup_time:
        # What is here already has taken its place on the van, full or not.
        await slots.widen_if_full(tx, booking.campus_id, on, booking.pickup_time)
    new = await bookings.set_status(tx, booking_id, "picked_up")
    if moved:
        new = await bookings.set_pickup(tx, booking_id, on, booking.pickup_time)
    await booking_service.changed(tx, booking, new)
