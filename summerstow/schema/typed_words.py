"""What somebody typed into the search, as a text search of the beginnings of words."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: More words narrow nothing down any more.
_MOST_WORDS: Final = 6
#: Characters of a word, as `app.searched` keeps them.
_MOST_LETTERS: Final = 60
#: The separators of `app.searched`.
_SEPARATORS: Final = re.compile(r"[\s!-/:-@\[-`{-~]+")
_PHONE: Final = re.compile(r"(?<!\w)\+?\(?\d[\d\s().-]{5,}\d(?!\w)")
_CODE: Final = re.compile(r"(?<!\w)([0-9a-f]{4})[- ]([0-9a-f]{4})(?!\w)", re.IGNORECASE)
_CUSTOMER: Final = re.compile(r"(?<!\w)(ss)-(\w)", re.IGNORECASE)
_EMAIL: Final = re.compile(r"\S+@\S*")
_ZERO_AND_SEVEN: Final = re.compile(r"0[0-9]{7}")
_COUNTRY: Final = re.compile(r"^(00)?1(?=\d{10}$)")


def text_search(typed: str) -> str:
    """A `tsquery`: each word begins one of the record's; "" where too little was typed.

    A phone number is one word in any spelling, and so is a booking's code (`7F3A-91C2`).
    """
    # An address is one word, as `app.email_words` has it. It and a customer's code come before
    # phone numbers, as both may hold digits alone between their separators.
    spelled = _EMAIL.sub(lambda found: _SEPARATORS.sub("", found[0]), typed)
    spelled = _CUSTOMER.sub(r"\1\2", spelled)
    spelled = _PHONE.sub(lambda found: f" {_digits(found[0])} ", spelled)
    spelled = _CODE.sub(_one_code, spelled)
    words = [one for one in _SEPARATORS.split(_folded(spelled)) if one][:_MOST_WORDS]
    # Half of all addresses have it.
    words = [one for one in words if one != "room"] or words
    if sum(len(one) for one in words) < 2:
        return ""
    return " & ".join(_beginning(one) for one in words)


def _beginning(word: str) -> str:
    """A term of the query: a 0 and seven digits may be a booking's code, or a phone number."""
    if _ZERO_AND_SEVEN.fullmatch(word):
        return f"('{word}':* | '{word[1:]}':*)"
    return f"'{word[:_MOST_LETTERS]}':*"


def _digits(number: str) -> str:
    """As `app.phone_words` has them: without +1; of a number with a trunk 0 the last seven."""
    digits = _COUNTRY.sub("", re.sub(r"\D", "", number))
    if _ZERO_AND_SEVEN.fullmatch(digits):
        return digits
    if digits.startswith("00"):
        return digits[2:]
    return digits[-7:] if digits.startswith("0") else digits


def _one_code(found: re.Match[str]) -> str:
    # Two short words may have no letter past F either: a code has a digit, as good as always.
    return found[1] + found[2] if re.search(r"\d", found[0]) else found[0]


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(one for one in apart if not "\u0300" <= one <= "\u036f").lower()
