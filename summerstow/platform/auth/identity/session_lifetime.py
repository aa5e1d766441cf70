"""How long a session lives, whatever is refreshed.

An executive's ends after 24 hours; other staff's after 30 days, or 14 in which it was not used. A
customer's ends after 90 days: a season's summer, but not a phone that was sold since.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal

import msgspec

from summerstow.platform.roles import ADMIN, CUSTOMER, EXECUTIVE, SIGNED_IN, WORKER, Role

_WHOLE: Final[dict[str, timedelta]] = {
    EXECUTIVE: timedelta(hours=24),
    ADMIN: timedelta(days=30),
    WORKER: timedelta(days=30),
    CUSTOMER: timedelta(days=90),
}
_IDLE: Final = {ADMIN: timedelta(days=14), WORKER: timedelta(days=14)}

if _WHOLE.keys() != SIGNED_IN:
    raise RuntimeError(f"How long do sessions live of {SIGNED_IN ^ _WHOLE.keys()}?")

End = Literal["", " (Inactivity)"]


class SessionLife(msgspec.Struct, frozen=True):
    """What a session's end follows from; `role` is its person's, null without a profile."""

    role: Role | None
    created_at: datetime
    refreshed_at: datetime | None
    not_after: datetime | None


def ended(session: SessionLife, now: datetime) -> End | None:
    """None while it lives, else what follows "Session Expired" on the wire.

    Without a profile it lives as an admin's, which is what a listed address may be.
    """
    role, began = session.role or ADMIN, session.created_at
    not_after = session.not_after
    if not_after is not None and not_after <= now:
        return ""
    if began + _WHOLE[role] <= now:
        return ""
    if role in _IDLE and (session.refreshed_at or began) + _IDLE[role] <= now:
        return " (Inactivity)"
    return None
