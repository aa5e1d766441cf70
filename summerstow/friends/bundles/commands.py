"""Commands of friends, `POST /rest/v1/rpc/{command}`: a shared bundle."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import Transaction
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


async def shared_plan(tx: Transaction, arguments: Nothing) -> list[plan.SharedPlan]:
    """The caller's bundles: of the booking in use, and those of friends."""
    del arguments
    async with tx.elevated() as elevated:
        return await plan.shared_plans(elevated, _caller(elevated))


async def revoke_invite(tx: Transaction, arguments: SharedBooking) -> plan.SharedPlan:
    """The bundle, to which no link leads any more."""
    async with tx.elevated() as elevated:
        return await plan.revoke(elevated, arguments.booking_id, _caller(elevated))


async def join_preview(tx: Transaction, arguments: OneInvitation) -> plan.JoinPreview:
    """What the invitation is to; for everybody who has the link."""
    async with tx.elevated() as elevated:
        return await plan.preview(elevated, arguments.token)


async def accept_invite(tx: Transaction, arguments: OneInvitation) -> plan.SharedPlan:
    """The bundle that the caller shares now."""
    async with tx.elevated() as elevated:
        return await plan.accept(elevated, arguments.token, _caller(elevated))


async def leave_shared_plan(tx: Transaction, arguments: SharedBooking) -> None:
    """The caller shares the bundle no more."""
    async with tx.elevated() as elevated:
        await plan.leave(elevated, arguments.booking_id, _caller(elevated))


async def remove_friend(tx: Transaction, arguments: OneFriend) -> plan.SharedPlan:
    """The bundle without this friend."""
    async with tx.elevated() as elevated:
        return await plan.remove(
            elevated, arguments.booking_id, arguments.member_id, _caller(elevated)
        )


def commands(site_url: str) -> tuple[Command, ...]:
    """The package's commands; `site_url` goes into links."""

    async def invite_friends(tx: Transaction, arguments: SharedBooking) -> plan.Invitation:
        async with tx.elevated() as elevated:
            return await plan.invite(elevated, arguments.booking_id, _caller(elevated), site_url)

    return (
        Command("shared_plan", Nothing, shared_plan, SIGNED_IN, repeatable=True),
        Command("invite_friends", SharedBooking, invite_friends, SIGNED_IN, repeatable=True),
        Command("revoke_invite", SharedBooking, revoke_invite, SIGNED_IN, repeatable=True),
        Command("join_preview", OneInvitation, join_preview, PEOPLE, repeatable=True),
        Command("accept_invite", OneInvitation, accept_invite, SIGNED_IN, repeatable=True),
        Command("leave_shared_plan", SharedBooking, leave_shared_plan, SIGNED_IN),
        Command("remove_friend", OneFriend, remove_friend, SIGNED_IN, repeatable=True),
    )


def _caller(tx: Transaction) -> UUID:
    assert tx.actor.user_id is not None
    return tx.actor.user_id
