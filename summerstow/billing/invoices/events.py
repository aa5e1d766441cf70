"""What happens to a booking and what it costs: each event makes its invoice once.

Bookings, pickups and supplies call these in the event's own transaction, with the booking held.
"""

from __future__ import annotations

from uuid import UUID

from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.pricing import lines, price_lists, terms
from summerstow.billing.pricing.lines import Line
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction

from . import queries as invoice_queries
from .issue import issue_invoice, settle_open_invoices, void_invoice
from .model import Draft


class OutOfRange(ValueError):
    """A fee that its term does not allow: nothing is charged."""


async def kit_delivered(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """The supply kit is there: its deposit is charged, once a booking."""
    await hold_account(tx, booking_id)
    again = len(await invoice_queries.kits(tx, booking_id, voided=True))
    prices = await price_lists.of_booking(tx, booking_id)
    [deposit, _] = lines.kit(prices, QuoteRequest(items=1, supply_kit=True))
    await issue_invoice(
        tx,
        booking_id,
        Draft(
            cause=f"kit:{booking_id}:{again}",
            kind="kit",
            words="With your supply kit",
            event=f"Supply kit delivered on {clock.day_in_words(clock.today())}",
            lines=[deposit],
            tax=None,
            has_tax=False,
        ),
    )


async def kit_not_delivered(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """The kit was marked as delivered by mistake: its deposit's invoice is void.

    What the deposit had lessened of the storage already is charged after all.
    """
    account = await hold_account(tx, booking_id)
    for invoice in await invoice_queries.kits(tx, booking_id, voided=False):
        await void_invoice(tx, invoice, "The kit was not delivered")
    counted_before = -await ledger_queries.deposit_to_count(tx, account)
    if counted_before > 0:
        # Its storage was invoiced less this deposit, which is none any more.
        again = len(await invoice_queries.kits(tx, booking_id, voided=True))
        prices = await price_lists.of_booking(tx, booking_id)
        [_, back] = lines.kit(prices, QuoteRequest(items=1, supply_kit=True))
        await issue_invoice(
            tx,
            booking_id,
            Draft(
                cause=f"kit-undone:{booking_id}:{again}",
                kind="fee",
                words="Deposit charged back",
                event=f"Supply kit not delivered after all, {clock.day_in_words(clock.today())}",
                lines=[
                    _once(
                        back.code, "Deposit no longer applied to storage", back.rule, counted_before
                    )
                ],
                tax=None,
                has_tax=False,
            ),
        )


async def late_cancellation(tx: ElevatedTransaction, booking_id: UUID, fee_cents: int) -> None:
    """A booking was cancelled too late; the fee is just what its preview showed.

    Raises `OutOfRange` for any other fee than the term's.
    """
    rule = (await price_lists.of_booking(tx, booking_id)).terms.late_cancellation
    _check(fee_cents, rule.cents, rule.cents)
    await _fee(
        tx,
        booking_id,
        cause=_cancellation_cause(booking_id),
        words="Late cancellation",
        event=f"Booking cancelled on {clock.day_in_words(clock.today())}",
        line=_once(
            "late_cancellation",
            "Late cancellation",
            f"Cancelling with less than {rule.hours} hours until the pickup costs "
            f"{terms.dollars(rule.cents)}.",
            fee_cents,
        ),
    )


async def location_changed(
    tx: ElevatedTransaction, booking_id: UUID, fee_cents: int, summed_cents: int
) -> None:
    """The pickup's place was changed too late; `summed_cents`: with the earlier such fees.

    Raises `OutOfRange` for a fee that the term does not allow.
    """
    rule = (await price_lists.of_booking(tx, booking_id)).terms.location_change
    _check(fee_cents, rule.min, rule.max)
    await _fee(
        tx,
        booking_id,
        cause=_location_cause(booking_id, summed_cents),
        words="Late change of address",
        event=f"Pickup address changed on {clock.day_in_words(clock.today())}",
        line=_once(
            "location_change",
            "Late change of address",
            f"Changing the address with less than {rule.hours} hours' notice costs "
            f"{terms.dollars(rule.min)}-{terms.dollars(rule.max)}.",
            fee_cents,
        ),
    )


async def delivery_quote_accepted(
    tx: ElevatedTransaction, booking_id: UUID, quote_id: UUID, cents: int
) -> None:
    """The customer accepted what a delivery to another city costs .

    Invoiced at once: what was agreed is a listed event from that moment, whatever becomes of the
    storage, and its amount is just what was accepted, tax included.
    """
    await _fee(
        tx,
        booking_id,
        cause=_quote_cause(quote_id),
        words="Delivery to another city",
        event=f"Quote accepted on {clock.day_in_words(clock.today())}",
        line=_once(
            "delivery_quote",
            "Delivery to another city",
            "Our quote for delivery to another city, charged when you accept it.",
            cents,
        ),
    )


async def delivery_quote_withdrawn(
    tx: ElevatedTransaction, booking_id: UUID, quote_id: UUID
) -> None:
    """An accepted quote holds no more: its invoice is void, what was paid is credit again."""
    await _take_back(
        tx, booking_id, _quote_cause(quote_id), "The quote for the delivery was withdrawn"
    )


async def cancellation_undone(tx: ElevatedTransaction, booking_id: UUID) -> None:
    """A cancellation is undone: its fee is void, what was paid is credit again."""
    await _take_back(tx, booking_id, _cancellation_cause(booking_id), "The cancellation was undone")


async def location_undone(tx: ElevatedTransaction, booking_id: UUID, summed_cents: int) -> None:
    """A late change of the place is undone; `summed_cents` as for `location_changed`."""
    cause = _location_cause(booking_id, summed_cents)
    await _take_back(tx, booking_id, cause, "The change of the address was undone")


async def _take_back(tx: ElevatedTransaction, booking_id: UUID, cause: str, reason: str) -> None:
    account = await hold_account(tx, booking_id)
    for invoice in await invoice_queries.of_cause(tx, booking_id, cause):
        if invoice.voided_at is None:
            await void_invoice(tx, invoice, reason)
    await settle_open_invoices(tx, account)


async def _fee(
    tx: ElevatedTransaction, booking_id: UUID, *, cause: str, words: str, event: str, line: Line
) -> None:
    """A fee that was shown before: it is what is paid, tax included.

    The same cause again after its invoice became void is another invoice.
    """
    earlier = await invoice_queries.of_cause(tx, booking_id, cause)
    if earlier and all(one.voided_at for one in earlier):
        cause = f"{cause}:again:{len(earlier)}"
    await issue_invoice(tx, booking_id, Draft(cause, "fee", words, event, [line], tax=None))


def _cancellation_cause(booking_id: UUID) -> str:
    return f"cancellation:{booking_id}"


def _location_cause(booking_id: UUID, summed_cents: int) -> str:
    return f"location:{booking_id}:{summed_cents}"


def _quote_cause(quote_id: UUID) -> str:
    return f"delivery-quote:{quote_id}"


def _check(fee_cents: int, least: int, most: int) -> None:
    if not least <= fee_cents <= most:
        raise OutOfRange(f"{fee_cents} cents is not from {least} to {most}")


def _once(code: str, words: str, rule: str, cents: int) -> Line:
    return Line(code, words, rule, "pickup", 1, cents, cents, None)
