"""Which telephone numbers a text message may go to: those of people in the countries we serve.

Whoever can make us send text messages to a number of their own is paid for each by its network:
satellite networks and premium services are never ours to reach.
"""

from __future__ import annotations

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
