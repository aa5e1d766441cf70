"""Possible duplicates of bookings, and the office's word that they are different people's."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.model import code
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import OFFICE, STAFF

from . import queries, signs
from .queries import Candidate
from .signs import Likeness, Sign


class PossibleDuplicates(msgspec.Struct, forbid_unknown_fields=True):
    """The bookings of a page."""

    ids: Annotated[list[UUID], msgspec.Meta(max_length=500)]


class TellApart(msgspec.Struct, forbid_unknown_fields=True):
    """Bookings of as many people."""

    booking_ids: Annotated[list[UUID], msgspec.Meta(min_length=2, max_length=20)]


class RelatedBooking(msgspec.Struct, frozen=True):
    """Another current booking, and what it shares with the one that is looked at.

    `duplicate`: it may be the same person's. `family`: another person's with one mail address or
    phone; `child` is the first name of the person at the door.
    """

    id: UUID
    code: str
    name: str
    child: str
    email: str | None
    phone: str | None
    user_id: UUID | None
    customer_id: str | None
    campus_id: int
    status: str
    pickup_date: date | None
    pickup_time: str | None
    signs: list[Sign]
    duplicate: bool
    family: bool


async def possible_duplicates(tx: ElevatedTransaction, arguments: PossibleDuplicates) -> list[str]:
    """Ids of those bookings that may have been made twice (rule: possible-duplicate)."""
    likenesses = await signs.find_likenesses(tx, arguments.ids)
    return list({str(like.one.id): None for like in likenesses if not like.apart})


async def related_bookings(tx: ElevatedTransaction, arguments: OneBooking) -> list[RelatedBooking]:
    """Current bookings that may be the same person's or family's, with what they share."""
    return [_shown(like) for like in await signs.find_likenesses(tx, [arguments.booking_id])]


async def tell_apart(tx: ElevatedTransaction, arguments: TellApart) -> None:
    """Keep that these bookings are different people's (rule: not-a-duplicate).

    Their marks go. Raises 404 for a booking that is gone.
    """
    ids = sorted(set(arguments.booking_ids))
    if len(await queries.read_candidates(tx, ids)) < len(ids):
        raise AppError("This booking is gone.", status=404, code="P0002")
    await queries.tell_apart(tx, ids)
    await queries.log_decision(tx, ids)


COMMANDS: Final = (
    Command(
        "possible_duplicates",
        PossibleDuplicates,
        possible_duplicates,
        STAFF,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "related_bookings",
        OneBooking,
        related_bookings,
        STAFF,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("tell_apart", TellApart, tell_apart, OFFICE, repeatable=True, elevated=True),
)


def _shown(like: Likeness) -> RelatedBooking:
    other: Candidate = like.other
    return RelatedBooking(
        id=other.id,
        code=code(other.id),
        name=other.name or "Customer",
        child=other.child or other.name or "Customer",
        email=other.email,
        phone=other.phone,
        user_id=other.user_id,
        customer_id=other.customer_id,
        campus_id=other.campus_id,
        status=other.status,
        pickup_date=other.pickup_date,
        pickup_time=other.pickup_time,
        signs=like.signs,
        duplicate=not like.apart,
        family=signs.is_family(like),
    )
