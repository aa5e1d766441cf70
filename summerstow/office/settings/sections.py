"""The sections of the settings: what each may hold, and what keeps it from being published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from summerstow.billing.pricing.terms import FactsBroken
from summerstow.platform.errors import Invalid
from summerstow.platform.published import SECTIONS

from . import business, campuses, messages, prices, season, taxes
from .page_texts import problems as page_texts
from .prices import PriceDocument
from .problems import FieldProblem

Section = Literal["business", "campuses", "messages", "pages", "prices", "season", "taxes"]
#: A section's document as it is stored and sent.
Document = dict[str, Any]
_Kind = TypeVar("_Kind")


#: What keeps a section's document from being published.
_PROBLEMS: Final[Mapping[Section, Callable[[Any], Iterable[FieldProblem]]]] = {
    "business": business.problems,
    "campuses": campuses.problems,
    "messages": messages.problems,
    "pages": page_texts.problems,
    "prices": prices.problems,
    "season": season.problems,
    "taxes": taxes.problems,
}


def read(section: Section, document: object) -> Any:
    """A section's document as its type; raises `Invalid` for one that is none of it."""
    if section == "prices":
        return price_document(document)
    return _read(document, SECTIONS[section])


def price_document(document: object) -> PriceDocument:
    """The document of the prices, with its words computed; raises `Invalid` for another."""
    try:
        return prices.completed(_read(document, PriceDocument))
    except FactsBroken as error:
        raise Invalid(f"These prices contradict each other: {error}.") from None


def normalized(section: Section, document: object) -> Document:
    """The document as it is stored; raises `Invalid` for one that is none of its section."""
    result: Document = msgspec.to_builtins(read(section, document))
    return result


def problems(section: Section, document: object) -> list[FieldProblem]:
    """What keeps a document from being published; empty where nothing does."""
    return list(_PROBLEMS[section](read(section, document)))


def _read(document: object, kind: type[_Kind]) -> _Kind:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise Invalid(f"These settings cannot be read: {error}.") from None
