"""The campuses: where they are, what stands around them, and whether they take bookings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from summerstow.facts import Address, Point, TimeOfDay

Hour = Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class PickupWindow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bookable window; `start` and `end` are campus-local `HH:MM`."""

    start: Hour
    end: Hour

    @property
    def starts(self) -> time:
        """The campus-local time at which it begins."""
        return time.fromisoformat(self.start)

    @property
    def ends(self) -> time:
        """The campus-local time at which it is over."""
        return time.fromisoformat(self.end)

    @property
    def label(self) -> str:
        """`9:00 AM - 12:00 PM`, as it is stored and shown."""
        return f"{self.starts:%-I:%M %p} - {self.ends:%-I:%M %p}"

    @property
    def time_of_day(self) -> TimeOfDay:
        """The part of the day that it counts as (rule: pickup-windows)."""
        return part_of_day(self.starts)


class Residence(Point, frozen=True, forbid_unknown_fields=True):
    """A residence hall and where it is."""

    name: str
    address: str


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title and what stands below it."""

    title: str
    text: str


class CampusPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What only this campus's page says."""

    headline: str
    lead: str
    summer: Paragraph
    leaving: Paragraph


class Campus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campus; `id` is its row in `campuses`, `position` that of its address, `picture` a file's
    name below /files; empty, a drawing.

    A `closed` one takes no new bookings, a `hidden` one is on no page either.
    """

    id: int
    slug: str
    short_name: str
    university: str
    campus: str
    name: str
    city: str
    country: str
    status: Literal["open", "closed", "hidden"]
    address: Address
    position: Point
    pickup_windows: tuple[PickupWindow, ...]
    residences: tuple[Residence, ...]
    picture: str
    page: CampusPage


class CampusDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Every campus that there is or was."""

    campuses: tuple[Campus, ...]

    @cached_property
    def by_id(self) -> Mapping[int, Campus]:
        """The campuses by their ids."""
        return {one.id: one for one in self.campuses}


def part_of_day(start: time) -> TimeOfDay:
    """The part of the day in which a window begins (rule: pickup-windows)."""
    if start.hour < 12:
        return "morning"
    return "afternoon" if start.hour < 15 else "evening"
