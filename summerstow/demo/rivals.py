"""The demo's price matches: quotes of rivals for what was collected, a little below our price."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from summerstow.billing.pricing import price_lists
from summerstow.billing.pricing.quote import quote
from summerstow.billing.pricing.quote_request import QuoteRequest
from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction

from . import season_queries as queries

#: Who quoted, in cents below our own price, and what we answered with which credit.
_RIVALS: Final = (
    ("Box Barn", 9_500, None),
    ("Dorm Depot", 4_000, None),
    ("Valley Self Storage", 16_000, "Their price leaves the collection out."),
)


async def load(tx: Transaction) -> None:
    """Customers whose things were counted show a rival's quote for as many, as long."""
    today = clock.today()
    counted = await queries.counted(tx, len(_RIVALS))
    for days, ((rival, below, answer), one) in enumerate(zip(_RIVALS, counted, strict=False), 1):
        request = QuoteRequest(
            items=one.items, pickup_date=one.pickup_date, return_date=one.return_delivery_date
        )
        ours = quote(await price_lists.of_booking(tx, one.id), request, today)
        assert ours.pickup_date is not None
        assert ours.return_date is not None
        await queries.ask_for_price_match(
            tx,
            one,
            rival=rival,
            cents=ours.total_cents - below,
            words=f"{ours.items} items from {ours.pickup_date:%B %-d, %Y} to "
            f"{ours.return_date:%B %-d, %Y}, collected and brought back, tax included.",
            asked_at=clock.now() - timedelta(days=days),
            answer=answer,
        )
