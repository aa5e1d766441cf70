"""The values of a row: names, addresses, days, campuses and windows as offices write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, time
from typing import Final

from summerstow.billing.bank_files.amounts import read_amount
from summerstow.billing.bank_files.days import DayOrder, read_day
from summerstow.facts import TimeOfDay
from summerstow.platform import phones, published, windows
from summerstow.platform.documents.campuses import Campus
from summerstow.platform.errors import Invalid
from summerstow.platform.text import check_email, name_key

from .model import Fault, SheetRow

_HOUR: Final = re.compile(r"(\d{1,2})(?:[:h.](\d{2}))?\s*([ap])?\.?\s*m?\.?", re.IGNORECASE)
_PARTS: Final[dict[str, TimeOfDay]] = {
    **dict.fromkeys(("morning", "am", "matin"), "morning"),
    **dict.fromkeys(("afternoon", "noon", "apres midi"), "afternoon"),
    **dict.fromkeys(("evening", "night", "soir"), "evening"),
}
_YES: Final = frozenset({"yes", "y", "true", "1", "x", "oui", "heavy"})
_NO: Final = frozenset({"", "no", "n", "false", "0", "non"})
_WEB_ADDRESS: Final = re.compile(r"://|\bwww\.", re.IGNORECASE)
_LONGEST_NAME: Final = 100


def is_day_first(texts: Iterable[str]) -> bool:
    """Return whether days are before months in dates such as 21/04/2026, unless more say other."""
    counts: dict[DayOrder, int] = {"dmy": 0, "mdy": 0}
    for text in texts:
        for order in counts:
            counts[order] += read_day(text, order) is not None
    return counts["dmy"] >= counts["mdy"]


def day_of(row: SheetRow, field: str, *, day_first: bool, needed: bool = False) -> date | None:
    """Return the day of a field; None where it is empty."""
    text = row.get(field)
    if not text:
        if needed:
            raise Fault(field, "", "The date is missing.")
        return None
    day = read_day(text, "dmy" if day_first else "mdy")
    if day is None:
        raise Fault(field, text, "This is no date that we can read. Write it as 2026-04-21.")
    if not 2000 <= day.year <= 2099:
        raise Fault(field, text, "The year of this date cannot be right.")
    return day


def email_of(row: SheetRow) -> str:
    """Return the address of a row."""
    text = row.get("email")
    if not text:
        raise Fault("email", "", "The email address is missing.")
    try:
        return check_email(text)
    except Invalid as refusal:
        raise Fault("email", text, f"{refusal.message}") from None


def names_of(row: SheetRow) -> tuple[str, str]:
    """Return the first and the last name; the last word of a full name is the last name."""
    first, last = (" ".join(row.get(one).split()) for one in ("first_name", "last_name"))
    full, field = " ".join(row.get("full_name").split()), "first_name"
    if not first and full:
        field = "full_name"
        if "," in full and not last:
            last, first = (one.strip() for one in full.split(",", 1))
        else:
            first, _, rest = full.rpartition(" ")
            first, last = (first, last or rest) if first else (rest, last)
    if not first:
        raise Fault("full_name" if full or not last else "first_name", "", "The name is missing.")
    for name in (first, last):
        if len(name) > _LONGEST_NAME or not name.isprintable():
            raise Fault(field, name, "The name is too long, or has signs that no name has.")
        if _WEB_ADDRESS.search(name):
            raise Fault(field, name, "A name must not contain a web address.")
    return first, last


def phone_of(row: SheetRow) -> str | None:
    """Return the number as it is stored; None where it is empty."""
    text = row.get("phone")
    if not text:
        return None
    number = phones.stored(text)
    if number is None:
        raise Fault("phone", text, "This is no phone number with its area code.")
    return number


def campus_of(row: SheetRow) -> Campus:
    """Return the campus that a row names; the only one needs no name."""
    known = published.campuses()
    text = row.get("campus")
    if not text:
        if len(known) == 1:
            return known[0]
        raise Fault("campus", "", "The campus is missing.")
    key = name_key(text)
    for one in known:
        names = (one.name, one.slug, one.short_name, one.campus, f"{one.university} {one.campus}")
        if key in (name_key(name) for name in names):
            return one
    of_university = [one for one in known if key == name_key(one.university)]
    if len(of_university) == 1:
        return of_university[0]
    offered = " or ".join(one.name for one in known)
    raise Fault("campus", text, f"We know no such campus. Write {offered}.")


def window_of(row: SheetRow, campus: Campus) -> str | None:
    """Return the campus's window that a time means; None where it is empty."""
    text = row.get("pickup_time")
    if not text:
        return None
    offered = windows.offered(campus.id)
    part, at = _PARTS.get(name_key(text)), _time_of(text)
    for one in offered:
        is_within = at is not None and one.starts <= at < one.ends
        if name_key(one.label) == name_key(text) or one.time_of_day == part or is_within:
            return one.label
    labels = ", ".join(one.label for one in offered)
    raise Fault("pickup_time", text, f"This is no pickup window of {campus.name}: {labels}.")


def number_of(row: SheetRow, field: str, most: int) -> int | None:
    """Return a whole number from 1 on; None where it is empty or 0."""
    text = row.get(field)
    if text in ("", "0"):
        return None
    if not text.isdecimal() or not text.isascii() or int(text[:9]) > most:
        raise Fault(field, text, f"This is no whole number from 1 to {most}.")
    return int(text)


def cents_of(row: SheetRow, field: str) -> int:
    """Return an amount in cents; 0 where it is empty."""
    text = row.get(field)
    if not text:
        return 0
    cents = read_amount(text, ".").cents
    if cents is None or cents < 0:
        raise Fault(field, text, "This is no amount of dollars, such as 250 or 250.00.")
    return cents


def yes_of(row: SheetRow, field: str) -> bool:
    """Return whether a cell means yes."""
    text = name_key(row.get(field))
    if text not in _YES | _NO:
        raise Fault(field, row.get(field), "Write yes or no.")
    return text in _YES


def _time_of(text: str) -> time | None:
    """Return the time with which a text begins, such as `9:00 AM - 12:00 PM` or `9h30`."""
    match = _HOUR.match(text.strip())
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
    # Nothing is collected at night: 3 is 15:00.
    if hour < 12 and (half == "p" or (not half and hour < 8)):
        hour += 12
    return time(hour, minute) if hour < 24 and minute < 60 else None
