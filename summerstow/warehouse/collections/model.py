"""A collection: items that their customer fetches at the warehouse in a booked window."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from summerstow.bookings.delivery.collections import StoredCollection
from summerstow.warehouse.history import State


class CollectableItem(msgspec.Struct, frozen=True):
    """An item of the booking's customer in our keeping and in no open collection."""

    id: UUID
    number: int
    description: str
    state: State


class OwnCollections(msgspec.Struct, frozen=True):
    """What may be collected from which day on, for what, and the booking's collections.

    `cents` with tax. `words` say why nothing can be collected now.
    """

    cents: int
    from_day: date
    items: list[CollectableItem]
    collections: list[StoredCollection]
    words: str | None


class PulledForCollection(msgspec.Struct, frozen=True):
    """An item of a collection with its shelf."""

    number: int
    description: str
    label_code: str | None
    state: State
    location: str | None


class OpenCollection(msgspec.Struct, frozen=True):
    """A booked collection as the warehouse sees it."""

    id: UUID
    booking_id: UUID
    day: date
    window: str
    full_name: str
    phone: str | None
    items: list[PulledForCollection]
