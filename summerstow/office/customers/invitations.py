"""Invite a caller to an account: one link by mail, which sets its password.

The link shows that its reader has the mailbox, and is good until the booking is an account's or its
time is over. Opening it changes nothing: programs that look at mail open links too. What its button
brings is a sign-in of the accounts' own (`Admit`), with which the booking follows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias
from uuid import uuid4

import msgspec

from summerstow.bookings import queries as booking_queries
from summerstow.bookings.authorization import OneBooking
from summerstow.bookings.model import Booking
from summerstow.messages import guest_links
from summerstow.messages import queries as message_queries
from summerstow.platform import clock
from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict
from summerstow.platform.outbox import outbox
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import PEOPLE, STAFF

from . import invitation_queries as queries

_LIMIT: Final = Limit("invitation", 30, 300)

#: (transaction, address, name) -> what signs its reader in once; None: the account is theirs.
Admit: TypeAlias = Callable[[ElevatedTransaction, str, str], Awaitable[str | None]]


class InvitationOpened(msgspec.Struct, forbid_unknown_fields=True):
    """What the link of an invitation ends with."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Admission(msgspec.Struct, frozen=True):
    """`token_hash` of a verification of the type `invite`, good once."""

    token_hash: str


class AccountInvitation(msgspec.Struct, frozen=True):
    """How far a booking's customer is with an account.

    `none`: none was sent; `invited`: the link works until `ends_at`; `over`: it works no more;
    `accepted`: the booking is an account's. `may_send`: an invitation would be of use now.
    """

    state: Literal["none", "invited", "over", "accepted"]
    may_send: bool
    email: str | None = None
    sent_at: datetime | None = None
    ends_at: datetime | None = None


async def account_invitation(tx: ElevatedTransaction, arguments: OneBooking) -> AccountInvitation:
    """Return the state of the invitation (rule: caller-invitation)."""
    booking = await booking_queries.locked(tx, arguments.booking_id)
    if booking is None:
        raise AppError("This booking is gone.", status=404, code="P0002")
    return await _state(tx, booking)


async def send_invitation(tx: ElevatedTransaction, arguments: OneBooking) -> AccountInvitation:
    """Mail a new link. Raises `Conflict` where it would be of no use."""
    booking = await booking_queries.locked(tx, arguments.booking_id)
    if booking is None or not (await _state(tx, booking)).may_send:
        raise Conflict("This booking needs no invitation any more.")
    link = await guest_links.invitation(tx, booking.id, booking.email or "")
    await outbox.post(
        tx,
        cause=f"account-invited:{booking.id}:{uuid4()}",
        kind="account_invited",
        to=booking.email or "",
        data={"code": booking.code, "link": link},
    )
    return await _state(tx, booking)


COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "account_invitation",
        OneBooking,
        account_invitation,
        STAFF,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("send_invitation", OneBooking, send_invitation, STAFF, elevated=True),
)


def accepting(admit: Admit) -> Command:
    """The command behind the link's button."""

    async def accept_invitation(tx: ElevatedTransaction, arguments: InvitationOpened) -> Admission:
        """Good until the address is an account's; 404 afterwards."""
        invitee = await queries.find_invitee(
            tx, guest_links.token_hash(arguments.token), clock.now()
        )
        secret = await admit(tx, invitee.email, invitee.name) if invitee else None
        if secret is None:
            raise AppError(
                "This link has expired or was used already. Sign in, or ask us for a new one.",
                status=404,
                code="P0002",
            )
        return Admission(secret)

    return Command(
        "accept_invitation",
        InvitationOpened,
        accept_invitation,
        PEOPLE,
        limit=_LIMIT,
        repeatable=True,
        elevated=True,
    )


async def _state(tx: ElevatedTransaction, booking: Booking) -> AccountInvitation:
    sent = await queries.find_invitation(tx, booking.id)
    if booking.user_id is not None:
        state: Literal["none", "invited", "over", "accepted"] = "accepted"
    elif sent is None:
        state = "none"
    else:
        state = "invited" if clock.now() < sent.ends_at else "over"
    may_send = (
        booking.user_id is None
        and booking.status != "cancelled"
        and booking.email is not None
        and not await message_queries.has_account(tx, booking.email)
    )
    if sent is None:
        return AccountInvitation(state, may_send)
    return AccountInvitation(state, may_send, sent.email, sent.sent_at, sent.ends_at)
