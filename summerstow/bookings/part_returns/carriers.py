"""Carriers whose parcels customers follow on the web."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

#: Where a carrier shows a parcel, by the carrier's name.
_PAGES: Final = {
    "Canada Post": "https://www.canadapost-postescanada.ca/track-reperage/en#/details/{number}",
    "Purolator": "https://www.purolator.com/en/shipping/tracker?pins={number}",
    "UPS": "https://www.ups.com/track?tracknum={number}",
    "FedEx": "https://www.fedex.com/fedextrack/?trknbr={number}",
    "DHL": "https://www.dhl.com/ca-en/home/tracking.html?tracking-id={number}",
}
CARRIERS: Final = tuple(_PAGES)


def tracking_link(carrier: str | None, number: str) -> str | None:
    """Return the page that shows a parcel; None for a carrier without one."""
    page = _PAGES.get(carrier or "")
    return page.format(number=quote(number, safe="")) if page else None
