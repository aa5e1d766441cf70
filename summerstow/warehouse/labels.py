"""Labels that are printed in rolls without an owner, and those that customers print."""

from __future__ import annotations

from datetime import date
from typing import Final
from uuid import UUID

import msgspec

from summerstow.billing.pricing.terms import MOST_ITEMS
from summerstow.bookings.dates.workdays import is_workable
from summerstow.bookings.model import IN_LINE
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Forbidden, Invalid
from summerstow.platform.roles import WORKER
from summerstow.platform.tables import decoded, decoded_if_any

from .codes import new_code, read_code

#: The labels between two of one printing, as they stand on its sheets. Those of a cancelled booking
#: are free.
_STRIP: Final = """
select code, coalesce(item_id is not null or booking_id <> $3 and exists (
  select from public.bookings b where b.id = booking_id and b.status <> 'cancelled'), false)
  as is_taken
from public.labels
where batch = (select batch from public.labels where code = $1) and code between $1 and $2
order by code for update
"""
_VISITED: Final = """
select status, array(select date from public.run_stops s where s.booking_id = b.id) as stop_days
from public.bookings b where id = $1
"""


class StripLabel(msgspec.Struct, frozen=True):
    """A label of a strip; `is_taken`: it is on an item or another booking's."""

    code: str
    is_taken: bool


class VisitedBooking(msgspec.Struct, frozen=True):
    """A booking's status and the days of its stops."""

    status: str
    stop_days: list[date]


async def make(tx: ElevatedTransaction, count: int, campus_id: int) -> tuple[int, list[str]]:
    """(batch, codes in their order on the sheet) of new, free labels."""
    batch: int = await tx.fetchval("select nextval('public.label_batch')::int")
    codes: list[str] = []
    while len(codes) < count:
        codes += await _add(tx, count - len(codes), batch=batch, campus_id=campus_id)
    return batch, sorted(codes)


async def of_batch(tx: ElevatedTransaction, batch: int) -> list[str]:
    """The codes of a batch, in their order on the sheet."""
    rows = await tx.fetch("select code from public.labels where batch = $1 order by code", batch)
    return [row["code"] for row in rows]


async def for_booking(tx: ElevatedTransaction, booking_id: UUID, user_id: UUID | None) -> None:
    """Give items of a booking that have none a label of their own.

    Those of one person (`user_id`), or all.
    """
    bare = await tx.fetch(
        "select id from public.items where booking_id = $1 and label_code is null "
        "and state in ('listed', 'packed') and ($2::uuid is null or user_id = $2) "
        "order by member_id nulls first, number for update",
        booking_id,
        user_id,
    )
    codes: list[str] = []
    while len(codes) < len(bare):
        codes += await _add(tx, len(bare) - len(codes), booking_id=booking_id)
    for row, code in zip(bare, codes, strict=True):
        await tx.execute("update public.labels set item_id = $2 where code = $1", code, row["id"])
        await tx.execute("update public.items set label_code = $2 where id = $1", row["id"], code)


async def hand_out(
    tx: ElevatedTransaction, booking_id: UUID, first: str, last: str | None
) -> list[str]:
    """Give a booking the free labels from the first to the last of a strip; returns their codes.

    Rule: handed-out-labels. Raises `Conflict` if one is taken or the items were picked up,
    `Forbidden` for a worker without a stop of the booking on a near day.
    """
    booking = decoded_if_any(VisitedBooking, await tx.fetchrow(_VISITED, booking_id))
    if booking is None:
        raise Conflict("This booking is gone.")
    if tx.actor.role == WORKER and not any(map(is_workable, booking.stop_days)):
        raise Forbidden("Crews work the stops of yesterday, today and tomorrow.", status=403)
    if booking.status not in IN_LINE:
        raise Conflict("The items of this booking are not at home any more.")
    ends = sorted({_code(first), _code(last or first)})
    rows = await tx.fetch(_STRIP, ends[0], ends[-1], booking_id)
    strip = [decoded(StripLabel, row) for row in rows]
    codes = [one.code for one in strip]
    if not set(ends) <= set(codes):
        raise Invalid("Scan the first and the last label of one strip of our rolls.")
    if len(codes) > MOST_ITEMS:
        raise Invalid(f"At most {MOST_ITEMS} labels are handed out at once.")
    taken = [one.code for one in strip if one.is_taken]
    if taken:
        raise Conflict(f"In use already: {', '.join(taken[:3])}. Hand out other labels.")
    await tx.execute(
        "update public.labels set booking_id = $2, handed_out_at = $3 where code = any($1)",
        codes,
        booking_id,
        clock.now(),
    )
    return codes


def _code(written: str) -> str:
    code = read_code(written)
    if code is None:
        raise Invalid(f"{written[:20]} is no label of ours. Scan it again.")
    return code


async def _add(
    tx: ElevatedTransaction,
    count: int,
    *,
    batch: int | None = None,
    campus_id: int | None = None,
    booking_id: UUID | None = None,
) -> list[str]:
    """Store so many codes; fewer where some were given out before."""
    rows = await tx.fetch(
        "insert into public.labels (code, batch, campus_id, booking_id) select code, $2, $3, $4 "
        "from unnest($1::text[]) code on conflict (code) do nothing returning code",
        list({new_code() for _ in range(count)}),
        batch,
        campus_id,
        booking_id,
    )
    return [row["code"] for row in rows]
