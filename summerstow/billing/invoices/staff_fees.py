"""Fees that show on the day: the way beyond the free radius, labels, the owner's own add-ons.

Staff say how far or how many and why; the amount is that of the price list that the booking was
made under, with its tax as on the quote, previewed before it is charged.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.pricing import lines, price_lists, terms
from summerstow.billing.pricing.lines import Line
from summerstow.billing.pricing.quote_request import MOST_MILES, QuoteRequest
from summerstow.billing.pricing.terms import PriceList
from summerstow.platform import clock
from summerstow.platform.commands import WORDS, Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import OFFICE

from . import queries as invoice_queries
from .issue import issue_invoice, refuse_fee_of_unconfirmed
from .model import Draft

_MOST_ITEMS: Final = 100

Fee = Literal["distance_pickup", "distance_return", "labeling", "extra"]


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """Which fee of a booking, and how many miles from campus or items.

    `extra` names an add-on of the owner's own; one that is for the whole booking has measure 1.
    """

    booking_id: UUID
    fee: Fee
    measure: Annotated[float, msgspec.Meta(gt=0, le=1000)]
    extra: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Charge(Measured, forbid_unknown_fields=True, kw_only=True):
    """The same, why, and the total that the preview showed; `once` is chosen by the caller."""

    once: UUID
    reason: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=200)]
    expected_cents: int


class FeePreview(msgspec.Struct, frozen=True):
    """What it comes to, in cents, and the term that says so."""

    words: str
    term: str
    amount_cents: int
    tax_cents: int
    total_cents: int


class FeeTotal(msgspec.Struct, frozen=True):
    """What a fee comes to with its tax, as a refusal names it."""

    total_cents: int


async def preview(tx: Transaction, arguments: Measured) -> FeePreview:
    """What the fee comes to; raises `Invalid` where its term charges nothing."""
    return _preview(await price_lists.of_booking(tx, arguments.booking_id), arguments)


async def charge(tx: ElevatedTransaction, arguments: Charge) -> FeePreview:
    """Invoice the fee, once for each `once`.

    Raises `Conflict` with the `FeeTotal` that is true now where another was expected, and
    where `once` was another fee; 404 where the booking is gone.
    """
    reason = " ".join(arguments.reason.split())
    if len(reason) < 3:
        raise Invalid("Please say why: the customer reads it.")
    prices = await price_lists.of_booking(tx, arguments.booking_id)
    shown = _preview(prices, arguments)
    if shown.total_cents != arguments.expected_cents:
        raise Conflict(
            f"It comes to {terms.dollars(shown.total_cents)} now. Nothing was charged.",
            facts=FeeTotal(shown.total_cents),
        )
    cause = f"staff-fee:{arguments.once}"
    await hold_account(tx, arguments.booking_id)
    known = await invoice_queries.by_cause(tx, cause)
    if known is not None:
        if (known.booking_id, known.subtotal_cents) != (
            arguments.booking_id,
            shown.amount_cents,
        ):
            raise Conflict("This was sent before with another fee.")
        return shown
    await refuse_fee_of_unconfirmed(tx, arguments.booking_id)
    line = _line(prices, arguments)
    await issue_invoice(
        tx,
        arguments.booking_id,
        Draft(
            cause=cause,
            kind="fee",
            words=line.words,
            event=f"Found by our crew on {clock.day_in_words(clock.today())}",
            lines=[msgspec.structs.replace(line, words=f"{line.words}: {reason}")],
            tax=terms.tax_on(clock.today()),
        ),
    )
    return shown


COMMANDS: Final = (
    Command("preview_staff_fee", Measured, preview, OFFICE, read_only=True),
    Command("charge_staff_fee", Charge, charge, OFFICE, elevated=True),
)


def _preview(prices: PriceList, measured: Measured) -> FeePreview:
    line = _line(prices, measured)
    added = terms.tax_cents(line.amount_cents, terms.tax_on(clock.today()))
    return FeePreview(line.words, line.rule, line.amount_cents, added, line.amount_cents + added)


def _line(prices: PriceList, measured: Measured) -> Line:
    """The line of the quote for just this: one price engine for both."""
    if measured.fee == "extra":
        return _extra(prices, measured)
    if measured.fee == "labeling":
        request = QuoteRequest(items=1, label_items=_items(measured))
        return next(one for one in lines.at_pickup(prices, request) if one.code == "labeling")
    if measured.measure > MOST_MILES:
        raise Invalid(f"{MOST_MILES} miles at most: beyond that it is another city.")
    if measured.fee == "distance_pickup":
        options = list(lines.at_pickup(prices, QuoteRequest(items=1, miles=measured.measure)))
    else:
        options = list(
            lines.at_return(prices, QuoteRequest(items=1, return_miles=measured.measure), None)
        )
    if not options:
        raise Invalid(f"Within {prices.terms.free_radius_miles} miles of campus it is free.")
    return options[0]


def _extra(prices: PriceList, measured: Measured) -> Line:
    add_on = next((one for one in prices.pricing.extras if one.id == measured.extra), None)
    if add_on is None:
        raise Invalid("The prices of this booking have no such add-on.")
    return lines.own_add_on(add_on, _items(measured) if add_on.per == "item" else 1)


def _items(measured: Measured) -> int:
    items = int(measured.measure)
    if items != measured.measure or items > _MOST_ITEMS:
        raise Invalid(f"Please give a whole number of items, {_MOST_ITEMS} at most.")
    return items
