"""Pickup and delivery in calendars: an entry each, which moves and leaves with the booking."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox.calendar_file import Method, Visit, VisitEntry
from summerstow.platform.tables import Row

from . import queries

#: Which of the two a mail is about, where it is not the pickup alone.
_ABOUT: Final[dict[str, tuple[Visit, ...]]] = {
    "delivery_booked": ("delivery",),
    "booking_changed": ("pickup", "delivery"),
    "booking_cancelled": ("pickup", "delivery"),
    "booking_replaced": ("pickup", "delivery"),
    "place_given_back": ("pickup",),
}


async def entries(tx: ElevatedTransaction, booking: Row, kind: str, link: str) -> list[VisitEntry]:
    """What goes with a mail of this kind as calendar files.

    Each call counts SEQUENCE up, so that a calendar takes the latest of several
    files in whichever order they come.
    """
    found = []
    for visit in _ABOUT.get(kind, ("pickup",)):
        entry = await (_pickup if visit == "pickup" else _delivery)(tx, booking, link)
        if entry is not None:
            found.append(entry)
    return found


def file_of(booking: Row, visit: Visit, link: str) -> str | None:
    """The entry as a file that its customer takes along; None without a time that is fixed.

    It is the entry of the mails, so that later ones move it. `link` leads to the booking.
    """
    if visit == "pickup":
        day, window = booking["pickup_date"], booking["pickup_time"]
    else:
        day, window = booking["return_delivery_date"], booking["return_delivery_time"]
    if day is None or window is None or booking["status"] == "cancelled":
        return None
    starts_at, ends_at = windows.span(booking["campus_id"], date.fromisoformat(day), window)
    # Of no use to an answer: the older the file, the earlier a mail's entry goes before it.
    entry = _entry(
        booking, visit, "REQUEST", sequence=0, starts_at=starts_at, ends_at=ends_at, link=link
    )
    return entry.text()


async def _pickup(tx: Transaction, booking: Row, link: str) -> VisitEntry | None:
    """None where it has no pickup and never had an entry."""
    booking_id = UUID(booking["id"])
    method: Method = "REQUEST"
    if booking["pickup_date"] is None or booking["status"] == "cancelled":
        method = "CANCEL"
        entry = await queries.next_cancelled(tx, booking_id)
    else:
        day = date.fromisoformat(booking["pickup_date"])
        entry = await queries.next_entry(
            tx, booking_id, *windows.span(booking["campus_id"], day, booking["pickup_time"])
        )
    if entry is None:
        return None
    return _entry(
        booking,
        "pickup",
        method,
        sequence=entry.sequence,
        starts_at=entry.starts_at,
        ends_at=entry.ends_at,
        link=link,
    )


async def _delivery(tx: Transaction, booking: Row, link: str) -> VisitEntry | None:
    """None without a window that was ever told: a day of the wizard, or one of a quote to come."""
    day, window = booking["return_delivery_date"], booking["return_delivery_time"]
    method: Method = "REQUEST"
    if day is None or window is None or booking["status"] == "cancelled":
        method = "CANCEL"
        if not await queries.knows_delivery(tx, booking["id"]):
            return None
    on = date.fromisoformat(day) if day else clock.today()
    starts_at, ends_at = windows.span(booking["campus_id"], on, window)
    return _entry(
        booking,
        "delivery",
        method,
        # Grows by itself: nothing has to be counted for it.
        sequence=int(clock.now().timestamp()),
        starts_at=starts_at,
        ends_at=ends_at,
        link=link,
    )


def uid(booking_id: str, visit: Visit = "pickup") -> str:
    """What a calendar knows a booking's entry by, for good."""
    return f"{visit}-{booking_id}@{published.business().email.partition('@')[2]}"


def _entry(
    booking: Row,
    visit: Visit,
    method: Method,
    *,
    sequence: int,
    starts_at: datetime,
    ends_at: datetime,
    link: str,
) -> VisitEntry:
    campus = published.campus(booking["campus_id"])
    place = [booking["building_name"], booking["address"], campus.name if campus else ""]
    if visit == "delivery":
        place = [booking["delivery_address"]]
    return VisitEntry(
        visit=visit,
        method=method,
        uid=uid(booking["id"], visit),
        sequence=sequence,
        written_at=clock.now(),
        starts_at=starts_at,
        ends_at=ends_at,
        place=", ".join(filter(None, place)),
        email=booking["email"],
        link=link,
    )
