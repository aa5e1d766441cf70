"""The published settings of the business, as this process holds them.

`hold` takes what the database has; until then, and in tools that need no database, the shipped
defaults of `summerstow/facts` hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any, Final, cast

import msgspec

from summerstow import facts
from summerstow.platform import clock

from .documents.business import Business
from .documents.campuses import Campus, CampusDocument
from .documents.messages import MessageDocument
from .documents.pages import PageDocument
from .documents.season import SeasonDocument
from .documents.taxes import TaxDocument

#: Each section of the settings and its document.
SECTIONS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "business": Business,
    "campuses": CampusDocument,
    "season": SeasonDocument,
    "messages": MessageDocument,
    "pages": PageDocument,
    "taxes": TaxDocument,
}


class Version(msgspec.Struct, frozen=True):
    """A document of a section that holds from a campus-local day on, until a later one does."""

    section: str
    valid_from: date
    document: str


_logo: dict[str, bytes] = {}
_held: dict[str, list[tuple[date, msgspec.Struct]]] = {}


def hold(versions: Iterable[Version]) -> None:
    """Replace what is held; of several for a day the last counts.

    Raises `msgspec.ValidationError` for a document that this program does not understand.
    """
    decoded: dict[str, list[tuple[date, msgspec.Struct]]] = {}
    for one in versions:
        if one.section in SECTIONS:
            document = msgspec.json.decode(one.document, type=SECTIONS[one.section])
            decoded.setdefault(one.section, []).append((one.valid_from, document))
    _held.clear()
    _held.update(decoded)


def business() -> Business:
    """The name, addresses and numbers of the business that hold today."""
    return cast(Business, _on("business", clock.today()))


def hold_logo(name: str, content: bytes | None) -> None:
    """Hold the picture that papers show, under its name; None: there is none for them."""
    _logo.clear()
    if content:
        _logo[name] = content


def logo() -> bytes | None:
    """The logo as papers show it, a PNG picture."""
    return _logo.get(business().logo)


def held() -> tuple[dict[str, Any], dict[str, bytes]]:
    """What is held, for another process of this program to `take`."""
    return dict(_held), dict(_logo)


def take(documents: dict[str, Any], logo: dict[str, bytes]) -> None:
    """Hold what another process of this program holds."""
    _held.clear()
    _held.update(documents)
    _logo.clear()
    _logo.update(logo)


def season() -> SeasonDocument:
    """The seasons that hold today."""
    return cast(SeasonDocument, _on("season", clock.today()))


def campuses() -> tuple[Campus, ...]:
    """Every campus, hidden ones too."""
    return _campuses().campuses


def campus(campus_id: int) -> Campus | None:
    """The campus of an id; None where there is none."""
    return _campuses().by_id.get(campus_id)


def known_campus(campus_id: int) -> Campus:
    """The campus of an id that is known to exist. Raises `KeyError` for another."""
    return _campuses().by_id[campus_id]


def _campuses() -> CampusDocument:
    return cast(CampusDocument, _on("campuses", clock.today()))


def taxes() -> TaxDocument:
    """Every tax that was published by today."""
    return cast(TaxDocument, _on("taxes", clock.today()))


def messages() -> MessageDocument:
    """The owner's own words of messages that hold today."""
    return cast(MessageDocument, _on("messages", clock.today()))


def pages() -> PageDocument:
    """The texts of the public pages that hold today."""
    return cast(PageDocument, _on("pages", clock.today()))


def documents() -> dict[str, Any]:
    """Each section's document as it holds today."""
    return {section: _on(section, clock.today()) for section in SECTIONS}


@cache
def shipped() -> dict[str, Any]:
    """Every section as this program ships it."""
    return {section: facts.read(f"{section}.json", kind) for section, kind in SECTIONS.items()}


def _on(section: str, day: date) -> msgspec.Struct:
    held = [one for one in _held.get(section, ()) if one[0] <= day]
    # The last of the latest: `max` would take the first.
    return max(reversed(held), key=lambda one: one[0])[1] if held else shipped()[section]
