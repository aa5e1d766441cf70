"""A rival's quote, as its customer and the office see it."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

import msgspec


class StoredMatch(msgspec.Struct, frozen=True):
    """A rival's quote as it is stored; `credit_cents` is None while it waits."""

    id: UUID
    booking_id: UUID
    user_id: UUID
    rival: str
    credit_cents: int | None
    answered_at: datetime | None


class PriceMatch(msgspec.Struct, frozen=True):
    """A rival's quote; what was decided is None while it waits.

    `picture_id` and its `media_type` where the quote came as a picture or a PDF file.
    """

    id: UUID
    rival: str
    quoted_cents: int
    quote: str
    asked_at: datetime
    credit_cents: int | None
    answer: str | None
    picture_id: UUID | None
    media_type: str | None


class WaitingMatch(PriceMatch, frozen=True):
    """One that waits for the office, whose it is, and what our own price is asked for.

    `items` are the crew's count, or as many as are listed; 0 where nobody listed any.
    """

    booking_id: UUID
    name: str
    customer_id: str | None
    email: str | None
    items: int
    pickup_date: date | None
    return_date: date | None
