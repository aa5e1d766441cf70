"""What a customer may do with a booking at this moment: for screens, which decide nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

import msgspec

from summerstow.billing.pricing import price_lists, season, terms
from summerstow.billing.pricing.fees import Outcome
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError

from . import cancel, edit
from .dates import conflicts, date_policy
from .delivery import service as delivery
from .items import service as items
from .model import Booking, Status
from .status import ENDED

_FIXED: Final = {
    "in_queue": "Our crew is on the way: only the phone number and your comments can change now.",
    "picked_up": "Your items are with us: only their delivery can change now.",
}


class OwnRules(msgspec.Struct, frozen=True):
    """Campus-local days; `*_words` say until when something goes, or why it does not.

    `editable` are the fields that `edit_booking` takes. `pickup_outcome` is what another pickup
    comes to: done at once, done with a price for a later cancellation, or a request to staff.
    """

    status: Status
    editable: list[edit.EditableField]
    fixed_words: str | None
    pickup_outcome: Outcome
    pickup_words: str
    kit_from: date
    kit_to: date | None
    return_from: date
    free_return: tuple[date, date]
    other_return_cents: int
    cancel_open: bool
    cancel_words: str
    delivery_open: bool
    delivery_words: str | None


class ItemRules(msgspec.Struct, frozen=True):
    """Until when a booking's items may be listed, or why not any more.

    `values_open`: declared values may rise, also where the list is closed.
    """

    items_open: bool
    items_words: str
    values_open: bool


async def of(tx: ElevatedTransaction, booking: Booking) -> OwnRules:
    """The rules of a booking now."""
    status = booking.status
    pickup = booking.pickup_date
    prices = await price_lists.of_booking(tx, booking.id)
    hours = timedelta(hours=prices.terms.access_notice_hours)
    soonest = clock.campus_time(clock.now() + hours).date()
    return_from = max(soonest, pickup + timedelta(days=1)) if pickup else soonest
    move = await date_policy.pickup_rule(tx, booking)
    cancel_open, cancel_words = True, ""
    try:
        cancel_words = (await cancel.preview(tx, booking)).words
    except AppError as refused:
        cancel_open, cancel_words = False, refused.message
    delivery_words = _why(delivery.refuse, booking)
    return OwnRules(
        status=status,
        editable=list(edit.EDITABLE.get(status, ())),
        fixed_words=ENDED.get(status) or _FIXED.get(status),
        pickup_outcome=move.outcome,
        pickup_words=move.words,
        kit_from=clock.today() + timedelta(days=conflicts.KIT_DAYS),
        kit_to=pickup - timedelta(days=1) if pickup else None,
        return_from=return_from,
        free_return=season.next_free_return(return_from),
        other_return_cents=terms.with_tax(
            prices.pricing.alternative_delivery_date_cents, clock.today()
        ),
        cancel_open=cancel_open,
        cancel_words=cancel_words,
        delivery_open=delivery_words is None,
        delivery_words=delivery_words,
    )


def of_items(booking: Booking) -> ItemRules:
    """The rules of its list of items now."""
    why = _why(items.refuse, booking)
    return ItemRules(why is None, why or _until(booking), items.values_open(booking))


def _why(refuse: Callable[[Booking], None], booking: Booking) -> str | None:
    try:
        refuse(booking)
    except AppError as refused:
        return refused.message
    return None


def _until(booking: Booking) -> str:
    until = items.open_until(booking)
    if until is None:
        return "Your list stays open until 24 hours before your pickup."
    return f"Your list is open until {clock.spoken_moment(until)}."
