"""The page on which the person at the door follows a visit, without an account (rule: the-door)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Final, Literal

import msgspec

from summerstow.crew.events.history import FailureKind, StopState
from summerstow.crew.queue import commands as queue
from summerstow.crew.queue import queries as queue_queries
from summerstow.messages import links
from summerstow.platform import clock, published
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import PEOPLE
from summerstow.platform.tables import decoded_all

from . import day_query


class VisitLink(msgspec.Struct, forbid_unknown_fields=True):
    """What the link of a mail to the person at the door ends with."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class VisitItem(msgspec.Struct, frozen=True):
    """An item of the booking, as its owner listed it."""

    number: int
    description: str
    state: str


class LinkedVisit(msgspec.Struct, frozen=True):
    """A visit as the person at the door sees it.

    `owner`: the first name of whose things they are. `state`: `planned` without a stop, `over` once
    done, `cancelled`, or that of the stop. `ahead` and `arrival` are known on the day, once the
    crew works; `waits_until`: for how long the crew at the door waits. `late_until`: when a
    late reader is at the door.
    """

    visit: Literal["pickup", "return"]
    owner: str | None
    contact: str | None
    day: date | None
    window: str | None
    campus: str
    address: str | None
    state: StopState | Literal["planned", "over", "cancelled"]
    ahead: int | None
    arrival: str | None
    arrived_at: datetime | None
    waits_until: datetime | None
    failure: FailureKind | None
    late_until: datetime | None
    items: list[VisitItem]


class _Visit(msgspec.Struct, frozen=True):
    status: str
    campus_id: int
    owner: str | None
    contact: str | None
    visit: Literal["pickup", "return"]
    day: date | None
    window: str | None
    address: str | None


async def linked_visit(tx: ElevatedTransaction, arguments: VisitLink) -> LinkedVisit:
    """Return the visit of a link; 404 for a link that does not work, or no more."""
    booking_id = await links.visit_of(tx, arguments.token)
    row = None if booking_id is None else await tx.fetchrow(_VISIT, booking_id)
    if booking_id is None or row is None:
        raise AppError("This link does not work any more.", status=404, code="P0002")
    visit = _Visit(**row)
    items = decoded_all(VisitItem, await tx.fetch(_ITEMS, booking_id, visit.visit == "return"))
    stop = None
    arrival = queue.ExpectedArrival()
    if visit.status not in _OVER:
        stops = await day_query.own(tx, clock.now(), booking_id=booking_id)
        stop = next(
            (one for one in stops if one.kind == visit.visit and one.date == visit.day), None
        )
        mine = await queue_queries.find_position(tx, clock.today(), booking_id=booking_id)
        arrival = await queue.arrival(tx, mine)
    return LinkedVisit(
        visit=visit.visit,
        owner=visit.owner,
        contact=visit.contact,
        day=visit.day,
        window=visit.window,
        campus=published.known_campus(visit.campus_id).name,
        address=visit.address,
        state=_OVER.get(visit.status) or (stop.state if stop else "planned"),
        ahead=stop.ahead if stop else None,
        arrival=arrival.words if stop and visit.visit == "pickup" else None,
        arrived_at=stop.arrived_at if stop else None,
        waits_until=stop.waits_until if stop else None,
        failure=stop.failure if stop else None,
        late_until=stop.late_until if stop else None,
        items=items,
    )


_OVER: Final[dict[str, Literal["over", "cancelled"]]] = {
    "delivered": "over",
    "completed": "over",
    "cancelled": "cancelled",
}
_VISIT: Final = """
select b.status, b.campus_id, b.first_name as owner, b.contact_name as contact,
  case when back then 'return' else 'pickup' end as visit,
  case when back then b.return_delivery_date else b.pickup_date end as day,
  case when back then b.return_delivery_time else b.pickup_time end as "window",
  case when back then coalesce(b.delivery_address, b.address)
    else concat_ws(', ', nullif(b.building_name, ''), nullif(b.address, '')) end as address
from public.bookings b
cross join lateral (select b.status in ('picked_up', 'delivered', 'completed') as back) v
where b.id = $1 and b.contact_email is not null
"""
#: $2: those in our keeping alone.
_ITEMS: Final = """
select number, description, state from public.items
where booking_id = $1 and member_id is null and state <> 'refused'
  and (not $2 or state not in ('listed', 'packed'))
order by number
"""

COMMANDS: Final = (
    Command("linked_visit", VisitLink, linked_visit, PEOPLE, read_only=True, elevated=True),
)
