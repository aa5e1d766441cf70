"""Staff by `POST /rest/v1/rpc/{command}`, for executives (rule: server-decides-role)."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Conflict
from summerstow.platform.roles import EXECUTIVES, StaffRole

from . import queries, service
from .queries import StaffMember


class AddStaff(msgspec.Struct, forbid_unknown_fields=True):
    """An address, a name, what they may do, where (none: at every campus) and until when."""

    email: Annotated[str, msgspec.Meta(max_length=255)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    role: StaffRole
    campus_ids: list[int] = []
    last_day: date | None = None


class StaffAdded(msgspec.Struct, frozen=True):
    """`invited`: the account is new, and a mail says how to choose a password."""

    invited: bool


class OneMember(msgspec.Struct, forbid_unknown_fields=True):
    """A member of staff."""

    user_id: UUID


class ChangeStaff(msgspec.Struct, forbid_unknown_fields=True):
    """A member of staff, what they may do, where (none: at every campus) and until when."""

    user_id: UUID
    role: StaffRole
    campus_ids: list[int]
    last_day: date | None


class FactorsReset(msgspec.Struct, frozen=True):
    """How many second factors there were."""

    removed: int


async def staff_list(tx: ElevatedTransaction, arguments: NoArguments) -> list[StaffMember]:
    """Who works here, in which role, and when each signed in last."""
    del arguments
    return await queries.staff(tx)


async def add_staff(tx: ElevatedTransaction, arguments: AddStaff) -> StaffAdded:
    """Make a member of staff, of an account that exists or of a new one, which is invited."""
    name = arguments.name.strip() or None
    invited = await service.add(tx, arguments.email, arguments.role, name)
    user_id = await service.account(tx, arguments.email)
    await service.set_terms(tx, user_id, arguments.campus_ids, arguments.last_day)
    return StaffAdded(invited)


async def invite_staff_again(tx: ElevatedTransaction, arguments: OneMember) -> None:
    """Mail the invitation again; raises `Conflict` for a member who has signed in already."""
    member = await service.member(tx, arguments.user_id)
    if member.last_sign_in_at or not member.email:
        raise Conflict(f"{member.name} has signed in already, or has no email address.")
    await service.invite(tx, member.email, member.role, member.name)


async def change_staff(tx: ElevatedTransaction, arguments: ChangeStaff) -> None:
    """Give a member of staff another role, with which they sign in anew, campuses or last day.

    The last executive keeps role and work.
    """
    await service.member(tx, arguments.user_id)
    await service.set_role(tx, arguments.user_id, arguments.role)
    await service.set_terms(tx, arguments.user_id, arguments.campus_ids, arguments.last_day)


async def remove_staff(tx: ElevatedTransaction, arguments: OneMember) -> None:
    """Take a role away at once: every session ends. The last executive stays."""
    await service.remove(tx, arguments.user_id)


async def reset_staff_factors(tx: ElevatedTransaction, arguments: OneMember) -> FactorsReset:
    """Help a member who lost a second factor: they add a new one at the next sign-in."""
    await service.member(tx, arguments.user_id)
    return FactorsReset(await service.reset_factors(tx, arguments.user_id))


COMMANDS: Final = (
    Command("staff_list", NoArguments, staff_list, EXECUTIVES, read_only=True, elevated=True),
    Command("add_staff", AddStaff, add_staff, EXECUTIVES, recent_factor=True, elevated=True),
    Command("invite_staff_again", OneMember, invite_staff_again, EXECUTIVES, elevated=True),
    Command(
        "change_staff", ChangeStaff, change_staff, EXECUTIVES, recent_factor=True, elevated=True
    ),
    Command("remove_staff", OneMember, remove_staff, EXECUTIVES, recent_factor=True, elevated=True),
    Command(
        "reset_staff_factors",
        OneMember,
        reset_staff_factors,
        EXECUTIVES,
        recent_factor=True,
        elevated=True,
    ),
)
