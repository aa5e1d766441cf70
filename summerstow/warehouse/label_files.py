"""`GET /files/labels/…`: which labels a path names, and who may have them.

`{batch}.pdf` and `shelves/{campus_id}.pdf` for staff; `booking/{booking_id}.pdf` (with
`?paper=a4|letter|4x6`) for its customer and for staff.
"""

from __future__ import annotations

import re
from typing import Final, get_args
from urllib.parse import parse_qs
from uuid import UUID

import msgspec

from summerstow.bookings.model import code as booking_code
from summerstow.platform import published
from summerstow.platform.actor import Actor
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.files.pdf import drawing
from summerstow.platform.roles import CREW
from summerstow.platform.tables import decoded_if_any

from . import label_drawing, labels, shelves
from .codes import OwnLabel, Paper

_PATH: Final = re.compile(r"(?:(booking|shelves)/)?([0-9a-f-]{1,36})\.pdf")


class LabelFiles:
    """The label files of one process; they are drawn in a process of their own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __call__(self, actor: Actor, path: str, query: bytes) -> tuple[str, bytes]:
        """(file name, PDF) of what follows `/files/labels/`; 404 for whom it does not concern."""
        found = _PATH.fullmatch(path)
        if found is None:
            raise _unknown()
        kind, name = found.groups()
        if kind == "booking":
            return await self._booking(actor, name, _paper(query))
        if actor.role not in CREW or not name.isdecimal() or len(name) > 9:
            raise _unknown()
        async with self._database.owner(actor) as tx:
            if kind == "shelves":
                codes = [one.code for one in await shelves.every(tx) if one.campus_id == int(name)]
            else:
                codes = await labels.of_batch(tx, int(name))
        if not codes:
            raise _unknown()
        if kind == "shelves":
            return f"shelves-{name}.pdf", await drawing.draw(label_drawing.shelves, codes)
        return f"labels-{name}.pdf", await drawing.draw(label_drawing.sheets, int(name), codes)

    async def _booking(self, actor: Actor, name: str, paper: Paper) -> tuple[str, bytes]:
        try:
            booking_id = UUID(name)
        except ValueError:
            raise _unknown() from None
        async with self._database.owner(actor) as tx:
            found = await _own_labels(tx, actor, booking_id)
        if not found:
            raise Conflict("There is no item to label yet. List your items first.")
        code = found[0].booking
        return f"labels-{code}.pdf", await drawing.draw(label_drawing.own, found, paper)


class _Labelled(msgspec.Struct, frozen=True):
    """As much of a booking as its labels need."""

    campus_id: int
    status: str
    is_own: bool


async def _own_labels(tx: ElevatedTransaction, actor: Actor, booking_id: UUID) -> list[OwnLabel]:
    row = await tx.fetchrow(
        "select b.campus_id, b.status, coalesce(b.user_id = $2, false) or exists ("
        "select from app.plan_members m where m.booking_id = b.id and m.user_id = $2 "
        "and m.left_at is null) as is_own "
        "from public.bookings b where b.id = $1 for no key update of b",
        booking_id,
        actor.user_id,
    )
    booking = decoded_if_any(_Labelled, row)
    if booking is None or (actor.role not in CREW and not booking.is_own):
        raise _unknown()
    # The crew's are everybody's; a person's are their own.
    person = None if actor.role in CREW else actor.user_id
    if booking.status != "cancelled":
        await labels.for_booking(tx, booking_id, person)
    rows = await tx.fetch(
        "select i.label_code, i.number, i.description, u.customer_id, "
        "count(*) over (partition by i.member_id) as count "
        "from public.items i left join public.users u on u.id = i.user_id "
        "where i.booking_id = $1 and i.label_code is not null "
        "and ($2::uuid is null or i.user_id = $2) order by i.member_id nulls first, i.number",
        booking_id,
        person,
    )
    names = {one.id: one.name for one in published.campuses()}
    return [
        OwnLabel(
            code=row["label_code"],
            number=row["number"],
            count=max(row["count"], row["number"]),
            owner=row["customer_id"] or "Guest",
            booking=booking_code(booking_id),
            campus=names[booking.campus_id],
            description=row["description"],
        )
        for row in rows
    ]


def _paper(query: bytes) -> Paper:
    asked = parse_qs(query.decode("latin-1")).get("paper", ["a4"])
    found = next((one for one in get_args(Paper) if asked == [one]), None)
    if found is None:
        raise Invalid("paper must be a4, letter or 4x6.")
    paper: Paper = found
    return paper


def _unknown() -> AppError:
    return AppError("There are no such labels.", status=404, code="P0002")
