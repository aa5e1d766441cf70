"""Search text as typed, turned into a text search for the beginnings of words."""

from __future__ import annotations

import re
from typing import Final

from summerstow.platform.text import expand_digraphs, fold

#: More words narrow nothing down any more.
_MOST_WORDS: Final = 6
#: Characters of a word, as `app.search_text` keeps them.
_MOST_LETTERS: Final = 60
#: The separators of `app.search_text`; three of them may stand inside a word.
_SEPARATORS: Final = re.compile(r"[\x00-/:-@\[-`{-\x9f¤]+")
_BETWEEN_WORDS: Final = re.compile(r"[\x00-&(-,/:-@\[-`{-\x9f¤]+")
_INSIDE_WORDS: Final = re.compile(r"['.-]+")
_LINK: Final = re.compile(r"(?<!\w)(?:tel|sms|callto|mailto):([^\s?;]*)\S*")
_EMAIL: Final = re.compile(r"\S+@\S*")
_CUSTOMER: Final = re.compile(r"(?<!\w)(ss)-(\w)")
_CODE: Final = re.compile(r"(?<!\w)([0-9a-f]{4})[- ]([0-9a-f]{4})(?!\w)")
_PHONE: Final = re.compile(r"(?<!\w)\+?\(?\d[\d\s()./-]{5,}\d(?!\w)")
#: A number alone, of which the beginning or the end was typed.
_PART_OF_PHONE: Final = re.compile(r"\s*\+?[\d\s()./-]*\s*")
_LEAST_OF_PART: Final = 6
_EXTENSION: Final = re.compile(r"(\d[\d\s().-]{5,}\d)[\s,]*(?:ext\b\.?|x|#)\s*\d{1,6}(?!\w)")
#: `+44 (0)20`: dialled inside the country alone.
_TRUNK_IN_BRACKETS: Final = re.compile(r"(?<=\d)\s*\(0\)\s*(?=\d)")
#: Before the country code, from Europe and Asia or from North America.
_ABROAD: Final = re.compile(r"^(?:00|011)(?=[1-9]\d{6})")
#: Before a number inside its country: nearly everywhere, in North America, in Russia.
_TRUNKS: Final = re.compile(r"^(?:0+(?=[1-9]\d{6})|[18](?=\d{10}$))")
_DIGITS: Final = re.compile(r"\d{4,}")


def text_search(typed: str) -> str:
    """A `tsquery`: each word begins one of the record's; "" where too little was typed.

    A phone number is one word in any spelling, and so is a booking's code (`7F3A-91C2`).
    """
    words = _words(fold(typed))
    # Müller may have been booked as Mueller.
    spelled = _words(fold(expand_digraphs(typed)))
    pairs = list(zip(words, spelled if len(spelled) == len(words) else words, strict=True))
    # Half of all addresses have it.
    pairs = [(one, other) for one, other in pairs if one != "room"] or pairs
    if sum(len(_INSIDE_WORDS.sub("", one)) for one, _ in pairs) < 2:
        return ""
    return " & ".join(_any(_terms(one) + _terms(other)) for one, other in pairs)


def _words(text: str) -> list[str]:
    text = _LINK.sub(r"\1", text)
    text = _EXTENSION.sub(r"\1", _TRUNK_IN_BRACKETS.sub(" ", text))
    # An address is one word, as `app.email_words` has it. It and a customer's code come before
    # phone numbers, as both may hold digits alone between their separators.
    text = _EMAIL.sub(lambda match: _SEPARATORS.sub("", match[0]), text)
    text = _CUSTOMER.sub(r"\1\2", text)
    if _PART_OF_PHONE.fullmatch(text) and len(digits := _only_digits(text)) >= _LEAST_OF_PART:
        text = digits
    text = _PHONE.sub(lambda match: f" {_only_digits(match[0])} ", text)
    text = _CODE.sub(_one_code, text)
    words = _BETWEEN_WORDS.split(text)
    return [one for one in words if _INSIDE_WORDS.sub("", one)][:_MOST_WORDS]


def _terms(word: str) -> list[str]:
    """The spellings of a word: whole, in its parts; of digits also as the end of a number."""
    whole = _INSIDE_WORDS.sub("", word)
    if _DIGITS.fullmatch(whole):
        return _terms_of_digits(whole)
    parts = [one for one in _INSIDE_WORDS.split(word) if one]
    terms = [_beginning(whole)]
    return terms if len(parts) < 2 else [*terms, f"({' & '.join(map(_beginning, parts))})"]


def _terms_of_digits(digits: str) -> list[str]:
    """A number's beginning or end as `app.phone_words` has them, or a code that is digits alone."""
    if (abroad := _ABROAD.sub("", digits)) != digits:
        return [_beginning(abroad)]
    spellings = dict.fromkeys((digits, _TRUNKS.sub("", digits)))
    return [_beginning(one) for one in spellings] + [
        _beginning(f"¤{one[::-1]}") for one in spellings
    ]


def _any(terms: list[str]) -> str:
    spellings = list(dict.fromkeys(terms))
    return spellings[0] if len(spellings) == 1 else f"({' | '.join(spellings)})"


def _beginning(word: str) -> str:
    return f"'{word[:_MOST_LETTERS]}':*"


def _only_digits(number: str) -> str:
    return re.sub(r"\D", "", number)


def _one_code(match: re.Match[str]) -> str:
    # Two short words may have no letter past F either: a code has a digit, as good as always.
    return match[1] + match[2] if re.search(r"\d", match[0]) else match[0]
