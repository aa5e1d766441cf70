"""The quote for a delivery to another city: staff send it, its customer accepts it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Final, TypeVar
from uuid import UUID

import msgspec

from summerstow.billing.invoices import events
from summerstow.billing.pricing import terms
from summerstow.bookings import authorization
from summerstow.bookings import queries as booking_queries
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.cancel import FeeChanged
from summerstow.bookings.model import Booking
from summerstow.messages import service as messages
from summerstow.platform import clock, published
from summerstow.platform.commands import WORDS, Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.roles import OFFICE, SIGNED_IN

from . import quote_queries as queries
from . import quotes as delivery_quotes
from . import service as delivery
from .model import DeliveryQuote, WaitingQuote

#: How long a quote stands where staff say nothing else.
VALID_DAYS: Final = 14
_LONGEST: Final = timedelta(days=120)
_MOST_SHOWN: Final = 200
_Cents = Annotated[int, msgspec.Meta(ge=100, le=500_000)]


class OneQuote(msgspec.Struct, forbid_unknown_fields=True):
    """A quote."""

    quote_id: UUID


class AcceptQuote(OneQuote, forbid_unknown_fields=True):
    """A quote, and the amount that was shown."""

    expected_cents: _Cents


class SentQuote(msgspec.Struct, frozen=True):
    """What a quote costs that somebody sent a moment ago, as a refusal names it."""

    cents: int


class SendQuote(OneQuote, forbid_unknown_fields=True, kw_only=True):
    """What the delivery costs, tax included; `seen_cents` is what it cost as the sender saw it.

    `valid_until` is the last campus day to accept it; two weeks from today without one.
    """

    cents: _Cents
    note: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    valid_until: date | None = None
    seen_cents: int | None = None


class WithdrawQuote(OneQuote, forbid_unknown_fields=True):
    """A quote, and why it is withdrawn: the customer reads it."""

    reason: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=200)]


async def delivery_quote(tx: ElevatedTransaction, arguments: OneBooking) -> DeliveryQuote | None:
    """The booking's latest quote; None where none was asked for."""
    await authorization.check(tx, arguments.booking_id)
    row = await queries.latest(tx, arguments.booking_id)
    return None if row is None else _quote(row)


async def waiting(tx: ElevatedTransaction, arguments: NoArguments) -> list[WaitingQuote]:
    """Those that wait for a price, the earliest first; then those that wait for an answer."""
    del arguments
    rows = await queries.open_ones(tx, _MOST_SHOWN)
    return [_quote(row) for row in rows]


async def decline(tx: ElevatedTransaction, arguments: OneQuote) -> DeliveryQuote:
    """The customer does not want it; nothing is charged. The same again changes nothing."""
    _, quote = await _held(tx, arguments.quote_id, own=True)
    if quote.state == "declined":
        return _quote(quote)
    _refuse_ended(quote)
    if quote.state == "accepted":
        raise Conflict(
            f"You accepted this quote already. To change it, {published.business().reach_us}."
        )
    if quote.state == "asked":
        raise Conflict("There is no price to decline yet.")
    return _quote(await queries.decide(tx, quote.id, "declined", clock.now()))


async def withdraw(tx: ElevatedTransaction, arguments: WithdrawQuote) -> DeliveryQuote:
    """Staff take a quote back, also one that was accepted, which is credited.

    The same again changes nothing. Raises `Conflict` where it has ended otherwise.
    """
    reason = " ".join(arguments.reason.split())
    if len(reason) < 3:
        raise Invalid("Please say why: the customer reads it.")
    booking, quote = await _held(tx, arguments.quote_id)
    if quote.state == "withdrawn":
        return _quote(quote)
    if quote.state == "accepted" and booking.status in ("delivered", "completed"):
        raise Conflict("This delivery is done, so its quote cannot be withdrawn.")
    if quote.state in _ENDED:
        raise Conflict(_ENDED[quote.state])
    await delivery_quotes.withdraw(tx, quote.booking_id, reason)
    ended = await queries.one(tx, quote.id)
    assert ended is not None
    await _tell(tx, booking, ended, "delivery_quote_withdrawn")
    return _quote(ended)


