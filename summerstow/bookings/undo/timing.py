"""How long a message about a change waits, so that an undo drops it unread (rule: undo-untold)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from summerstow.bookings.model import Booking
from summerstow.messages.times import UNDO_TIME
from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.roles import STAFF

#: This long before a window its customer may already be at the door.
_URGENT: Final = timedelta(hours=2)
AT_ONCE: Final = timedelta(0)


def mail_wait(actor: Actor, was: Booking, is_now: Booking) -> timedelta:
    """Return how long the message about a change waits; none from a customer, or a near visit."""
    now = clock.now()
    near = any(
        one.starts_at is not None
        and one.ends_at is not None
        and one.starts_at - _URGENT <= now < one.ends_at
        for one in (was, is_now)
    )
    return AT_ONCE if actor.role not in STAFF or near else UNDO_TIME
