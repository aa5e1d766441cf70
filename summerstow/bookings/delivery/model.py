"""A quote for a delivery to another city."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.platform import clock


class DeliveryQuote(msgspec.Struct, frozen=True):
    """A quote as it is now: `expired` from the day after `valid_until` on. `cents` has the tax."""

    id: UUID
    booking_id: UUID
    address: str
    day: date
    state: Literal["asked", "sent", "accepted", "declined", "withdrawn", "expired"]
    cents: int | None
    note: str | None
    valid_until: date | None
    asked_at: datetime
    sent_at: datetime | None
    decided_at: datetime | None
    reason: str | None

    @property
    def price(self) -> int:
        """Cents of a quote that was sent."""
        assert self.cents is not None
        return self.cents

    @property
    def is_over(self) -> bool:
        """Whether it was sent and can be accepted no more; its last day counts in full."""
        until = self.valid_until
        return self.state == "sent" and until is not None and until < clock.today()


class WaitingQuote(DeliveryQuote, frozen=True):
    """One that waits for its price or its answer, and whose it is."""

    name: str
    customer_id: str | None
    campus: str
