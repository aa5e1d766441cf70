"""What an installation still lacks before it can serve customers: `doctor` and the start say so.

Rule: placeholders-are-named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

import msgspec

from summerstow import facts
from summerstow.platform.settings.model import Settings, environment_name

#: Top-level domains that no mail can reach (RFC 2606).
_RESERVED_DOMAINS: Final = (".test", ".example", ".invalid", ".localhost")
#: The digits of Canada Revenue Agency's sample business number.
_SAMPLE_TAX_NUMBER: Final = "123456789"
#: 555-0100 to 555-0199 are reserved for fiction.
_FICTION_EXCHANGE: Final = "555-01"
_CONTACT: Final = "summerstow/facts/contact.json"
#: How alike two names of variables are if one of them is a typing error.
_ALIKE: Final = 0.85


def gaps(
    settings: Settings, names: Iterable[str], contact: facts.Contact | None = None
) -> list[str]:
    """Return a sentence for each setting or fact that an installation outside the demo lacks.

    `names` are the variables of the environment. A demo lacks nothing.
    """
    if settings.demo:
        return []
    return [
        *_misspelt(names),
        *_placeholders(contact or facts.contact()),
        *_channels(settings),
    ]


def _placeholders(contact: facts.Contact) -> Iterator[str]:
    if contact.email.lower().endswith(_RESERVED_DOMAINS):
        yield (
            f"The e-mail address {contact.email} in {_CONTACT} is a placeholder: mail leaves from "
            "it, and invoices ask for e-Transfers to it. Put in your own."
        )
    if _FICTION_EXCHANGE in contact.phone:
        yield f"The phone number {contact.phone} in {_CONTACT} is a placeholder. Put in your own."
    if contact.tax_number.replace(" ", "").startswith(_SAMPLE_TAX_NUMBER):
        yield (
            f"The GST/HST number {contact.tax_number} in {_CONTACT} is a placeholder, and stands "
            "on every invoice. Put in your own."
        )


def _channels(settings: Settings) -> Iterator[str]:
    if not settings.smtp_url:
        yield "SMTP_URL is empty: mail waits, and reaches nobody."


def _misspelt(names: Iterable[str]) -> Iterator[str]:
    """Find variables without our prefix that look like a setting that is not set."""
    names = set(names)
    known = {environment_name(field.name) for field in msgspec.structs.fields(Settings)}
    unset = [name for name in known - names if not name.startswith("SUMMERSTOW_") and "_" in name]
    for name in sorted(names - known):
        near = get_close_matches(name, unset, 1, _ALIKE)
        if near:
            yield f"{name} is not a setting: did you mean {near[0]}?"
