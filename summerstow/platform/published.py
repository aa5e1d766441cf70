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

#: Top-level domains that no mail can reach (RFC 2606).
_RESERVED_DOMAINS: Final = (".test", ".example", ".invalid", ".localhost")
#: The digits of Canada Revenue Agency's sample business number.
_SAMPLE_TAX_NUMBER: Final = "123456789"
#: 555-0100 to 555-0199 are reserved for fiction.
_FICTION_EXCHANGE: Final = "555-01"


class SocialLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the business elsewhere."""

    label: str
    url: str


class Business(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who the business is and how to reach it; an empty address means the one of `email`."""

    name: str
    legal_name: str
    email: str
    sender_email: str
    etransfer_email: str
    phone: str
    address: facts.Address
    tax_number: str
    hours: str
    hours_note: str
    social: tuple[SocialLink, ...]
    review_url: str

    @property
    def sender(self) -> str:
        """The address that mail leaves from."""
        return self.sender_email or self.email

    @property
    def pay_to(self) -> str:
        """The address that takes Interac e-Transfers."""
        return self.etransfer_email or self.email

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The fields that are still as shipped; no real invoice leaves with them."""
        wrong = {
            "email": self.email.lower().endswith(_RESERVED_DOMAINS),
            "sender_email": self.sender_email.lower().endswith(_RESERVED_DOMAINS),
            "etransfer_email": self.etransfer_email.lower().endswith(_RESERVED_DOMAINS),
            "phone": _FICTION_EXCHANGE in self.phone,
            "tax_number": self.tax_number.replace(" ", "").startswith(_SAMPLE_TAX_NUMBER),
        }
        return tuple(field for field, is_wrong in wrong.items() if is_wrong)

    @property
    def reach_us(self) -> str:
        """How a sentence ends that sends a customer to us."""
        return f"call {self.phone} or write to {self.email}"


#: Each section of the settings and its document.
SECTIONS: Final[Mapping[str, type[msgspec.Struct]]] = {"business": Business}


class Version(msgspec.Struct, frozen=True):
    """A document of a section that holds from a campus-local day on, until a later one does."""

    section: str
    valid_from: date
    document: str


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


def documents() -> dict[str, Any]:
    """Every section as it holds today, for what is rendered of all of them."""
    return {section: _on(section, clock.today()) for section in SECTIONS}


@cache
def shipped() -> dict[str, Any]:
    """Every section as this program ships it."""
    return {section: facts.read(f"{section}.json", kind) for section, kind in SECTIONS.items()}


def _on(section: str, day: date) -> msgspec.Struct:
    held = [one for one in _held.get(section, ()) if one[0] <= day]
    # The last of the latest: `max` would take the first.
    return max(reversed(held), key=lambda one: one[0])[1] if held else shipped()[section]
