"""Pure rules of a booking: what a body must say, and what its status means."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, get_args

from summerstow import facts
from summerstow.billing.pricing.plans import Kind
from summerstow.friends.referrals.rules import referral_code
from summerstow.platform import phones, windows
from summerstow.platform.errors import Invalid
from summerstow.platform.tables import Row
from summerstow.platform.text import check_email, is_blank

DATE_FIELDS: Final = ("supply_kit_delivery_date", "pickup_date", "return_delivery_date")
DATE_WORDS: Final = {
    "supply_kit_delivery_date": "supply kit delivery date",
    "pickup_date": "pickup date",
    "return_delivery_date": "delivery date",
}
#: Fields in which "" is none.
_OPTIONAL: Final = (
    *("delivery_option", "pricing", "booked_by", "contact_name", "contact_email"),
    *("contact_language", "payer_name", "payer_email", "payer_language"),
)
_PHONES: Final = frozenset({"phone", "guest_phone", "contact_phone", "payer_phone"})
_WEB_ADDRESS: Final = re.compile(r"://|\bwww\.", re.IGNORECASE)
_UNWANTED: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_UNWANTED_IN_LINES: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
#: What stands before the @ of nearly every address; the few domains behind it come again and again.
_DATE: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ][0-9:.+Z-]*)?")
#: Bookings that a visitor may send in one request.
MOST_AT_ONCE: Final = 10
#: Mails about new bookings that one address gets within an hour: whoever books under it need not
#: be its owner.
MOST_MAILS: Final = 10


def check_new(row: Row) -> Row:
    """A booking body, trimmed and complete; raises `Invalid` (rule: required-fields).

    What a campus offers is checked where a pickup time is chosen (`check_pickup_time`): one that is
    booked stays when the campus has other windows.
    """
    row = {key: _trimmed(value) for key, value in row.items()}
    if row.get("campus_id") in (None, ""):
        raise Invalid("Campus selection is required")
    for plain in ("first_name", "last_name", "email", "phone"):
        if not row.get(plain) and row.get(f"guest_{plain}"):
            row[plain] = row[f"guest_{plain}"]
    if not (row.get("first_name") and row.get("last_name") and row.get("email")):
        raise Invalid("Name and email are required")
    _check_lines(row)
    row["email"] = check_email(row["email"])
    for field in ("payer_email", "contact_email"):
        if row.get(field):
            row[field] = check_email(row[field])
    if "referral_code" in row:
        # A wrong one keeps nobody from booking.
        row["referral_code"] = referral_code(row["referral_code"])
    check_choices(row)
    check_dates(row)
    return row


def check_dates(row: Row) -> None:
    """Dates are `YYYY-MM-DD`, which an ISO time of that day may follow; "" is none.

    PostgreSQL would take much more for a date (`yesterday`, 20270430, a list with one in it), and
    then no other rule here would have seen which day is meant. Whether the day exists it decides.
    """
    for field in DATE_FIELDS:
        value = row.get(field)
        if value in (None, ""):
            if field in row:
                row[field] = None
            continue
        found = _DATE.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            raise Invalid(f'invalid input syntax for type date: "{value}"', code="22007")
        row[field] = found[1]


def check_choices(row: Row) -> None:
    """`flight_time`, `pricing` and `booked_by` are among those offered."""
    if row.get("pickup_time") == "":
        row["pickup_time"] = None
    row_flight = row.get("flight_time")
    if row_flight in ("", None):
        if "flight_time" in row:
            row["flight_time"] = None
    else:
        for one in facts.booking().flight_windows:
            if row_flight in (one.value, one.label):
                row["flight_time"] = one.value
                break
        else:
            raise Invalid("Please choose one of the flight time windows.")
    for field in _OPTIONAL:
        if row.get(field) == "":
            row[field] = None
    languages = {None, *facts.languages()}
    if not {row.get("contact_language"), row.get("payer_language")} <= languages:
        raise Invalid("Please choose one of the languages.")
    if row.get("pricing") not in (None, *get_args(Kind)):
        raise Invalid("Please choose a bundle or single items.")
    if row.get("booked_by") not in (None, "student", "parent"):
        raise Invalid("Please choose whether a student or a parent books.")


def check_pickup_time(row: Row) -> None:
    """Raise `Invalid` for a pickup time that its campus does not offer (rule: pickup-windows)."""
    pickup_time = row.get("pickup_time")
    if pickup_time is not None:
        # PostgreSQL takes a number in quotes as well.
        campus = str(row.get("campus_id"))
        windows.check(int(campus) if campus.isdecimal() else 0, str(pickup_time))


def check_phones(row: Row) -> Row:
    """A body with its phone numbers as they are stored; `Invalid` for what nobody can dial."""
    for field in _PHONES & row.keys():
        value = row[field]
        if value is None or (isinstance(value, str) and not value.strip()):
            row[field] = None
            continue
        number = phones.stored(value) if isinstance(value, str) else None
        if number is None:
            raise Invalid(
                "Please enter a phone number with its area code, and for a number from abroad with "
                "+ and its country code."
            )
        row[field] = number
    return row


@cache
def _lines() -> dict[str, tuple[str, int, re.Pattern[str]]]:
    """What each field is called, how long it may be, and what it may not hold."""
    limits = facts.booking().limits
    words = {
        "first_name": ("First name", limits["name"]),
        "last_name": ("Last name", limits["name"]),
        "guest_first_name": ("First name", limits["name"]),
        "guest_last_name": ("Last name", limits["name"]),
        "email": ("Email", limits["email"]),
        "phone": ("Phone", limits["phone"]),
        "guest_phone": ("Phone", limits["phone"]),
        "building_name": ("Building name", limits["building_name"]),
        "address": ("Address", limits["address"]),
        "delivery_address": ("Delivery address", limits["address"]),
        "contact_name": ("Name of the person at the door", limits["name"]),
        "contact_phone": ("Phone of the person at the door", limits["phone"]),
        "contact_email": ("Email of the person at the door", limits["email"]),
        "payer_name": ("Name of the person who pays", limits["name"]),
        "payer_phone": ("Phone of the person who pays", limits["phone"]),
        "payer_email": ("Email for invoices", limits["email"]),
        "how_heard": ("How you heard of us", limits["how_heard"]),
        "additional_comments": ("Comments", limits["additional_comments"]),
    }
    multi_line = ("address", "delivery_address", "additional_comments")
    return {
        field: (name, longest, _UNWANTED_IN_LINES if field in multi_line else _UNWANTED)
        for field, (name, longest) in words.items()
    }


def _check_lines(row: Row) -> None:
    for field, (name, longest, unwanted) in _lines().items():
        value = row.get(field)
        if value is None:
            continue
        if not isinstance(value, str):
            raise Invalid(f"{name} must be text.")
        if len(value) > longest:
            raise Invalid(f"{name} is too long: at most {longest} characters, please.")
        if unwanted.search(value):
            raise Invalid(f"{name} must not contain line breaks or control characters.")
        # It is repeated in mails, whose reader need not be the one who wrote this.
        if field != "additional_comments" and _WEB_ADDRESS.search(value):
            raise Invalid(f"{name} must not contain a web address.")


def _trimmed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    value = value.strip(" ")
    # What holds control characters is refused later, and not taken for empty.
    return "" if not value.isascii() and is_blank(value) else value
