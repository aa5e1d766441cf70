"""The sections of the settings, and what each must say before it can be published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from summerstow.platform import published
from summerstow.platform.errors import Invalid

from . import business
from .problems import FieldProblem

Section = Literal["business"]
_CHECKS: Final[Mapping[Section, Callable[[Any], Iterable[FieldProblem]]]] = {
    "business": business.problems
}


def decoded(section: Section, document: object) -> msgspec.Struct:
    """The document as its section's type; raises `Invalid` for another."""
    try:
        return msgspec.convert(document, published.SECTIONS[section])
    except msgspec.ValidationError as error:
        raise Invalid(f"These settings cannot be read: {error}.") from None


def problems(section: Section, document: msgspec.Struct) -> list[FieldProblem]:
    """What keeps the document from being published; empty where nothing does."""
    return list(_CHECKS[section](document))