async def send(tx: ElevatedTransaction, arguments: SendQuote) -> DeliveryQuote:
    """Staff say what it costs; another price takes the stead of the one before.

    The same again changes nothing. Raises `Conflict` where the delivery has changed, the quote
    was accepted, or somebody else sent another price since it was seen.
    """
    note = " ".join((arguments.note or "").split()) or None
    today = clock.today()
    until = arguments.valid_until or today + timedelta(days=VALID_DAYS)
    if not today <= until <= today + _LONGEST:
        raise Invalid(
            f"The last day of a quote is from today to {clock.spoken_day(today + _LONGEST)}."
        )
    booking, quote = await _held(tx, arguments.quote_id)
    delivery.refuse(booking)
    if delivery_quotes.wish(booking) != (quote.address, quote.day):
        raise Conflict("The delivery has changed since: please look at it once more.")
    live = await queries.live(tx, quote.booking_id)
    if live is not None:
        quote = live
    if quote.state == "accepted":
        raise Conflict(
            f"The customer accepted {terms.dollars(quote.price)} already. "
            "Withdraw that quote first."
        )
    said = (quote.state, quote.cents, quote.note, quote.valid_until)
    if said == ("sent", arguments.cents, note, until):
        return _quote(quote)
    if quote.state == "sent" and quote.cents != arguments.seen_cents:
        raise Conflict(
            f"Somebody sent {terms.dollars(quote.price)} a moment ago.",
            facts=SentQuote(quote.price),
        )
    if live is None:
        quote = await queries.ask(tx, quote.booking_id, quote.address, quote.day, clock.now())
    sent = await queries.send(
        tx,
        quote.id,
        cents=arguments.cents,
        note=note,
        valid_until=until,
        now=clock.now(),
    )
    await _tell(tx, booking, sent, "delivery_quote_sent")
    return _quote(sent)


async def accept(tx: ElevatedTransaction, arguments: AcceptQuote) -> DeliveryQuote:
    """The customer takes it for the amount that was shown: it is invoiced at once.

    The same again changes nothing. Raises `FeeChanged` with the amount that is true now, and
    `Conflict` where it has ended or was not sent yet.
    """
    booking, quote = await _held(tx, arguments.quote_id, own=True)
    if quote.state == "asked":
        raise Conflict("Our staff have not sent the price yet.")
    _refuse_ended(quote)
    if quote.cents != arguments.expected_cents:
        raise FeeChanged(quote.price)
    if quote.state == "accepted":
        return _quote(quote)
    delivery.refuse(booking)
    taken = await queries.decide(tx, quote.id, "accepted", clock.now())
    await events.delivery_quote_accepted(tx, quote.booking_id, quote.id, quote.price)
    await _tell(tx, booking, taken, "delivery_quote_accepted")
    return _quote(taken)


_Quote = TypeVar("_Quote", bound=DeliveryQuote)
_ENDED: Final = {
    "declined": "This quote was declined.",
    "withdrawn": "This quote was withdrawn.",
    "expired": "This quote has expired. Please ask for a new one.",
}


async def _held(
    tx: ElevatedTransaction, quote_id: UUID, *, own: bool = False
) -> tuple[Booking, DeliveryQuote]:
    """The quote and its booking, held in that order everywhere; `own`: the asker's, or 404.

    The office does not accept in a customer's name: nobody pays what they have not seen.
    """
    missing = AppError("There is no such quote.", status=404, code="P0002")
    booking_id = await queries.booking_of(tx, quote_id)
    if booking_id is None:
        raise missing
    if own and not await booking_queries.is_of(tx, booking_id, tx.actor.user_id):
        raise missing
    booking = await authorization.locked(tx, booking_id)
    quote = await queries.one(tx, quote_id)
    if quote is None:
        raise missing
    return booking, quote


async def _tell(tx: ElevatedTransaction, booking: Booking, quote: DeliveryQuote, kind: str) -> None:
    moment = quote.decided_at or quote.sent_at
    assert moment is not None
    await messages.tell(
        tx,
        booking.row,
        cause=f"{kind}:{quote.id}:{moment.isoformat()}:{quote.cents}",
        kind=kind,
        with_calendar=False,
        data={
            "first_name": booking.first_name or booking.guest_first_name,
            "day": clock.spoken_day(quote.day),
            "address": quote.address,
            "amount": terms.dollars(quote.cents) if quote.cents else None,
            "note": quote.note,
            "until": clock.spoken_day(quote.valid_until) if quote.valid_until else None,
            "reason": quote.reason,
            "code": booking.code,
            "link": "/customer-dashboard",
        },
    )


def _refuse_ended(quote: DeliveryQuote) -> None:
    state = _state(quote)
    if state in _ENDED:
        raise Conflict(_ENDED[state])


def _state(quote: DeliveryQuote) -> str:
    return "expired" if quote.is_over else quote.state


def _quote(quote: _Quote) -> _Quote:
    """As it is shown."""
    return msgspec.structs.replace(quote, state=_state(quote))


COMMANDS: Final[tuple[Command, ...]] = (
    Command("delivery_quote", OneBooking, delivery_quote, SIGNED_IN, read_only=True, elevated=True),
    Command(
        "delivery_quotes_waiting",
        NoArguments,
        waiting,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("send_delivery_quote", SendQuote, send, OFFICE, repeatable=True, elevated=True),
    Command(
        "withdraw_delivery_quote", WithdrawQuote, withdraw, OFFICE, repeatable=True, elevated=True
    ),
    Command(
        "accept_delivery_quote", AcceptQuote, accept, SIGNED_IN, repeatable=True, elevated=True
    ),
    Command("decline_delivery_quote", OneQuote, decline, SIGNED_IN, repeatable=True, elevated=True),
)
