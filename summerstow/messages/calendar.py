"""Pickup, delivery and kit in calendars: an entry each that moves and leaves with the booking."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

from summerstow.platform import clock, published, windows
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.outbox.calendar_file import Method, Visit, VisitEntry
from summerstow.platform.tables import Row

from . import queries

_ALL: Final[tuple[Visit, ...]] = ("pickup", "delivery", "kit")
#: What a mail is about, where it is not the pickup alone.
_ABOUT: Final[dict[str, tuple[Visit, ...]]] = {
    "booking_received": _ALL,
    "booking_changed": _ALL,
    "booking_cancelled": _ALL,
    "booking_replaced": _ALL,
    "booking_restored": _ALL,
    "delivery_booked": ("delivery",),
    "place_given_back": ("pickup",),
}


async def entries(tx: ElevatedTransaction, booking: Row, kind: str, link: str) -> list[VisitEntry]:
    """What goes with a mail of this kind as calendar files.

    Each call counts SEQUENCE up, so that a calendar takes the latest of several
    files in whichever order they come.
    """
    visits = _ABOUT.get(kind, ("pickup",))
    planned: dict[str, tuple[datetime, datetime]] = {
        visit: span for visit in visits if (span := _span(booking, visit))
    }
    stored = await queries.next_entries(tx, UUID(booking["id"]), visits, planned)
    return [
        _entry(
            booking,
            visit,
            "REQUEST" if visit in planned else "CANCEL",
            sequence=stored[visit].sequence,
            starts_at=stored[visit].starts_at,
            ends_at=stored[visit].ends_at,
            link=link,
            all_day=_when(booking, visit)[1] is None,
        )
        for visit in visits
        if visit in stored
    ]


def part_return_entry(
    part_return_id: UUID,
    visit: Visit,
    *,
    starts_at: datetime,
    ends_at: datetime,
    place: str,
    email: str,
    is_cancelled: bool,
) -> VisitEntry:
    """Return the entry of items that come back while the rest stays; its day never changes."""
    return VisitEntry(
        visit=visit,
        method="CANCEL" if is_cancelled else "REQUEST",
        uid=uid(str(part_return_id), visit),
        sequence=int(is_cancelled),
        written_at=clock.now(),
        starts_at=starts_at,
        ends_at=ends_at,
        place=place,
        email=email,
        link="/customer-dashboard",
    )


def file_of(booking: Row, visit: Visit, link: str) -> str | None:
    """The entry as a file that its customer takes along; None without a time that is fixed.

    It is the entry of the mails, so that later ones move it. `link` leads to the booking.
    """
    day, window = _when(booking, visit)
    if day is None or window is None or booking["status"] == "cancelled":
        return None
    starts_at, ends_at = windows.span(booking["campus_id"], date.fromisoformat(day), window)
    # Of no use to an answer: the older the file, the earlier a mail's entry goes before it.
    entry = _entry(
        booking, visit, "REQUEST", sequence=0, starts_at=starts_at, ends_at=ends_at, link=link
    )
    return entry.text()


def _when(booking: Row, visit: Visit) -> tuple[str | None, str | None]:
    """Its day and window; a return without a window to another city is a quote to come."""
    if visit == "pickup":
        return booking["pickup_date"], booking["pickup_time"]
    if visit == "kit":
        return booking["supply_kit_delivery_date"], None
    day, window = booking["return_delivery_date"], booking["return_delivery_time"]
    return (day if window or booking["delivery_option"] == "same_city" else None), window


def _span(booking: Row, visit: Visit) -> tuple[datetime, datetime] | None:
    """When a visit begins and ends, in UTC; None where it does not take place."""
    day, window = _when(booking, visit)
    if day is None or booking["status"] == "cancelled":
        return None
    return windows.span(booking["campus_id"], date.fromisoformat(day), window)


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
    all_day: bool = False,
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
        all_day=all_day,
    )
