"""A visit as the calendar file of a mail.

The outbox stores its content. The file is written as the mail leaves, so that a booking does not
wait for it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec

from summerstow.platform import clock, published

Method: TypeAlias = Literal["REQUEST", "CANCEL"]
Visit: TypeAlias = Literal["pickup", "delivery", "kit", "collection"]
#: When a calendar reminds of a visit: the evening before the usual first window.
_REMIND_BEFORE: Final = timedelta(hours=15)


_SUMMARY: Final[dict[Visit, str]] = {
    "pickup": "pickup",
    "delivery": "delivery",
    "kit": "supply kit",
    "collection": "collection at the warehouse",
}


class VisitEntry(msgspec.Struct, frozen=True):
    """The content of a calendar entry: moments in UTC, `place` as one line.

    `all_day`: its window is not decided yet, and the entry covers the day.

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
    all_day: bool = False

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
        start = clock.campus_time(self.starts_at).date() if self.all_day else self.starts_at
        end = start + timedelta(days=1) if self.all_day else self.ends_at
        event.add("dtstart", start)
        event.add("dtend", end)
        event.add("status", "CANCELLED" if self.method == "CANCEL" else "CONFIRMED")
        event.add("summary", f"{business.name} {_SUMMARY[self.visit]}")
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
        if self.method == "REQUEST":
            alarm = icalendar.Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", f"{business.name} {_SUMMARY[self.visit]}")
            alarm.add("trigger", -_REMIND_BEFORE)
            event.add_component(alarm)
        file = icalendar.Calendar()
        file.add("prodid", f"-//{business.name}//Pickups//EN")
        file.add("version", "2.0")
        file.add("method", self.method)
        file.add_component(event)
        text: bytes = file.to_ical()
        return text.decode()
