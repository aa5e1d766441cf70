"""A part return: some items that come back while the rest stays (rule: part-goes-back)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

#: Collected at the warehouse, brought to a door, or shipped by a carrier.
Way = Literal["collect", "bring", "ship"]
#: A shipment is asked for and quoted before it is booked.
PartReturnState = Literal["asked", "quoted", "booked", "done", "cancelled"]


class StoredPartReturn(msgspec.Struct, frozen=True, kw_only=True):
    """A part return as it is stored; a shipment has no day, a collection no address.

    `cents` before tax, null without a quote; `words` say why it was cancelled, or go with a quote.
    `tracking`: the carrier's numbers, one a parcel.
    """

    id: UUID
    booking_id: UUID
    member_id: UUID | None
    item_ids: list[UUID]
    way: Way
    day: date | None
    window: str | None
    address: str | None
    slot_id: UUID | None
    cents: int | None
    state: PartReturnState
    words: str | None
    carrier: str | None
    tracking: list[str]
    done_at: datetime | None
