"""`POST /rest/v1/rpc/…` about collections at the warehouse."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec

from summerstow.billing.pricing import terms
from summerstow.bookings import authorization
from summerstow.bookings.authorization import OneBooking
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.roles import CREW, SIGNED_IN

from . import queries, service
from .model import OpenCollection, OwnCollections


class BookCollection(OneBooking, forbid_unknown_fields=True, kw_only=True):
    """Items, day and window, and the cents that the screen showed; `id` is made by the client."""

    id: UUID
    item_ids: Annotated[list[UUID], msgspec.Meta(min_length=1, max_length=terms.MOST_ITEMS)]
    day: date
    window: Annotated[str, msgspec.Meta(max_length=40)]
    expected_cents: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class CancelCollection(OneBooking, forbid_unknown_fields=True, kw_only=True):
    """A booked collection; the office gives a reason, which the customer reads."""

    id: UUID
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class HandOverCollection(msgspec.Struct, forbid_unknown_fields=True):
    """A collection whose customer is here."""

    id: UUID


async def collections(tx: ElevatedTransaction, arguments: OneBooking) -> OwnCollections:
    """Return what may be collected of a booking, and its collections."""
    await authorization.check(tx, arguments.booking_id)
    return await service.offer(tx, await authorization.locked(tx, arguments.booking_id))


async def book_collection(tx: ElevatedTransaction, arguments: BookCollection) -> OwnCollections:
    """Book a collection, once for its id."""
    await authorization.check(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    await service.book(
        tx,
        booking,
        collection_id=arguments.id,
        item_ids=arguments.item_ids,
        day=arguments.day,
        window=arguments.window,
        expected_cents=arguments.expected_cents,
    )
    return await service.offer(tx, booking)


async def cancel_collection(tx: ElevatedTransaction, arguments: CancelCollection) -> OwnCollections:
    """Cancel a collection."""
    await authorization.check(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    await service.cancel(tx, booking, arguments.id, arguments.reason)
    return await service.offer(tx, booking)


async def open_collections(tx: ElevatedTransaction, arguments: NoArguments) -> list[OpenCollection]:
    """Return the booked collections with their items and shelves."""
    del arguments
    return await queries.open_ones(tx)


async def hand_over_collection(
    tx: ElevatedTransaction, arguments: HandOverCollection
) -> list[OpenCollection]:
    """Hand the items over; returns the collections that are left."""
    booking_id = await queries.booking_of(tx, arguments.id)
    if booking_id is None:
        raise AppError("There is no such collection.", status=404, code="P0002")
    await service.hand_over(tx, await authorization.locked(tx, booking_id), arguments.id)
    return await queries.open_ones(tx)


COMMANDS = (
    Command("collections", OneBooking, collections, SIGNED_IN, repeatable=True, elevated=True),
    Command(
        "book_collection",
        BookCollection,
        book_collection,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "cancel_collection",
        CancelCollection,
        cancel_collection,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "open_collections",
        NoArguments,
        open_collections,
        CREW,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "hand_over_collection",
        HandOverCollection,
        hand_over_collection,
        CREW,
        repeatable=True,
        elevated=True,
    ),
)
