"""Commands of friends, `POST /rest/v1/rpc/{command}`: a shared bundle."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.roles import PEOPLE, SIGNED_IN

from . import plan

_Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments."""


class SharedBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking."""

    booking_id: UUID


class OneFriend(SharedBooking, forbid_unknown_fields=True):
    """One who shares a booking's bundle."""

    member_id: UUID


class OneInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """What an invitation's link ends with."""

    token: _Token


async def shared_plan(tx: ElevatedTransaction, arguments: Nothing) -> list[plan.SharedPlan]:
    """The caller's bundles: of the booking in use, and those of friends."""
    del arguments
    return await plan.shared_plans(tx, _caller(tx))


async def revoke_invite(tx: ElevatedTransaction, arguments: SharedBooking) -> plan.SharedPlan:
    """The bundle, to which no link leads any more."""
    return await plan.revoke(tx, arguments.booking_id, _caller(tx))


async def join_preview(tx: ElevatedTransaction, arguments: OneInvitation) -> plan.JoinPreview:
    """What the invitation is to; for everybody who has the link."""
    return await plan.preview(tx, arguments.token)


async def accept_invite(tx: ElevatedTransaction, arguments: OneInvitation) -> plan.SharedPlan:
    """The bundle that the caller shares now."""
    return await plan.accept(tx, arguments.token, _caller(tx))


async def leave_shared_plan(tx: ElevatedTransaction, arguments: SharedBooking) -> None:
    """The caller shares the bundle no more."""
    await plan.leave(tx, arguments.booking_id, _caller(tx))


async def remove_friend(tx: ElevatedTransaction, arguments: OneFriend) -> plan.SharedPlan:
    """The bundle without this friend."""
    return await plan.remove(tx, arguments.booking_id, arguments.member_id, _caller(tx))


async def invite_friends(tx: ElevatedTransaction, arguments: SharedBooking) -> plan.Invitation:
    """An invitation with its link, which ends the one before."""
    return await plan.invite(tx, arguments.booking_id, _caller(tx))


COMMANDS: Final = (
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
    Command("leave_shared_plan", SharedBooking, leave_shared_plan, SIGNED_IN, elevated=True),
    Command("remove_friend", OneFriend, remove_friend, SIGNED_IN, repeatable=True, elevated=True),
)


def _caller(tx: Transaction) -> UUID:
    assert tx.actor.user_id is not None
    return tx.actor.user_id
