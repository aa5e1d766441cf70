"""What a message said of its booking when it was written, and whether that still holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from summerstow.platform import windows
from summerstow.platform.tables import Row

#: What each kind names, so that it is untrue as soon as the booking says something else.
_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "booking_received": ("pickup_date", "pickup_time"),
    "booking_confirmed": ("pickup_date", "pickup_time"),
    "booking_changed": (
        "pickup_date",
        "pickup_time",
        "supply_kit_delivery_date",
        "return_delivery_date",
    ),
    "booking_restored": ("pickup_date", "pickup_time"),
    "pickup_moved": ("pickup_date", "pickup_time"),
    **dict.fromkeys(
        ("bundle_joined", "bundle_moved"),
        ("pickup_date", "pickup_time", "building_name", "address", "campus_id"),
    ),
    "pickup_request_refused": ("pickup_date", "pickup_time"),
    "delivery_booked": ("return_delivery_date", "return_delivery_time", "delivery_address"),
    "delivery_quote_sent": ("return_delivery_date", "delivery_option", "delivery_address"),
    "delivery_quote_withdrawn": ("return_delivery_date", "delivery_option", "delivery_address"),
    "delivery_quote_accepted": ("return_delivery_date", "delivery_option", "delivery_address"),
}
#: These say that a booking has ended.
_ENDINGS: Final = frozenset(
    {
        *("booking_cancelled", "booking_replaced", "place_given_back"),
        *("door_cancelled", "shared_plan_ended"),
    }
)
#: These are news of a pickup that is to come, and none once its window is over.
_OF_COMING: Final = frozenset(
    {"booking_confirmed", "pickup_moved", "friend_joined", "bundle_joined", "bundle_moved"}
)


def about(kind: str, booking: Row) -> dict[str, Any]:
    """What the outbox keeps of a booking for `holds`."""
    named = {name: booking[name] for name in _NAMES.get(kind, ())}
    return {"booking_id": booking["id"], "kind": kind, "named": named}


def holds(said: Mapping[str, Any], booking: Row | None, now: datetime) -> bool:
    """Whether a message about a booking is still true; None: the booking is gone."""
    if booking is None:
        return False
    kind = said["kind"]
    if kind in _ENDINGS:
        return bool(booking["status"] == "cancelled")
    if booking["status"] == "cancelled":
        return False
    if any(booking[name] != value for name, value in said["named"].items()):
        return False
    if kind == "booking_unconfirmed" and booking["confirm_by"] is None:
        return False
    if kind == "booking_confirmed" and booking["status"] == "pending":
        return False
    day = booking["pickup_date"]
    if kind not in _OF_COMING or day is None:
        return True
    return now < windows.ends_at(
        booking["campus_id"], date.fromisoformat(day), booking["pickup_time"]
    )
