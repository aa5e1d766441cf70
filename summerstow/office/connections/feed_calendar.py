"""A feed as a calendar: an entry for each pickup window of a campus, or for each run of a worker.

Entries name bookings by code and address, and no customer: calendars keep copies elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Final

from summerstow.platform import published, windows

from .feed_queries import FeedStop, StoredFeed

#: What a calendar shows of the past, and of what is ahead.
_BEFORE: Final = timedelta(days=14)
_AHEAD: Final = timedelta(days=60)
_REFRESH: Final = timedelta(hours=1)
_KINDS: Final = {"pickup": "Pickup", "return": "Return", "kit": "Kit"}


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry; `key` identifies it for good."""

    key: str
    title: str
    starts_at: datetime
    ends_at: datetime
    place: str
    lines: list[str]


def days_of(today: date) -> tuple[date, date]:
    """Return the first and the last day that calendars show."""
    return today - _BEFORE, today + _AHEAD


def owner_of(feed: StoredFeed) -> str:
    """Return the name of the campus, or of the person whose runs they are."""
    if feed.campus_id is None:
        return feed.worker or ""
    campus = published.campus(feed.campus_id)
    return campus.name if campus else ""


def draw(feed: StoredFeed, stops: list[FeedStop], now: datetime) -> bytes:
    """Return the file (RFC 5545)."""
    # Three megabytes of each process that has loaded it.
    import icalendar  # noqa: PLC0415

    business = published.business()
    what = "pickups" if feed.worker_id is None else "runs"
    file = icalendar.Calendar()
    file.add("prodid", f"-//{business.name}//Calendar feed//EN")
    file.add("version", "2.0")
    file.add("method", "PUBLISH")
    file.add("name", f"{business.name} {what}, {owner_of(feed)}")
    file.add("x-wr-calname", f"{business.name} {what}, {owner_of(feed)}")
    file.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", "PT1H")
    domain = business.sender.partition("@")[2]
    entries = _windows(stops) if feed.worker_id is None else _runs(stops)
    for one in entries:
        event = icalendar.Event()
        event.add("uid", f"{one.key}@{domain}")
        event.add("dtstamp", now.replace(microsecond=0))
        # UTC: the zone files of many calendars are older than British Columbia's rule.
        event.add("dtstart", one.starts_at)
        event.add("dtend", one.ends_at)
        event.add("summary", one.title)
        event.add("location", one.place)
        event.add("description", "\n".join(one.lines))
        file.add_component(event)
    text: bytes = file.to_ical()
    return text


def _windows(stops: Iterable[FeedStop]) -> Iterator[_Entry]:
    """One entry for each day's window of a campus, with its pickups."""
    ordered = sorted(stops, key=lambda one: (one.date, windows.span(*_when(one)), one.code))
    for (day, (starts_at, ends_at)), found in groupby(
        ordered, key=lambda one: (one.date, windows.span(*_when(one)))
    ):
        group = list(found)
        campus_id = group[0].campus_id
        yield _Entry(
            f"pickups-{campus_id}-{day}-{starts_at:%H%M}-{ends_at:%H%M}",
            _count(len(group), "pickup"),
            starts_at,
            ends_at,
            _campus(campus_id),
            [f"{one.code}: {one.place or 'no address yet'}" for one in group],
        )


def _runs(stops: Iterable[FeedStop]) -> Iterator[_Entry]:
    """One entry for each run, with its stops in order."""
    for run_id, found in groupby(stops, key=lambda one: one.run_id):
        group = list(found)
        spans = [windows.span(*_when(one)) for one in group]
        campus = _campus(group[0].campus_id)
        yield _Entry(
            f"run-{run_id}",
            f"{group[0].run}, {campus}: {_count(len(group), 'stop')}",
            min(starts_at for starts_at, _ in spans),
            max(ends_at for _, ends_at in spans),
            campus,
            [
                f"{number}. {_KINDS[one.kind]} {one.code}: {one.place or 'no address yet'}"
                for number, one in enumerate(group, 1)
            ],
        )


def _when(stop: FeedStop) -> tuple[int, date, str | None]:
    return stop.campus_id, stop.date, stop.window


def _campus(campus_id: int) -> str:
    campus = published.campus(campus_id)
    return campus.name if campus else ""


def _count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
