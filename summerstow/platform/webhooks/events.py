"""What programs of others are told, and `tell`, which writes it (rule: webhooks).

Events name rows by their ids and hold nothing personal: a receiver reads the rest with an API key.
"""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Final, Literal, get_args
from uuid import UUID

import msgspec

from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction

from . import queries

EventKind = Literal[
    "booking.created",
    "booking.changed",
    "booking.cancelled",
    "payment.received",
    "payment.reversed",
    "payment.refunded",
    "pickup.completed",
    "pickup.failed",
    "return.completed",
    "return.failed",
    "claim.filed",
    "claim.decided",
    "claim.paid_out",
]
EVENT_KINDS: Final[tuple[EventKind, ...]] = get_args(EventKind)
#: What a person sends to an endpoint by a press.
TEST_KIND: Final = "test"
#: Set after each commit that wrote an event, so that this process sends at once.
wake = asyncio.Event()


class BookingEvent(msgspec.Struct, frozen=True):
    """A booking as it is now; days are campus-local."""

    booking_id: UUID
    code: str
    campus_id: int
    status: str
    pickup_date: date | None
    pickup_time: str | None
    return_date: date | None


class PaymentEvent(msgspec.Struct, frozen=True):
    """A line of the ledger; `amount_cents` is positive. `way`: `interac`, `card`, `refund`."""

    payment_id: UUID
    booking_id: UUID
    invoice_id: UUID | None
    amount_cents: int
    way: str
    day: date


class VisitEvent(msgspec.Struct, frozen=True):
    """A pickup or a return on its campus-local day; `items` were counted at a pickup."""

    booking_id: UUID | None
    date: date
    items: int | None = None


class ClaimEvent(msgspec.Struct, frozen=True):
    """A claim as it is now, in cents."""

    claim_id: UUID
    booking_id: UUID
    item_id: UUID
    state: str
    amount_cents: int
    decided_cents: int | None
    paid_out_cents: int | None


class TestEvent(msgspec.Struct, frozen=True):
    """What a test says."""

    words: str


EventData = BookingEvent | PaymentEvent | VisitEvent | ClaimEvent


def body_of(kind: str, data: EventData | TestEvent) -> str:
    """Return the JSON text that is sent, the same at each try."""
    content = {"type": kind, "timestamp": clock.now(), "data": data}
    return msgspec.json.encode(content).decode()


async def tell(tx: Transaction, kind: EventKind, data: EventData) -> None:
    """Write an event for each endpoint that wants its kind, in this elevated transaction."""
    if await queries.add_event(tx, kind, body_of(kind, data), clock.now()):
        tx.after_commit(wake.set)
