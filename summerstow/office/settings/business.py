"""What must be right before the business section can be published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from summerstow.platform import phones
from summerstow.platform.documents.business import Business
from summerstow.platform.errors import Invalid
from summerstow.platform.text import check_email

from .problems import EMPTY, FieldProblem, address_problems

_TAX_NUMBER: Final = re.compile(r"\d{9} ?RT ?\d{4}|\d{5} \d{4} ?RT ?\d{4}")
_LENGTHS: Final = {"name": 60, "legal_name": 100, "hours": 100, "hours_note": 200}


def problems(business: Business) -> Iterator[FieldProblem]:
    """What is missing or wrong, by the fields of the form."""
    yield from _names(business)
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
    if business.review_url:
        yield from _link("review_url", business.review_url)


def _names(business: Business) -> Iterator[FieldProblem]:
    for field, most in _LENGTHS.items():
        text = getattr(business, field)
        if len(text) > most:
            yield FieldProblem(field, f"At most {most} characters, please.")
        elif field != "hours_note" and not text.strip():
            yield FieldProblem(field, EMPTY)
    if re.search(r'[<>"\n]', business.name):
        yield FieldProblem(
            "name", 'One line without <, > and ", please: mail is sent in this name.'
        )


def _address(field: str, address: str) -> Iterator[FieldProblem]:
    try:
        check_email(address)
    except Invalid as error:
        yield FieldProblem(field, error.message)


def _link(field: str, url: str) -> Iterator[FieldProblem]:
    if not re.fullmatch(r"https://[^\s/\"<>]+\.[^\s\"<>]+", url):
        yield FieldProblem(field, "A whole address, please, which begins with https://.")
