"""What referrals are counted from."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec


class Contacts(msgspec.Struct, frozen=True):
    """The addresses and numbers of an account and all its bookings; null where one has none."""

    emails: list[str | None]
    phones: list[str | None]


class LessenedBooking(msgspec.Struct, frozen=True):
    """A booking that credits may lessen; `begun`: its months are invoiced.

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


class HeldCredit(msgspec.Struct, frozen=True):
    """A credit that is held to lessen a booking, or to be freed; in cents."""

    id: UUID
    cents: int
