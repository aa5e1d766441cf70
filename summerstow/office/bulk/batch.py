"""One step for many bookings: each by itself, and one mail to a person (rule: one-mail-each)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from summerstow.bookings.model import Booking
from summerstow.messages import service as messages
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError
from summerstow.platform.tables import Row

from . import queries

_AT_ONCE: Final = timedelta(0)
#: Rows of one step.
MOST: Final = 500
BookingIds = Annotated[list[UUID], msgspec.Meta(min_length=1, max_length=MOST)]


class BulkResult(msgspec.Struct, frozen=True):
    """What became of a row: `words` say why it was refused, or that nothing was to be done."""

    id: UUID
    state: Literal["done", "unchanged", "refused"]
    words: str | None = None


class Unchanged(Exception):
    """Nothing is to be done for a booking; the message says why."""


#: What is done for a booking, which is held; it tells by the last argument.
Step = Callable[[ElevatedTransaction, Booking, messages.Tell], Awaitable[None]]


class _Collector:
    """Keeps what the bookings' customers are to be told until all bookings are done."""

    def __init__(self) -> None:
        self.news: list[messages.News] = []

    async def tell(
        self,
        tx: ElevatedTransaction,
        booking: Row,
        *,
        cause: str,
        kind: str,
        data: Mapping[str, object],
        wait: timedelta = _AT_ONCE,
    ) -> None:
        del tx
        self.news.append(messages.News(booking, cause, kind, data, wait))


async def run(tx: ElevatedTransaction, ids: Sequence[UUID], step: Step) -> list[BulkResult]:
    """Carry out a step for each booking, in this order; one that is refused stops no other.

    Afterwards each person has one mail for all their bookings. An outage undoes everything.
    """
    bookings = await queries.lock_bookings(tx, ids)
    collector = _Collector()
    results = []
    for booking_id in dict.fromkeys(ids):
        booking = bookings.get(booking_id)
        if booking is None:
            results.append(BulkResult(booking_id, "refused", "This booking is gone."))
            continue
        told = len(collector.news)
        try:
            async with tx.savepoint():
                await step(tx, booking, collector.tell)
        except Unchanged as why:
            results.append(BulkResult(booking_id, "unchanged", str(why)))
        except AppError as error:
            if error.status >= 500:
                raise
            del collector.news[told:]
            results.append(BulkResult(booking_id, "refused", error.message))
        else:
            results.append(BulkResult(booking_id, "done"))
    await messages.tell_together(tx, collector.news)
    return results
