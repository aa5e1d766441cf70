"""A visit as the calendar file of a mail.

The outbox keeps what it says. The file is written as the mail leaves: whoever books does not wait
for it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from summerstow.platform import published

Method: TypeAlias = Literal["REQUEST", "CANCEL"]
Visit: TypeAlias = Literal["pickup", "delivery"]


class VisitEntry(msgspec.Struct, frozen=True):
    """What a calendar is told about a visit: moments in UTC, `place` as one line.

    `uid` is the entry's for good; of several files the one with the highest `sequence` holds.
    """

    visit: Visit
    method: Method
    uid: str
    sequence: int
    written_at: datetime
    starts_at: datetime
    ends_at: datetime
    place: str
    email: str
    link: str

    @property
    def filename(self) -> str:
        """`pickup.ics`."""
        return f"{self.visit}.ics"

    @property
    def content_type(self) -> str:
        """With the method, as mail programs want it."""
        return f"text/calendar; method={self.method}; charset=utf-8"

    def text(self) -> str:
        """The file."""
        # Three megabytes of each process that has loaded it.
        import icalendar  # noqa: PLC0415

        business = published.business()
        event = icalendar.Event()
        event.add("uid", self.uid)
        event.add("sequence", self.sequence)
        event.add("dtstamp", self.written_at.replace(microsecond=0))
        # UTC: the zone files of many calendars are older than British Columbia's rule.
        event.add("dtstart", self.starts_at)
        event.add("dtend", self.ends_at)
        event.add("status", "CANCELLED" if self.method == "CANCEL" else "CONFIRMED")
        event.add("summary", f"{business.name} {self.visit}")
        event.add("location", self.place)
        event.add(
            "description", f"Your booking as it is now: {self.link}\nQuestions: {business.phone}"
        )
        event.add("url", self.link)
        organizer = icalendar.vCalAddress(f"mailto:{business.email}")
        organizer.params["CN"] = business.name
        event.add("organizer", organizer)
        guest = icalendar.vCalAddress(f"mailto:{self.email}")
        guest.params["PARTSTAT"] = "ACCEPTED"
        guest.params["RSVP"] = "FALSE"
        event.add("attendee", guest)
        file = icalendar.Calendar()
        file.add("prodid", f"-//{business.name}//Pickups//EN")
        file.add("version", "2.0")
        file.add("method", self.method)
        file.add_component(event)
        text: bytes = file.to_ical()
        return text.decode()
