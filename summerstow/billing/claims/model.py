"""A claim as it is stored and shown."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from summerstow.platform.webhooks.events import ClaimEvent

What = Literal["damaged", "missing", "wet", "other"]
ClaimState = Literal["open", "accepted", "reduced", "refused"]
Decision = Literal["accept", "reduce", "refuse"]


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What a customer asks for an item, and our answer. Money in cents.

    `cap_cents`: what protection paid at most when it was filed. `paid_out_cents`: what of its
    credit was paid out.
    """

    id: UUID
    item_id: UUID
    what: What
    words: str
    amount_cents: int
    photo_ids: list[UUID]
    cap_cents: int
    state: ClaimState
    decided_cents: int | None
    decision_words: str | None
    filed_at: datetime
    decided_at: datetime | None
    paid_out_cents: int | None
    paid_out_at: datetime | None

    def event(self, booking_id: UUID) -> ClaimEvent:
        """Return what webhooks tell of it (rule: webhooks)."""
        return ClaimEvent(
            self.id,
            booking_id,
            self.item_id,
            self.state,
            self.amount_cents,
            self.decided_cents,
            self.paid_out_cents,
        )


class ItemPhoto(msgspec.Struct, frozen=True):
    """A photo that was taken of an item, and when."""

    photo_id: UUID
    kind: str
    at: datetime


class ClaimToDecide(msgspec.Struct, frozen=True, kw_only=True):
    """A claim with all that is known of its item."""

    claim: Claim
    booking_id: UUID
    customer: str
    customer_id: str | None
    number: int
    description: str
    declared_value_cents: int
    delivered_at: datetime | None
    own_photo_id: UUID | None
    photos: list[ItemPhoto]


class ClaimToPay(msgspec.Struct, frozen=True, kw_only=True):
    """A claim whose credit settled nothing, or not all of it: `left_cents` may be paid out."""

    claim: Claim
    booking_id: UUID
    customer: str
    customer_id: str | None
    number: int
    description: str
    left_cents: int


class HeldClaim(msgspec.Struct, frozen=True):
    """A claim as it is decided, and whose it is; `member_id` and the rest: of a friend."""

    claim: Claim
    booking_id: UUID
    member_id: UUID | None
    user_id: UUID | None
    full_name: str | None
    email: str | None


class ItemToClaim(msgspec.Struct, frozen=True):
    """An item as a claim finds it, held; `delivered_at` by the device that recorded it."""

    id: UUID
    booking_id: UUID
    user_id: UUID | None
    state: str
    declared_value_cents: int
    delivered_at: datetime | None
