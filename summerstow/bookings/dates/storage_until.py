"""What a return day means for the storage that is charged until then."""

from __future__ import annotations

from datetime import date

from summerstow.billing.invoices.statement import plan_now
from summerstow.billing.invoices.storage import read_storage
from summerstow.billing.pricing import season, terms
from summerstow.bookings.model import Booking
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction


async def storage_words(tx: ElevatedTransaction, booking: Booking, day: date) -> list[str]:
    """Name the storage until a return day, if it has more months than until the free days.

    Rule: total-before-booking. The amount is the customer's own share, with tax.
    """
    storage = await read_storage(tx, booking.id)
    pickup = booking.pickup_date if storage is None else storage.pickup_day
    if pickup is None or day <= pickup:
        return []
    free = season.next_free_return(pickup)[0]
    months, usual = season.months(pickup, day), season.months(pickup, max(free, pickup))
    if months <= usual:
        return []
    until, span = clock.spoken_day(day), _span(months)
    plan = await plan_now(tx, booking.id)
    if plan is None:
        return [
            f"Storage until {until} counts {span}; until {clock.spoken_day(free)} it is "
            f"{_span(usual)}. Each month costs the monthly price of your plan."
        ]
    each = plan.own.total_cents
    return [
        f"Storage until {until} costs {terms.dollars(months * each)} with tax: {span} at "
        f"{terms.dollars(each)}. Until {clock.spoken_day(free)} it is {_span(usual)}, "
        f"{terms.dollars(usual * each)}."
    ]


def _span(months: int) -> str:
    return "1 month" if months == 1 else f"{months} months"
