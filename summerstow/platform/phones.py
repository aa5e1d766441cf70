"""Telephone numbers: how they are stored, and which a text message may go to.

A text message goes to people in the countries we serve alone.

An attacker who makes us text a number of their own is paid for each text by its network:
satellite networks and premium services are never ours to reach.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

import phonenumbers
from phonenumbers import PhoneNumberType

_NEVER: Final = frozenset(
    {
        PhoneNumberType.PREMIUM_RATE,
        PhoneNumberType.SHARED_COST,
        PhoneNumberType.TOLL_FREE,
        PhoneNumberType.PAGER,
        PhoneNumberType.UAN,
        PhoneNumberType.VOICEMAIL,
    }
)


#: Where a number without a country code is from.
_HOME: Final = "CA"
_NATIONAL: Final = 10
#: A Canadian or American number as nearly everybody writes it. The library says the same of it, and
#: takes a sixth of all that Python does for a booking.
_PLAIN: Final = re.compile(
    r"(?:\+?1[ .-]?)?(?:\(([2-9][0-9]{2})\) ?|([2-9][0-9]{2})[ .-]?)([0-9]{3})[ .-]?([0-9]{4})"
)


def stored(number: str) -> str | None:
    """Return a number in its stored form, E.164 (`+16045550139`); None if it cannot be dialled.

    Numbers of unknown areas are stored as well.
    """
    if plain := _PLAIN.fullmatch(number):
        return "+1" + "".join(filter(None, plain.groups()))
    try:
        parsed = phonenumbers.parse(number, _HOME)
    except phonenumbers.NumberParseException:
        return None
    reason = phonenumbers.is_possible_number_with_reason(parsed)
    if reason == phonenumbers.ValidationResult.IS_POSSIBLE:
        return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))
    digits = "".join(one for one in number if one.isdecimal())
    # Ten digits are dialled as they stand, also where the first of them opens no area code.
    return f"+1{digits}" if len(digits) == _NATIONAL and "+" not in number else None


def is_country(name: str) -> bool:
    """Whether this is a country's two letters, such as `CA`."""
    return name in phonenumbers.SUPPORTED_REGIONS


def may_be_texted(number: str, countries: Collection[str]) -> bool:
    """Whether a number (E.164, with or without its plus sign) can be dialled in these countries.

    A number that no numbering plan knows yet is accepted where its country code is one of theirs.
    """
    try:
        parsed = phonenumbers.parse(f"+{number.lstrip('+')}")
    except phonenumbers.NumberParseException:
        return False
    if not phonenumbers.is_possible_number(parsed):
        return False
    region = phonenumbers.region_code_for_number(parsed)
    if region is not None:
        return region in countries and phonenumbers.number_type(parsed) not in _NEVER
    # Of a shared code, such as +1, premium ranges are known by their first digits alone.
    if parsed.country_code == 1 and str(parsed.national_number)[:3] in {"900", "976"}:
        return False
    shared = phonenumbers.region_codes_for_country_code(parsed.country_code or 0)
    return any(one in countries for one in shared)
