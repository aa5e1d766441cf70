"""The sections of the settings: what each may hold, and what keeps it from being published."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from summerstow.billing.pricing.terms import FactsBroken
from summerstow.platform.documents.business import Business
from summerstow.platform.documents.campuses import CampusDocument
from summerstow.platform.documents.messages import MessageDocument
from summerstow.platform.documents.season import SeasonDocument
from summerstow.platform.documents.taxes import TaxDocument
from summerstow.platform.errors import Invalid
from summerstow.platform.published import SECTIONS

from . import business, campuses, messages, prices, season, taxes
from .prices import PriceDocument
from .problems import FieldProblem

Section = Literal["business", "campuses", "messages", "prices", "season", "taxes"]
#: A section's document as it is stored and sent.
Document = dict[str, Any]
_Kind = TypeVar("_Kind")


def price_document(document: object) -> PriceDocument:
    """The document of the prices, with its words computed; raises `Invalid` for another."""
    try:
        return prices.completed(_read(document, PriceDocument))
    except FactsBroken as error:
        raise Invalid(f"These prices contradict each other: {error}.") from None


def normalized(section: Section, document: object) -> Document:
    """The document as it is stored; raises `Invalid` for one that is none of its section."""
    read = price_document(document) if section == "prices" else _read(document, SECTIONS[section])
    found: Document = msgspec.to_builtins(read)
    return found


def problems(section: Section, document: object) -> list[FieldProblem]:
    """What keeps a document from being published; empty where nothing does."""
    if section == "prices":
        return list(prices.problems(price_document(document)))
    if section == "season":
        return list(season.problems(season_document(document)))
    if section == "taxes":
        return list(taxes.problems(tax_document(document)))
    if section == "messages":
        return list(messages.problems(_read(document, MessageDocument)))
    if section == "campuses":
        return list(campuses.problems(campus_document(document)))
    return list(business.problems(_read(document, Business)))


def tax_document(document: object) -> TaxDocument:
    """The document of the taxes; raises `Invalid` for another."""
    return _read(document, TaxDocument)


def campus_document(document: object) -> CampusDocument:
    """The document of the campuses; raises `Invalid` for another."""
    return _read(document, CampusDocument)


def season_document(document: object) -> SeasonDocument:
    """The document of the seasons; raises `Invalid` for another."""
    return _read(document, SeasonDocument)


def _read(document: object, kind: type[_Kind]) -> _Kind:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise Invalid(f"These settings cannot be read: {error}.") from None
