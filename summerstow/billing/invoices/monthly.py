"""The periodic run: each month's invoice on its day, and cases for what stays unpaid."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.pricing import price_lists, season
from summerstow.platform import clock
from summerstow.platform.database.outages import outage_in
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Unavailable

from . import queries as invoice_queries
from .storage import invoice_month, read_storage


class NotInvoiced(Exception):
    """Some bookings could not be invoiced; the others are. The message names the first of them."""


async def job(database: Database) -> None:
    """The run in a transaction of its own; raises `NotInvoiced` once the others are committed."""
    failed: dict[UUID, Exception] = {}
    async with database.owner() as tx:
        await run(tx, failed)
    for booking_id, error in failed.items():
        words = f"{len(failed)} bookings could not be invoiced, {booking_id} the first of them"
        raise NotInvoiced(words) from error


async def run(tx: ElevatedTransaction, failed: dict[UUID, Exception] | None = None) -> int:
    """Invoice every month that has begun, also those of days on which nothing ran; how many.

    Two runs at once: one of them does nothing. What goes wrong with one
    booking is added to `failed`, and keeps no other from its invoice.
    """
    if not await invoice_queries.only_one(tx):
        return 0
    made = 0
    today = clock.today()
    for booking_id in await invoice_queries.running(tx, today):
        await tx.execute("savepoint one_booking")
        try:
            made += await bring_up(tx, booking_id)
        except Exception as error:
            if isinstance(error, Unavailable) or outage_in(error):
                raise
            if failed is not None:
                failed[booking_id] = error
            await tx.execute("rollback to savepoint one_booking")
        await tx.execute("release savepoint one_booking")
    days = (await price_lists.current(tx)).terms.abandonment_after_days
    await invoice_queries.open_cases(
        tx, today - timedelta(days=days), f"Unpaid {days} days after it was due."
    )
    return made


async def bring_up(tx: ElevatedTransaction, booking_id: UUID) -> int:
    """Invoice the months of a booking that have begun and are not invoiced yet; how many."""
    await hold_account(tx, booking_id)
    known = await read_storage(tx, booking_id)
    if known is None or known.months_invoiced == 0 or known.returned_on is not None:
        return 0
    today = clock.today()
    back = known.expected_back(today)
    made = 0
    for number in range(known.months_invoiced, season.months(known.pickup_day, back)):
        if season.add_months(known.pickup_day, number) > today:
            break
        known = await invoice_month(tx, known, number, back)
        made += 1
    return made
