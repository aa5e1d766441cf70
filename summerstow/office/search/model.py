"""What the search finds."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec


class FoundCustomer(msgspec.Struct, frozen=True):
    """A customer's account; `phone` is that of the newest booking."""

    id: UUID
    name: str
    customer_id: str
    email: str | None
    phone: str | None


class FoundBooking(msgspec.Struct, frozen=True):
    """A booking; `user_id` and `customer_id` are null for a guest's."""

    id: UUID
    code: str
    user_id: UUID | None
    customer_id: str | None
    name: str
    email: str | None
    phone: str | None
    campus: str
    address: str
    pickup_date: date | None
    pickup_time: str | None
    status: str


class MatchedInvoice(msgspec.Struct, frozen=True):
    """An invoice by its payment code or number."""

    id: UUID
    number: str
    reference: str
    booking_id: UUID
    name: str


class Found(msgspec.Struct, frozen=True):
    """What fits, the best first; each list has `limit` entries at most."""

    customers: list[FoundCustomer]
    bookings: list[FoundBooking]
    invoices: list[MatchedInvoice]


class SavedView(msgspec.Struct, frozen=True):
    """A list as one of the staff likes to see it: what stands behind the `?` of its address."""

    name: str
    query: str
