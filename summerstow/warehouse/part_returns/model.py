"""What customers and the warehouse read of part returns."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

import msgspec

from summerstow.bookings.part_returns.model import PartReturnState, Way
from summerstow.warehouse.history import State


class ReturnableItem(msgspec.Struct, frozen=True):
    """An item in our keeping that is in no open part return."""

    id: UUID
    number: int
    description: str
    state: State


class Parcel(msgspec.Struct, frozen=True):
    """A parcel of a shipment; `link` shows where it is, if the carrier has such a page."""

    number: str
    link: str | None


class PartReturn(msgspec.Struct, frozen=True, kw_only=True):
    """A part return as its person reads it; `cents` with tax."""

    id: UUID
    item_ids: list[UUID]
    items: list[str]
    way: Way
    day: date | None
    window: str | None
    address: str | None
    cents: int | None
    state: PartReturnState
    words: str | None
    carrier: str | None
    parcels: list[Parcel]
    done_at: datetime | None


class OwnPartReturns(msgspec.Struct, frozen=True):
    """What may come back from which day on, and the person's part returns.

    `words` say why nothing can come back now. `is_friend`: of one who shares the bundle.
    """

    from_day: date
    items: list[ReturnableItem]
    part_returns: list[PartReturn]
    words: str | None
    is_friend: bool


class PartReturnPrice(msgspec.Struct, frozen=True):
    """What a part return costs with tax; none: the office quotes it. `words` say why."""

    fee_cents: int
    words: list[str]
    quote: bool


class OutgoingItem(msgspec.Struct, frozen=True):
    """An item of a part return with its shelf."""

    number: int
    description: str
    label_code: str | None
    state: State
    location: str | None


class OutgoingPart(msgspec.Struct, frozen=True):
    """An open part return, or one shipped lately, as the warehouse sees it; `cents` before tax."""

    id: UUID
    booking_id: UUID
    way: Way
    state: PartReturnState
    day: date | None
    window: str | None
    address: str | None
    cents: int | None
    carrier: str | None
    tracking: list[str]
    full_name: str
    phone: str | None
    items: list[OutgoingItem]


class Outgoing(msgspec.Struct, frozen=True):
    """Open part returns, and the carriers whose parcels can be followed."""

    part_returns: list[OutgoingPart]
    carriers: list[str]
