"""Which price list holds: the current one for quotes, its own for each booking.

Rule: price-list-by-date. The database keeps them, so that every host has the same, and an edited
file changes nothing that was agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from uuid import UUID

from cachetools import LRUCache

from summerstow import facts
from summerstow.platform import clock
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.errors import AppError

from . import queries
from .terms import PriceList, decoded

#: By day and digest: a list that nobody agreed to yet may still change.
_known: LRUCache[tuple[date, str], PriceList] = LRUCache(64)


async def current(tx: Transaction) -> PriceList:
    """The list that holds today, for quotes and whatever is not agreed yet."""
    async with tx.elevated() as elevated:
        return await _list(elevated, *await queries.on(elevated, clock.today()))


async def of_booking(tx: Transaction, booking_id: UUID) -> PriceList:
    """The list that a booking was made under, whatever holds now; 404 where it is gone."""
    found = await of_bookings(tx, [booking_id])
    if booking_id not in found:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return found[booking_id]


async def of_bookings(tx: Transaction, bookings: Sequence[UUID]) -> dict[UUID, PriceList]:
    """The lists that so many bookings were made under."""
    async with tx.elevated() as elevated:
        rows = await queries.of_bookings(elevated, bookings)
        return {one: await _list(elevated, day, digest) for one, day, digest in rows}


async def every(tx: Transaction) -> dict[date, PriceList]:
    """All lists by the days from which they hold."""
    async with tx.elevated() as elevated:
        return {
            day: await _list(elevated, day, digest) for day, digest in await queries.every(elevated)
        }


@lru_cache(maxsize=1)
def of_files() -> tuple[PriceList, ...]:
    """The lists as the files have them, the earliest first: for what is built of files."""
    return tuple(decoded(one.valid_from, one.pricing, one.terms) for one in facts.price_lists())


async def _list(tx: Transaction, day: date, digest: str) -> PriceList:
    known = _known.get((day, digest))
    if known is None:
        content = await queries.content(tx, day)
        known = decoded(day, *content)
        _known[day, digest] = known
    return known
