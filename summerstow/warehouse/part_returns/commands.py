"""`POST /rest/v1/rpc/…` about items that come back while the rest stays."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec

from summerstow.billing.pricing import terms
from summerstow.bookings import authorization
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.model import Booking
from summerstow.bookings.part_returns.carriers import CARRIERS
from summerstow.bookings.part_returns.model import StoredPartReturn, Way
from summerstow.platform import clock
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Invalid
from summerstow.platform.roles import CREW, OFFICE, SIGNED_IN

from . import offers, queries, service
from .model import Outgoing, OwnPartReturns, PartReturnPrice

Cents = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Number = Annotated[str, msgspec.Meta(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9 -]+$")]


class PartReturnWish(OneBooking, forbid_unknown_fields=True, kw_only=True):
    """Items, how they come back, and on which day in which window; a shipment has neither."""

    item_ids: Annotated[list[UUID], msgspec.Meta(min_length=1, max_length=terms.MOST_ITEMS)]
    way: Way
    day: date | None = None
    window: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class BookPartReturn(PartReturnWish, forbid_unknown_fields=True, kw_only=True):
    """A wish with its address, and the cents that the screen showed; `id` is made by the client."""

    id: UUID
    address: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    expected_cents: Cents


class OwnPartReturn(OneBooking, forbid_unknown_fields=True, kw_only=True):
    """A part return of one's own."""

    id: UUID


class AcceptShipment(OwnPartReturn, forbid_unknown_fields=True, kw_only=True):
    """A shipment with a quote, and the cents that the screen showed."""

    expected_cents: Cents


class OnePartReturn(msgspec.Struct, forbid_unknown_fields=True):
    """A part return."""

    id: UUID


class DropPartReturn(OnePartReturn, forbid_unknown_fields=True, kw_only=True):
    """An open part return that the office cancels, and why."""

    reason: Annotated[str, msgspec.Meta(max_length=500)]


class QuoteShipment(OnePartReturn, forbid_unknown_fields=True, kw_only=True):
    """What a shipment costs before tax, and what the office says with it."""

    cents: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    words: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class SendShipment(OnePartReturn, forbid_unknown_fields=True, kw_only=True):
    """Who carries a shipment, and the numbers of its parcels."""

    carrier: Annotated[str, msgspec.Meta(min_length=2, max_length=60)]
    tracking: Annotated[list[Number], msgspec.Meta(min_length=1, max_length=20)]


