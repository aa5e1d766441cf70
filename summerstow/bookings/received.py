"""The message that a booking was received, in the transaction that stores the booking."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from summerstow.messages import service as messages
from summerstow.platform import clock
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import ANON

from . import queries, rules
from .guests.service import Links
from .model import REPLACEABLE, Booking
from .prices.booking_quote import in_words, quote_booking

_KIND: Final = "booking_received"


async def tell(
    tx: ElevatedTransaction,
    booking: Booking,
    *,
    confirm_by: datetime | None,
    links: Links | None,
    invite: str | None,
) -> None:
    """Tell the customer of a new booking, unless their address had enough such mails this hour.

    `confirm_by`, `links`: how a guest confirms a place that is held for them. `invite`: the link to
    a new account, if staff booked for somebody without one.
    """
    recipient = await queries.recipient_of_new_booking(tx, booking.id)
    if recipient.mails > rules.MOST_MAILS:
        return
    is_anonymous = booking.user_id is None and tx.actor.role == ANON
    sign_up = "/auth#sign-up"
    # The entry of the calendar has it too: without an account there is nothing to sign in to.
    has_account = booking.user_id is not None or recipient.has_account
    data = await _facts(tx, booking) | {
        "link": "/customer-dashboard" if has_account else invite or sign_up,
        "sign_up": sign_up,
        "invite": invite,
        "has_account": recipient.has_account,
        "guest": is_anonymous and not recipient.has_account,
    }
    if confirm_by is not None and links is not None:
        data |= {
            "held_until": clock.spoken_deadline(confirm_by),
            "confirm": links.confirm,
            "give_back": links.give_back,
        }
    if recipient.signs_up:
        data |= await _sign_up(tx, booking)
    await messages.tell(
        tx,
        booking.row,
        cause=f"booking-received:{booking.id}",
        kind=_KIND,
        data=data,
        keeps_link=True,
    )


async def tell_complete(tx: ElevatedTransaction, booking: Booking) -> None:
    """Tell a guest who has shown that the address is theirs all of the booking, once."""
    if booking.status not in REPLACEABLE:
        return
    await messages.tell(
        tx,
        booking.row,
        cause=f"booking-complete:{booking.id}",
        kind=_KIND,
        data=await _facts(tx, booking)
        | {"link": "/customer-dashboard", "guest": False, "is_confirmed": True},
    )


async def _sign_up(tx: ElevatedTransaction, booking: Booking) -> dict[str, object]:
    """Take the place of the sign-up mail that waits for this message; return what it says."""
    waiting = await outbox.take_with_booking(tx, booking.email or "")
    if waiting is None:
        return {}
    said: dict[str, object] = {"one_mail": True}
    if waiting.code is not None:
        said |= {"account_link": waiting.link, "account_code": waiting.code}
    return said


async def _facts(tx: ElevatedTransaction, booking: Booking) -> dict[str, object]:
    """The booking in words and campus-local dates, with what it was quoted."""
    quoted = in_words(await quote_booking(tx, booking))
    return {
        "plan": quoted.plan,
        "price": quoted.price,
        "not_included": quoted.open,
        "lacks_address": "pickup_address" in booking.needs,
        "first_name": booking.first_name,
        "campus": booking.campus.name if booking.campus else "",
        "residence": ", ".join(part for part in (booking.building_name, booking.address) if part),
        "pickup_day": _spoken(booking.pickup_date),
        "pickup_time": booking.pickup_time,
        "kit_day": _spoken(booking.supply_kit_delivery_date),
        "return_day": _spoken(booking.return_delivery_date),
        "code": booking.code,
        "held_until": None,
    }


def _spoken(day: date | None) -> str | None:
    return clock.spoken_day(day) if day else None
