"""Who shares a bundle, as the database knows it."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.messages import times
from summerstow.platform import published


class SharedBundle(msgspec.Struct, frozen=True):
    """The booking whose bundle is shared, its owner, and where the crew comes (`residence`)."""

    id: UUID
    user_id: UUID | None
    campus_id: int
    status: str
    pickup_date: date | None
    first_name: str | None
    last_name: str | None
    university: str
    campus: str
    pickup_time: str | None
    return_delivery_date: date | None
    return_delivery_time: str | None
    residence: str

    @property
    def campus_name(self) -> str:
        """The university and its campus."""
        return f"{self.university}, {self.campus}"

    @property
    def pickup(self) -> str | None:
        """The day and window of the pickup in words; None while no day is chosen."""
        return times.spoken(self.pickup_date, self.pickup_time) if self.pickup_date else None


class SharedPickup(msgspec.Struct, frozen=True):
    """When and where the crew comes, as a booking's row says it."""

    campus_id: int
    pickup_date: date | None
    pickup_time: str | None
    building_name: str | None
    address: str | None

    @property
    def place(self) -> tuple[int, str | None, str | None]:
        """Its campus, building and address."""
        return self.campus_id, self.building_name, self.address

    @property
    def in_words(self) -> tuple[tuple[str, str], ...]:
        """Its day and window, place and campus, each with its label; empty where not chosen."""
        when = times.spoken(self.pickup_date, self.pickup_time) if self.pickup_date else ""
        return (
            ("Day and window", when),
            ("Place", ", ".join(part for part in (self.building_name, self.address) if part)),
            ("Campus", published.known_campus(self.campus_id).name),
        )


class PlanFriend(msgspec.Struct, frozen=True):
    """One who shares a bundle beside its owner; `user_id` is null once the account was erased."""

    id: UUID
    user_id: UUID | None
    full_name: str | None
    email: str | None
    room: str | None
    contact_name: str | None
    contact_phone: str | None
    payer_name: str | None
    payer_email: str | None


class StopFriend(msgspec.Struct, frozen=True):
    """A friend whose items are among those of a stop.

    `room`: where in the building the crew picks them up; null: at the customer's own door.
    `contact_name`: who is there for the friend.
    """

    id: str
    name: str
    room: str | None
    contact_name: str | None
    contact_phone: str | None


class FriendOfBooking(StopFriend, frozen=True):
    """A friend in a booking's record; account and address are null once the account was erased."""

    user_id: UUID | None
    email: str | None
    customer_id: str | None


class StoredInvitation(msgspec.Struct, frozen=True):
    """An invitation; at most one of a booking is not revoked."""

    booking_id: UUID
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class EndedShare(msgspec.Struct, frozen=True):
    """A friend whose shared booking was cancelled: their address, and its owner's first name."""

    id: UUID
    booking_id: UUID
    user_id: UUID
    email: str
    full_name: str | None
    owner: str | None
    pickup_date: date | None
