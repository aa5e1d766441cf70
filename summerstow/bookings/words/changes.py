"""What a change of a booking changed, in words for its customer (rule: change-in-words)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

import msgspec

from summerstow import facts
from summerstow.billing.pricing import terms
from summerstow.bookings.model import Booking
from summerstow.platform import clock


class ChangedPart(msgspec.Struct, frozen=True):
    """A part of a booking: what it `was` before a change and `is_now`."""

    what: str
    was: str
    is_now: str


def _joined(*parts: str | None, empty: str, mark: str = ", ") -> str:
    return mark.join(part for part in parts if part) or empty


def _day(day: date | None, empty: str, window: str | None = None) -> str:
    if day is None:
        return empty
    return _joined(clock.spoken_day(day), window, empty="")


def _place(booking: Booking) -> str:
    name = booking.campus.campus if booking.campus else None
    return _joined(booking.building_name, booking.address, name, empty="not given")


def _flight(booking: Booking) -> str:
    if not booking.has_flight:
        return "none"
    known = facts.booking().flight_windows
    return next((one.label for one in known if one.value == booking.flight_time), "time not given")


def _protection(booking: Booking) -> str:
    cents = booking.expected_value_cents
    return f"for {terms.dollars(cents)}" if cents else "as listed"


_PLANS: Final = {"bundle": "bundle", "single_items": "single items"}
_WORDS: Final[dict[str, Callable[[Booking], str]]] = {
    "Name": lambda one: _joined(one.first_name, one.last_name, empty="not given", mark=" "),
    "Phone": lambda one: one.phone or "not given",
    "At the door": lambda one: _joined(
        one.contact_name, one.contact_phone, one.contact_email, empty="you"
    ),
    "Who pays": lambda one: _joined(one.payer_name, one.payer_phone, empty="you"),
    "Invoices go to": lambda one: one.payer_email or one.email or "you",
    "Pickup place": _place,
    "Supply kit": lambda one: _day(one.supply_kit_delivery_date, "no kit"),
    "Pickup": lambda one: _day(one.pickup_date, "not scheduled", one.pickup_time),
    "Flight": _flight,
    "Return delivery": lambda one: _day(
        one.return_delivery_date, "decide later", one.return_delivery_time
    ),
    "Delivery address": lambda one: one.delivery_address or "not given",
    "Plan": lambda one: _PLANS.get(one.pricing or "", "not chosen"),
    "Items": lambda one: str(one.expected_items or "as listed"),
    "Protection": _protection,
    "Text messages": lambda one: "no" if one.text_messages is False else "yes",
    "Comments": lambda one: one.additional_comments or "none",
}


def changes_in_words(old: Booking, new: Booking) -> list[ChangedPart]:
    """Return each part that differs between two states of a booking."""
    found = (ChangedPart(what, words(old), words(new)) for what, words in _WORDS.items())
    return [one for one in found if one.was != one.is_now]
