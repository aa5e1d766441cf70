"""What stands on a shelf against what should: scanned by the crew, settled by an admin.

Rule: stocktakes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID, uuid4

import msgspec

from summerstow.crew.events.clock import measured_offset
from summerstow.friends.bundles.queries import FRIEND_OF_ITEM, PERSON_OF_ITEM
from summerstow.platform import clock
from summerstow.platform.commands import WORDS
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict

from . import recording, shelves
from .codes import read_code
from .history import EventKind
from .scans.events import Label, NewItemEvent

Decision = Literal["missing", "moved", "found"]
_EVENT: dict[Decision, EventKind] = {"missing": "missing", "moved": "shelved", "found": "found"}


class Settled(msgspec.Struct, forbid_unknown_fields=True):
    """`missing`: it is not there. `moved`: it stands here now. `found`: it was lost and is here."""

    label: Label
    decision: Decision
    note: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=500)]


class Difference(msgspec.Struct, frozen=True):
    """Labels that should stand on a shelf and do not, and those that stand there unexpected."""

    missing: list[str]
    unexpected: list[str]


class LabelledItem(msgspec.Struct, frozen=True):
    """An item by its label, with its customer's name."""

    label: str
    number: int
    description: str
    customer: str
    booking_id: UUID


class WaitingStocktake(msgspec.Struct, frozen=True):
    """A shelf whose last stocktake is to be settled; `items` has those whose label is known."""

    location_id: UUID
    location: str
    at: datetime
    missing: list[str]
    unexpected: list[str]
    items: list[LabelledItem]


class _Standing(msgspec.Struct, frozen=True):
    """A labelled item that stands on the shelf, or was scanned there; `since`: was it moved after
    it was counted."""

    label: str
    here: bool
    since: bool


async def take(
    tx: ElevatedTransaction,
    location_id: UUID,
    labels: list[str],
    at: datetime,
    sent_at: datetime | None = None,
) -> Difference:
    """Keep what was scanned; an earlier stocktake of this shelf counts no more.

    It may arrive late: what was moved after `at` is no difference, and a later stocktake stands.
    `sent_at` is the device's clock as it sends. A code that is none of ours is unexpected as it was
    written. Raises `Conflict` where there is no such shelf.
    """
    await shelves.one(tx, location_id)
    now = clock.now()
    at = clock.put_right(at, measured_offset(sent_at, now), now)
    seen = {read_code(one) or one.strip() for one in labels}
    rows = await tx.fetch(
        "select label_code, location_id is not distinct from $1 and state = 'in_storage', "
        "coalesce(last_event_at > $3, false) from public.items where label_code is not null "
        "and (location_id = $1 and state = 'in_storage' or label_code = any($2))",
        location_id,
        list(seen),
        at,
    )
    known = [_Standing(*row) for row in rows]
    here = {one.label for one in known if one.here}
    since = {one.label for one in known if one.since}
    found = Difference(sorted(here - seen - since), sorted(seen - here - since))
    later: bool = await tx.fetchval(
        "select exists (select from app.stocktakes where location_id = $1 and at > $2)",
        location_id,
        at,
    )
    await tx.execute(
        "update app.stocktakes set settled_at = $2 where location_id = $1 and settled_at is null "
        "and at <= $3",
        location_id,
        now,
        at,
    )
    await tx.execute(
        "insert into app.stocktakes (location_id, at, received_at, labels, missing, unexpected, "
        "actor_id, settled_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
        location_id,
        at,
        now,
        sorted(seen),
        found.missing,
        found.unexpected,
        tx.actor.user_id,
        None if (found.missing or found.unexpected) and not later else now,
    )
    return found


async def waiting(tx: ElevatedTransaction) -> list[WaitingStocktake]:
    """Stocktakes with a difference, the oldest first."""
    rows = await tx.fetch(
        "select s.location_id, l.code, s.at, s.missing, s.unexpected, "  # noqa: S608 - own text
        "coalesce((select json_agg(json_build_object('label', i.label_code, 'number', i.number, "
        "'description', i.description, 'booking_id', i.booking_id, "
        f"'customer', {PERSON_OF_ITEM}) order by i.label_code) "
        f"from public.items i join public.bookings b on b.id = i.booking_id {FRIEND_OF_ITEM} "
        "where i.label_code = any(s.missing || s.unexpected)), '[]') from app.stocktakes s "
        "join public.locations l on l.id = s.location_id where s.settled_at is null order by s.at"
    )
    return [
        WaitingStocktake(
            location_id=row[0],
            location=row[1],
            at=row[2],
            missing=row[3],
            unexpected=row[4],
            items=msgspec.json.decode(row[5], type=list[LabelledItem]),
        )
        for row in rows
    ]


async def settle(tx: ElevatedTransaction, location_id: UUID, rows: list[Settled]) -> Difference:
    """Settle some of the differences of a shelf's last stocktake; returns what is left.

    Raises `Conflict` where none waits, or for a label that is not among its differences.
    """
    last = await tx.fetchrow(
        "select id, missing, unexpected from app.stocktakes "
        "where location_id = $1 and settled_at is null for update",
        location_id,
    )
    if last is None:
        raise Conflict("This shelf has no stocktake that waits.")
    left = Difference(list(last["missing"]), list(last["unexpected"]))
    now = clock.now()
    events: list[NewItemEvent] = []
    for one in rows:
        label = read_code(one.label) or one.label.strip()
        column = left.missing if label in left.missing else left.unexpected
        if label not in column:
            raise Conflict(f"{label} is not among the differences of this shelf.")
        column.remove(label)
        here = None if one.decision == "missing" else location_id
        events.append(
            NewItemEvent(
                id=uuid4(),
                kind=_EVENT[one.decision],
                at=now,
                label=label,
                location_id=here,
                note=one.note,
            )
        )
    await recording.keep(tx, events, now)
    done = not left.missing and not left.unexpected
    await tx.execute(
        "update app.stocktakes set missing = $2, unexpected = $3, settled_by = $4, "
        "settled_at = $5 where id = $1",
        last["id"],
        left.missing,
        left.unexpected,
        tx.actor.user_id,
        now if done else None,
    )
    return left
