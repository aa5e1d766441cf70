"""The campuses: where they are, what stands around them, and whether they take bookings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec

from summerstow.facts import Address, Point


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
    """A campus; `id` is its row in `campuses`, `position` that of its address.

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
    residences: tuple[Residence, ...]
    page: CampusPage


class CampusDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Every campus that there is or was."""

    campuses: tuple[Campus, ...]

    @cached_property
    def by_id(self) -> Mapping[int, Campus]:
        """The campuses by their ids."""
        return {one.id: one for one in self.campuses}
