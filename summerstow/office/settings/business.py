"""What must be right before the business section can be published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from summerstow.platform import phones
from summerstow.platform.documents.business import Business
from summerstow.platform.errors import Invalid
from summerstow.platform.text import check_email

from .problems import EMPTY, PICTURE, FieldProblem, address_problems, length_problem

_TAX_NUMBER: Final = re.compile(r"\d{9} ?RT ?\d{4}|\d{5} \d{4} ?RT ?\d{4}")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
#: The words on what is to be pressed.
_INK: Final = "#05301f"
#: Crews read it in the sun.
LEAST_CONTRAST: Final = 7
_FOREIGN_TRANSFER: Final = 500
LONGEST_ANSWER_HOURS: Final = 168
#: More customers than a warehouse serves in a window are a typing error.
MOST_COLLECTIONS: Final = 500
_LENGTHS: Final = {"name": 60, "legal_name": 100, "hours": 100, "hours_note": 200}


def problems(business: Business) -> Iterator[FieldProblem]:
    """What is missing or wrong, by the fields of the form."""
    yield from _names(business)
    yield from _look(business)
    for field in ("email", "sender_email", "etransfer_email"):
        if (address := getattr(business, field)) or field == "email":
            yield from _address(field, address)
    # Pages write it without the country's code, and dial it with one.
    if phones.stored(business.phone) != "+1" + re.sub(r"\D", "", business.phone):
        yield FieldProblem("phone", "A Canadian number, please, such as (604) 822-2211.")
    if not _TAX_NUMBER.fullmatch(business.tax_number):
        yield FieldProblem("tax_number", "Nine digits and RT with four, such as 123456789 RT0001.")
    yield from address_problems("address", business.address)
    for index, link in enumerate(business.social):
        if not link.label.strip():
            yield FieldProblem(f"social.{index}.label", EMPTY)
        yield from _link(f"social.{index}.url", link.url)
    if len(business.foreign_transfer) > _FOREIGN_TRANSFER:
        yield FieldProblem("foreign_transfer", f"At most {_FOREIGN_TRANSFER} characters, please.")
    if not 1 <= business.answer_hours <= LONGEST_ANSWER_HOURS:
        yield FieldProblem("answer_hours", f"From 1 to {LONGEST_ANSWER_HOURS} hours, please.")
    if not 1 <= business.collections_per_window <= MOST_COLLECTIONS:
        yield FieldProblem("collections_per_window", f"From 1 to {MOST_COLLECTIONS}, please.")
    if business.review_url:
        yield from _link("review_url", business.review_url)


def _names(business: Business) -> Iterator[FieldProblem]:
    for field, most in _LENGTHS.items():
        why = length_problem(getattr(business, field), most)
        if why and (field, why) != ("hours_note", EMPTY):
            yield FieldProblem(field, why)
    if re.search(r'[<>"\n]', business.name):
        yield FieldProblem(
            "name", 'One line without <, > and ", please: mail is sent in this name.'
        )


def _look(business: Business) -> Iterator[FieldProblem]:
    for field in ("logo", "logo_dark"):
        if (name := getattr(business, field)) and not PICTURE.fullmatch(name):
            yield FieldProblem(field, "Please choose the picture again.")
    if not business.accent:
        return
    if not _COLOUR.fullmatch(business.accent):
        yield FieldProblem("accent", "A colour such as #f9cb2e, please.")
    elif (found := contrast(business.accent, _INK)) < LEAST_CONTRAST:
        yield FieldProblem(
            "accent",
            f"The words on it could not be read: their contrast is {found:.1f} to 1, and must be "
            f"{LEAST_CONTRAST} to 1. Choose a lighter colour.",
        )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _address(field: str, address: str) -> Iterator[FieldProblem]:
    try:
        check_email(address)
    except Invalid as error:
        yield FieldProblem(field, error.message)


def _link(field: str, url: str) -> Iterator[FieldProblem]:
    if not re.fullmatch(r"https://[^\s/\"<>]+\.[^\s\"<>]+", url):
        yield FieldProblem(field, "A whole address, please, which begins with https://.")
