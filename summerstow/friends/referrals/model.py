"""What referrals are counted from."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec


class Contacts(msgspec.Struct, frozen=True):
    """The addresses and numbers of an account and all its bookings; null where one has none."""

    emails: list[str | None]
    phones: list[str | None]


class DiscountedBooking(msgspec.Struct, frozen=True):
    """A booking that credits may discount; `begun`: its months are invoiced.

    `any_credits`: it uses some, or its customer has some to use.
    """

    user_id: UUID | None
    return_delivery_date: date | None
    begun: bool
    any_credits: bool


class ReferralCounts(msgspec.Struct, frozen=True):
    """Friends with a booking to come, and credits: earned, used, and left in cents."""

    waiting: int
    earned: int
    used: int
    left_cents: int


class LockedCredit(msgspec.Struct, frozen=True):
    """A locked credit in cents."""

    id: UUID
    cents: int
