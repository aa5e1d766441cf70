"""Mails about part returns, to the person whose items they are."""

from __future__ import annotations

from typing import Final

from summerstow.billing.pricing import terms
from summerstow.bookings.model import Booking
from summerstow.messages import calendar
from summerstow.messages import service as messages
from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.outbox.calendar_file import VisitEntry

from . import carriers, queries
from .model import StoredPartReturn, Way

NAMES: Final[dict[Way, str]] = {
    "collect": "collection",
    "bring": "delivery",
    "ship": "shipment",
}


async def tell(
    tx: ElevatedTransaction,
    booking: Booking,
    one: StoredPartReturn,
    step: str,
    *,
    cents: int = 0,
    hours: int = 0,
    words: str | None = None,
    occasion: str = "",
) -> None:
    """Mail a step of a part return with the list of its items, once for each occasion.

    `step`: asked, quoted, booked, done or cancelled. `cents` with tax. A friend's goes to the
    friend.
    """
    friend = await queries.recipient(tx, one.member_id) if one.member_id else None
    if one.member_id is not None and friend is None:
        return
    data: dict[str, object] = {
        "first_name": messages.greeting(friend.full_name) if friend else booking.first_name,
        "step": step,
        "way": one.way,
        "return_kind": NAMES[one.way],
        "day": clock.spoken_day(one.day) if one.day else None,
        "window": one.window,
        "address": one.address or "",
        "brought": await queries.item_names(tx, one.item_ids),
        "hours": hours,
        "fee": terms.dollars(cents) if cents else None,
        "note": words,
        "carrier": one.carrier,
        "parcels": [
            {"number": number, "link": carriers.tracking_link(one.carrier, number)}
            for number in one.tracking
        ],
        "code": booking.code,
        "link": "/customer-dashboard",
    }
    if one.day is not None and step in ("booked", "cancelled"):
        data["calendar"] = [_entry(booking, one, friend.email if friend else booking.email, step)]
    cause = f"part-return-{step}:{one.id}" + (f":{occasion}" if occasion else "")
    if friend is not None:
        await messages.tell_account(
            tx, friend.user_id, cause=cause, kind="part_return", to=friend.email, data=data
        )
        return
    await messages.tell(
        tx, booking.row, cause=cause, kind="part_return", data=data, with_calendar=False
    )


def _entry(booking: Booking, one: StoredPartReturn, email: str | None, step: str) -> VisitEntry:
    assert one.day is not None
    campus = published.campus(booking.campus_id) if booking.campus_id is not None else None
    starts_at, ends_at = windows.span(booking.campus_id, one.day, one.window)
    return calendar.part_return_entry(
        one.id,
        "collection" if one.way == "collect" else "delivery",
        starts_at=starts_at,
        ends_at=ends_at,
        place=one.address or (f"Our warehouse, {campus.name}" if campus else ""),
        email=email or "",
        is_cancelled=step == "cancelled",
    )
