"""A pickup as a calendar file: one entry for each booking, which moves and leaves with it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import icalendar

from summerstow.kit import clock, facts
from summerstow.kit.database import Transaction
from summerstow.kit.tables import Row

from . import queries, times

FILENAME = "pickup.ics"


async def attachment(tx: Transaction, booking: Row, link: str) -> dict[str, str] | None:
    """The calendar file of a booking as it is now, as the outbox keeps it. Runs elevated.

    None where it has no pickup and never had an entry. Each call counts SEQUENCE up, so that a
    calendar takes the latest of several files in whichever order they come.
    """
    booking_id = UUID(booking["id"])
    now = clock.now()
    method: Literal["REQUEST", "CANCEL"] = "REQUEST"
    if booking["pickup_date"] is None or booking["status"] == "cancelled":
        method = "CANCEL"
        entry = await queries.next_cancelled(tx, booking_id)
    else:
        day = date.fromisoformat(booking["pickup_date"])
        entry = await queries.next_entry(tx, booking_id, *times.window(day, booking["pickup_time"]))
    if entry is None:
        return None
    return {
        "filename": FILENAME,
        "content_type": f"text/calendar; method={method}; charset=utf-8",
        "content": _file(
            booking,
            method,
            sequence=entry["sequence"],
            starts_at=entry["starts_at"],
            ends_at=entry["ends_at"],
            stamp=now,
            link=link,
        ),
    }


def uid(booking_id: str) -> str:
    """What a calendar knows a booking's entry by, for good."""
    return f"pickup-{booking_id}@{facts.contact().email.partition('@')[2]}"


def _file(
    booking: Row,
    method: Literal["REQUEST", "CANCEL"],
    *,
    sequence: int,
    starts_at: datetime,
    ends_at: datetime,
    stamp: datetime,
    link: str,
) -> str:
    contact = facts.contact()
    campus = next((one.name for one in facts.campuses() if one.id == booking["campus_id"]), "")
    event = icalendar.Event()
    event.add("uid", uid(booking["id"]))
    event.add("sequence", sequence)
    event.add("dtstamp", stamp.replace(microsecond=0))
    # UTC: the zone files of many calendars are older than British Columbia's rule (beyond.md).
    event.add("dtstart", starts_at)
    event.add("dtend", ends_at)
    event.add("status", "CANCELLED" if method == "CANCEL" else "CONFIRMED")
    event.add("summary", f"{contact.name} pickup")
    address = booking["address"] or None
    event.add("location", ", ".join(filter(None, (booking["building_name"], address, campus))))
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
