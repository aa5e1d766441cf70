"""Pickup and delivery as calendar files: an entry each, which moves and leaves with the booking."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, Literal, TypeAlias
from uuid import UUID

import icalendar

from summerstow.kit import clock, facts
from summerstow.kit.database.transaction import ElevatedTransaction, Transaction
from summerstow.kit.tables import Row

from . import queries, times

Method: TypeAlias = Literal["REQUEST", "CANCEL"]
Visit: TypeAlias = Literal["pickup", "delivery"]

#: Which of the two a mail is about, where it is not the pickup alone.
_ABOUT: Final[dict[str, tuple[Visit, ...]]] = {
    "delivery_booked": ("delivery",),
    "booking_changed": ("pickup", "delivery"),
    "booking_cancelled": ("pickup", "delivery"),
    "booking_replaced": ("pickup", "delivery"),
    "place_given_back": ("pickup",),
}


async def attachments(
    tx: ElevatedTransaction, booking: Row, kind: str, link: str
) -> list[dict[str, str]]:
    """The calendar files that go with a mail of this kind, as the outbox keeps them.

    Each call counts SEQUENCE up, so that a calendar takes the latest of several
    files in whichever order they come.
    """
    found = []
    for visit in _ABOUT.get(kind, ("pickup",)):
        file = await (_pickup if visit == "pickup" else _delivery)(tx, booking, link)
        if file is not None:
            found.append(file)
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
    starts_at, ends_at = times.window(date.fromisoformat(day), window)
    # Of no use to an answer: the older the file, the earlier a mail's entry goes before it.
    return _file(
        booking, visit, "REQUEST", sequence=0, starts_at=starts_at, ends_at=ends_at, link=link
    )


async def _pickup(tx: Transaction, booking: Row, link: str) -> dict[str, str] | None:
    """None where it has no pickup and never had an entry."""
    booking_id = UUID(booking["id"])
    method: Method = "REQUEST"
    if booking["pickup_date"] is None or booking["status"] == "cancelled":
        method = "CANCEL"
        entry = await queries.next_cancelled(tx, booking_id)
    else:
        day = date.fromisoformat(booking["pickup_date"])
        entry = await queries.next_entry(tx, booking_id, *times.window(day, booking["pickup_time"]))
    if entry is None:
        return None
    content = _file(
        booking,
        "pickup",
        method,
        sequence=entry.sequence,
        starts_at=entry.starts_at,
        ends_at=entry.ends_at,
        link=link,
    )
    return _attached("pickup", method, content)


async def _delivery(tx: Transaction, booking: Row, link: str) -> dict[str, str] | None:
    """None without a window that was ever told: a day of the wizard, or one of a quote to come."""
    day, window = booking["return_delivery_date"], booking["return_delivery_time"]
    method: Method = "REQUEST"
    if day is None or window is None or booking["status"] == "cancelled":
        method = "CANCEL"
        if not await queries.knows_delivery(tx, booking["id"]):
            return None
    on = date.fromisoformat(day) if day else clock.today()
    starts_at, ends_at = times.window(on, window)
    content = _file(
        booking,
        "delivery",
        method,
        # Grows by itself: nothing has to be counted for it.
        sequence=int(clock.now().timestamp()),
        starts_at=starts_at,
        ends_at=ends_at,
        link=link,
    )
    return _attached("delivery", method, content)


def _attached(visit: Visit, method: Method, content: str) -> dict[str, str]:
    return {
        "filename": f"{visit}.ics",
        "content_type": f"text/calendar; method={method}; charset=utf-8",
        "content": content,
    }


def uid(booking_id: str, visit: Visit = "pickup") -> str:
    """What a calendar knows a booking's entry by, for good."""
    return f"{visit}-{booking_id}@{facts.contact().email.partition('@')[2]}"


def _file(
    booking: Row,
    visit: Visit,
    method: Method,
    *,
    sequence: int,
    starts_at: datetime,
    ends_at: datetime,
    link: str,
) -> str:
    contact = facts.contact()
    campus = next((one.name for one in facts.campuses() if one.id == booking["campus_id"]), "")
    event = icalendar.Event()
    event.add("uid", uid(booking["id"], visit))
    event.add("sequence", sequence)
    event.add("dtstamp", clock.now().replace(microsecond=0))
    # UTC: the zone files of many calendars are older than British Columbia's rule.
    event.add("dtstart", starts_at)
    event.add("dtend", ends_at)
    event.add("status", "CANCELLED" if method == "CANCEL" else "CONFIRMED")
    event.add("summary", f"{contact.name} {visit}")
    place = [booking["building_name"], booking["address"], campus]
    if visit == "delivery":
        place = [booking["delivery_address"]]
    event.add("location", ", ".join(filter(None, place)))
    event.add("description", f"Your booking as it is now: {link}\nQuestions: {contact.phone}")
    event.add("url", link)
    organizer = icalendar.vCalAddress(f"mailto:{contact.email}")
    organizer.params["CN"] = contact.name
    event.add("organizer", organizer)
    guest = icalendar.vCalAddress(f"mailto:{booking['email']}")
    guest.params["PARTSTAT"] = "ACCEPTED"
    guest.params["RSVP"] = "FALSE"
    event.add("attendee", guest)
    file = icalendar.Calendar()
    file.add("prodid", f"-//{contact.name}//Pickups//EN")
    file.add("version", "2.0")
    file.add("method", method)
    file.add_component(event)
    text: bytes = file.to_ical()
    return text.decode()
