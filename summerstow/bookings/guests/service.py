"""A guest's booking that holds a limited place: for how long, how many, and the links of its mails.

Whoever books signed out has shown nothing of themselves yet. The place is theirs until `deadline`;
what confirms the booking stands in `guest_answers`.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from summerstow.bookings.model import Booking
from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Conflict
from summerstow.platform.roles import ANON

from . import queries as guest_queries

#: How long a place is held without a word, and where the pickup is close.
_HELD: Final = timedelta(hours=48)
_HELD_SOON: Final = timedelta(hours=24)
_SOON: Final = timedelta(days=7)
#: Enough to open a mail, also where the window begins at once.
_AT_LEAST: Final = timedelta(hours=1)
#: Unconfirmed bookings for one e-mail address, and from one network address (a whole residence may
#: share it), which also has half of a window's places at most.
MOST_OF_EMAIL: Final = 3
MOST_OF_ADDRESS: Final = 30


class ConfirmFirst(Conflict):
    """Enough unconfirmed bookings wait already; `details` is `confirm-first`."""

    def __init__(self, message: str) -> None:
        super().__init__(message, details="confirm-first")


_EMAIL_WAITS: Final = (
    f"{MOST_OF_EMAIL} bookings for this email address are waiting to be confirmed. "
    "Please open the link in one of our emails, or sign in, and then book again."
)
_NETWORK_WAITS: Final = (
    "Too many bookings from your network are waiting to be confirmed. "
    "Please confirm yours with the link in our email, or sign in to book."
)
_WINDOW_WAITS: Final = (
    "Half of this window is held by bookings from your network that nobody has confirmed "
    "yet. Please choose another window, confirm with the link in our email, or sign in to book."
)


@dataclass(frozen=True, slots=True)
class Links:
    """Where a guest's mail leads; either page asks for a press of its button.

    `token_hash`: what is stored of them.
    """

    confirm: str
    give_back: str
    token_hash: bytes


def deadline(starts: datetime, now: datetime) -> datetime:
    """Until when a place is held that is not confirmed: never into its own window."""
    held = now + (_HELD_SOON if starts - now <= _SOON else _HELD)
    return max(min(held, starts), now + _AT_LEAST)


def confirm_by(actor: Actor, booking: Booking) -> datetime | None:
    """Return until when a guest may confirm a place held for them; None: nothing to confirm."""
    if actor.role != ANON or booking.user_id is not None or booking.starts_at is None:
        return None
    return deadline(booking.starts_at, clock.now())


async def hold_until(
    tx: ElevatedTransaction, booking: Booking, slot: UUID, moment: datetime
) -> Links:
    """Let a booking wait for its guest until then; return the links of its mail.

    Raises `ConfirmFirst` if enough bookings of the address, the network or the window wait.
    """
    now, made = clock.now(), new_links()
    await guest_queries.insert_unconfirmed(
        tx, booking.id, remind_at=now + (moment - now) / 2, token_hash=made.token_hash
    )
    if tx.actor.address is not None:
        waiting = await guest_queries.count_unconfirmed(tx, booking.email, slot)
        if waiting.of_email > MOST_OF_EMAIL:
            raise ConfirmFirst(_EMAIL_WAITS)
        if waiting.of_address > MOST_OF_ADDRESS:
            raise ConfirmFirst(_NETWORK_WAITS)
        if waiting.of_window > max(1, waiting.capacity // 2):
            raise ConfirmFirst(_WINDOW_WAITS)
    return made


async def one_at_a_time(tx: Transaction, emails: set[str]) -> None:
    """Let the bookings of one network address, and for one e-mail address, be counted in turn.

    Before any place is taken, so that whoever holds a place never waits here.
    """
    if tx.actor.role == ANON and tx.actor.address is not None:
        await guest_queries.lock(tx, [tx.actor.address, *sorted(emails)])


def new_links() -> Links:
    """Links to a booking that nobody has seen yet."""
    token = secrets.token_urlsafe(32)
    page = f"/confirm-booking/{token}"
    return Links(confirm=page, give_back=f"{page}?give-back", token_hash=token_hash(token))


async def links(tx: Transaction, booking_id: UUID) -> Links:
    """New links to a booking; those of earlier mails stay good."""
    made = new_links()
    await guest_queries.add_link(tx, booking_id, made.token_hash)
    return made


def token_hash(token: str) -> bytes:
    """What is stored of a link."""
    return hashlib.sha256(token.encode()).digest()
