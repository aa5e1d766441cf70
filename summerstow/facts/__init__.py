"""The facts of the business, read once from `summerstow/facts/*.json`.

The web imports the same files, so that a price or a window stands in one place.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Literal, TypeVar

import msgspec

TimeOfDay = Literal["morning", "afternoon", "evening"]


class Address(msgspec.Struct, frozen=True):
    """A postal address in Canada."""

    street: str
    city: str
    region: str
    postal_code: str

    def line(self) -> str:
        """The address on one line."""
        return f"{self.street}, {self.city} {self.region} {self.postal_code}"


class Point(msgspec.Struct, frozen=True):
    """A place in British Columbia, in degrees."""

    lat: Annotated[float, msgspec.Meta(ge=48, le=60)]
    lon: Annotated[float, msgspec.Meta(ge=-139, le=-114)]


class Choice(msgspec.Struct, frozen=True):
    """A value that is stored and the words that stand for it."""

    value: str
    label: str


class FlightWindow(Choice, frozen=True):
    """The hours in which a flight leaves; `start` is campus-local `HH:MM`."""

    start: str


class Status(msgspec.Struct, frozen=True):
    """A booking status with its words for staff and for the customer."""

    value: str
    label: str
    customer_label: str


class MonthDayRange(msgspec.Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """`MM-DD` to `MM-DD` of the current year, both included."""

    first: str
    last: str

    def of(self, year: int) -> tuple[date, date]:
        """First and last day in a year."""
        return date.fromisoformat(f"{year:04}-{self.first}"), date.fromisoformat(
            f"{year:04}-{self.last}"
        )

    def coming(self, day: date) -> tuple[date, date]:
        """First and last day of the range that is not over on a day."""
        this_year = self.of(day.year)
        return this_year if day <= this_year[1] else self.of(day.year + 1)


class BookingDefaults(msgspec.Struct, frozen=True):
    """What a booking or a slot has where nothing is said."""

    residence_type: str
    how_heard: str
    status: str
    slot_capacity: int
    slot_time_of_day: TimeOfDay


class BookingFacts(msgspec.Struct, frozen=True):
    """Options, statuses, lengths in characters."""

    flight_windows: tuple[FlightWindow, ...]
    delivery_options: tuple[Choice, ...]
    residence_types: tuple[str, ...]
    statuses: tuple[Status, ...]
    slot_times_of_day: tuple[Choice, ...]
    defaults: BookingDefaults
    limits: dict[str, int]
    email_beyond_ascii: str
    #: For how long the crew waits at a door.
    door_wait_minutes: int
    password_min_length: int
    staff_password_min_length: int
    password_max_bytes: int


T = TypeVar("T")


def read(name: str, kind: type[T]) -> T:
    """A file of the facts as this structure; raises `msgspec.ValidationError` where it differs."""
    return msgspec.json.decode((files("summerstow") / "facts" / name).read_bytes(), type=kind)


@cache
def booking() -> BookingFacts:
    """Options and statuses of bookings."""
    return read("booking.json", BookingFacts)


@cache
def languages() -> list[str]:
    """Codes of the languages that people of a booking may speak."""
    return read("languages.json", list[str])


class PriceListFile(msgspec.Struct, frozen=True):
    """A price list as its folder holds it: two files, each a JSON object as text."""

    valid_from: date
    pricing: str
    terms: str


@cache
def price_lists() -> tuple[PriceListFile, ...]:
    """Every price list of `facts/pricing`, the earliest first."""
    return price_lists_in(files("summerstow") / "facts" / "pricing")


def price_lists_in(base: Traversable) -> tuple[PriceListFile, ...]:
    """The price lists of a folder; each is a folder there, named by the day from which it holds."""
    folders = [one for one in base.iterdir() if one.is_dir()]
    return tuple(
        PriceListFile(
            date.fromisoformat(folder.name),
            (folder / "pricing.json").read_text(),
            (folder / "terms.json").read_text(),
        )
        for folder in sorted(folders, key=lambda one: one.name)
    )
