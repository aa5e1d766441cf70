"""A customer, or the person at the door, is late and tells the crew (rule: late-customer)."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.bookings import queries as booking_queries
from summerstow.messages import links
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.roles import PEOPLE, SIGNED_IN

from .linked_visit import LinkedVisit, VisitLink, linked_visit

_Minutes = Annotated[int, msgspec.Meta(ge=5, le=60)]
_ANNOUNCE: Final = """
with announced as (
  insert into app.late_customers (stop_id, minutes, announced_at)
  select id, $3, $4 from public.run_stops
  where booking_id = $1 and date = $2 and kind <> 'kit'
    and state in ('waiting', 'on_way', 'arrived')
  on conflict (stop_id) do update set minutes = excluded.minutes,
    announced_at = excluded.announced_at
  returning stop_id
)
-- Its screens follow the stop.
update public.run_stops s set updated_at = now() from announced a where s.id = a.stop_id
returning s.id
"""


class LateForVisit(msgspec.Struct, forbid_unknown_fields=True):
    """One's own booking whose crew is on its way today, and by how many minutes one is late."""

    booking_id: UUID
    minutes: _Minutes


class LateByLink(VisitLink, forbid_unknown_fields=True):
    """The link of the person at the door, who is late by so many minutes."""

    minutes: _Minutes


async def announce_late(tx: ElevatedTransaction, arguments: LateForVisit) -> None:
    """Let the crew know that one is late for today's visit; 404 for another's booking."""
    if not await booking_queries.is_of(tx, arguments.booking_id, tx.actor.user_id):
        raise AppError("You have no such booking.", status=404, code="P0002")
    await _announce(tx, arguments.booking_id, arguments.minutes)


async def announce_late_by_link(tx: ElevatedTransaction, arguments: LateByLink) -> LinkedVisit:
    """Let the crew know by the link of the person at the door; the visit as it is then."""
    booking_id = await links.visit_of(tx, arguments.token)
    if booking_id is not None:
        await _announce(tx, booking_id, arguments.minutes)
    return await linked_visit(tx, VisitLink(arguments.token))


async def _announce(tx: ElevatedTransaction, booking_id: UUID, minutes: int) -> None:
    found = await tx.fetch(_ANNOUNCE, booking_id, clock.today(), minutes, clock.now())
    if not found:
        raise Conflict("Our crew does not come to you today.")


COMMANDS: Final = (
    Command("announce_late", LateForVisit, announce_late, SIGNED_IN, elevated=True),
    Command("announce_late_by_link", LateByLink, announce_late_by_link, PEOPLE, elevated=True),
)
