"""Staff by `POST /rest/v1/rpc/{command}`, for executives (rule: server-decides-role)."""

from __future__ import annotations

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
    """An address, a name and what they may do."""

    email: Annotated[str, msgspec.Meta(max_length=255)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    role: StaffRole


class StaffAdded(msgspec.Struct, frozen=True):
    """`invited`: the account is new, and a mail says how to choose a password."""

    invited: bool


class OneMember(msgspec.Struct, forbid_unknown_fields=True):
    """A member of staff."""

    user_id: UUID


class SetStaffRole(msgspec.Struct, forbid_unknown_fields=True):
    """A member of staff and what they may do."""

    user_id: UUID
    role: StaffRole


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
    return StaffAdded(await service.add(tx, arguments.email, arguments.role, name))


async def invite_staff_again(tx: ElevatedTransaction, arguments: OneMember) -> None:
    """Mail the invitation again; raises `Conflict` for a member who has signed in already."""
    member = await service.member(tx, arguments.user_id)
    if member.last_sign_in_at or not member.email:
        raise Conflict(f"{member.name} has signed in already, or has no email address.")
    await service.invite(tx, member.email, member.role, member.name)


async def set_staff_role(tx: ElevatedTransaction, arguments: SetStaffRole) -> None:
    """Give a member of staff another role; they sign in anew. The last executive keeps theirs."""
    await service.member(tx, arguments.user_id)
    await service.set_role(tx, arguments.user_id, arguments.role)


async def remove_staff(tx: ElevatedTransaction, arguments: OneMember) -> None:
    """Take a role away at once: every session ends. The last executive stays."""
    await service.remove(tx, arguments.user_id)


async def reset_staff_factors(tx: ElevatedTransaction, arguments: OneMember) -> FactorsReset:
    """Help a member who lost a second factor: they add a new one at the next sign-in."""
    await service.member(tx, arguments.user_id)
    return FactorsReset(await service.reset_factors(tx, arguments.user_id))


COMMANDS: Final = (
    Command("staff_list", NoArguments, staff_list, EXECUTIVES, read_only=True, elevated=True),
    Command("add_staff", AddStaff, add_staff, EXECUTIVES, elevated=True),
    Command("invite_staff_again", OneMember, invite_staff_again, EXECUTIVES, elevated=True),
    Command("set_staff_role", SetStaffRole, set_staff_role, EXECUTIVES, elevated=True),
    Command("remove_staff", OneMember, remove_staff, EXECUTIVES, elevated=True),
    Command("reset_staff_factors", OneMember, reset_staff_factors, EXECUTIVES, elevated=True),
)
