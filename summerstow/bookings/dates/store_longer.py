"""Store Longer: until when the items stay without a booked return, and what that costs."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.statement import plan_now
from summerstow.billing.invoices.storage import BilledStorage, read_storage
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.pricing import season, terms
from summerstow.bookings import authorization
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.cancel import FeeChanged
from summerstow.bookings.model import Booking
from summerstow.bookings.status import ENDED
from summerstow.friends.bundles import notify as bundle_messages
from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.roles import SIGNED_IN

#: Terms and single months that are offered.
_TERMS = (1, 2, 3)
_MONTHS = (1, 2, 3)


class StoreLonger(OneBooking, forbid_unknown_fields=True, kw_only=True):
    """How many months more (0: as planned), and the cents that the screen showed for them."""

    months: Annotated[int, msgspec.Meta(ge=0, le=terms.MOST_MONTHS)]
    expected_cents: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class LongerOption(msgspec.Struct, frozen=True):
    """Storage until a day: `cents` is what the months more cost, `total_cents` all, with tax."""

    months: int
    terms: int
    until: date
    cents: int
    total_cents: int


class StorageUntil(msgspec.Struct, frozen=True):
    """Until when the items are stored, a month's price with tax, and how long they may stay.

    `months`: how many more than planned were chosen. `words` say why it cannot be changed now.
    """

    until: date | None
    months: int
    monthly_cents: int
    term_months: int
    options: list[LongerOption]
    words: str | None


async def storage_until(tx: ElevatedTransaction, arguments: OneBooking) -> StorageUntil:
    """Return what Store Longer offers now (rule: storage-extension)."""
    await authorization.check(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    return await _offer(tx, booking, await read_storage(tx, booking.id))


async def store_longer(tx: ElevatedTransaction, arguments: StoreLonger) -> StorageUntil:
    """Store a booking's items so many months more. The same again changes nothing.

    Raises `Conflict` without items in storage or with a booked return, `FeeChanged` if the price
    is not what was shown, `Invalid` for months that are not offered.
    """
    await authorization.check(tx, arguments.booking_id)
    booking = await authorization.locked(tx, arguments.booking_id)
    await hold_account(tx, booking.id)
    known = await read_storage(tx, booking.id)
    offer = await _offer(tx, booking, known)
    if offer.words is not None or known is None:
        raise Conflict(offer.words or ENDED.get(booking.status) or "")
    wanted = next((one for one in offer.options if one.months == arguments.months), None)
    if wanted is None:
        raise Invalid("Please choose one of the days that are offered.")
    if wanted.months == offer.months:
        return offer
    if wanted.cents != arguments.expected_cents:
        raise FeeChanged(wanted.cents)
    await authorization.give_reason(tx, booking, arguments.reason)
    until = wanted.until if wanted.months else None
    await invoice_queries.set_storage(tx, booking.id, stored_until=until)
    await messages.tell(
        tx,
        booking.row,
        cause=f"storage-extended:{booking.id}:{clock.now().isoformat()}",
        kind="storage_extended",
        data={
            "first_name": booking.first_name,
            "until": clock.spoken_day(wanted.until),
            "months": wanted.months,
            "monthly": terms.dollars(offer.monthly_cents),
            "amount": terms.dollars(wanted.cents),
            "total": terms.dollars(wanted.total_cents),
            "code": booking.code,
            "link": "/customer-dashboard",
        },
        with_calendar=False,
    )
    await bundle_messages.stored_longer(tx, known, wanted.until, wanted.months)
    return msgspec.structs.replace(offer, until=wanted.until, months=wanted.months)


async def _offer(
    tx: ElevatedTransaction, booking: Booking, known: BilledStorage | None
) -> StorageUntil:
    words = _refusal(booking, known)
    plan = await plan_now(tx, booking.id) if words is None else None
    if known is None or plan is None:
        until = known.expected_back(clock.today()) if known else None
        return StorageUntil(until, 0, 0, 0, [], words or "There is no plan yet.")
    each, term = plan.own.total_cents, known.prices.terms.storage_term_months
    planned = max(season.next_free_return(known.pickup_day)[1], known.pickup_day)
    usual = season.months(known.pickup_day, planned)
    months = {0: 0} | dict.fromkeys(_MONTHS, 0) | {count * term: count for count in _TERMS}
    options = [
        LongerOption(
            months=more,
            terms=count,
            until=season.add_months(known.pickup_day, usual + more) if more else planned,
            cents=more * each,
            total_cents=(usual + more) * each,
        )
        for more, count in sorted(months.items())
        if usual + more <= terms.MOST_MONTHS
    ]
    options = [one for one in options if one.until >= clock.today()]
    chosen = next((one.months for one in options if one.until == known.stored_until), 0)
    until = known.stored_until or planned
    return StorageUntil(until, chosen, each, term, options, None)


def _refusal(booking: Booking, known: BilledStorage | None) -> str | None:
    if booking.status in ENDED:
        return ENDED[booking.status]
    if booking.status != "picked_up" or known is None or known.months_invoiced == 0:
        return "You can store your things longer as soon as we have picked them up."
    if booking.return_delivery_date is not None:
        day = clock.spoken_day(booking.return_delivery_date)
        return (
            f"Your delivery is booked for {day}. Choose a later day under Book Delivery to store "
            "longer: it shows what the months cost."
        )
    return None


COMMANDS = (
    Command("storage_until", OneBooking, storage_until, SIGNED_IN, repeatable=True, elevated=True),
    Command("store_longer", StoreLonger, store_longer, SIGNED_IN, repeatable=True, elevated=True),
)
