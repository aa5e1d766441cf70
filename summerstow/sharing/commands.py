"""Commands of friends, `POST /rest/v1/rpc/{command}`: a shared bundle."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

from summerstow.kit.commands import Command
from summerstow.kit.database import Transaction
from summerstow.kit.roles import PEOPLE, SIGNED_IN

from . import plan

_Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments."""


class OneBooking(msgspec.Struct, forbid_unknown_fields=True):
    """A booking."""

    booking_id: UUID


class OneFriend(OneBooking, forbid_unknown_fields=True):
    """One who shares a booking's bundle."""

    member_id: UUID


class OneInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """What an invitation's link ends with."""

    token: _Token


async def shared_plan(tx: Transaction, arguments: Nothing) -> list[plan.SharedPlan]:
    """The caller's bundles: of the booking in use, and those of friends."""
    del arguments
    async with tx.elevated():
        return await plan.shared_plans(tx, _caller(tx))


async def revoke_invite(tx: Transaction, arguments: OneBooking) -> plan.SharedPlan:
    """The bundle, to which no link leads any more."""
    async with tx.elevated():
        return await plan.revoke(tx, arguments.booking_id, _caller(tx))


async def join_preview(tx: Transaction, arguments: OneInvitation) -> plan.JoinPreview:
    """What the invitation is to; for everybody who has the link."""
    async with tx.elevated():
        return await plan.preview(tx, arguments.token)


async def accept_invite(tx: Transaction, arguments: OneInvitation) -> plan.SharedPlan:
    """The bundle that the caller shares now."""
    async with tx.elevated():
        return await plan.accept(tx, arguments.token, _caller(tx))


async def leave_shared_plan(tx: Transaction, arguments: OneBooking) -> None:
    """The caller shares the bundle no more."""
    async with tx.elevated():
        await plan.leave(tx, arguments.booking_id, _caller(tx))


async def remove_friend(tx: Transaction, arguments: OneFriend) -> plan.SharedPlan:
    """The bundle without this friend."""
    async with tx.elevated():
        return await plan.remove(tx, arguments.booking_id, arguments.member_id, _caller(tx))


def commands(site_url: str) -> tuple[Command, ...]:
    """The package's commands; `site_url` goes into links."""

    async def invite_friends(tx: Transaction, arguments: OneBooking) -> plan.Invitation:
        async with tx.elevated():
            return await plan.invite(tx, arguments.booking_id, _caller(tx), site_url)

    return (
        Command("shared_plan", Nothing, shared_plan, SIGNED_IN, repeatable=True),
        Command("invite_friends", OneBooking, invite_friends, SIGNED_IN, repeatable=True),
        Command("revoke_invite", OneBooking, revoke_invite, SIGNED_IN, repeatable=True),
        Command("join_preview", OneInvitation, join_preview, PEOPLE, repeatable=True),
        Command("accept_invite", OneInvitation, accept_invite, SIGNED_IN, repeatable=True),
        Command("leave_shared_plan", OneBooking, leave_shared_plan, SIGNED_IN),
        Command("remove_friend", OneFriend, remove_friend, SIGNED_IN, repeatable=True),
    )


def _caller(tx: Transaction) -> UUID:
    assert tx.actor.user_id is not None
    return tx.actor.user_id
