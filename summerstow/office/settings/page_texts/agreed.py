"""The terms that hold for a booking (rule: agreed-terms)."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import msgspec

from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing import queries as price_queries
from summerstow.bookings import authorization
from summerstow.office.settings import queries
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.documents.pages import PageDocument
from summerstow.platform.roles import SIGNED_IN

from .shown import ShownText, clause


class AgreedTerms(msgspec.Struct, frozen=True):
    """The clauses of the campus-local day, their values not filled in.

    `pricing` and `terms` are the price list of the booking, which has them.
    """

    agreed_on: date
    clauses: list[ShownText]
    pricing: dict[str, Any]
    terms: dict[str, Any]


async def agreed_terms(tx: Transaction, arguments: authorization.OneBooking) -> AgreedTerms:
    """Return the terms of one's own booking, and of any to the office; 404 for others."""
    await authorization.check(tx, arguments.booking_id)
    prices = await price_lists.of_booking(tx, arguments.booking_id)
    async with tx.elevated() as elevated:
        moment = await queries.booked_at(elevated, arguments.booking_id)
        day = clock.campus_time(moment).date()
        document = await queries.held_at(elevated, "pages", moment, day)
        content = await price_queries.content(elevated, prices.valid_from)
    pages = msgspec.convert(document, PageDocument)
    pricing, terms = (msgspec.json.decode(one, type=dict[str, Any]) for one in content)
    return AgreedTerms(day, [clause(one) for one in pages.terms], pricing, terms)


COMMANDS: Final = (
    Command("agreed_terms", authorization.OneBooking, agreed_terms, SIGNED_IN, read_only=True),
)
