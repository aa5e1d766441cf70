"""Who shares a bundle, as the database knows it."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

import msgspec


class SharedBundle(msgspec.Struct, frozen=True):
    """The booking whose bundle is shared, and its owner."""

    id: UUID
    user_id: UUID | None
    status: str
    pickup_date: date | None
    first_name: str | None
    last_name: str | None
    university: str
    campus: str


class PlanFriend(msgspec.Struct, frozen=True):
    """One who shares a bundle beside its owner; `user_id` is null once the account was erased."""

    id: UUID
    user_id: UUID | None
    full_name: str | None


class StoredInvitation(msgspec.Struct, frozen=True):
    """An invitation; at most one of a booking is not revoked."""

    booking_id: UUID
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class EndedShare(msgspec.Struct, frozen=True):
    """A friend whose shared booking was cancelled: their address, and its owner's first name."""

    id: UUID
    user_id: UUID
    email: str
    full_name: str | None
    owner: str | None
    pickup_date: date | None
