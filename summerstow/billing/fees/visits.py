"""A crew's visit to a customer, as a fee's evidence needs it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from summerstow import facts
from summerstow.platform import clock, windows

#: A crew that arrives so little before or after the window is in time.
TOLERANCE: Final = timedelta(minutes=10)


class VisitedStop(msgspec.Struct, frozen=True, kw_only=True):
    """A stop with its campus-local day, its booked window, and when the crew arrived.

    `failure` and `failed_at` are None if the visit has not failed.
    """

    stop_id: UUID
    campus_id: int
    kind: str
    date: date
    window: str | None
    arrived_at: datetime | None
    failure: str | None
    failed_at: datetime | None

    def is_evidence(self, now: datetime) -> bool:
        """Whether the crew arrived in the window or near it, and waited for the customer.

        The wait begins with the window or the arrival, whichever is later.
        """
        if self.arrived_at is None:
            return False
        begins, ends = clock.moment(self.date), clock.moment(self.date + timedelta(days=1))
        if self.window is not None:
            begins, ends = windows.span(self.campus_id, self.date, self.window)
        if not begins - TOLERANCE <= self.arrived_at <= ends + TOLERANCE:
            return False
        wait = timedelta(minutes=facts.booking().door_wait_minutes)
        has_waited = (self.failed_at or now) >= max(begins, self.arrived_at) + wait
        return has_waited or self.failure not in (None, "nobody_there")
