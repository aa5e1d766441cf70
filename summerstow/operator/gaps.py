"""What an installation still lacks before it can serve customers: `doctor` and the start say so.

Rule: placeholders-are-named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

import msgspec

from summerstow.platform import published
from summerstow.platform.documents.business import Business
from summerstow.platform.settings.model import Settings, environment_name

_LABELS: Final = {
    "email": "email",
    "sender_email": "sender of mail",
    "etransfer_email": "e-Transfers to",
    "phone": "phone",
    "tax_number": "GST/HST number",
}
#: How alike two names of variables are if one of them is a typing error.
_ALIKE: Final = 0.85


def gaps(settings: Settings, names: Iterable[str], business: Business | None = None) -> list[str]:
    """Return a sentence for each setting or fact that an installation outside the demo lacks.

    `names` are the variables of the environment. A demo lacks nothing.
    """
    if settings.demo:
        return []
    return [
        *_misspelt(names),
        *_placeholders(business or published.business()),
        *_channels(settings),
    ]


def _placeholders(business: Business) -> Iterator[str]:
    for field in business.placeholders:
        yield (
            f"{getattr(business, field)} in Settings, Business ({_LABELS[field]}) is a "
            "placeholder. No invoice is sent until you publish your own."
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
