"""A tap on On Way or Complete, and a drag, as one call of PostgreSQL (migrations 0270 and 0271).

Most taps are the first at their stop, or Complete after On Way, and bring no count: no history has
to be read and nothing is billed. Whatever else one turns out to be, the call stores nothing, and
the steps of `recording` follow; so for a drag whose line stands as it was seen, and `service`.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.kit.actor import Actor
from summerstow.kit.at_once import AtOnce
from summerstow.queue.service import moves

from .model import PickupStatus


class Tapped(msgspec.Struct, frozen=True, kw_only=True):
    """`app.tapped`. `stop` is the place in line; `device_at`, `offset_ms` and `day` are of what a
    device recorded, which is checked against nothing it had `seen`."""

    event: UUID
    stop: UUID
    pickup: UUID | None = None
    goes_to: Literal["in_progress", "completed"]
    seen: PickupStatus | None
    day: date | None = None
    happened_at: datetime
    received_at: datetime
    device_at: datetime | None = None
    offset_ms: int | None = None


def at_once(actor: Actor, tapped: Tapped, once: str | None, answer: object = None) -> AtOnce:
    """The call for a tap; `answer` is what its command answers."""
    text = msgspec.json.encode(answer)
    return AtOnce(
        "app.mark_stop",
        (
            ("text", actor.role),
            ("uuid", actor.user_id),
            ("json", msgspec.json.encode(tapped).decode()),
            ("json", once),
            ("json", text.decode()),
        ),
        answer=text,
    )


def drag(
    actor: Actor,
    once: str | None,
    *,
    campus_id: int,
    on: date,
    order: list[UUID],
    seen: list[UUID],
) -> AtOnce | None:
    """The call that lets a line which stands as `seen` stand in `order`; None for no such."""
    if order == seen or len(order) != len(seen) or set(order) != set(seen):
        return None
    before, after = moves(seen, order)
    return AtOnce(
        "app.arrange_line",
        (
            ("text", actor.role),
            ("uuid", actor.user_id),
            ("integer", campus_id),
            ("date", on),
            ("uuid[]", seen),
            ("uuid[]", [one for one, _ in after]),
            ("uuid[]", [behind for _, behind in after]),
            ("json", msgspec.json.encode(before).decode()),
            ("json", msgspec.json.encode(after).decode()),
            ("json", once),
        ),
    )
