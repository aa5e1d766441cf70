"""What commands answer about a shared bundle to those who share it, and to those invited."""

from __future__ import annotations

from datetime import date
from typing import Literal
from uuid import UUID

import msgspec

JoinState = Literal["open", "full", "closed", "expired", "revoked"]


class OneOf(msgspec.Struct, frozen=True):
    """One of those who share: a short name, and nothing else of them."""

    id: UUID | None
    name: str
    owner: bool
    you: bool


class PossibleShare(msgspec.Struct, frozen=True):
    """What a month of a bundle would cost the reader, before tax, in cents."""

    name: str
    items: str
    monthly_cents: int
    share_cents: int


class ShareExtra(msgspec.Struct, frozen=True):
    """What a friend's own items cost beside the share, before tax: each month, or once."""

    words: str
    monthly: bool
    cents: int


class OwnShare(msgspec.Struct, frozen=True):
    """The reader's share of the plan as it is now; `counted` by the crew, or as it was listed.

    `extras`: a friend's, for their own items; those of the owner are in the booking's quote.
    """

    plan: str
    counted: bool
    monthly_cents: int
    share_cents: int
    tax_cents: int
    extras: list[ShareExtra]


class SharePeople(msgspec.Struct, frozen=True):
    """Who is at the door for a friend and who pays their share; null: the friend."""

    contact_name: str | None
    contact_phone: str | None
    payer_name: str | None
    payer_email: str | None


class SharedPlan(msgspec.Struct, frozen=True):
    """A bundle as one of those who share it sees it.

    `open`: friends may still join and leave. `invited_until`: the day on which the invitation ends,
    for its owner, where one works. `residence`: where the crew comes; `room`: where in that
    building it picks up a friend's items, null where the friend brings them to the owner.
    `stored_until`: the day that the owner chose by Store Longer, if any. `own_people`: a friend's.
    """

    booking_id: UUID
    campus_id: int
    status: str
    owner: bool
    open: bool
    people: list[OneOf]
    most_people: int
    pickup_date: date | None
    pickup_time: str | None
    return_date: date | None
    return_time: str | None
    stored_until: date | None
    residence: str
    room: str | None
    own_people: SharePeople | None
    campus: str
    share: OwnShare | None
    possible: list[PossibleShare]
    invited_until: date | None


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to pass on: it is shown this once, as only its hash is kept."""

    token: str
    link: str
    invited_until: date


class JoinPreview(msgspec.Struct, frozen=True):
    """What an invitation says to a person with its link; `possible` with the reader among them.

    The pickup's day and window are null for a link that does not let in, and until they are chosen.
    """

    state: JoinState
    owner_name: str
    campus: str
    pickup_date: date | None
    pickup_time: str | None
    people: int
    most_people: int
    possible: list[PossibleShare]
