"""Commands of friends, `POST /rest/v1/rpc/{command}`: a shared bundle."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import PEOPLE, SIGNED_IN, STAFF

from . import plan, queries
from .answers import Invitation, JoinPreview, SharedPlan, SharePeople
from .model import FriendOfBooking

_Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments."""


class SharedBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking."""

    booking_id: UUID


class OneFriend(SharedBooking, forbid_unknown_fields=True):
    """One who shares a booking's bundle."""

    member_id: UUID


class OwnRoom(SharedBooking, forbid_unknown_fields=True):
    """Where in the owner's building a friend's items are; null: they are brought to the owner."""

    room: Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")] | None


_Line = Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")]


class OwnPeople(SharedBooking, forbid_unknown_fields=True, kw_only=True):
    """Who is at the door for a friend and who pays their share; null: the friend."""

    contact_name: _Line | None
    contact_phone: Annotated[str, msgspec.Meta(max_length=30)] | None
    payer_name: _Line | None
    payer_email: Annotated[str, msgspec.Meta(max_length=254)] | None


class OneInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """What an invitation's link ends with."""

    token: _Token


async def shared_plan(tx: ElevatedTransaction, arguments: Nothing) -> list[SharedPlan]:
    """The caller's bundles: of the booking in use, and those of friends."""
    del arguments
    return await plan.shared_plans(tx, _caller(tx))


async def revoke_invite(tx: ElevatedTransaction, arguments: SharedBooking) -> SharedPlan:
    """The bundle, to which no link leads any more."""
    return await plan.revoke(tx, arguments.booking_id, _caller(tx))


async def join_preview(tx: ElevatedTransaction, arguments: OneInvitation) -> JoinPreview:
    """What the invitation is to; for everybody who has the link."""
    return await plan.preview(tx, arguments.token)


async def accept_invite(tx: ElevatedTransaction, arguments: OneInvitation) -> SharedPlan:
    """The bundle that the caller shares now."""
    return await plan.accept(tx, arguments.token, _caller(tx))


async def choose_room(tx: ElevatedTransaction, arguments: OwnRoom) -> SharedPlan:
    """The bundle, with the room in which the crew picks up the caller's items."""
    return await plan.choose_room(tx, arguments.booking_id, _caller(tx), arguments.room)


async def name_share_people(tx: ElevatedTransaction, arguments: OwnPeople) -> SharedPlan:
    """The bundle, with who is at the door for the caller and who pays their share."""
    people = SharePeople(
        arguments.contact_name,
        arguments.contact_phone,
        arguments.payer_name,
        arguments.payer_email,
    )
    return await plan.name_people(tx, arguments.booking_id, _caller(tx), people)


async def leave_shared_plan(tx: ElevatedTransaction, arguments: SharedBooking) -> None:
    """The caller shares the bundle no more."""
    await plan.leave(tx, arguments.booking_id, _caller(tx))


async def remove_friend(tx: ElevatedTransaction, arguments: OneFriend) -> SharedPlan:
    """The bundle without this friend."""
    return await plan.remove(tx, arguments.booking_id, arguments.member_id, _caller(tx))


async def invite_friends(tx: ElevatedTransaction, arguments: SharedBooking) -> Invitation:
    """An invitation with its link, which ends the one before."""
    return await plan.invite(tx, arguments.booking_id, _caller(tx))


async def booking_friends(
    tx: ElevatedTransaction, arguments: SharedBooking
) -> list[FriendOfBooking]:
    """Friends who share a booking's bundle, in the order in which they joined."""
    return await queries.friends_of_booking(tx, arguments.booking_id)


COMMANDS: Final = (
    Command(
        "booking_friends",
        SharedBooking,
        booking_friends,
        STAFF,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("shared_plan", Nothing, shared_plan, SIGNED_IN, repeatable=True, elevated=True),
    Command(
        "invite_friends",
        SharedBooking,
        invite_friends,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "revoke_invite", SharedBooking, revoke_invite, SIGNED_IN, repeatable=True, elevated=True
    ),
    Command("join_preview", OneInvitation, join_preview, PEOPLE, repeatable=True, elevated=True),
    Command(
        "accept_invite", OneInvitation, accept_invite, SIGNED_IN, repeatable=True, elevated=True
    ),
    Command(
        "name_share_people",
        OwnPeople,
        name_share_people,
        SIGNED_IN,
        repeatable=True,
        elevated=True,
    ),
    Command("choose_room", OwnRoom, choose_room, SIGNED_IN, repeatable=True, elevated=True),
    Command("leave_shared_plan", SharedBooking, leave_shared_plan, SIGNED_IN, elevated=True),
    Command("remove_friend", OneFriend, remove_friend, SIGNED_IN, repeatable=True, elevated=True),
)


def _caller(tx: Transaction) -> UUID:
    assert tx.actor.user_id is not None
    return tx.actor.user_id