async def part_returns(tx: ElevatedTransaction, arguments: OneBooking) -> OwnPartReturns:
    """Return what may come back of a booking, and the person's part returns."""
    member_id = await offers.person(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    return await offers.offer(tx, booking, member_id)


async def preview_part_return(
    tx: ElevatedTransaction, arguments: PartReturnWish
) -> PartReturnPrice:
    """Return what a wish costs; refuses one that cannot be had."""
    member_id = await offers.person(tx, arguments.booking_id)
    return await offers.price(
        tx,
        await authorization.locked(tx, arguments.booking_id),
        member_id,
        item_ids=set(arguments.item_ids),
        way=arguments.way,
        day=arguments.day,
        window=arguments.window,
    )


async def book_part_return(tx: ElevatedTransaction, arguments: BookPartReturn) -> OwnPartReturns:
    """Book a part return, once for its id; a shipment is asked for."""
    member_id = await offers.person(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    await service.book(
        tx,
        booking,
        member_id,
        part_return_id=arguments.id,
        item_ids=arguments.item_ids,
        way=arguments.way,
        day=arguments.day,
        window=arguments.window,
        address=arguments.address,
        expected_cents=arguments.expected_cents,
    )
    return await offers.offer(tx, booking, member_id)


async def cancel_part_return(tx: ElevatedTransaction, arguments: OwnPartReturn) -> OwnPartReturns:
    """Cancel a part return."""
    member_id = await offers.person(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    one = await service.find(tx, booking, member_id, arguments.id)
    await service.cancel(tx, booking, one, None)
    return await offers.offer(tx, booking, member_id)


async def accept_shipment(tx: ElevatedTransaction, arguments: AcceptShipment) -> OwnPartReturns:
    """Accept the quote of a shipment."""
    member_id = await offers.person(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    one = await service.find(tx, booking, member_id, arguments.id)
    await service.accept(tx, booking, one, arguments.expected_cents)
    return await offers.offer(tx, booking, member_id)


async def open_part_returns(tx: ElevatedTransaction, arguments: NoArguments) -> Outgoing:
    """Return the open part returns with their items and shelves."""
    del arguments
    return await _outgoing(tx)


async def hand_over_part_return(tx: ElevatedTransaction, arguments: OnePartReturn) -> Outgoing:
    """Hand a collection over; returns what is left."""
    booking, one = await _held(tx, arguments.id)
    await service.hand_over(tx, booking, one)
    return await _outgoing(tx)


async def quote_shipment(tx: ElevatedTransaction, arguments: QuoteShipment) -> Outgoing:
    """Send the customer the price of a shipment."""
    booking, one = await _held(tx, arguments.id)
    await service.quote(tx, booking, one, arguments.cents, arguments.words)
    return await _outgoing(tx)


async def send_shipment(tx: ElevatedTransaction, arguments: SendShipment) -> Outgoing:
    """Record the carrier and the tracking numbers of a shipment that leaves."""
    booking, one = await _held(tx, arguments.id)
    carrier = " ".join(arguments.carrier.split())
    if not carrier:
        raise Invalid("Please name the carrier.")
    numbers = list(dict.fromkeys(" ".join(number.split()) for number in arguments.tracking))
    await service.ship(tx, booking, one, carrier, numbers)
    return await _outgoing(tx)


async def shipment_arrived(tx: ElevatedTransaction, arguments: OnePartReturn) -> Outgoing:
    """Record that a shipment is at its address."""
    _, one = await _held(tx, arguments.id)
    await service.arrived(tx, one)
    return await _outgoing(tx)


async def drop_part_return(tx: ElevatedTransaction, arguments: DropPartReturn) -> Outgoing:
    """Cancel the part return of a customer or friend, with a reason."""
    booking, one = await _held(tx, arguments.id)
    await service.cancel(tx, booking, one, arguments.reason)
    return await _outgoing(tx)


async def _held(tx: ElevatedTransaction, part_return_id: UUID) -> tuple[Booking, StoredPartReturn]:
    booking_id = await queries.booking_of(tx, part_return_id)
    booking = await authorization.locked(tx, booking_id) if booking_id else None
    one = await queries.held(tx, part_return_id)
    if booking is None or one is None:
        raise AppError("There is no such request.", status=404, code="P0002")
    return booking, one


async def _outgoing(tx: ElevatedTransaction) -> Outgoing:
    return Outgoing(await queries.outgoing(tx, clock.now()), list(CARRIERS))


COMMANDS = (
    Command("part_returns", OneBooking, part_returns, SIGNED_IN, repeatable=True, elevated=True),
    Command(
        "preview_part_return",
        PartReturnWish,
        preview_part_return,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "book_part_return",
        BookPartReturn,
        book_part_return,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "cancel_part_return",
        OwnPartReturn,
        cancel_part_return,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "accept_shipment",
        AcceptShipment,
        accept_shipment,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "open_part_returns",
        NoArguments,
        open_part_returns,
        CREW,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command(
        "hand_over_part_return",
        OnePartReturn,
        hand_over_part_return,
        CREW,
        repeatable=True,
        elevated=True,
    ),
    Command("quote_shipment", QuoteShipment, quote_shipment, OFFICE, elevated=True),
    Command("send_shipment", SendShipment, send_shipment, OFFICE, repeatable=True, elevated=True),
    Command(
        "shipment_arrived", OnePartReturn, shipment_arrived, OFFICE, repeatable=True, elevated=True
    ),
    Command(
        "drop_part_return", DropPartReturn, drop_part_return, OFFICE, repeatable=True, elevated=True
    ),
)
